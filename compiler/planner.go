package compiler

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/recall"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A planner makes a plan: it reads the logs, the wiki and the state, asks the author, and decides what happens to
// every draft and every page.
type planner struct {
	c        *Compiler
	o        Options
	by       string // recipe
	now      time.Time
	state    *state.State // as read, with the changes of an interrupted run
	next     *state.State
	sources  []*logs.Log
	byDay    map[string]*logs.Log
	w        *wiki.Wiki
	known    merge.Keys  // citations of all entries seen
	fresh    merge.Keys  // of those that are new or changed
	newest   []wiki.Date // the last day with new or changed entries, if any
	router   *articles.Router
	plan     *Plan
	edits    []journal.Edit
	resumed  bool            // there was an interrupted run
	held     map[string]bool // days whose entries are not all in the wiki after this run
	hands    []articles.Hand // what a person did to pages since the last run
	stored   map[string]bool // base texts that are already stored
	lacks    merge.Keys      // what this vault had on pages in whose place others were put
	replaced bool            // there are such pages
	shared   *adopt.Run      // with other machines; nil in a vault that is not shared
}

// Plan decides what a run does. It writes nothing. The error is a *[FolderError] if the articles are in another
// folder than the wiki's.
//
// The author gets all entries that the wiki rests on and returns all articles. The plan is the difference between
// these and the files:
//
//   - A page that nobody edited since it was written becomes its draft.
//   - A page that a person edited keeps their words, and the rest becomes its draft. If its base is lost, it only
//     gains the points it never had.
//   - A page whose header cannot be read is left alone and reported.
//   - A page that a person removed is not made again, and nothing links to it. A page that was moved is followed.
//   - A page without a draft is removed if nobody edited, moved or links to it; else it stays. So is one whose draft has
//     another name now. The wiki is a function of the logs, whatever the order in which they came.
//   - While a compiled log cannot be read in full, the pages that cite it only grow.
//   - A new page takes a name that nothing in the vault has.
func (c *Compiler) Plan(ctx context.Context, o Options) (*Plan, error) {
	if p := c.knownIdle(ctx, o); p != nil && !o.Now && !o.forgets {
		return p, nil
	}
	p, err := c.read(ctx, o)
	if err != nil {
		return nil, err
	}
	pages, hands := articles.Reconcile(p.state, p.w, c.Wiki)
	if p.plan.controls, err = p.shared.Noticed(pages, hands); err != nil {
		return nil, err
	}
	if p.plan.ByHand = articles.Notes(hands); !o.nothing {
		p.hands = append(hands, p.withdraw(pages)...)
	}
	p.plan.Problems = append(append(p.plan.Problems, articles.Unreadable(pages)...), articles.Collisions(p.w, pages)...)
	p.plan.Notes = append(p.plan.Notes, articles.Copies(p.w, pages)...)
	if c.Shared {
		p.plan.copies = adopt.Copies(p.w, p.known)
	}
	if p.plan.ran = !o.nothing && p.needed(pages); p.plan.ran {
		if err := p.compile(ctx, pages); err != nil {
			return nil, err
		}
	}
	p.plan.read, p.plan.young = p.now, p.untilQuiet(pages)
	return p.finish()
}

// notice reads the vault as Plan does, and decides nothing.
func (c *Compiler) notice(ctx context.Context) (*planner, error) {
	p, err := c.read(ctx, Options{})
	if err != nil {
		return nil, err
	}
	pages, hands := articles.Reconcile(p.state, p.w, c.Wiki)
	if p.plan.controls, err = p.shared.Noticed(pages, hands); err != nil {
		return nil, err
	}
	_, err = p.shared.Share(p.next.Pages, p.w, p.known)
	return p, err
}

// read gathers the input of a plan.
func (c *Compiler) read(ctx context.Context, o Options) (*planner, error) {
	stored, at, warning, err := c.store().Read()
	if err != nil {
		return nil, err
	}
	p := &planner{
		c: c, by: recipe(c.Author), now: c.Now(), state: stored.Clone(),
		byDay: map[string]*logs.Log{}, known: merge.Keys{}, fresh: merge.Keys{}, held: map[string]bool{},
		plan: &Plan{stateAt: at, stored: stored, blobs: map[string][]byte{}, barred: map[string]bool{}},
	}
	if warning != "" {
		p.plan.Problems = append(p.plan.Problems, journal.Note{Text: warning})
	}
	sources, strays, err := logs.Read(ctx, c.Daily, c.allowNoLogs, p.state)
	if err != nil {
		return nil, err
	}
	if p.w, p.plan.fingerprint, err = c.Wiki.Look(ctx); err != nil {
		return nil, fmt.Errorf("read the wiki: %w", err)
	}
	if err := p.state.FollowFolder(p.w); err != nil {
		return nil, err
	}
	open := c.Journal().Open() // the change of an interrupted run: see Journal.Ready
	open.Resume(p.state, p.w)
	p.resumed = open.What == journal.Compiling
	p.stored = p.state.TextHashes()
	p.state.Remember(p.w)
	if err := p.adopt(sources); err != nil {
		return nil, err
	}
	p.next = p.state.Clone()
	p.o = o
	p.o.named = slices.Concat(o.named, o.Only)
	p.sources = sources
	if err := p.shared.Arrived(sources); err != nil {
		return nil, err
	}
	for _, path := range strays {
		p.plan.Notes = append(p.plan.Notes, logs.StrayNote(path))
	}
	return p, p.judge(o)
}

