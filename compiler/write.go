package compiler

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// write decides what becomes of the page of a draft.
func (p *planner) write(r *route) error {
	if r.gone || r.left {
		p.unheard(r)
		return nil
	}
	rec := state.PageRecord{Names: r.names(), By: p.by, Edited: r.draft.By, Ends: endsOf(r.draft.Connects)}
	if r.to != nil {
		lost := len(r.to.rec.Names) == 0 // with the state
		rec.Moved = r.to.rec.Moved || lost && r.path != p.c.Wiki.PathFor(r.draft.Type, wiki.MakeSlug(r.draft.Title))
	}
	rendered := r.draft.Render()
	switch {
	case r.to == nil:
		rec.Base = p.keepsake(rendered)
		p.put(r, journal.Create, rendered, rec)
	case !r.to.readable() || !p.c.Wiki.Writes(r.path):
		p.refuse(r, wiki.ErrReadOnly)
	case r.to.page.Hash() == fsutil.Hash(rendered):
		rec.Cites = r.to.rec.Cites
		rec.AddCites(r.keys)
		rec.Hash = fsutil.Hash(rendered)
		rec.Base = p.keepsake(rendered)
		p.next.Pages[r.path] = rec
	case r.to.hands || p.rests(r.to):
		rec.Hands = r.to.hands
		return p.extend(r, rec, rendered)
	default:
		rec.Cites = r.to.rec.Cites
		rec.Base = p.keepsake(rendered)
		p.put(r, journal.Update, rendered, rec)
	}
	return nil
}

// extend brings a page up to date that a person's words are in, or of which something cannot be seen
// now. The latter only grows, and so does a page whose last version of ours was lost.
func (p *planner) extend(r *route, rec state.PageRecord, rendered []byte) error {
	had := merge.PageKeys(r.to.page.Article)
	had.Add(r.to.rec.Cites)
	rec.Base, rec.Draft = r.to.rec.Base, r.to.rec.Draft
	m := &merge.Result{Page: r.to.page.Article, Grown: true}
	var base *wiki.Article
	if !p.rests(r.to) {
		var err error
		if base, err = p.c.store().Text(rec.Base); err != nil {
			return err
		}
		if base != nil && r.to.hands {
			if m, err = merge.ThreeWay(base, r.to.page.Article, wiki.Parse(rendered), had, nil); err != nil {
				return fmt.Errorf("article %q: %w", r.path, err)
			}
			if err := p.propose(r.to, base, had, m.Conflicts); err != nil {
				return err
			}
			rec.Base = p.keepsake(m.Base)
		} else {
			rec.Base = p.keepsake(rendered)
		}
		if rec.Draft = ""; len(m.Conflicts) > 0 {
			rec.Draft = p.keepsake(rendered)
		}
	}
	before, after := merge.PageKeys(r.to.page.Article), merge.PageKeys(m.Page)
	points := merge.NewPoints(&r.draft, had, before, after)
	points = append(points, p.unsaid(&r.draft, m.Page, points, had, after)...)
	a, err := merge.Add(m.Page, points, merge.NewHistory(&r.draft, had, before, after))
	if err == nil && merge.Lacks(a, m.Lost, &r.draft) {
		err = merge.ErrNoPlace
	}
	if errors.Is(err, wiki.ErrReadOnly) || errors.Is(err, merge.ErrNoPlace) {
		p.refuse(r, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("article %q: %w", r.path, err)
	}
	for k := range m.Lost {
		delete(had, k)
	}
	rec.Cites = had.Sorted()
	p.stays(r, a)
	if bytes.Equal(a.Bytes(), r.to.page.Bytes()) {
		rec.AddCites(r.keys)
		rec.Hash = fsutil.Hash(a.Bytes())
		p.next.Pages[r.path] = rec
		return nil
	}
	verb := journal.Extend
	if !m.Grown {
		verb = journal.Merge
	}
	if !r.to.hands {
		rec.Base = p.keepsake(a.Bytes())
	}
	rec.Hands = rec.Hands && !bytes.Equal(a.Bytes(), rendered)
	p.put(r, verb, a.Bytes(), rec)
	return nil
}

// stays notes a link in a person's words that does not follow where its page went.
func (p *planner) stays(r *route, after *wiki.Article) {
	page := *r.to.page
	page.Article = after
	if why := touched(&page, p.hands); why != "" && r.to.hands {
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: r.path, Text: why + "; written by hand, so the link stays as it is"})
	}
}

