package compiler

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A planner makes a plan: it reads the logs, the wiki and the state, asks the author, and decides
// what becomes of every draft and every page.
type planner struct {
	c       *Compiler
	o       Options
	by      string // recipe
	now     time.Time
	state   *state.State // as read, with what an interrupted run had done
	next    *state.State
	sources []*source
	byDay   map[string]*source
	w       *wiki.Wiki
	known   merge.Keys  // citations of all entries seen
	fresh   merge.Keys  // of those that are new or changed
	newest  []wiki.Date // the last day that has such, if any does
	router  *router
	plan    *Plan
	edits   []journal.Edit
	kept    state.Pending   // what an interrupted run had written
	resumed bool            // there was one
	held    map[string]bool // days whose entries are not all in the wiki after this run
	hands   []hand          // what a person did to articles since the last run
	stored  map[string]bool // texts that are kept already
}

// Plan decides what a run does. It writes nothing. The error is a *[FolderError] when the articles
// are in another folder than the wiki's.
//
// The author is given all entries that the wiki rests on and returns all articles; what differs
// from what is on the disk is what there is to do.
//
//   - A page that nobody edited since it was written becomes its draft.
//   - A page with a person's words in it keeps them all, and what they did not touch becomes its
//     draft; if the last version of ours is lost, points it never had are added and that is all.
//   - A page whose header cannot be read is left alone and reported.
//   - A page that a person removed is not made again, and nothing links to it. One that was moved
//     is followed.
//   - A page that no draft wants any more is removed if nobody edited it, nobody links to it, and
//     all it says is said elsewhere; else it stays.
//   - While a log that was compiled cannot be seen in full, the pages that cite it only grow.
//   - A new page takes a name that nothing in the vault has.
func (c *Compiler) Plan(ctx context.Context, o Options) (*Plan, error) {
	if p := c.resting(ctx, o); p != nil && !o.Now {
		return p, nil
	}
	p, err := c.read(ctx, o)
	if err != nil {
		return nil, err
	}
	articles, hands := reconcile(p.state, p.w, c.Wiki)
	if p.kept.Again {
		hands = append(hands, allGone(p.c.index()))
	}
	p.hands, p.plan.ByHand = hands, handNotes(hands)
	p.plan.Problems = append(append(p.plan.Problems, unreadable(articles)...), collisions(p.w, articles)...)
	p.plan.Notes = append(p.plan.Notes, copies(p.w)...)
	if p.plan.ran = p.needed(articles); p.plan.ran {
		if err := p.compile(ctx, articles); err != nil {
			return nil, err
		}
	}
	p.plan.read, p.plan.young = p.now, p.youth(articles)
	return p.finish()
}

// read gathers what a plan is made from.
func (c *Compiler) read(ctx context.Context, o Options) (*planner, error) {
	stored, at, warning, err := c.store().Read()
	if err != nil {
		return nil, err
	}
	left, warning2, err := c.store().ReadPending()
	if err != nil {
		return nil, err
	}
	p := &planner{
		c: c, by: recipe(c.Author), now: c.Now(), state: stored.Clone(),
		byDay: map[string]*source{}, known: merge.Keys{}, fresh: merge.Keys{}, held: map[string]bool{},
		plan: &Plan{stateAt: at, blobs: map[string][]byte{}, barred: map[string]bool{}},
	}
	for _, w := range []string{warning, warning2} {
		if w != "" {
			p.plan.Problems = append(p.plan.Problems, journal.Note{Text: w})
		}
	}
	sources, strays, err := c.readLogs(ctx, p.state)
	if err != nil {
		return nil, err
	}
	if p.w, p.plan.sight, err = c.Wiki.Look(ctx); err != nil {
		return nil, fmt.Errorf("read the wiki: %w", err)
	}
	if err := left.FollowFolder(p.state, p.w); err != nil {
		return nil, err
	}
	p.kept, p.resumed = p.state.Resume(left, p.w), !left.Empty()
	p.stored = p.state.TextHashes()
	p.state.Remember(p.w)
	p.next = p.state.Clone()
	p.o = o.resume(left)
	p.sources = sources
	for _, path := range strays {
		p.plan.Notes = append(p.plan.Notes, strayNote(path))
	}
	return p, p.judge(o)
}

// judge decides about every log.
func (p *planner) judge(asked Options) error {
	for _, s := range p.sources {
		s.judge(p.o, p.by, p.now, p.c.Interval)
		p.byDay[s.date.String()] = s
		p.plan.Logs = append(p.plan.Logs, s.plan())
		p.plan.Problems = append(p.plan.Problems, s.openNotes()...)
		p.note(s)
	}
	for _, d := range asked.Only {
		if s := p.byDay[d.String()]; s == nil || s.log == nil {
			return &NoLogError{Date: d}
		}
	}
	return nil
}

// note collects the citations that can be made of a log.
func (p *planner) note(s *source) {
	for _, e := range s.seen {
		own := []merge.Key{merge.NewKey(e.Date.String(), "", e.Heading)}
		for _, b := range e.Bullets {
			own = append(own, merge.LineKey(e, b))
		}
		for _, k := range own {
			p.known[k] = true
			if s.fresh[e.ID] {
				p.fresh[k] = true
				p.newest = []wiki.Date{wiki.Date(s.date.String())}
			}
		}
	}
}

