package search

import (
	"context"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// A Store keeps the index of a folder of Markdown: of a vault, or of any other.
type Store struct {
	Dir   *fsutil.Dir                // required: what is searched
	Cache *fsutil.Dir                // where the index is kept; nil keeps none
	Name  string                     // of the index in Cache, such as ".memoria/cache/search"; [Store.Change] has another beside it
	Wiki  string                     // folder of the wiki; "" for a folder that is no vault
	Veil  func() (daily.Veil, error) // what the logs are read without; nil for nothing
	Zone  *time.Location
}

// Names of a vault's index.
const (
	VaultName = layout.CacheSearch
	newer     = "-new" // behind the name of what changed since
	tick      = "-tick"
)

// logFolder is where a vault keeps its day logs.
const logFolder = "daily"

// Bounds of what is read.
const (
	fileMost = 8 << 20 // bytes of a file that is indexed
	newMost  = 64      // files that changed since an index was made, and a part of all, before it is made anew
	newPart  = 40
)

// Open returns the index as the files are now. What changed is read, and the index on disk brought up
// to date if it can be written; that it cannot is no error. The errors are ctx's and those of going
// over the folder.
func (s *Store) Open(ctx context.Context) (*Index, error) {
	now, err := s.survey(ctx)
	if err != nil {
		return nil, err
	}
	base, delta := s.load()
	if base != nil {
		if x, err := s.mended(ctx, base, delta, now); x != nil || err != nil {
			return x, err
		}
	}
	x, err := s.make(ctx, now)
	base.close()
	return x, err
}

// OpenKept returns the index as it was last kept, without a look at the files; when there is none, as
// [Store.Open] does.
func (s *Store) OpenKept(ctx context.Context) (*Index, error) {
	base, delta := s.load()
	if base == nil {
		return s.Open(ctx)
	}
	x := s.index(base, delta)
	x.Unchecked = true
	return x, nil
}

// key is what an index depends on beside its files.
func (s *Store) key() string { return version + " " + s.Wiki + " " + s.zone().String() }

func (s *Store) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// A kept is a segment as it lies on disk.
type kept struct {
	*reader
	file *os.File
	id   string
}

func (k *kept) close() {
	if k != nil && k.file != nil {
		k.file.Close()
	}
}

// load opens what is kept: a whole segment, and what changed since, if that is of this one.
func (s *Store) load() (base, delta *kept) {
	if s.Cache == nil {
		return nil, nil
	}
	if base = s.kept(s.Name); base == nil || base.base != "" {
		base.close()
		return nil, nil
	}
	if delta = s.kept(s.Name + newer); delta != nil && delta.base != base.id {
		delta.close()
		delta = nil
	}
	if delta != nil {
		base.gone = delta.gone
		delta.gone = map[int]bool{}
	}
	return base, delta
}

func (s *Store) kept(name string) *kept {
	f, err := s.Cache.Open(name)
	if err != nil {
		return nil
	}
	k := &kept{file: f}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		k.reader = open(f, info.Size(), s.key())
	}
	if k.reader == nil {
		f.Close()
		return nil
	}
	k.id = k.reader.id
	return k
}

// parse makes the documents of a file's text.
func (s *Store) parse(name string, src []byte) []source {
	var c collector
	s.tell(name, src, &teller{to: &c})
	return c.all
}

// A source is a page or an entry as it goes into an index.
type source struct {
	about
	passages []passage
}

// A collector keeps what it is told.
type collector struct {
	all []source
	now []passage
}

func (c *collector) passage(f field, text []byte, start, end int) {
	c.now = append(c.now, passage{f, string(text), start, end})
}

func (c *collector) document(d *about) {
	c.all = append(c.all, source{*d, c.now})
	c.now = nil
}

