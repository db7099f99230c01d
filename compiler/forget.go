package compiler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A Forgetting says what the wiki is to forget, without its words: hashes of citations, and of the
// lines they lead to.
type Forgetting struct {
	Cites map[string]bool
	Said  map[string]bool
	Days  map[daily.Date]bool // whose logs it was in

	dark bool // one of these is gone: see forgetsaid.go
}

func (f Forgetting) cites(k merge.Key) bool { return f.Cites[citeHash(k)] }

// all reports whether there are citations and f has them all.
func (f Forgetting) all(keys []merge.Key) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k merge.Key) bool { return !f.cites(k) })
}

func (f Forgetting) any(keys []merge.Key) bool { return slices.ContainsFunc(keys, f.cites) }

// on reports whether a page says anything that is to be forgotten.
func (f Forgetting) on(a *wiki.Article) bool {
	return f.any(slices.Collect(maps.Keys(merge.PageKeys(a)))) || len(citing(a, f)) > 0
}

// A Holding is a page that cites what is to be forgotten.
type Holding struct {
	Path  string `json:"path"`
	Lines int    `json:"lines"`           // that cite it
	Whole bool   `json:"whole,omitempty"` // it rests on nothing else, and no hand was in it
	Left  []int  `json:"left,omitempty"`  // lines in a person's own words, which stay
}

// Holdings are the pages that cite what is to be forgotten, by path.
func (c *Compiler) Holdings(ctx context.Context, f Forgetting) ([]Holding, error) {
	s, err := c.store().Load()
	if err != nil {
		return nil, err
	}
	w, err := c.Wiki.Load(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the wiki: %w", err)
	}
	var out []Holding
	for _, page := range w.Pages() {
		if page.Article == nil || page.Kind == wiki.CodePage || !f.on(page.Article) {
			continue
		}
		rec, known := s.Pages[page.Path]
		if page.Kind != wiki.ArticlePage && !known || page.ReadOnly() {
			h := Holding{Path: page.Path}
			for _, u := range citing(page.Article, f) {
				h.Left = append(h.Left, lineOf(page.Bytes(), u.Start))
			}
			h.Lines = len(h.Left)
			out = append(out, h)
			continue
		}
		cut, err := c.cutter(page.Article, rec, known, f, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, Holding{Path: page.Path, Lines: cut.lines + len(cut.left), Left: cut.left, Whole: cut.whole()})
	}
	return out, nil
}