// adopt takes over the pages that other machines wrote since the last run.
func (p *planner) adopt(sources []*logs.Log) error {
	lacks, replaced, err := adopt.Replaced(p.state, p.w, p.text)
	if err != nil {
		return err
	}
	p.lacks = lacks
	for _, at := range replaced {
		p.replaced = true
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: at, Text: "another run of memoria wrote it, and it goes on from there: what it lacks is added"})
	}
	if !p.c.Shared {
		return nil
	}
	p.shared = &adopt.Run{Dir: p.c.Vault, Machine: p.c.Machine, Store: p.c.Wiki, Wiki: p.w, State: p.state, Text: p.text, Keep: p.keepText, Past: p.c.Past}
	p.plan.shared = p.shared
	err = p.shared.Pages()
	for _, at := range p.shared.Paths {
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: at, Text: "was written by another machine, and goes on from there"})
	}
	p.shared.Removed(sources)
	return err
}

// withdraw plans the removal of articles that a person on another machine removed.
func (p *planner) withdraw(pages []*articles.Article) (hands []articles.Hand) {
	for _, a := range pages {
		if !p.shared.Withdrawn(a) {
			continue
		}
		p.edits = append(p.edits, journal.Edit{Path: a.Path, Title: a.Names()[0], Verb: journal.Remove, Before: a.Page.Bytes(), Why: "was removed by hand on another machine"})
		hands = append(hands, articles.Hand{Path: a.Path, Text: "was removed by hand on another machine"})
		a.Page, a.Record.Deleted = nil, true
	}
	return hands
}

// judge decides about every log.
func (p *planner) judge(asked Options) error {
	a := logs.Rule{By: p.by, Now: p.now, Interval: p.c.Interval, All: p.o.All, Changed: p.o.Now, Named: p.o.named, Only: len(p.o.Only) > 0 || p.o.nothing}
	for _, s := range p.sources {
		s.Judge(a)
		p.byDay[s.Date.String()] = s
		p.plan.Logs = append(p.plan.Logs, s.Standing())
		p.plan.Problems = append(p.plan.Problems, s.OpenNotes()...)
		p.note(s)
	}
	for _, d := range asked.Only {
		if !slices.ContainsFunc(p.sources, func(s *logs.Log) bool { return s.File != nil && d.Has(s.Date) }) {
			return &logs.NoLogError{Date: d}
		}
	}
	return nil
}

// note collects the citations that a log supports.
func (p *planner) note(s *logs.Log) {
	for _, e := range s.Seen {
		for _, k := range merge.EntryKeys(e) {
			p.known[k] = true
			if s.Fresh[e.ID] || p.lacks[k] || p.shared.Lacks(k) {
				p.fresh[k] = true
				p.newest = []wiki.Date{wiki.Date(s.Date.String())}
			}
		}
	}
}

// needed reports whether the author must be asked.
func (p *planner) needed(pages []*articles.Article) bool {
	return p.resumed || p.replaced || p.shared.Adopted() || p.shared.Unsummed(pages) || len(p.hands) > 0 || p.c.owes() || slices.ContainsFunc(p.sources, func(s *logs.Log) bool { return s.Take }) ||
		slices.ContainsFunc(pages, func(a *articles.Article) bool {
			moot := a.Record.Draft != "" && a.Page != nil && a.Page.Hash() != a.Record.Hash // there may be proposals
			return (a.Record.Owed || moot) && a.Readable() && p.c.Wiki.Writes(a.Path)
		})
}

