package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// filter adds an argument such as "tag:go" to the filter. It returns false if the argument is no filter.
func (q *Query) filter(arg string, day func(string) (string, bool)) bool {
	name, value, ok := strings.Cut(arg, ":")
	value = strings.Trim(value, `"`)
	name = strings.ToLower(name)
	if !ok || value == "" {
		switch name {
		case "type", "tag", "project", "branch", "agent", "after", "before":
			if ok {
				q.Notes = append(q.Notes, arg+" is looked for as a word: it names nothing behind it")
			}
		}
		return false
	}
	switch name {
	case "type":
		q.Types = append(q.Types, value)
	case "tag":
		q.Tags = append(q.Tags, strings.TrimPrefix(value, "#"))
	case "project":
		q.Projects = append(q.Projects, value)
	case "branch":
		q.Branches = append(q.Branches, value)
	case "agent":
		q.Agents = append(q.Agents, value)
	case "in":
		if value = strings.ToLower(value); !slices.Contains([]string{"wiki", "daily", "notes"}, value) {
			q.leaveOut(arg, "a place is wiki, daily or notes")
			return true
		}
		q.In = append(q.In, value)
	case "after", "before":
		if !dayLike(value) {
			said, known := "", false
			if day != nil {
				said, known = day(value)
			}
			if !known {
				q.leaveOut(arg, "a day is written like 2026-03-02, 2026-03, yesterday or 7d")
				return true
			}
			value = said
		}
		if name == "after" {
			q.After = value
		} else {
			q.Before = value
		}
	default:
		return false
	}
	return true
}

func (q *Query) leaveOut(arg, why string) {
	q.Notes = append(q.Notes, fmt.Sprintf("%s is left out: %s", arg, why))
}

// span adds a note if the query asks for a range of days that is empty.
func (q *Query) span() {
	if q.After != "" && q.Before != "" && q.After >= q.Before {
		q.Notes = append(q.Notes, fmt.Sprintf("no day lies from %s on and before %s: found is what was begun before and changed after", q.After, q.Before))
	}
}

// dayLike reports whether a text is a year, a month or a day that exists: 2026, 2026-03 or 2026-03-02.
func dayLike(s string) bool {
	for _, layout := range [...]string{time.DateOnly, "2006-01", "2006"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// Empty reports whether the query asks for nothing. A filter alone is a query.
func (q *Query) Empty() bool {
	return len(q.words) == 0 && q.Filter.empty()
}

func (f *Filter) empty() bool {
	return len(f.In) == 0 && len(f.Types) == 0 && len(f.Tags) == 0 && len(f.Projects) == 0 && len(f.Branches) == 0 && len(f.Agents) == 0 && f.After == "" && f.Before == ""
}

// holds reports whether a document passes the filter.
func (f *Filter) holds(a *index.Doc) bool {
	in := func(list []string, has ...string) bool {
		return len(list) == 0 || slices.ContainsFunc(list, func(want string) bool {
			return slices.ContainsFunc(has, func(h string) bool {
				return strings.EqualFold(h, want) || len(h) > len(want) && h[len(want)] == '/' && strings.EqualFold(h[:len(want)], want)
			})
		})
	}
	if slices.ContainsFunc(f.Without, func(p string) bool { return ofProject(a, p) }) {
		return false
	}
	where := "notes"
	switch a.Kind {
	case index.Article:
		where = "wiki"
	case index.Entry:
		where = "daily"
	}
	return in(f.In, where) && in(f.Types, a.Type) && in(f.Tags, a.Tags...) && in(f.Branches, a.Branch) && in(f.Agents, a.Agent) &&
		(in(f.Projects, append([]string{a.Project}, a.Tags...)...) || slices.ContainsFunc(f.Projects, func(p string) bool { return ofProject(a, p) })) &&
		(f.After == "" || a.Updated != "" && a.Updated >= f.After) &&
		(f.Before == "" || a.Created != "" && a.Created < f.Before)
}

// ofProject reports whether a document belongs to a project or has it as a tag.
func ofProject(a *index.Doc, project string) bool {
	key := wiki.ProjectKey(project)
	same := func(name string) bool { return name != "" && wiki.ProjectKey(name) == key }
	return same(a.Project) || slices.ContainsFunc(a.Tags, same)
}

const (
	someValues = 8  // known values shown for an unknown one
	valueMost  = 40 // bytes of a value
)

// unknown returns a note for each value of a filter that no document has.
func unknown(x *index.Index, f *Filter) (notes []string) {
	tell := func(name string, want []string, of func(*index.Doc) []string, list func(*Filter) *[]string) {
		for _, v := range want {
			var one Filter
			*list(&one) = []string{v}
			if others, known := valuesOf(x, of, one); !known {
				notes = append(notes, fmt.Sprintf("nothing has the %s %q%s", name, v, listed(others)))
			}
		}
	}
	tell("type", f.Types, func(a *index.Doc) []string { return []string{a.Type} }, func(f *Filter) *[]string { return &f.Types })
	tell("tag", f.Tags, func(a *index.Doc) []string { return a.Tags }, func(f *Filter) *[]string { return &f.Tags })
	tell("project", f.Projects, func(a *index.Doc) []string { return []string{a.Project} }, func(f *Filter) *[]string { return &f.Projects })
	tell("branch", f.Branches, func(a *index.Doc) []string { return []string{a.Branch} }, func(f *Filter) *[]string { return &f.Branches })
	tell("agent", f.Agents, func(a *index.Doc) []string { return []string{a.Agent} }, func(f *Filter) *[]string { return &f.Agents })
	return notes
}

// valuesOf reports whether a document matches a filter. If none does, it also returns the values that the documents
// have instead, the most frequent first.
func valuesOf(x *index.Index, of func(*index.Doc) []string, f Filter) (others []string, known bool) {
	times := map[string]int{}
	for n := range x.Numbers() {
		a, ok := x.Doc(n)
		if ok && f.holds(&a) {
			return nil, true
		}
		for _, v := range of(&a) {
			if v != "" {
				times[v]++
			}
		}
	}
	for v := range times {
		others = append(others, v)
	}
	sorting.By(others, func(a, b string) int { return cmp.Or(times[b]-times[a], strings.Compare(a, b)) })
	return others, false
}

func listed(values []string) string {
	if len(values) == 0 {
		return ""
	}
	more := ""
	if len(values) > someValues {
		more = fmt.Sprintf(" and %d more", len(values)-someValues)
		values = values[:someValues]
	}
	var named []string
	for _, v := range values { // a page's properties hold anything
		if v = strings.Join(strings.Fields(v), " "); len(v) > valueMost {
			v = strings.ToValidUTF8(v[:valueMost], "") + "…"
		}
		named = append(named, v)
	}
	return ": there are " + strings.Join(named, ", ") + more
}
