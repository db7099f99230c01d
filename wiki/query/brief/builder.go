package brief

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// A Builder makes the briefs of a vault's projects from one snapshot. It is used by one goroutine.
type Builder struct {
	Dir  *fsutil.Dir  // required: the vault
	Wiki *wiki.Wiki   // required
	Logs []*daily.Log // oldest first, without forgotten lines

	Clean    func(string) string                                         // redacts; nil leaves all as it is
	Placed   func(day daily.Date, block string) bool                     // reports whether an article has or had a line; nil knows none
	Unused   func(id string) bool                                        // shown often and never of use; nil for none
	Apart    func(project string) []string                               // projects of the same name, of which nothing is told; nil for none
	Config   []string                                                    // paths of the settings that affect the brief, from the vault's root
	Reader   *holds.Reader                                               // who is told
	Mentions func(project string, have map[string]bool) (paths []string) // articles that name it in their text and are not in have, best first; others may be among them; nil for none
	Record   *holds.Record                                               // which lines hold; nil finds it out

	once      sync.Once
	record    *holds.Record
	news      map[string]bool  // lines that took the place of another, as daily.LineRef names them
	entries   []daily.Dated    // of memoria and by hand, oldest first
	ofKey     map[string][]int // the entries of a project, by its folded name
	bySession map[string][]int
	lines     map[place]*said
	theirs    map[string]bool  // words of the reader and whom they trust; nil until they are needed
	words     []string         // of the lines of the reader and whom they trust, folded and sorted; nil until they are needed
	ends      map[string]*page // articles by path
	pages     []*page
}

// SmallWiki is the number of pages up to which a stale brief is rebuilt rather than shown.
const SmallWiki = 1500

// A place names a line of a log.
type place struct{ day, block string }

// said is a line of an entry, and what the articles made of it.
type said struct {
	*daily.Bullet
	entry  *daily.Dated
	key    string // of its project
	on     *page  // the article that cites it
	text   string // in the words of that article
	more   int    // other lines that the same point cites
	detail bool   // on cites it in its Details, not in its Key Points
	holds  bool
	since  bool // it took the place of another
	dated  bool // a history of an article has it
}

// A page is an article and how closely it is related to projects.
type page struct {
	*wiki.Page
	cites map[string]int    // lines of a project that it cites, by its folded name
	all   int               // lines of any
	named map[string]string // folded names of its subjects: why
	since wiki.Date         // when it was updated

	links []*page // nil until they are needed
	taken [2]bool // its key points, and its details: see making.take
}

// look reads logs and wiki once.
func (b *Builder) look() {
	b.once.Do(func() {
		entries, bullets := 0, 0
		for _, l := range b.Logs {
			entries += len(l.Entries)
			for i := range l.Entries {
				bullets += len(l.Entries[i].Bullets)
			}
		}
		b.lines, b.ends, b.entries = make(map[place]*said, bullets), map[string]*page{}, make([]daily.Dated, 0, entries)
		if b.record = b.Record; b.record == nil {
			b.record = holds.OfLogs(b.Logs, b.Wiki)
		}
		b.news = map[string]bool{}
		for _, f := range b.record.Fates {
			b.news[f.ReplacedBy] = true
		}
		for _, l := range b.Logs {
			for _, e := range l.Entries {
				if !e.Redone && !e.Hand && !e.Unanswered() {
					if last := e.Date.AddDays(1).At(12, 0, time.UTC); e.At.After(last) { // the end of its day, wherever that is
						e.At = last // who writes a log may write any time into it, and what is newer comes first
					}
					b.entries = append(b.entries, e)
				}
			}
		}
		b.ofKey, b.bySession = map[string][]int{}, map[string][]int{}
		for i := range b.entries {
			key := wiki.ProjectKey(b.entries[i].Project)
			b.ofKey[key], b.bySession[b.entries[i].Session] = append(b.ofKey[key], i), append(b.bySession[b.entries[i].Session], i)
		}
		first := map[[2]string]*said{} // lines of sessions that machines wrote, by session and words
		for i := range b.entries {
			e := &b.entries[i]
			day, key := e.Date.String(), wiki.ProjectKey(e.Project)
			for k := range e.Bullets {
				bullet := &e.Bullets[k]
				if bullet.Block != "" && b.again(first, e, bullet) {
					continue
				}
				if bullet.Block != "" {
					ref := daily.LineRef(day, bullet.Block, bullet.Text)
					b.lines[place{day, bullet.Block}] = &said{Bullet: bullet, entry: e, key: key, holds: b.record.Of(ref).Holds() && !bullet.Done, since: b.news[ref]}
				}
			}
		}
		for _, p := range b.Wiki.Pages() {
			if p.Kind == wiki.ArticlePage || p.Kind == wiki.PersonPage {
				b.add(p)
			}
		}
	})
}

// again reports whether a line was said in another entry of the session, too, as where two machines read parts of one. The
// earlier of the two counts.
func (b *Builder) again(first map[[2]string]*said, e *daily.Dated, bullet *daily.Bullet) bool {
	if e.Machine == "" || e.Session == "" {
		return false
	}
	key := [2]string{e.Session, bullet.Text}
	was := first[key]
	if was != nil && was.entry.ID != e.ID {
		if !e.At.Before(was.entry.At) {
			return true
		}
		delete(b.lines, place{was.entry.Date.String(), was.Block})
	}
	first[key] = &said{Bullet: bullet, entry: e}
	return false
}