// needed reports whether the author has to be asked.
func (p *planner) needed(articles []*article) bool {
	return p.resumed || len(p.hands) > 0 || p.c.owes() || slices.ContainsFunc(p.sources, func(s *source) bool { return s.take }) ||
		slices.ContainsFunc(articles, func(a *article) bool {
			moot := a.rec.Draft != "" && a.page != nil && a.page.Hash() != a.rec.Hash // proposals that may be
			pointless := !a.hands && a.page != nil && refactor.SelfConnected(p.w, a.page) && !p.selective()
			return (a.rec.Owed || moot || pointless) && a.readable() && p.c.Wiki.Writes(a.path)
		})
}

// compile asks the author and decides what is written.
func (p *planner) compile(ctx context.Context, articles []*article) error {
	var entries []daily.Dated
	for _, s := range p.sources {
		entries = append(entries, standing(s.seen)...)
	}
	slices.SortStableFunc(entries, func(a, b daily.Dated) int {
		if c := a.Date.Compare(b.Date); c != 0 {
			return c
		}
		return a.At.Compare(b.At)
	})
	known := p.names(articles)
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
	p.absorb(articles)
	p.router = newRouter(p.c.Wiki, p.w, articles)
	p.router.route(drafts)
	if p.selective() {
		p.leaveOutdated()
	}
	p.router.prune(func(*wiki.Page) bool { return true })
	dropped := p.dropped(articles)
	p.router.keep(dropped)
	p.router.settle(func(page *wiki.Page) bool { return !dropped[page.Path] })
	p.next.Pages = map[string]state.PageRecord{}
	for _, a := range articles {
		if !dropped[a.path] && (len(a.rec.Names) > 0 || a.page == nil) {
			p.next.Pages[a.path] = a.rec
		}
	}
	for _, r := range p.router.routes {
		if err := p.write(r); err != nil {
			return err
		}
	}
	p.drop(articles, dropped)
	p.bury()
	if err := p.relink(articles); err != nil {
		return err
	}
	for at, rec := range p.next.Pages {
		rec.Crowded = refactor.Crowded(p.w, at)
		p.next.Pages[at] = rec
	}
	for _, s := range p.sources {
		if s.take && !p.held[s.date.String()] {
			p.next.Days[s.date] = s.compiled(p.by, p.o.All, p.now)
		}
	}
	return nil
}

// absorb has an article count as said what a person left out when they merged another into it.
func (p *planner) absorb(articles []*article) {
	for _, a := range articles {
		if a.into == nil {
			continue
		}
		a.into.rec.AddCites(merge.KeysOf(a.rec.Cites))
		a.into.hands = true
	}
}

// names are the pages that the author may continue or link to. An article that a person removed is
// among them, so that its subject keeps its name, but not one that they merged into another; a copy that a sync tool made is not, nor a page
// that somebody named like an article: the article goes on.
func (p *planner) names(articles []*article) []wiki.Known {
	var out []wiki.Known
	ours, taken := map[string]bool{}, map[string]bool{}
	for _, a := range articles {
		ours[a.path] = true
		if a.into != nil {
			continue
		}
		if a.page != nil {
			taken[wiki.Fold(string(a.slug()))] = true
		}
		names := a.names()
		k := wiki.Known{Slug: a.slug(), Title: names[0], Type: a.typ()}
		for _, n := range names[1:] {
			if !slices.ContainsFunc(append(k.Aliases, names[0]), func(o string) bool { return wiki.Fold(o) == wiki.Fold(n) }) {
				k.Aliases = append(k.Aliases, n)
			}
		}
		out = append(out, k)
	}
	for _, page := range p.w.Pages() {
		if page.Article == nil || ours[page.Path] || page.Kind == wiki.DayPage || page.Kind == wiki.CodePage || copyOf(page.Path, p.w) != "" || taken[wiki.Fold(page.Name)] {
			continue
		}
		out = append(out, wiki.Known{Slug: page.Slug(), Title: page.Title(), Aliases: page.Aliases(), Type: page.Type(), Human: true})
	}
	return out
}

// selective reports whether this run leaves alone what another recipe made. Then an upgrade costs
// nothing until somebody asks for all.
func (p *planner) selective() bool {
	if p.o.All || slices.ContainsFunc(p.hands, func(h hand) bool { return h.all }) {
		return false
	}
	for _, s := range p.sources {
		for id, e := range s.rec.Entries {
			if e.By != p.by && !s.fresh[id] && s.state != state.Gone {
				return true
			}
		}
	}
	return false
}

// leaveOutdated leaves the pages alone whose drafts tell nothing new.
func (p *planner) leaveOutdated() {
	for _, r := range p.router.routes {
		fresh := r.to != nil && (r.to.rec.By == p.by || r.to.page != nil && touched(r.to.page, p.hands) != "")
		for k := range r.keys {
			fresh = fresh || p.fresh[k]
		}
		if !fresh {
			r.left, r.gone = true, r.gone || r.to == nil
		}
	}
}

// unreadable reports the articles that cannot be read, so that nothing is written to them (B-25).
func unreadable(articles []*article) []journal.Note {
	var notes []journal.Note
	for _, a := range articles {
		if a.page == nil || a.readable() {
			continue
		}
		text := wiki.ErrReadOnly.Error()
		for _, f := range a.page.Findings() {
			text = fmt.Sprintf("line %d: %s", f.Line, f.Text)
			break
		}
		notes = append(notes, journal.Note{Path: a.path, Text: text + ": the page is left alone until that is mended"})
	}
	return notes
}

// keepsake has a text written when the plan is applied.
func (p *planner) keepsake(text []byte) string {
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
		return s != nil && s.take && (all || s.fresh[e.ID])
	})
}

// maxPlans is how often a run plans before it gives up on a vault that somebody keeps changing.
const maxPlans = 3