// put plans the writing of a page.
func (p *planner) put(r *route, verb journal.Verb, after []byte, rec state.PageRecord) {
	fresh, gone := maps.Clone(r.keys), 0
	for _, k := range rec.Cites {
		delete(fresh, k)
	}
	if verb == journal.Update || verb == journal.Merge {
		old := merge.PageKeys(r.to.page.Article)
		fresh = r.keys.Minus(old)
		gone = len(old.Minus(r.keys))
	}
	rec.AddCites(r.keys)
	rec.Hash = fsutil.Hash(after)
	e := journal.Edit{Path: r.path, Title: r.draft.Title, Verb: verb, After: after, Days: r.keys.Days()}
	if r.to != nil {
		e.Before, e.Was = r.to.page.Bytes(), r.to.from
	}
	when := r.keys.Days()
	switch {
	case len(fresh) > 0:
		when = fresh.Days()
		e.Why = count(len(fresh), "new point", "new points") + " from " + dayList(when)
	case gone > 0:
		e.Why = count(gone, "point", "points") + " fewer"
		when = append(when, p.newest...)
	case r.to != nil && touched(r.to.page, p.hands) != "":
		e.Why = touched(r.to.page, p.hands)
		when = append(when, p.newest...)
	case r.to != nil && r.to.rec.By != p.by:
		e.Why = "written by " + p.c.Author.Name()
	default:
		e.Why = "its words or links changed"
		when = append(when, p.newest...)
	}
	e.Line = state.LogLine{Date: last(when), Verb: verb.Past(), Path: r.path, Title: r.draft.Title, Note: e.Why}
	if len(fresh) > 0 {
		e.Line.Note = count(len(wiki.Parse(after).Points()), "key point", "key points")
	}
	switch {
	case verb == journal.Extend && !r.to.hands:
		e.Why += "; " + p.unseen(r.to) + ", so nothing else changes"
	case verb == journal.Extend || verb == journal.Merge:
		e.Why += "; what was written by hand stays"
	}
	p.next.Pages[r.path] = rec
	p.edits = append(p.edits, e)
}

// last is the day under which log.md tells of a change: the last of those it is about. No clock has a
// say, so that a run which was interrupted and the next one write what one would have.
func last(when []wiki.Date) wiki.Date { return when[len(when)-1] }

// refuse leaves a page alone that cannot be written. What it was to say is owed: it is added when
// the page can be read again.
func (p *planner) refuse(r *route, err error) {
	rec := r.to.rec
	if len(rec.Names) == 0 {
		rec.Names = r.names()
		rec.Hands = true
	}
	had := merge.KeysOf(rec.Cites)
	if points := merge.NewPoints(&r.draft, had, nil, nil); len(points) > 0 {
		rec.Owed = true
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: r.path, Text: fmt.Sprintf("%s waiting: %v", count(len(points), "new point is", "new points are"), err)})
	}
	p.next.Pages[r.path] = rec
}

// unheard notes what is new and finds no page because a person removed it.
func (p *planner) unheard(r *route) {
	fresh := 0
	for k := range r.keys {
		if p.fresh[k] {
			fresh++
		}
	}
	if r.to != nil && r.to.page == nil && fresh > 0 {
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: r.path, Text: fmt.Sprintf("%s not written: the article was removed by hand", count(fresh, "new point is", "new points are"))})
	}
}

// rests reports whether an article cites a log that cannot be seen in full now.
func (p *planner) rests(a *article) bool {
	return slices.ContainsFunc(a.rec.Cites, func(k merge.Key) bool {
		s := p.byDay[k.Day()]
		return s == nil || s.hidden
	})
}

// unseen says why an article that nobody edited only grows.
func (p *planner) unseen(a *article) string {
	for _, k := range a.rec.Cites {
		switch s := p.byDay[k.Day()]; {
		case s == nil || s.hidden && s.state == state.Gone:
			return "the log of " + k.Day() + ", which it cites, is gone"
		case s.hidden && len(s.open) > 0:
			return "an entry of " + k.Day() + ", which it cites, is not closed"
		case s.hidden && s.state == state.Waiting:
			return k.Day() + ", which it cites, waits until " + s.until.Format("15:04")
		}
	}
	return "a log it cites was not asked for"
}

