package compiler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/erase"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// Hold takes the compile lock for a [Compiler.Forget], and completes an interrupted change.
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

// Forget makes the wiki forget lines that were cut from the logs of some days. It compiles what is left of the logs
// and removes what a compile would leave: the compiler's lines on pages that a person edited or that rest on a log
// which cannot be read, the same lines in the base texts of merges, and what log.md says of articles that rest on
// nothing else. Where articles are made elsewhere it only removes. A person's words stay. Earlier changes cannot be undone afterwards. Running it again, also after a
// crash, completes it. The caller holds the lock of [Compiler.Hold].
func (c *Compiler) Forget(ctx context.Context, l erase.Lines, days []daily.Date) error {
	own := *c
	own.allowNoLogs = true
	c = &own
	if err := c.forget(ctx, l, days); err != nil {
		return fmt.Errorf("forget in the wiki: %w", err)
	}
	s, err := c.store().Load()
	if err != nil {
		return err
	}
	c.store().Sweep(s)
	if c.Shared {
		if err := (adopt.Bases{Dir: c.Vault}).Clear(ctx, c.Wiki); err != nil {
			return fmt.Errorf("forget in the wiki: %w", err)
		}
	}
	return erase.Clear(c.Vault)
}

// forgets returns what is compiled when lines of some days are forgotten.
func (c *Compiler) forgets(days []daily.Date) Options {
	if c.Elsewhere {
		return Options{forgets: true, nothing: true}
	}
	return Options{Now: true, named: days, forgets: true}
}

// forget plans and applies until nothing is left to forget.
func (c *Compiler) forget(ctx context.Context, l erase.Lines, days []daily.Date) error {
	again := false
	for try := 1; ; try++ {
		o := c.forgets(days)
		p, err := c.Plan(ctx, o)
		if err == nil {
			p, err = c.whole(ctx, p, o)
		}
		if err != nil {
			return err
		}
		before := len(p.outcome.Articles())
		removed, err := c.amend(p, l, days)
		if err != nil {
			return err
		}
		if err := p.resum(); err != nil {
			return err
		}
		if changed, err := erase.Unwrite(c.Vault, c.Wiki.Folder(), removed, func(name string) bool { return p.outcome.Page(name) != nil }); err != nil {
			return err
		} else if changed && try < maxPlans {
			continue
		}
		if err := c.alone(ctx, p); err != nil {
			return err
		}
		r, err := c.apply(ctx, p)
		if (errors.As(err, new(*state.MovedError)) || err == nil && len(r.Conflicts) > 0) && try < maxPlans {
			continue
		}
		if again || err != nil || !p.redescribed && len(p.outcome.Articles()) == before {
			return err
		}
		again = true // the index follows
	}
}

// A Foresight says how the wiki will read after a forget.
type Foresight struct {
	Pages map[string][]byte // files that change, from the vault's root; nil is removed
	texts map[string]bool   // the base texts among them
}

// Keeps reports whether a file of base texts stays as it is.
func (s *Foresight) Keeps(name string) bool {
	hash, ok := strings.CutSuffix(path.Base(name), ".md")
	return ok && path.Dir(name) == layout.Pages && s.texts[hash]
}

// Foresee plans what Forget does after the cuts, and writes nothing.
func (c *Compiler) Foresee(ctx context.Context, l erase.Lines, cuts map[daily.Date]daily.Cut) (*Foresight, error) {
	own, logs := *c, *c.Daily
	logs.Cuts, logs.Seen, own.Daily, own.allowNoLogs = cuts, nil, &logs, true
	days := slices.Collect(maps.Keys(cuts))
	p, err := own.Plan(ctx, own.forgets(days))
	if err == nil {
		_, err = own.amend(p, l, days)
	}
	if err == nil {
		err = p.resum()
	}
	if err != nil {
		return nil, fmt.Errorf("forget in the wiki: %w", err)
	}
	out := &Foresight{Pages: map[string][]byte{}}
	if p.next != nil {
		out.texts = p.next.TextHashes()
	}
	for _, e := range p.Edits {
		if e.From() != "" {
			out.Pages[e.From()] = nil
		}
		out.Pages[e.Path] = e.After
	}
	return out, nil
}

