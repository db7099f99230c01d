package editor

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

const relatedMost = 12 // links of an article that an edit may bring it to

// connect links an article as an edit says, and a new one to those that say the same lines.
func (s *pages) connect(d *draft.Draft, e *edit) {
	for _, x := range e.Links {
		if to, ok := s.ref(x.To); ok && s.stand(x.Why.On) {
			relate(d, to, bare(x.Why.Text), true)
		}
	}
	if !e.New {
		return
	}
	var on []string
	for _, c := range e.Claims {
		on = append(on, c.On...)
	}
	for _, i := range s.saying(on) {
		o := &s.drafts[i]
		if o.Type != wiki.Concept || wiki.Fold(o.Title) == wiki.Fold(d.Title) {
			continue
		}
		shares := false
		for p := range nearest.Points(o) {
			shares = shares || slices.ContainsFunc(keysOf(*p), func(k string) bool { return slices.Contains(on, k) })
		}
		if shares {
			relate(d, draft.Ref{Slug: o.Slug, Title: o.Title}, about(o, d), false)
			relate(o, draft.Ref{Slug: d.Slug, Title: d.Title}, about(d, o), false)
		}
	}
}

// about is what a link to an article says of it, in another that tells some of the same.
func about(to, from *draft.Draft) string {
	if slices.Contains(from.Tags, strings.ToLower(to.Title)) { // a project
		return "part of the work on " + to.Title
	}
	why, _ := prose.Clip(bare(to.Description), whyMost)
	return why
}

// ref is what a title leads to.
func (s *pages) ref(title string) (draft.Ref, bool) {
	if d := s.find(title); d != nil {
		return draft.Ref{Slug: d.Slug, Title: d.Title}, true
	}
	return draft.Ref{}, false
}

// relate links an article to another, or says better why where that was asked for.
func relate(d *draft.Draft, to draft.Ref, why string, asked bool) {
	if wiki.Fold(to.Title) == wiki.Fold(d.Title) {
		return
	}
	d.Related = slices.Clone(d.Related)
	for i := range d.Related {
		if r := &d.Related[i]; wiki.Fold(r.Title) == wiki.Fold(to.Title) {
			if asked || r.Why == "" {
				r.Why = why
			}
			return
		}
	}
	if len(d.Related) < relatedMost || asked {
		d.Related = append(d.Related, draft.Related{Ref: to, Why: why})
	}
}

// bare is a text without the marks of Markdown: why articles are linked is told in plain words.
func bare(markdown string) string { return strings.ReplaceAll(prose.Inline(markdown), "`", "") }