// Hold takes the compile lock for a [Compiler.Forget], and ends what was cut off before.
func (c *Compiler) Hold(ctx context.Context) (release func(), err error) {
	if release, err = c.lock(); err != nil {
		return nil, err
	}
	if _, err = c.Journal().Ready(ctx); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// Forget has the wiki forget what f says, after it was taken out of the logs. It compiles what is left of them and
// takes out what a compile would leave: lines of ours on pages that a person edited, or that rest on a log which
// cannot be seen, the texts that merges start from, and what log.md says of articles that rest on nothing else. A
// person's words stay. Nothing before it can be undone then. Run again, also after a crash, it does the rest. The
// caller holds the lock of [Compiler.Hold].
func (c *Compiler) Forget(ctx context.Context, f Forgetting) (Report, error) {
	own := *c
	own.blind = true
	c = &own
	r, err := c.forget(ctx, f)
	if err != nil {
		return r, fmt.Errorf("forget in the wiki: %w", err)
	}
	s, err := c.store().Load()
	if err != nil {
		return r, err
	}
	c.store().Sweep(s, s, true)
	return r, c.clear()
}

// forget plans and applies until nothing is left to be forgotten.
func (c *Compiler) forget(ctx context.Context, f Forgetting) (Report, error) {
	o := f.options()
	var first *Report
	for try := 1; ; try++ {
		p, err := c.Plan(ctx, o)
		if err == nil {
			p, err = c.whole(ctx, p, o)
		}
		if err != nil {
			return Report{}, err
		}
		before := len(p.outcome.Articles())
		gone, err := c.amend(p, f)
		if err != nil {
			return Report{}, err
		}
		if changed, err := c.unwrite(p, gone); err != nil {
			return Report{}, err
		} else if changed && try < maxPlans {
			continue
		}
		if err := c.alone(ctx, p); err != nil {
			return Report{}, err
		}
		r, err := c.apply(ctx, p)
		if moved := (*state.MovedError)(nil); (errors.As(err, &moved) || err == nil && len(r.Conflicts) > 0) && try < maxPlans {
			continue
		}
		if first == nil && err == nil && (p.redescribed || len(p.outcome.Articles()) < before) { // the index follows
			first = &r
			continue
		}
		if first != nil {
			r.Removed = append(r.Removed, first.Removed...)
		}
		return r, err
	}
}

// amend has a plan take out what is to be forgotten and a compile leaves. It returns the articles
// that were made of nothing else, of which log.md is to say nothing.
func (c *Compiler) amend(p *Plan, f Forgetting) (gone []string, err error) {
	for _, l := range p.Logs {
		f.dark = f.dark || l.State == state.Gone && f.Days[l.Date]
	}
	for i := range p.Edits {
		e := &p.Edits[i]
		if e.Verb == journal.Remove && !e.Code && f.all(p.state.Pages[e.Path].Cites) {
			gone = append(gone, e.Path)
			e.Line = state.LogLine{}
			p.pending.Gone[e.Path] = state.LogLine{}
		}
	}
	for _, page := range p.outcome.Articles() {
		if page.ReadOnly() || !f.dark && !f.on(page.Article) && !f.any(p.next.Pages[page.Path].Cites) {
			continue
		}
		whole, err := c.amendPage(p, page, f)
		if err != nil {
			return nil, fmt.Errorf("article %q: %w", page.Path, err)
		}
		if whole {
			gone = append(gone, page.Path)
		}
	}
	for at, rec := range p.next.Pages {
		if !f.dark && !f.any(rec.Cites) {
			continue
		}
		p.ran = true
		if rec.Deleted && f.all(rec.Cites) {
			gone = append(gone, at)
			delete(p.next.Pages, at)
			continue
		}
		if rec, err = c.amendRecord(p, rec, f); err != nil {
			return nil, err
		}
		p.next.Pages[at] = rec
	}
	for at, rec := range p.state.Pages {
		if _, there := p.next.Pages[at]; !there && f.all(rec.Cites) {
			gone = append(gone, at)
		}
	}
	p.Edits = slices.DeleteFunc(p.Edits, func(e journal.Edit) bool { return e.Code && journal.IsLog(e.Path) }) // it follows from the promise
	return gone, nil
}

// amendPage takes out of a page what is to be forgotten, or reports that all of the page goes: a
// compile leaves one that a person has given its place, or links to.
func (c *Compiler) amendPage(p *Plan, page *wiki.Page, f Forgetting) (whole bool, err error) {
	rec, known := p.next.Pages[page.Path]
	cut, err := c.cutter(page.Article, rec, known, f, p.blobs)
	if err != nil || cut.lines == 0 && !(cut.mine && f.dark && f.says(page.Article.Description())) {
		return false, err
	}
	if cut.whole() && f.on(page.Article) {
		p.withdraw(page)
		return true, nil
	}
	after, err := cut.cut()
	if err != nil || bytes.Equal(after, page.Bytes()) {
		return false, err
	}
	p.redescribed = p.redescribed || wiki.Parse(after).Description() != page.Description()
	if cut.mine {
		rec.Hash = fsutil.Hash(after)
		if rec.Base != "" {
			rec.Base = p.keep(after)
		}
	}
	if known {
		p.next.Pages[page.Path] = rec
	}
	if p.pending.Pages == nil {
		p.pending.Pages, p.pending.Gone = map[string][]state.Promise{}, map[string]state.LogLine{}
	}
	made := state.Promise{Page: rec}
	if i := slices.IndexFunc(p.Edits, func(e journal.Edit) bool { return e.Path == page.Path }); i >= 0 {
		p.Edits[i].After = after
		last := &p.pending.Pages[page.Path][len(p.pending.Pages[page.Path])-1]
		made.Line, made.From = last.Line, last.From
		*last = made
	} else {
		p.Edits = append(p.Edits, journal.Edit{Path: page.Path, Title: page.Title(), Verb: journal.Update, Why: count(cut.lines, "line", "lines") + " to be forgotten",
			Before: page.Bytes(), After: after})
		p.pending.Pages[page.Path] = append(p.pending.Pages[page.Path], made)
	}
	p.ran = true
	return false, nil
}

// withdraw has a plan remove a page, of which log.md says nothing.
func (p *Plan) withdraw(page *wiki.Page) {
	e := journal.Edit{Path: page.Path, Title: page.Title(), Verb: journal.Remove, Why: "all it rests on is to be forgotten", Before: page.Bytes()}
	p.Edits = slices.DeleteFunc(p.Edits, func(o journal.Edit) bool {
		if o.Path == page.Path {
			e.Before = o.Before
		}
		return o.Path == page.Path
	})
	p.Edits = append(p.Edits, e)
	if p.pending.Gone == nil {
		p.pending.Pages, p.pending.Gone = map[string][]state.Promise{}, map[string]state.LogLine{}
	}
	delete(p.pending.Pages, page.Path)
	p.pending.Gone[page.Path] = state.LogLine{}
	delete(p.next.Pages, page.Path)
	p.outcome = p.outcome.With(nil, page.Path)
	p.ran = true
}

// keep has a text kept when the plan is applied.
func (p *Plan) keep(text []byte) string {
	hash := fsutil.Hash(text)
	p.blobs[hash] = text
	return hash
}

// amendRecord takes out of what is remembered of a page what is to be forgotten.
func (c *Compiler) amendRecord(p *Plan, rec state.PageRecord, f Forgetting) (state.PageRecord, error) {
	rec.Cites = slices.DeleteFunc(slices.Clone(rec.Cites), f.cites)
	for _, text := range []*string{&rec.Base, &rec.Draft} {
		a, err := c.text(p.blobs, *text)
		if err != nil {
			return rec, err
		}
		if a == nil {
			continue
		}
		if after, err := f.undescribed(wiki.Parse(without(a, f.taken(a)))); err != nil {
			return rec, err
		} else if !bytes.Equal(after.Bytes(), a.Bytes()) {
			*text = p.keep(after.Bytes())
		}
	}
	return rec, nil
}

// text is a text that is kept, or is about to be.
func (c *Compiler) text(blobs map[string][]byte, hash string) (*wiki.Article, error) {
	if data, ok := blobs[hash]; ok {
		return wiki.Parse(data), nil
	}
	return c.store().Text(hash)
}

// options are those of the compile that a forget is.
func (f Forgetting) options() Options {
	o := Options{Now: true}
	for d := range f.Days {
		o.named = append(o.named, d)
	}
	return o
}