// A Holding is a page that cites what is to be forgotten.
type Holding struct {
	Path  string
	Lines int   // that cite it
	Whole bool  // it rests on nothing else, and no person edited it
	Left  []int // lines in a person's own words, which stay
}

// Holdings returns the pages that cite what is to be forgotten, by path.
func (c *Compiler) Holdings(ctx context.Context, l erase.Lines) ([]Holding, error) {
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
		if page.Article == nil || page.Kind == wiki.CodePage || !l.On(page.Article) {
			continue
		}
		rec, known := s.Pages[page.Path]
		if page.Kind != wiki.ArticlePage && !known || page.ReadOnly() {
			left := l.Citing(page.Article)
			out = append(out, Holding{Path: page.Path, Lines: len(left), Left: left})
			continue
		}
		x, err := c.erased(l, page.Article, rec, known, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, Holding{Path: page.Path, Lines: x.Lines + len(x.Left), Left: x.Left, Whole: x.Whole()})
	}
	return out, nil
}

// erased returns what goes from a page.
func (c *Compiler) erased(l erase.Lines, a *wiki.Article, rec state.PageRecord, known bool, blobs map[string][]byte) (*erase.Page, error) {
	last, err := c.text(blobs, rec.Base)
	if err != nil {
		return nil, err
	}
	return l.Page(a, last, ours(a, rec, known), rec.Cites), nil
}

// ours reports whether only the compiler wrote a page.
func ours(a *wiki.Article, rec state.PageRecord, known bool) bool {
	return known && !rec.Hands && rec.Hash == fsutil.Hash(a.Bytes())
}

// text returns a base text that is stored or about to be stored.
func (c *Compiler) text(blobs map[string][]byte, hash string) (*wiki.Article, error) {
	if data, ok := blobs[hash]; ok {
		return wiki.Parse(data), nil
	}
	return c.store().Text(hash)
}

// amend adds to a plan the removal of what a compile would leave. It returns the articles that rest on nothing else;
// log.md must not mention them.
func (c *Compiler) amend(p *Plan, l erase.Lines, days []daily.Date) (removed []string, err error) {
	whole := map[string]bool{} // logs that can be read in full
	for _, log := range p.Logs {
		whole[log.Date.String()] = log.State != state.Gone && log.State != state.Waiting && log.Unclosed == 0
		l.Lost = l.Lost || log.State == state.Gone && slices.Contains(days, log.Date)
	}
	of := func(rec state.PageRecord) erase.Lines { // a page that rests on another log only grows
		own := l
		own.Lost = l.Lost || slices.ContainsFunc(rec.Cites, func(k merge.Key) bool { return !whole[k.Day()] })
		return own
	}
	for i := range p.Edits {
		e := &p.Edits[i]
		if e.Verb == journal.Remove && !e.Code && l.All(p.state.Pages[e.Path].Cites) {
			removed = append(removed, e.Path)
			e.Line = state.LogLine{}
		}
	}
	for _, page := range p.outcome.Articles() {
		rec, known := p.next.Pages[page.Path]
		if page.ReadOnly() || !l.Lost && ours(page.Article, rec, known) && !l.On(page.Article) && !l.Any(rec.Cites) {
			continue
		}
		alone, err := c.amendPage(p, page, of(rec))
		if err != nil {
			return nil, fmt.Errorf("article %q: %w", page.Path, err)
		}
		if alone {
			removed = append(removed, page.Path)
		}
	}
	for at, rec := range p.next.Pages {
		own := of(rec)
		if !own.Lost && !rec.Deleted && !rec.Hands && !l.Any(rec.Cites) { // else its texts may quote a line that it does not cite
			continue
		}
		p.ran = true
		if rec.Deleted && l.All(rec.Cites) {
			removed = append(removed, at)
			delete(p.next.Pages, at)
			continue
		}
		if p.next.Pages[at], err = c.amendRecord(p, rec, own); err != nil {
			return nil, err
		}
	}
	for at, rec := range p.state.Pages {
		if _, there := p.next.Pages[at]; !there && l.All(rec.Cites) {
			removed = append(removed, at)
		}
	}
	p.Edits = slices.DeleteFunc(p.Edits, func(e journal.Edit) bool { return e.Code && journal.IsLog(e.Path) }) // it is built from the lines of the edits
	return removed, nil
}