// add adds a page, as far as that is possible without reading its text.
func (b *Builder) add(p *wiki.Page) {
	g := &page{Page: p, cites: map[string]int{}, named: map[string]string{}, since: p.Updated()}
	for _, name := range append(p.List("project"), p.List("projects")...) {
		g.named[wiki.ProjectKey(name)] = "says it is about"
	}
	for _, tag := range p.Tags() {
		for _, part := range strings.Split(tag, "/") {
			g.named[wiki.ProjectKey(part)] = "is tagged"
		}
	}
	for _, name := range append(p.Aliases(), p.Title(), p.Name) {
		g.named[wiki.ProjectKey(name)] = "is called"
	}
	for _, c := range p.Cites() {
		if c.Block == "" {
			continue
		}
		g.all++
		if s := b.lines[place{string(c.Date), c.Block}]; s != nil {
			g.cites[s.key]++
		}
	}
	b.pages = append(b.pages, g)
	b.ends[p.Path] = g
}

// Projects returns the projects in the logs, the one last worked on first.
func (b *Builder) Projects() []string {
	b.look()
	newest := map[string]int{} // entry of each
	for i := range b.entries {
		e := &b.entries[i]
		if last, ok := newest[e.Project]; !ok || e.At.After(b.entries[last].At) {
			newest[e.Project] = i
		}
	}
	delete(newest, "")
	return slices.SortedFunc(maps.Keys(newest), func(x, y string) int {
		return cmp.Or(b.entries[newest[y]].At.Compare(b.entries[newest[x]].At), newest[x]-newest[y])
	})
}

// A making is a brief under construction.
type making struct {
	*Builder
	project string
	key     string        // folded
	mine    []daily.Dated // the project's entries, the newest first
	newest  time.Time
	apart   map[string]bool // keys of the projects of which nothing is told
	about   []scored
	out     *prepared.Brief
	files   map[string]bool // of out.Items
}

// Build makes the brief of a project. If nothing is known of the project, the brief has no notes.
func (b *Builder) Build(project string) *prepared.Brief {
	b.look()
	d := &making{Builder: b, project: project, key: wiki.ProjectKey(project), files: map[string]bool{}}
	d.out = &prepared.Brief{Project: project, Small: len(b.pages) <= SmallWiki, Stamps: b.stamps()}
	if d.key == "" {
		return d.out
	}
	if b.Apart != nil {
		d.apart = map[string]bool{}
		for _, name := range b.Apart(project) {
			d.apart[wiki.ProjectKey(name)] = true
		}
	}
	for _, i := range b.ofKey[d.key] {
		if e := &b.entries[i]; !e.Gone() {
			d.mine = append(d.mine, *e)
		}
	}
	sorting.Stable(d.mine, func(x, y daily.Dated) int { return y.At.Compare(x.At) })
	if len(d.mine) > 0 {
		d.newest = d.mine[0].At
	}
	if known := d.findPages(); !known && len(d.mine) == 0 {
		return d.out
	}
	d.read()
	d.holds()
	d.points()
	d.last()
	d.own()
	d.changed()
	d.list()
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		d.out.Files = append(d.out.Files, d.stampOf(name))
	}
	return d.out
}

// put adds a note, unless its text is empty after cleaning.
func (d *making) put(it prepared.Item, from string) {
	it.Text = note(d.Clean, it.Text)
	if it.Text == "" {
		return
	}
	if d.Unused != nil && it.Section != prepared.Own && d.Unused(it.ID) {
		it.Rank /= 2
		it.Why += ", never of use yet"
	}
	it.Path, d.files[from] = from, true
	d.out.Items = append(d.out.Items, it)
}

// stamps returns the stamps of what changes when there is news: a log grows, a run of the compiler is
// logged, a page is added or removed.
func (b *Builder) stamps() []prepared.Stamp {
	dir := b.Wiki.Dir()
	names := []string{b.Wiki.Daily().Folder(), dir + "/log.md", dir}
	for _, t := range []wiki.Type{wiki.Concept, wiki.Connection, wiki.QA} {
		names = append(names, path.Join(dir, t.Folder()))
	}
	if n := len(b.Logs); n > 0 {
		names = append(names, b.logPath(b.Logs[n-1].Date))
	}
	names = append(names, b.Config...)
	out := make([]prepared.Stamp, len(names))
	for i, name := range names {
		out[i] = prepared.StampOf(b.Dir, name)
	}
	return out
}

func (b *Builder) logPath(d daily.Date) string { return b.Wiki.Daily().Path(d.String()) }

// stampOf returns the stamp of a file as it was read.
func (b *Builder) stampOf(name string) prepared.Stamp {
	if p := b.Wiki.Page(name); p != nil && p.Stamp != (fsutil.Stamp{}) {
		return prepared.Stamp{Path: name, Size: p.Stamp.Size, ModTime: p.Stamp.ModTime}
	}
	return prepared.StampOf(b.Dir, name)
}

func lineID(e *daily.Dated, block string) string { return receipt.BlockID(e.Date.String(), block) }
