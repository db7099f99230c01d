package compiler

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// write decides what happens to the page of a draft, which is rendered.
func (p *planner) write(r *articles.Route, rendered []byte) error {
	if r.Gone || r.Left {
		p.noteUnwritten(r)
		return nil
	}
	rec := state.PageRecord{Names: r.Names(), By: p.by, Edited: r.Draft.By, Ends: articles.Ends(r.Draft.Connects)}
	if r.To != nil {
		lost := len(r.To.Record.Names) == 0 // with the state
		rec.Bases, rec.Mine = r.To.Record.Bases, r.To.Record.Mine
		rec.Moved = r.To.Record.Moved || lost && r.Path != p.c.Wiki.PathFor(r.Draft.Type, p.c.Wiki.Name(r.Draft.Title))
	}
	switch {
	case r.To == nil:
		rec.Base = p.keepText(rendered)
		p.put(r, journal.Create, rendered, rec)
	case !r.To.Readable() || !p.c.Wiki.Writes(r.Path):
		p.refuse(r, wiki.ErrReadOnly)
	case bytes.Equal(r.To.Page.Bytes(), rendered), p.c.Shared && bytes.Equal(bytes.ReplaceAll(r.To.Page.Bytes(), []byte("\r\n"), []byte("\n")), rendered):
		rec.Cites = r.To.Record.Cites
		rec.AddCites(r.Keys)
		rec.Hash = r.To.Page.Hash()
		rec.Base = p.keepText(rendered)
		p.next.Pages[r.Path] = rec
	case r.To.Hands || p.rests(r.To):
		rec.Hands = r.To.Hands
		return p.extend(r, rec, rendered)
	default:
		rec.Cites = r.To.Record.Cites
		rec.Base = p.keepText(rendered)
		p.put(r, journal.Update, rendered, rec)
	}
	return nil
}

// extend updates a page that a person edited, or that rests on something which cannot be read now. The latter only
// grows, and so does a page whose base is lost.
func (p *planner) extend(r *articles.Route, rec state.PageRecord, rendered []byte) error {
	had := merge.PageKeys(r.To.Page.Article)
	had.Add(r.To.Record.Cites)
	rec.Base, rec.Draft = r.To.Record.Base, r.To.Record.Draft
	m := &merge.Result{Page: r.To.Page.Article, Grown: true}
	var base *wiki.Article
	if !p.rests(r.To) {
		var err error
		if base, err = p.text(rec.Base); err != nil {
			return err
		}
		if base != nil && r.To.Hands {
			if m, err = merge.ThreeWay(base, r.To.Page.Article, wiki.Parse(rendered), had, nil); err != nil {
				return fmt.Errorf("article %q: %w", r.Path, err)
			}
			if err := p.propose(r.To, base, had, m.Conflicts); err != nil {
				return err
			}
			rec.Base = p.keepText(p.shared.Summed(m.Base))
		} else {
			rec.Base = p.keepText(rendered)
		}
		if rec.Draft = ""; len(m.Conflicts) > 0 {
			rec.Draft = p.keepText(rendered)
		}
	}
	before, after := merge.PageKeys(r.To.Page.Article), merge.PageKeys(m.Page)
	points := merge.NewPoints(&r.Draft, had, before, after)
	points = append(points, merge.Unsaid(&r.Draft, m.Page, points, had, after, p.line)...)
	a, err := merge.Add(m.Page, draft.Draft{Points: points, History: merge.NewHistory(&r.Draft, had, before, after), Projects: r.Draft.Projects, People: r.Draft.People})
	if err == nil && merge.Lacks(a, m.Lost, &r.Draft) {
		err = merge.ErrNoPlace
	}
	if errors.Is(err, wiki.ErrReadOnly) || errors.Is(err, merge.ErrNoPlace) {
		p.refuse(r, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("article %q: %w", r.Path, err)
	}
	if !r.To.Hands {
		a = wiki.Parse(p.shared.Summed(a.Bytes()))
	} else if a, err = p.shared.Resting(a, rec.Base); err != nil {
		return fmt.Errorf("article %q: %w", r.Path, err)
	}
	for k := range m.Lost {
		delete(had, k)
	}
	rec.Cites = had.Sorted()
	p.stays(r, a)
	if bytes.Equal(a.Bytes(), r.To.Page.Bytes()) {
		rec.AddCites(r.Keys)
		rec.Hash = fsutil.Hash(a.Bytes())
		p.next.Pages[r.Path] = rec
		return nil
	}
	verb := journal.Extend
	if !m.Grown {
		verb = journal.Merge
	}
	if !r.To.Hands {
		rec.Base = p.keepText(a.Bytes())
	}
	rec.Hands = rec.Hands && !bytes.Equal(a.Bytes(), rendered)
	p.put(r, verb, a.Bytes(), rec)
	return nil
}

// stays notes a link in a person's words that does not follow the move of its page.
func (p *planner) stays(r *articles.Route, after *wiki.Article) {
	page := *r.To.Page
	page.Article = after
	if why := articles.Touched(&page, p.hands); why != "" && r.To.Hands {
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: r.Path, Text: why + "; written by hand, so the link stays as it is"})
	}
}