// compile asks the author and decides what is written.
func (p *planner) compile(ctx context.Context, pages []*articles.Article) error {
	entries := logs.Latest(logs.Seen(p.sources))
	order := func(a, b daily.Dated) int {
		return cmp.Or(a.Date.Sub(b.Date), a.At.Compare(b.At), a.Date.Compare(b.Date))
	}
	if !slices.IsSortedFunc(entries, order) {
		sorting.Stable(entries, order)
	}
	if s := p.plan.stored; len(s.Days)+len(s.Pages) == 0 {
		m := recall.Memory{Author: p.c.Author.Articles, Wiki: p.w, Store: p.c.Wiki, By: p.by, Text: p.text, Keep: p.keepText, Summed: p.shared.Summed}
		if err := m.Recall(ctx, entries, pages); err != nil {
			return fmt.Errorf("author %s: %w", p.c.Author.Name(), err)
		}
	}
	known := articles.Known(p.w, pages)
	drafts, err := p.ask(ctx, entries, known)
	if err != nil {
		return fmt.Errorf("author %s: %w", p.c.Author.Name(), err)
	}
	own := map[string]bool{}
	for _, k := range known {
		if !k.Human {
			own[wiki.Fold(string(k.Slug))] = true
		}
	}
	drafts = p.sound(drafts, own)
	merge.Tell(drafts, entries)
	p.absorb(pages)
	p.router = articles.NewRouter(p.c.Wiki, p.w, pages)
	selective := p.selective()
	p.router.Renames = func(a *articles.Article) bool { return !selective && !p.rests(a) }
	p.router.Route(drafts)
	for _, r := range p.router.Routes {
		r.Left = !p.shared.Without(&r.Draft, r.Path)
		r.Keys = merge.DraftKeys(&r.Draft)
	}
	if selective {
		p.leaveOutdated()
	}
	p.router.Prune(func(*wiki.Page) bool { return true })
	dropped := p.dropped(pages)
	p.router.Keep(dropped)
	p.router.Settle(func(page *wiki.Page) bool { return !dropped[page.Path] })
	p.next.Pages = map[string]state.PageRecord{}
	for _, a := range pages {
		if !dropped[a.Path] && (len(a.Record.Names) > 0 || a.Page == nil) {
			p.next.Pages[a.Path] = a.Record
		}
	}
	texts := make([][]byte, len(p.router.Routes))
	wiki.Each(len(texts), func(i int) { texts[i] = p.shared.Summed(p.router.Routes[i].Draft.Render()) })
	for i, r := range p.router.Routes {
		if err := p.write(r, texts[i]); err != nil {
			return err
		}
	}
	p.drop(pages, dropped)
	p.logRemovals()
	if err := p.relink(pages); err != nil {
		return err
	}
	for at, rec := range p.next.Pages {
		rec.Crowded = refactor.Crowded(p.w, at)
		p.next.Pages[at] = rec
	}
	for _, s := range p.sources {
		if s.Take && !p.held[s.Date.String()] {
			p.next.Days[s.Date] = s.Compiled(p.by, p.o.All, p.now)
		}
	}
	return nil
}

// absorb marks as covered the lines that a person dropped in a merge.
func (p *planner) absorb(pages []*articles.Article) {
	for _, a := range pages {
		if a.Into == nil {
			continue
		}
		a.Into.Record.AddCites(merge.KeysOf(a.Record.Cites))
		a.Into.Hands = true
	}
}

// selective reports whether this run leaves alone what another recipe made. So an upgrade costs nothing until
// somebody compiles all logs.
func (p *planner) selective() bool {
	if p.o.All || slices.ContainsFunc(p.hands, func(h articles.Hand) bool { return h.All }) {
		return false
	}
	for _, s := range p.sources {
		for id, e := range s.Record.Entries {
			if e.By != p.by && !s.Fresh[id] && s.State != state.Gone {
				return true
			}
		}
	}
	return false
}

// leaveOutdated leaves alone the pages whose drafts have no news.
func (p *planner) leaveOutdated() {
	for _, r := range p.router.Routes {
		fresh := r.To != nil && (r.To.Record.By == p.by || r.To.Emptied() || r.To.Page != nil && articles.Touched(r.To.Page, p.hands) != "")
		for k := range r.Keys {
			fresh = fresh || p.fresh[k]
		}
		if !fresh {
			r.Left, r.Gone = true, r.Gone || r.To == nil
		}
	}
}

// keepText stores a base text when the plan is applied.
func (p *planner) keepText(text []byte) string {
	hash := fsutil.Hash(text)
	if !p.stored[hash] {
		p.plan.blobs[hash] = text
	}
	return hash
}

// ask asks the author for its articles.
func (p *planner) ask(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	r, ok := p.c.Author.(Reviser)
	if !ok {
		return p.c.Author.Articles(ctx, entries, known)
	}
	all := p.o.All || len(p.o.Only) > 0
	return r.Revise(ctx, entries, known, func(e *daily.Dated) bool {
		s := p.byDay[e.Date.String()]
		return s != nil && s.Take && (all || s.Fresh[e.ID])
	})
}

// maxPlans is how often a run plans before it gives up on a vault that keeps changing.
const maxPlans = 3
