package target

import (
	"strings"

	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// ProjectPrefix names a project where an article has its name.
const ProjectPrefix = "project:"

// Span finds all entries of a day, of one log of it (2026-03-02@laptop), of days (2026-03-02..2026-03-09) or of a project (project:NAME, or its name if nothing
// else has it); nil if the name is none of these.
func (f *Finder) Span(name string) *Target {
	name = why.Bare(name)
	t := &Target{f: f}
	first, last, several := strings.Cut(name, "..")
	from, err := daily.ParseDate(dayOf(first))
	to, other := from, err
	if several {
		to, other = daily.ParseDate(dayOf(last))
	}
	project := wiki.ProjectKey(strings.TrimPrefix(name, ProjectPrefix))
	meant := func(d daily.Dated) bool { return d.Project != "" && wiki.ProjectKey(d.Project) == project }
	t.Kind, t.Name = "project", strings.TrimPrefix(name, ProjectPrefix)
	if err == nil && other == nil && from.Machine() == to.Machine() {
		t.Kind, t.Name = "day", name
		if t.Log = from.Machine(); t.Log != "" {
			t.Kind = "log"
		}
		if several {
			t.Kind += "s"
		}
		meant = func(d daily.Dated) bool {
			return !d.Date.IsZero() && (t.Log == "" || t.Log == d.Date.Machine()) && from.Sub(d.Date.Day()) <= 0 && to.Sub(d.Date.Day()) >= 0
		}
	}
	repeats := map[string]bool{} // ids of the entries that those repeat, and of these themselves
	for _, d := range f.entries {
		if meant(d) {
			repeats[d.ID], repeats[d.Redoes] = true, true
		}
	}
	delete(repeats, "")
	for _, d := range f.entries {
		switch {
		case !meant(d) && !repeats[d.ID] && !repeats[d.Redoes]:
		case d.Hand:
			t.Sections = append(t.Sections, d)
		default:
			t.Entries = append(t.Entries, d)
		}
	}
	if len(t.all()) == 0 {
		return nil
	}
	return t
}