// put plans the writing of a page.
func (p *planner) put(r *articles.Route, verb journal.Verb, after []byte, rec state.PageRecord) {
	fresh, gone := maps.Clone(r.Keys), 0
	for _, k := range rec.Cites {
		delete(fresh, k)
	}
	if verb == journal.Update || verb == journal.Merge {
		old := merge.PageKeys(r.To.Page.Article)
		fresh = r.Keys.Minus(old)
		gone = len(old.Minus(r.Keys))
	}
	rec.AddCites(r.Keys)
	rec.Hash = fsutil.Hash(after)
	e := journal.Edit{Path: r.Path, Title: r.Draft.Title, Verb: verb, After: after, Days: r.Keys.Days()}
	if r.To != nil {
		e.Before, e.Was = r.To.Page.Bytes(), r.To.From
	}
	when := r.Keys.Days()
	switch {
	case r.To != nil && r.To.Emptied():
		e.Why = "was empty"
	case len(fresh) > 0:
		when = fresh.Days()
		e.Why = count(len(fresh), "new point", "new points") + " from " + dayList(when)
	case gone > 0:
		e.Why = count(gone, "point", "points") + " fewer"
		when = append(when, p.newest...)
	case r.To != nil && articles.Touched(r.To.Page, p.hands) != "":
		e.Why = articles.Touched(r.To.Page, p.hands)
		when = append(when, p.newest...)
	case r.To != nil && r.To.Record.By != p.by:
		e.Why = "written by " + p.c.Author.Name()
	default:
		e.Why = "its words or links changed"
		when = append(when, p.newest...)
	}
	e.Line = state.LogLine{Date: last(when), Verb: verb.Past(), Path: r.Path, Title: r.Draft.Title, Note: e.Why}
	if len(fresh) > 0 {
		e.Line.Note = count(len(wiki.Parse(after).Points()), "key point", "key points")
	}
	switch {
	case verb == journal.Extend && !r.To.Hands:
		e.Why += "; " + p.unseen(r.To) + ", so nothing else changes"
	case verb == journal.Extend || verb == journal.Merge:
		e.Why += "; what was written by hand stays"
	}
	p.next.Pages[r.Path] = rec
	p.edits = append(p.edits, e)
}

// last returns the day under which log.md reports a change: the last of those it is about. It uses no clock, so that
// an interrupted run and the next one write the same as a single one.
func last(when []wiki.Date) wiki.Date { return when[len(when)-1].Day() }