// tell tells the documents of a file's text.
func (s *Store) tell(name string, src []byte, t *teller) {
	if day, ok := s.day(name); ok {
		s.entries(name, day, src, t)
		return
	}
	a := wiki.Parse(src)
	kind := Note
	if s.Wiki != "" && wiki.KindOf(s.Wiki, name, a) == wiki.ArticlePage {
		kind = Article
	}
	title := a.Title()
	if title == "" {
		title = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	d := about{Path: name, Title: title, Kind: kind, Type: string(a.Type()), Tags: a.Tags(), Created: string(a.Created()), Updated: string(a.Updated())}
	d.Project, _ = a.Text("project")
	t.page(a, title, kind == Article)
	t.to.document(&d)
}

// day is the day that a file is the log of.
func (s *Store) day(name string) (d daily.Date, ok bool) {
	dir, base := path.Split(name)
	if s.Wiki == "" || dir != logFolder+"/" {
		return d, false
	}
	d, err := daily.ParseDate(strings.TrimSuffix(base, ".md"))
	return d, err == nil
}

func (s *Store) entries(name string, day daily.Date, src []byte, t *teller) {
	log := daily.Parse(day, s.zone(), src)
	if s.Veil != nil {
		veil, err := s.Veil()
		if err != nil {
			return
		}
		log = log.Without(veil)
	}
	for i := range log.Entries {
		e := &log.Entries[i]
		if e.Redone {
			continue
		}
		t.entry(e, src)
		t.to.document(&about{Path: name, Entry: e.ID, Title: e.Title, Kind: Entry, Type: "log", Project: e.Project, Branch: e.Branch,
			Heading: e.Heading, Created: day.String(), Updated: day.String()})
	}
}

// make makes the index from nothing.
func (s *Store) make(ctx context.Context, now *survey) (*Index, error) {
	seg, err := s.build(ctx, now, now.files)
	if err != nil {
		return nil, err
	}
	data, id := seg.file(s.key())
	if s.Cache != nil {
		s.Cache.Remove(s.Name + newer) // of another one
		if err := data.write(s.Cache, s.Name); err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return s.index(inMemory(data, s.key(), id), nil), nil
}

// mended is the index of a whole segment and of what changed since; nil when that is too much, or the
// segment is damaged.
func (s *Store) mended(ctx context.Context, base, delta *kept, now *survey) (*Index, error) {
	files := base.files()
	known := make(map[string]*file, len(files))
	for i := range files {
		known[files[i].path] = &files[i]
	}
	news := map[string]file{}
	if delta != nil {
		for _, f := range delta.files() {
			news[f.path] = f
		}
	}
	if base.damage || delta != nil && delta.damage {
		return nil, nil
	}
	var changed []file
	gone := map[int]bool{}
	same := true
	stale := 0
	seen := make(map[string]bool, len(now.files))
	for _, f := range now.files {
		seen[f.path] = true
		old, inBase := known[f.path]
		last, inNews := news[f.path]
		switch {
		case inNews && !s.same(&last, &f):
			same = false
			changed = append(changed, f)
		case inNews:
			changed = append(changed, f)
		case inBase && s.same(old, &f):
			if old.stamp != f.stamp || !old.settled {
				old.stamp, old.settled = f.stamp, f.stamp.Settled(now.tick)
				stale++
			}
			continue
		default:
			same = false
			changed = append(changed, f)
		}
		if inBase {
			drop(gone, old)
		}
	}
	for name, old := range known {
		if !seen[name] {
			drop(gone, old)
		}
	}
	for name := range news {
		same = same && seen[name]
	}
	if stale > staleMost && s.Cache != nil {
		_ = s.restamp(base, files) // that it cannot be kept is no harm
	}
	if same && len(gone) == len(base.gone) {
		return s.index(base, delta), nil
	}
	if len(changed) > newMost+len(now.files)/newPart || len(gone) > newMost+base.docs/newPart {
		return nil, nil
	}
	seg, err := s.build(ctx, now, changed)
	if err != nil {
		return nil, err
	}
	delta.close()
	seg.base = base.id
	for i := range gone {
		seg.gone = append(seg.gone, i)
	}
	slices.Sort(seg.gone)
	data, id := seg.file(s.key())
	_ = data.write(s.Cache, s.Name+newer) // that it cannot be is no harm
	base.gone = gone
	mem := inMemory(data, s.key(), id)
	mem.gone = map[int]bool{}
	return s.index(base, mem), nil
}

func drop(gone map[int]bool, f *file) {
	for i := range f.docs {
		gone[f.first+i] = true
	}
}

// same reports whether a file is as it was read, by its stamp, or its bytes where that cannot tell.
func (s *Store) same(old, now *file) bool {
	if old.stamp == now.stamp && old.settled {
		return true
	}
	if old.stamp.Size != now.stamp.Size || old.hash == "" {
		return false
	}
	src, err := s.Dir.ReadFile(now.path)
	return err == nil && fsutil.Hash(src) == old.hash
}

// Forget takes away what is kept, which was damaged.
func (s *Store) Forget() {
	if s.Cache != nil {
		s.Cache.Remove(s.Name)
		s.Cache.Remove(s.Name + newer)
	}
}
