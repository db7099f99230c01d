package adopt

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// slugs returns the names by which the logs know the article at a path: its own, then those that it had before a move.
func (a *Run) slugs(at string) []string {
	out := []string{slugOf(at)}
	if page := a.Wiki.Page(at); page != nil && page.Article != nil {
		for _, n := range page.Aliases() {
			if n = wiki.Fold(n); n != out[0] && !slices.ContainsFunc(a.Wiki.Claims(n), func(o *wiki.Page) bool { return o != page }) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Removed reads from the logs what persons on any machine took out of the wiki, and brings the records of articles that
// are not here in line with it: those that a person removed are not made again.
//
// An article that is gone and of which no log says so counts as removed by the person here only if git says so, or nothing
// came from another machine since the last run. Else it may have gone with what came, or not be here yet, and it is made
// again. The person can then remove it once more; what a file sync lost would be lost.
func (a *Run) Removed(sources []*logs.Log) {
	if a == nil {
		return
	}
	var files []*daily.Log
	for _, s := range sources {
		if s.File != nil {
			files = append(files, s.File)
		}
	}
	a.gone = goneIn(files, a.Machine)
	came := len(a.Paths) > 0 || slices.ContainsFunc(sources, func(s *logs.Log) bool {
		return s.File != nil && s.Date.Machine() != a.Machine && s.File.Hash != s.Record.Hash
	})
	for _, at := range slices.Sorted(maps.Keys(a.State.Pages)) {
		rec := a.State.Pages[at]
		if a.Wiki.Page(at) != nil || a.continued(at, rec) {
			continue
		}
		switch did := a.gone.whole(slugOf(at), a.base(rec)); {
		case did != nil && did.out:
			rec.Deleted, rec.Names = true, []string{slugOf(at)} // as each machine knows it
			a.State.Pages[at] = rec
		case rec.Deleted && (did != nil || rec.Hash == "" && len(rec.Cites) == 0): // it is back, or only the logs said so
			delete(a.State.Pages, at)
		case rec.Deleted:
		case (came || a.tracked()) && (a.Past == nil || !a.Past.Removed(at)):
			delete(a.State.Pages, at)
			maps.Copy(a.lacks, merge.KeysOf(rec.Cites))
			a.missing = a.missing || len(rec.Cites) > 0
		}
	}
	for slug := range a.gone.acts {
		if a.gone.page(slug, nil) && !a.knows(slug) {
			at := a.Store.PathFor(wiki.Concept, wiki.Slug(slug))
			a.State.Pages[at] = state.PageRecord{Names: []string{slug}, Deleted: true}
		}
	}
}

// tracked reports whether git knows what was done to the vault here.
func (a *Run) tracked() bool {
	if a.Past == nil {
		return false
	}
	_, err := a.Past.Committed(a.Store.Wiki)
	return !errors.Is(err, fs.ErrNotExist)
}

// base returns the text that was generated for a page, nil where it is not kept.
func (a *Run) base(rec state.PageRecord) *wiki.Article {
	text, err := a.Text(rec.Base)
	if err != nil {
		return nil
	}
	return text
}

// knows reports whether there is an article of a name, or a record of one that was removed.
func (a *Run) knows(slug string) bool {
	for at := range a.State.Pages {
		if slugOf(at) == slug {
			return true
		}
	}
	return len(a.Wiki.Claims(slug)) > 0
}

// continued reports whether a page without a record goes on with an article that is gone.
func (a *Run) continued(at string, rec state.PageRecord) bool {
	return len(rec.Names) > 0 && slices.ContainsFunc(a.Wiki.Articles(), func(page *wiki.Page) bool {
		if _, known := a.State.Pages[page.Path]; known || page.ReadOnly() {
			return false
		}
		own, err := a.own(page, rec)
		return own && err == nil || page.Hash() == rec.Hash || Follows(page.Article, at, rec.Names[0])
	})
}

// Noticed returns what the person here took out of the wiki, or put back, since the last run, for the log of this
// machine. pages and hands are what a reconciliation found.
func (a *Run) Noticed(pages []*articles.Article, hands []articles.Hand) (out []daily.Control, err error) {
	if a == nil {
		return nil, nil
	}
	say := func(c daily.Control, at string) {
		if c.Page = string(articles.PageSlug(at)); !a.gone.said(a.slugs(at), c) && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	whole := func(c daily.Control, at string, names []string) {
		say(c, at)
		for _, n := range names { // another machine may know the page under one that it had before a move
			if c.Verb == daily.Back || len(a.Wiki.Claims(n)) == 0 {
				say(c, string(a.Store.Name(n))+".md")
			}
		}
	}
	for _, h := range hands {
		if h.Now == "" && !h.All {
			whole(daily.Control{Verb: daily.Gone}, h.Path, a.State.Pages[h.Path].Names)
		}
	}
	first, page := 0, (*articles.Article)(nil)
	for _, p := range append(slices.Clone(pages), nil) {
		if page != nil {
			out = append(out[:first], a.here(page, out[first:])...)
		}
		if first, page = len(out), p; p == nil || !p.Readable() {
			continue
		}
		if slices.Contains(a.Paths, p.Path) {
			if p.Hands { // it outlasts the removal that it met
				whole(daily.Control{Verb: daily.Back}, p.Path, p.Names())
			}
			for _, k := range a.cut[p.Path] {
				say(daily.Control{Verb: daily.Gone, Cite: string(k)}, p.Path)
			}
			continue
		}
		if own, err := a.own(p.Page, p.Record); err != nil || !own {
			if err != nil {
				return nil, err
			}
			continue
		}
		if p.Hands || a.State.Pages[p.Path].Deleted {
			whole(daily.Control{Verb: daily.Back}, p.Path, p.Names())
		}
		if !p.Hands {
			continue
		}
		base, err := a.Text(p.Record.Base)
		if err != nil {
			return nil, err
		}
		was, is := merge.PageKeys(base), merge.PageKeys(p.Page.Article)
		for _, k := range unlike(was, is) {
			say(daily.Control{Verb: daily.Gone, Cite: string(k)}, p.Path)
		}
		for _, k := range unlike(is, was) {
			say(daily.Control{Verb: daily.Back, Cite: string(k)}, p.Path)
		}
		for _, k := range unlike(standing(p.Page.Article), standing(base)) { // from its history, or what was left to do
			if c := (daily.Control{Verb: daily.Back, Cite: string(k), Page: string(articles.PageSlug(p.Path))}); !a.gone.backBy(c) && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// here returns what of these controls about a page is of the person here. What a commit brought anybody may have done who can
// write to the remote, so only what was changed since the last one counts.
func (a *Run) here(p *articles.Article, controls []daily.Control) []daily.Control {
	if a.Past == nil || len(controls) == 0 {
		return controls
	}
	text, err := a.Past.Committed(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && text == nil:
		return controls
	case err != nil, bytes.Equal(text, p.Page.Bytes()):
		return nil
	}
	head := wiki.Parse(text)
	had, stood, stands := merge.Keys{}, standing(head), standing(p.Page.Article)
	for k := range merge.PageKeys(head) {
		had[anywhere(string(k))] = true
	}
	return slices.DeleteFunc(controls, func(c daily.Control) bool {
		k := merge.Key(c.Cite)
		return k != "" && had[anywhere(c.Cite)] == (c.Verb == daily.Back) && !(c.Verb == daily.Back && stands[k] && !stood[k])
	})
}

// Withdrawn reports whether a person on another machine removed an article that nobody edited here.
func (a *Run) Withdrawn(p *articles.Article) bool {
	return a != nil && p.Readable() && !p.Hands && !a.State.Pages[p.Path].Deleted && a.gone.page(slugOf(p.Path), p.Page.Article)
}

// Without takes what a person took out of an article out of its draft. It reports whether something is left.
func (a *Run) Without(d *draft.Draft, at string) bool {
	if a == nil {
		return true
	}
	names := a.slugs(at)
	if !slices.ContainsFunc(names, func(n string) bool { return len(a.gone.acts[n]) > 0 }) {
		return true
	}
	out := func(p wiki.Point) bool {
		return len(p.Cites) > 0 && !slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool { return !a.gone.line(names, merge.CiteKey(c)) })
	}
	d.Points = slices.DeleteFunc(slices.Clone(d.Points), out)
	d.Details = slices.Clone(d.Details)
	for i := range d.Details {
		d.Details[i].Points = slices.DeleteFunc(slices.Clone(d.Details[i].Points), out)
	}
	d.Details = slices.DeleteFunc(d.Details, func(b draft.Detail) bool { return len(b.Points) == 0 && b.Para == "" })
	d.History = slices.DeleteFunc(slices.Clone(d.History), func(t draft.Replacement) bool { return out(t.Was) })
	return len(d.Points) > 0
}
