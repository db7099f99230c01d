package index

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Store keeps the index of a folder of Markdown, such as a vault.
type Store struct {
	Dir    *fsutil.Dir                  // required: the folder that is indexed
	Cache  *fsutil.Dir                  // folder of the index; nil stores nothing
	Name   string                       // of the index in Cache, such as VaultName; changes are stored beside it
	Wiki   string                       // folder of the wiki; "" for a folder that is no vault
	Daily  layout.Daily                 // folder of the day logs
	Redact func() (daily.Redact, error) // removed from logs before they are read; nil for nothing
	Clean  func(string) string          // takes secrets out of what is shown; nil for nothing
	Rules  string                       // stands for what Clean does
	Zone   *time.Location               // of the logs; nil is UTC

	Seen *seen.Files[*wiki.Page] // pages that were read shortly before; nil reads all

	// Look is what is taken for the files as they are now; nil looks at them.
	Look *seen.Look

	// Progress is told how many of the files to read are read, by several goroutines; nil for nobody.
	Progress func(done, total int)

	Called func() (daily.Name, error) // what projects are called; nil: as in the logs

	// Project returns what the project is called that is or was called name, and the other projects of its name, of which
	// nothing is found with it; nil knows none.
	Project func(name string) (is string, apart []string)

	step func() // called after each file that is read

	// Apart returns the other projects of the name of that in which it is searched: what is of them is found only if it is
	// asked for; nil returns none.
	Apart func() []string
}

// Names of the files of a vault's index.
const (
	VaultName = layout.CacheSearch
	newer     = "-new" // suffix of the segment of later changes
	tick      = "-tick"
)

// Limits on what is read.
const (
	FileMost  = 8 << 20 // bytes of a file that is indexed
	newMost   = 64      // changed files, plus all/newPart, above which the index is rebuilt
	newPart   = 40
	staleMost = 16 // files with another stamp and the same bytes, as in a copied vault, before it is rebuilt
)

// Open returns the index of the files as they are now. It reads what changed and updates the index on disk; if that cannot
// be written, this is no error. The errors are ctx's and those of walking the folder.
func (s *Store) Open(ctx context.Context) (*Index, error) {
	now, err := s.survey(ctx)
	if err != nil {
		return nil, err
	}
	base, delta := s.load()
	if base != nil {
		if x, err := s.update(ctx, base, delta, now); x != nil || err != nil {
			return x, err
		}
	}
	base.close()
	delta.close()
	whole, err := s.build(ctx, s.Name, now, now.files, "", nil)
	if err != nil {
		return nil, err
	}
	if s.Cache != nil {
		s.Cache.Remove(s.Name + newer) // of the one before
	}
	return s.index(whole), nil
}

// OpenKept returns the stored index without checking the files. If there is none, it does the same as
// [Store.Open].
func (s *Store) OpenKept(ctx context.Context) (*Index, error) {
	base, delta := s.load()
	if base == nil {
		return s.Open(ctx)
	}
	x := s.index(base, delta)
	x.Unchecked = true
	return x, nil
}

// Forget removes the stored index, for example because it is damaged.
func (s *Store) Forget() {
	if s.Cache != nil {
		s.Cache.Remove(s.Name)
		s.Cache.Remove(s.Name + newer)
	}
}

// Version returns what an index depends on apart from its files.
func (s *Store) Version() string {
	v := version + " " + s.Rules + token.Version + " " + s.Wiki + " " + s.zone().String()
	if logs := s.Daily.Folder(); logs != string(layout.DefaultDaily) {
		v += " " + logs
	}
	return v
}

func (s *Store) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// load opens the stored segments: a complete one, and one of later changes if that belongs to it.
func (s *Store) load() (base, delta *segment) {
	if base = s.kept(s.Name); base == nil || base.base != "" {
		base.close()
		return nil, nil
	}
	if delta = s.kept(s.Name + newer); delta != nil && delta.base != base.id {
		delta.close()
		delta = nil
	}
	if delta != nil { // it says what of the whole one is gone
		base.gone, delta.gone = delta.gone, base.gone
	}
	return base, delta
}

func (s *Store) kept(name string) *segment {
	if s.Cache == nil {
		return nil
	}
	f, err := s.Cache.Open(name)
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if k := open(f, info.Size(), s.Version()); k != nil {
			k.file = f
			return k
		}
	}
	f.Close()
	return nil
}

// update returns an index of a complete segment and of what changed since; nil if too much changed, or on damage.
func (s *Store) update(ctx context.Context, base, delta *segment, now *survey) (*Index, error) {
	old, news := base.files(), map[string]file{}
	for _, f := range delta.files() {
		news[f.path] = f
	}
	if base.damage || delta != nil && delta.damage {
		return nil, nil
	}
	var changed []file
	gone := map[int]bool{}
	drop := func(f file) {
		for i := range f.docs {
			gone[f.first+i] = true
		}
	}
	same, stale := true, 0
	for _, f := range now.files {
		for len(old) > 0 && old[0].path < f.path { // both are sorted
			drop(old[0])
			old = old[1:]
		}
		var in file
		inOld := len(old) > 0 && old[0].path == f.path
		if inOld {
			in, old = old[0], old[1:]
		}
		of, inNews := news[f.path]
		delete(news, f.path)
		if !inNews && inOld && s.same(in, f) {
			if (in.stamp != f.stamp || !in.settled) && f.stamp.Settled(now.tick) {
				stale++
			}
			continue
		}
		same = same && inNews && s.same(of, f)
		changed = append(changed, f)
		drop(in)
	}
	for _, f := range old {
		drop(f)
	}
	switch {
	case stale > staleMost, len(changed) > newMost+len(now.files)/newPart, len(gone) > newMost+base.docs/newPart:
		return nil, nil
	case same && len(news) == 0 && len(gone) == len(base.gone):
		return s.index(base, delta), nil
	}
	delta.close()
	delta, err := s.build(ctx, s.Name+newer, now, changed, base.id, slices.Sorted(maps.Keys(gone)))
	if err != nil {
		return nil, err
	}
	base.gone, delta.gone = gone, map[int]bool{}
	return s.index(base, delta), nil
}

// same reports whether a file is unchanged, by its stamp, or by its bytes if the stamp cannot tell.
func (s *Store) same(old, now file) bool {
	if old.stamp == now.stamp && old.settled {
		return true
	}
	if old.stamp.Size != now.stamp.Size || old.hash == "" {
		return false
	}
	src, err := s.Dir.ReadFile(now.path)
	return err == nil && fsutil.Hash(src) == old.hash
}
