package compiler_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// terms is an author for tests: text in backticks is a subject, "`a` aka `b`" makes a the alias of b, two subjects in
// one bullet are related, and in a decision they have a connection.
type terms struct {
	version string // part of the name and of every lead
	bad     func(*draft.Draft)
	swap    bool         // swap the ends of connections
	calls   atomic.Int64 // also while a plan is made beside a watch
}

func (a *terms) Name() string { return "terms/" + a.version }

var (
	term = regexp.MustCompile("`([^`]+)`")
	aka  = regexp.MustCompile("`([^`]+)` aka `([^`]+)`")
)

func (a *terms) Articles(_ context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	a.calls.Add(1)
	alias := map[string]string{}
	each(entries, func(_ daily.Dated, b daily.Bullet) {
		for _, m := range aka.FindAllStringSubmatch(b.Text, -1) {
			alias[wiki.Fold(m[1])] = m[2]
		}
	})
	name := func(t string) string {
		for alias[wiki.Fold(t)] != "" && wiki.Fold(alias[wiki.Fold(t)]) != wiki.Fold(t) {
			t = alias[wiki.Fold(t)]
		}
		return t
	}
	w := &termWriter{a: a, known: map[string][]claim{}, drafts: map[string]*draft.Draft{}}
	for _, page := range known {
		seen := map[string]bool{}
		for i, n := range append([]string{page.Title, string(page.Slug)}, page.Aliases...) {
			if n = wiki.Fold(n); !seen[n] {
				seen[n] = true
				w.known[n] = append(w.known[n], claim{page, i == 0})
			}
		}
	}
	each(entries, func(d daily.Dated, b daily.Bullet) {
		point := wiki.Point{Text: b.Text, Cites: []wiki.Cite{cite(d, b)}}
		var in []*draft.Draft
		for _, m := range term.FindAllStringSubmatch(b.Text, -1) {
			title := name(m[1])
			s := w.draft(title)
			if s == nil || slices.Contains(in, s) {
				continue
			}
			if wiki.Fold(m[1]) != wiki.Fold(title) && !slices.Contains(s.Aliases, m[1]) {
				s.Aliases = append(s.Aliases, m[1])
			}
			s.Points = append(s.Points, point)
			in = append(in, s)
		}
		w.relate(in, point, b.Kind == daily.Decision)
	})
	return w.all(), nil
}

type claim struct {
	page    wiki.Known
	byTitle bool
}

type termWriter struct {
	a      *terms
	known  map[string][]claim // by folded name
	drafts map[string]*draft.Draft
}

func (w *termWriter) draft(title string) *draft.Draft {
	k := wiki.Fold(title)
	if w.drafts[k] == nil {
		d := &draft.Draft{Title: title, Type: wiki.Concept}
		human, named := false, false
		for _, c := range w.known[k] {
			switch {
			case c.page.Human:
				human = true
			case c.page.Type == wiki.Concept && (d.Slug == "" || c.byTitle && !named):
				d.Slug, d.Title, named = c.page.Slug, c.page.Title, c.byTitle
			}
		}
		if human && d.Slug == "" {
			return nil
		}
		if k2 := wiki.Fold(d.Title); w.drafts[k2] != nil {
			d = w.drafts[k2]
		} else {
			w.drafts[k2] = d
		}
		d.Lead = "What " + strings.TrimPrefix(w.a.Name(), "terms/") + " knows of " + d.Title + "."
		w.drafts[k] = d
	}
	return w.drafts[k]
}

func (w *termWriter) relate(in []*draft.Draft, p wiki.Point, decision bool) {
	for _, x := range in {
		for _, y := range in {
			ref := draft.Ref{Title: y.Title}
			if x != y && !slices.ContainsFunc(x.Related, func(r draft.Related) bool { return r.Title == y.Title }) {
				x.Related = append(x.Related, draft.Related{Ref: ref, Why: "named together"})
			}
		}
	}
	if len(in) < 2 || !decision {
		return
	}
	x, y := in[0], in[1]
	if x.Title > y.Title != w.a.swap {
		x, y = y, x
	}
	title := x.Title + " and " + y.Title
	c := w.drafts[wiki.Fold(title)]
	if c == nil {
		c = &draft.Draft{Title: title, Type: wiki.Connection, Connects: []draft.Ref{{Title: x.Title}, {Title: y.Title}}, Lead: "Where they meet."}
		w.drafts[wiki.Fold(title)] = c
	}
	c.Points = append(c.Points, p)
}

func (w *termWriter) all() []draft.Draft {
	var out []draft.Draft
	done := map[*draft.Draft]bool{}
	for _, d := range w.drafts {
		if done[d] {
			continue
		}
		done[d] = true
		if w.a.bad != nil {
			w.a.bad(d)
		}
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b draft.Draft) int { return strings.Compare(a.Title, b.Title) })
	return out
}

func each(entries []daily.Dated, f func(daily.Dated, daily.Bullet)) {
	for _, d := range entries {
		for _, b := range d.Bullets {
			f(d, b)
		}
	}
}

func cite(d daily.Dated, b daily.Bullet) wiki.Cite {
	c := wiki.Cite{Date: wiki.Date(d.Date.String()), Block: b.Block}
	if b.Block == "" {
		c.Heading = d.Heading
	}
	return c
}
