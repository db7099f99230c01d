package pages

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

const relatedMost = 12 // an edit adds links only up to this number

// connect adds the links of an edit to an article, and links a new article to those that rest on the same lines.
func (s *Pages) connect(d *draft.Draft, e *kept.Edit) {
	for _, x := range e.Links {
		if to, ok := s.ref(x.To); ok && s.Stand(x.Why.On) {
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
	for _, i := range s.Saying(on) {
		o := &s.Drafts[i]
		if o.Type != wiki.Concept || wiki.Fold(o.Title) == wiki.Fold(d.Title) {
			continue
		}
		shares := false
		for p := range nearest.Points(o) {
			shares = shares || slices.ContainsFunc(KeysOf(*p), func(k string) bool { return slices.Contains(on, k) })
		}
		if shares {
			relate(d, draft.Ref{Slug: o.Slug, Title: o.Title}, about(o, d), false)
			relate(o, draft.Ref{Slug: d.Slug, Title: d.Title}, about(d, o), false)
		}
	}
}

// about returns the reason of a link between two articles that share lines.
func about(to, from *draft.Draft) string {
	if slices.Contains(from.Tags, strings.ToLower(to.Title)) { // a project
		return "part of the work on " + to.Title
	}
	why, _ := prose.Clip(bare(to.Description), kept.WhyMost)
	return why
}

// ref returns what a title leads to.
func (s *Pages) ref(title string) (draft.Ref, bool) {
	if d := s.Find(title); d != nil {
		return draft.Ref{Slug: d.Slug, Title: d.Title}, true
	}
	return draft.Ref{}, false
}

// relate links an article to another, or updates the reason of a link if the edit asked for it.
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

// bare returns a text without Markdown marks: reasons of links are plain text.
func bare(markdown string) string { return strings.ReplaceAll(prose.Inline(markdown), "`", "") }