// amendPage removes from a page what is to be forgotten. It reports whether the whole page goes, even if a compile
// keeps it because a person moved it or links to it.
func (c *Compiler) amendPage(p *Plan, page *wiki.Page, l erase.Lines) (whole bool, err error) {
	rec, known := p.next.Pages[page.Path]
	x, err := c.erased(l, page.Article, rec, known, p.blobs)
	if err != nil || !x.Changes() {
		return false, err
	}
	if x.Whole() && l.On(page.Article) {
		p.withdraw(page)
		return true, nil
	}
	after, err := x.Text()
	if err != nil || bytes.Equal(after, page.Bytes()) {
		return false, err
	}
	p.redescribed = p.redescribed || wiki.Parse(after).Description() != page.Description()
	if ours(page.Article, rec, known) {
		rec.Hash = fsutil.Hash(after)
		if rec.Base != "" {
			rec.Base = p.keep(after)
		}
	}
	if known {
		p.next.Pages[page.Path] = rec
	}
	if i := slices.IndexFunc(p.Edits, func(e journal.Edit) bool { return e.Path == page.Path }); i >= 0 {
		p.Edits[i].After = after
	} else {
		p.Edits = append(p.Edits, journal.Edit{Path: page.Path, Title: page.Title(), Verb: journal.Update, Why: count(x.Lines, "line", "lines") + " to be forgotten",
			Before: page.Bytes(), After: after})
	}
	p.ran = true
	return false, nil
}

// resum gives pages of a shared vault the sums of the base texts that a forget changed.
func (p *Plan) resum() error {
	edit := func(at string) int {
		return slices.IndexFunc(p.Edits, func(e journal.Edit) bool { return e.Path == at })
	}
	after := func(at string) *wiki.Article {
		if i := edit(at); i >= 0 && p.Edits[i].After != nil {
			return wiki.Parse(p.Edits[i].After)
		} else if i >= 0 {
			return nil
		}
		if page := p.outcome.Page(at); page != nil {
			return page.Article
		}
		return nil
	}
	changed, err := p.shared.Resum(p.next.Pages, after)
	for at, text := range changed {
		if i := edit(at); i >= 0 {
			p.Edits[i].After = text
		} else {
			page := p.outcome.Page(at)
			p.Edits = append(p.Edits, journal.Edit{Path: at, Title: page.Title(), Verb: journal.Update, Why: "what it rested on is forgotten", Before: page.Bytes(), After: text})
		}
		p.ran = true
	}
	return err
}

// withdraw adds the removal of a page to the plan, without a line in log.md.
func (p *Plan) withdraw(page *wiki.Page) {
	e := journal.Edit{Path: page.Path, Title: page.Title(), Verb: journal.Remove, Why: "all it rests on is to be forgotten", Before: page.Bytes()}
	if i := slices.IndexFunc(p.Edits, func(o journal.Edit) bool { return o.Path == page.Path }); i >= 0 {
		e.Before = p.Edits[i].Before
		p.Edits = slices.Delete(p.Edits, i, i+1)
	}
	p.Edits = append(p.Edits, e)
	delete(p.next.Pages, page.Path)
	p.outcome = p.outcome.With(nil, page.Path)
	p.ran = true
}

// keep stores a base text when the plan is applied.
func (p *Plan) keep(text []byte) string {
	hash := fsutil.Hash(text)
	p.blobs[hash] = text
	return hash
}

// amendRecord removes what is to be forgotten from the record of a page.
func (c *Compiler) amendRecord(p *Plan, rec state.PageRecord, l erase.Lines) (state.PageRecord, error) {
	rec.Cites = slices.DeleteFunc(slices.Clone(rec.Cites), l.Has)
	l.Lost = l.Lost || rec.Deleted || rec.Hands // no compile may write its texts again
	for _, hash := range []*string{&rec.Base, &rec.Draft} {
		a, err := c.text(p.blobs, *hash)
		if err != nil {
			return rec, err
		}
		if a == nil {
			continue
		}
		after, err := l.Text(a)
		if err != nil {
			return rec, err
		}
		if !bytes.Equal(after, a.Bytes()) {
			*hash = p.keep(after)
		}
	}
	return rec, nil
}