// dropped finds the pages that no draft wants any more and that nobody misses: written by us and
// edited by no one, linked to by no one, all they say said elsewhere.
func (p *planner) dropped(articles []*article) map[string]bool {
	out := map[string]bool{}
	if p.selective() {
		return out
	}
	rewritten := map[string]bool{} // pages that keep no old link
	for _, r := range p.router.routes {
		rewritten[r.path] = rewritten[r.path] || !r.gone
	}
	cited := p.router.cited()
	idle := map[string]bool{}
	for _, a := range articles {
		free := a.page != nil && !a.hands && a.readable() && p.c.Wiki.Writes(a.path) && !p.rests(a)
		wanted := rewritten[a.path]
		rewritten[a.path] = wanted && free
		lost := slices.ContainsFunc(a.rec.Cites, func(k merge.Key) bool { return p.known[k] && !cited[k] })
		idle[a.path] = free && !wanted && a.typ() != wiki.QA
		out[a.path] = idle[a.path] && !lost && !a.rec.Moved
	}
	for again := true; again; {
		again = false
		for _, a := range articles {
			if out[a.path] && slices.ContainsFunc(p.w.LinkersOf(a.page), func(from *wiki.Page) bool {
				return !rewritten[from.Path] && !out[from.Path] && !(p.router.joined(a) && p.onlyOurs(from, a.page, articles))
			}) {
				out[a.path], again = false, true
			}
		}
	}
	for _, a := range articles {
		if idle[a.path] && !out[a.path] {
			p.plan.Notes = append(p.plan.Notes, journal.Note{Path: a.path, Text: "is of no subject of its own any more, and stays: somebody moved it or links to it, or it alone says what it says"})
		}
	}
	return out
}

// onlyOurs reports whether a page links to another only where we wrote that it does, so that the links are taken
// out with what they lead to.
func (p *planner) onlyOurs(from, to *wiki.Page, articles []*article) bool {
	i := slices.IndexFunc(articles, func(a *article) bool { return a.page == from })
	if i < 0 || !articles[i].readable() || !p.c.Wiki.Writes(from.Path) {
		return false
	}
	base, err := p.text(articles[i].rec.Base)
	if err != nil || base == nil {
		return false
	}
	section, ok := from.Section(wiki.RelatedConcepts)
	was, had := base.Section(wiki.RelatedConcepts)
	if !ok || !had {
		return false
	}
	text, before := string(from.Bytes()), string(base.Bytes()[was.Body:was.End])
	for _, o := range p.w.Outlinks(from) {
		if o.To != to {
			continue
		}
		if o.Start < section.Body || o.Start >= section.End {
			return false
		}
		line := text[strings.LastIndexByte(text[:o.Start], '\n')+1:]
		line, _, _ = strings.Cut(line, "\n")
		if !strings.Contains(before, line+"\n") {
			return false
		}
	}
	return true
}

// lost says why nobody misses a page.
func (p *planner) lost(keys merge.Keys) string {
	for k := range keys {
		if p.known[k] {
			return "no subject of its own any more, and all it says is said elsewhere"
		}
	}
	return "the logs tell nothing of it any more"
}

// drop plans the removal of pages.
func (p *planner) drop(articles []*article, dropped map[string]bool) {
	for _, a := range articles {
		if !dropped[a.path] {
			continue
		}
		keys := merge.KeysOf(a.rec.Cites)
		p.edits = append(p.edits, journal.Edit{
			Path: a.path, Title: a.names()[0], Verb: journal.Remove, Before: a.page.Bytes(),
			Why: p.lost(keys), Days: keys.Days(),
			Line: state.LogLine{Date: last(append(keys.Days(), p.newest...)), Verb: journal.Remove.Past(), Path: a.path, Title: a.names()[0]},
		})
	}
}

// bury has log.md tell of the articles that a person removed since the last run.
func (p *planner) bury() {
	for _, h := range p.hands {
		rec, known := p.state.Pages[h.path]
		if h.all || h.now != "" || !known || len(rec.Names) == 0 {
			continue
		}
		if slices.ContainsFunc(p.kept.Buried, func(l state.LogLine) bool { return l.Path == h.path }) {
			continue // an interrupted run promised it
		}
		if when := p.when(rec); when != "" {
			p.kept.Buried = append(p.kept.Buried, state.LogLine{Date: when, Verb: journal.Remove.Past(), Path: h.path, Title: rec.Names[0], Note: state.ByHand})
		}
	}
}

// when is the day under which log.md tells of a page that no news is about; "" if there is no telling.
func (p *planner) when(rec state.PageRecord) wiki.Date {
	all := append(merge.KeysOf(rec.Cites).Days(), p.newest...)
	if len(all) == 0 {
		return ""
	}
	return last(all)
}

// propose notes what waits of a page, and what of that did not wait before.
func (p *planner) propose(a *article, base *wiki.Article, had merge.Keys, clashes []merge.Conflict) error {
	if len(clashes) == 0 {
		return nil
	}
	old := map[string]bool{}
	draft, err := p.c.store().Text(a.rec.Draft)
	if err != nil {
		return err
	}
	if draft != nil {
		m, err := merge.ThreeWay(base, a.page.Article, draft, had, nil)
		if err != nil {
			return err
		}
		for _, c := range m.Conflicts {
			old[c.ID(a.path)] = true
		}
	}
	for _, q := range proposals(a.path, clashes) {
		q.New = !old[q.ID]
		p.plan.Proposals = append(p.plan.Proposals, q)
	}
	return nil
}
