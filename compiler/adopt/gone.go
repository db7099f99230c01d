package adopt

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// gone is what the logs say last of each citation of an article, by its slug: that persons took it out of the wiki, or put
// it back. Under the empty citation it is the article itself.
type gone map[string]map[merge.Key]daily.Control

// goneIn reads the controls of all logs. A later one counts; of two at one time what comes back.
func goneIn(sources []*logs.Log) gone {
	out := gone{}
	for _, s := range sources {
		if s.File == nil {
			continue
		}
		for _, c := range s.File.Controls {
			if c.Verb != daily.Gone && c.Verb != daily.Back {
				continue
			}
			slug := wiki.Fold(c.Page)
			if out[slug] == nil {
				out[slug] = map[merge.Key]daily.Control{}
			}
			if k := anywhere(c.Cite); counts(c, out[slug][k]) {
				out[slug][k] = c
			}
		}
	}
	return out
}

// counts reports whether a control counts more than another one, which may be none.
func counts(c, other daily.Control) bool {
	order := c.At.Compare(other.At)
	return other.Verb == "" || order > 0 || order == 0 && c.Verb == daily.Back
}

// anywhere returns the key of a citation without the machine whose log it names: several logs may have one entry.
func anywhere(cite string) merge.Key {
	if day, block, ok := strings.Cut(cite, "#"); ok {
		day, _, _ = strings.Cut(day, "@")
		return merge.Key(day + "#" + block)
	}
	return merge.Key(cite)
}

// unlike returns the keys that others lack, under the name of any machine.
func unlike(keys, others merge.Keys) (out []merge.Key) {
	has := merge.Keys{}
	for k := range others {
		has[anywhere(string(k))] = true
	}
	for _, k := range keys.Sorted() {
		if !has[anywhere(string(k))] {
			out = append(out, k)
		}
	}
	return out
}

// goneOf returns what persons took out of the page at a path, also under a name that it had before a move.
func (a *Run) goneOf(at string) merge.Keys {
	slug := wiki.Fold(string(articles.PageSlug(at)))
	last := maps.Clone(a.gone[slug])
	if page := a.Wiki.Page(at); page != nil && page.Article != nil {
		for _, n := range page.Aliases() {
			if n = wiki.Fold(n); n == slug || slices.ContainsFunc(a.Wiki.Claims(n), func(o *wiki.Page) bool { return o != page }) {
				continue
			}
			for k, c := range a.gone[n] {
				if last == nil {
					last = map[merge.Key]daily.Control{}
				}
				if k != "" && counts(c, last[k]) {
					last[k] = c
				}
			}
		}
	}
	out := merge.Keys{}
	for k, c := range last {
		if c.Verb == daily.Gone {
			out[k] = true
		}
	}
	return out
}

// page reports whether a person removed a whole article.
func (g gone) page(at string) bool {
	return g[wiki.Fold(string(articles.PageSlug(at)))][""].Verb == daily.Gone
}

// Removed reads from the logs what persons on any machine took out of the wiki, and brings the records of articles that
// are not here in line with it: those that a person removed are not made again.
//
// An article that is gone and of which no log says so counts as removed by the person here only if nothing came from
// another machine since the last run. Else it may have gone with what came, or not be here yet, and it is made again.
// The person can then remove it once more; what a file sync lost would be lost.
func (a *Run) Removed(sources []*logs.Log) {
	if a == nil {
		return
	}
	a.gone = goneIn(sources)
	came := len(a.Paths) > 0 || slices.ContainsFunc(sources, func(s *logs.Log) bool {
		return s.File != nil && s.Date.Machine() != a.Machine && s.File.Hash != s.Record.Hash
	})
	for _, at := range slices.Sorted(maps.Keys(a.State.Pages)) {
		rec := a.State.Pages[at]
		switch {
		case a.Wiki.Page(at) != nil || rec.Deleted || a.continued(at, rec):
		case a.gone.page(at):
			rec.Deleted = true
			a.State.Pages[at] = rec
		case came:
			delete(a.State.Pages, at)
		}
	}
	for slug, last := range a.gone {
		if last[""].Verb == daily.Gone && !a.knows(slug) {
			at := a.Store.PathFor(wiki.Concept, wiki.Slug(slug))
			a.State.Pages[at] = state.PageRecord{Names: []string{slug}, Deleted: true}
		}
	}
}

// knows reports whether there is an article of a name, or a record of one that was removed.
func (a *Run) knows(slug string) bool {
	for at := range a.State.Pages {
		if wiki.Fold(string(articles.PageSlug(at))) == slug {
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
		if c.Page = string(articles.PageSlug(at)); (c.Verb == daily.Gone) != a.goneOf(at)[anywhere(c.Cite)] && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	whole := func(c daily.Control, at string, names []string) {
		say(c, at)
		for _, n := range names { // another machine may know the page under one that it had before a move
			if c.Verb == daily.Back || len(a.Wiki.Claims(n)) == 0 {
				say(c, string(wiki.MakeSlug(n))+".md")
			}
		}
	}
	for _, h := range hands {
		if h.Now == "" && !h.All {
			whole(daily.Control{Verb: daily.Gone}, h.Path, a.State.Pages[h.Path].Names)
		}
	}
	for _, p := range pages {
		if !p.Readable() {
			continue
		}
		if slices.Contains(a.Paths, p.Path) {
			if p.Hands { // it outlasts the removal that it met
				whole(daily.Control{Verb: daily.Back}, p.Path, p.Record.Names)
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
			whole(daily.Control{Verb: daily.Back}, p.Path, p.Record.Names)
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
	}
	return out, nil
}

// Withdrawn reports whether a person on another machine removed an article that nobody edited here.
func (a *Run) Withdrawn(p *articles.Article) bool {
	return a != nil && p.Readable() && !p.Hands && !a.State.Pages[p.Path].Deleted && a.gone.page(p.Path)
}

// Without takes what a person took out of an article out of its draft. It reports whether something is left.
func (a *Run) Without(d *draft.Draft, at string) bool {
	if a == nil {
		return true
	}
	keys := a.goneOf(at)
	if len(keys) == 0 {
		return true
	}
	out := func(p wiki.Point) bool {
		return len(p.Cites) > 0 && !slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool { return !keys[anywhere(string(merge.CiteKey(c)))] })
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
