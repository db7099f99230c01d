package site

import (
	"cmp"
	"html"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// day shows a log's markers as the heads of their entries, and after each line the articles that cite it.
func (s *Site) day(at *plan.Page, p *markup.Page) {
	entries, logOf := map[string]*daily.Dated{}, map[string]string{} // by id, and by block id
	for i := range at.Log.Entries {
		e := &at.Log.Entries[i]
		if e.ID != "" {
			entries[e.ID] = e
		}
		for _, b := range e.Bullets {
			logOf[b.Block] = e.Date.String()
		}
	}
	p.Comment = func(said string) string {
		rest, ok := strings.CutPrefix(said, "memoria:entry ")
		if !ok {
			return ""
		}
		for word := range strings.FieldsSeq(rest) {
			if id, ok := strings.CutPrefix(word, "id="); ok && entries[id] != nil {
				return s.entryHead(at, entries[id])
			}
		}
		return ""
	}
	cited := s.plan.Citing(s.src.Wiki, at)
	p.Block = func(id string) string {
		fate := s.src.Holds.Cited(cmp.Or(logOf[id], at.Name) + "#^" + id)
		if len(cited[id]) == 0 && fate.Holds() {
			return ""
		}
		var out strings.Builder
		out.WriteString(` <span class="used">`)
		for _, by := range cited[id] {
			out.WriteString(`<a href="` + html.EscapeString(view.Relative(at.Out, by.Out)) + `">` + html.EscapeString(by.Shown()) + `</a> `)
		}
		switch {
		case fate.Until != "" && !fate.Done:
			out.WriteString(`<span title="` + html.EscapeString(fate.By) + `">no more since ` + html.EscapeString(fate.Until) + `</span>`)
		case fate.Tried || fate.Done:
			out.WriteString(map[bool]string{true: "done", false: "tried and dropped"}[fate.Done])
		}
		return strings.TrimSuffix(out.String(), " ") + "</span>"
	}
}

// entryHead describes an entry's time and session.
func (s *Site) entryHead(at *plan.Page, e *daily.Dated) string {
	var parts []string
	part := func(class, what, text string) {
		if text != "" {
			parts = append(parts, `<span class="`+class+`">`+html.EscapeString(what+text)+`</span>`)
		}
	}
	if !e.At.IsZero() && !strings.Contains(e.Heading, e.At.Format("15:04")) {
		parts = append(parts, `<time datetime="`+e.At.Format("2006-01-02T15:04:05Z07:00")+`">`+e.At.Format("15:04")+`</time>`)
	}
	if l := s.projectOf(e.Project); l != nil {
		parts = append(parts, `<a class="project" href="`+html.EscapeString(view.Relative(at.Out, l.Out))+`">`+html.EscapeString(l.Name)+`</a>`)
	}
	part("branch", "branch ", e.Branch)
	part("agent", "with ", e.Agent)
	if e.Session != "" {
		parts = append(parts, `<span class="session" title="session `+html.EscapeString(e.Session)+`">`+html.EscapeString("session "+short(e.Session))+`</span>`)
	}
	if s.later[e.ID] {
		part("continued", "", "continued")
	}
	part("by", "written by ", e.By)
	return `<p class="entry">` + strings.Join(parts, " ") + "</p>\n"
}