// refuse leaves a page alone that cannot be written. Its news is added when the page can be read again.
func (p *planner) refuse(r *articles.Route, err error) {
	rec := r.To.Record
	if len(rec.Names) == 0 {
		rec.Names = r.Names()
		rec.Hands = true
	}
	had := merge.KeysOf(rec.Cites)
	if points := merge.NewPoints(&r.Draft, had, nil, nil); len(points) > 0 {
		rec.Owed = true
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: r.Path, Text: fmt.Sprintf("%s waiting: %v", count(len(points), "new point is", "new points are"), err)})
	}
	p.next.Pages[r.Path] = rec
}

// noteUnwritten notes news that has no page because a person removed it.
func (p *planner) noteUnwritten(r *articles.Route) {
	fresh := 0
	for k := range r.Keys {
		if p.fresh[k] {
			fresh++
		}
	}
	if r.To != nil && r.To.Page == nil && fresh > 0 {
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: r.Path, Text: fmt.Sprintf("%s not written: the article was removed by hand", count(fresh, "new point is", "new points are"))})
	}
}

// rests reports whether an article cites a log that cannot be read in full now.
func (p *planner) rests(a *articles.Article) bool {
	return slices.ContainsFunc(a.Record.Cites, func(k merge.Key) bool {
		s := p.byDay[k.Day()]
		return s == nil || s.Hidden
	})
}

// unseen returns why an article that nobody edited only grows.
func (p *planner) unseen(a *articles.Article) string {
	for _, k := range a.Record.Cites {
		switch s := p.byDay[k.Day()]; {
		case s == nil || s.Hidden && s.State == state.Gone:
			return "the log of " + k.Day() + ", which it cites, is gone"
		case s.Hidden && len(s.Open) > 0:
			return "an entry of " + k.Day() + ", which it cites, is not closed"
		case s.Hidden && s.State == state.Waiting:
			return k.Day() + ", which it cites, waits until " + s.Until.Format("15:04")
		}
	}
	return "a log it cites was not asked for"
}

// logRemovals adds to log.md the articles that a person removed since the last run.
func (p *planner) logRemovals() {
	for _, h := range p.hands {
		rec, known := p.state.Pages[h.Path]
		if h.All || h.Now != "" || !known || len(rec.Names) == 0 {
			continue
		}
		if when := p.when(rec); when != "" {
			p.plan.removals = append(p.plan.removals, state.LogLine{Date: when, Verb: journal.Remove.Past(), Path: h.Path, Title: rec.Names[0], Note: state.ByHand})
		}
	}
}

// when returns the day under which log.md reports a page without news; "" if it is unknown.
func (p *planner) when(rec state.PageRecord) wiki.Date {
	all := append(merge.KeysOf(rec.Cites).Days(), p.newest...)
	if len(all) == 0 {
		return ""
	}
	return last(all)
}

// propose notes the proposals of a page, and which of them are new.
func (p *planner) propose(a *articles.Article, base *wiki.Article, had merge.Keys, clashes []merge.Conflict) error {
	if len(clashes) == 0 {
		return nil
	}
	old := map[string]bool{}
	draft, err := p.c.store().Text(a.Record.Draft)
	if err != nil {
		return err
	}
	if draft != nil {
		m, err := merge.ThreeWay(base, a.Page.Article, draft, had, nil)
		if err != nil {
			return err
		}
		for _, c := range m.Conflicts {
			old[c.ID(a.Path)] = true
		}
	}
	for _, q := range proposal.Of(a.Path, clashes) {
		q.New = !old[q.ID]
		p.plan.Proposals = append(p.plan.Proposals, q)
	}
	return nil
}

// line returns the log line that a citation leads to, or "" if no single line matches.
func (p *planner) line(k merge.Key) string {
	s := p.byDay[k.Day()]
	if s == nil {
		return ""
	}
	for _, e := range s.Seen {
		for _, b := range e.Bullets {
			if b.Block != "" && merge.LineKey(e, b) == k {
				return b.Text
			}
		}
	}
	return ""
}
