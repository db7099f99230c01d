package search

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A Query is what is looked for.
type Query struct {
	words   []wanted
	phrases [][]wanted // words that stand side by side
	without []wanted
	asks    sort
	Filter
}

// A Filter says which documents count. Every list that is not empty has to hold one that fits.
type Filter struct {
	In       []string // "wiki", "daily", "notes"
	Types    []string // concept, connection, qa
	Tags     []string
	Projects []string
	Branches []string
	After    string // day, or the beginning of one: the first that counts
	Before   string // the first that does not
}

// wanted is a form that is looked for.
type wanted struct {
	form
	weight float64
}

// Parse reads what a person typed: words, "phrases", -words, and filters (type: tag: project: branch:
// after: before: in:). It never fails: what is no filter is words.
func Parse(text string) Query {
	var q Query
	for _, arg := range args(text) {
		not := strings.HasPrefix(arg, "-") && len(arg) > 1
		if not {
			arg = arg[1:]
		}
		if !not && q.filter(arg) {
			continue
		}
		bare, quoted := strings.CutPrefix(arg, `"`)
		bare = strings.TrimSuffix(bare, `"`)
		ws := wantedIn(bare)
		switch {
		case not:
			q.without = append(q.without, ws...)
		default:
			q.words = append(q.words, ws...)
			if words := parts(bare); quoted && len(words) > 1 {
				q.phrases = append(q.phrases, words)
			}
		}
	}
	q.asks = asked(text)
	q.weigh()
	return q
}

// args parts a query at spaces outside of quotes.
func args(text string) (out []string) {
	var b strings.Builder
	quoted := false
	for _, r := range text {
		switch {
		case r == '"' || r == '“' || r == '”':
			if quoted {
				b.WriteByte('"')
				out = append(out, b.String())
				b.Reset()
			} else {
				if s := b.String(); s != "" && s != "-" && !strings.HasSuffix(s, ":") {
					out = append(out, s)
					b.Reset()
				}
				b.WriteByte('"')
			}
			quoted = !quoted
		case !quoted && (r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\u3000'):
			if b.Len() > 0 {
				out = append(out, b.String())
				b.Reset()
			}
		default:
			b.WriteRune(r)
		}
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}

// filter takes "tag:go" into the filter; false if it is none.
func (q *Query) filter(arg string) bool {
	name, value, ok := strings.Cut(arg, ":")
	value = strings.Trim(value, `"`)
	if !ok || value == "" {
		return false
	}
	switch strings.ToLower(name) {
	case "type":
		q.Types = append(q.Types, value)
	case "tag":
		q.Tags = append(q.Tags, strings.TrimPrefix(value, "#"))
	case "project":
		q.Projects = append(q.Projects, value)
	case "branch":
		q.Branches = append(q.Branches, value)
	case "in":
		if !slices.Contains([]string{"wiki", "daily", "notes"}, strings.ToLower(value)) {
			return false
		}
		q.In = append(q.In, strings.ToLower(value))
	case "after", "before":
		if !dayLike(value) {
			return false
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

// dayLike reports whether a text is 2026, 2026-03 or 2026-03-02.
func dayLike(s string) bool {
	return len(s) == 4 && numeric(s) && !strings.Contains(s, ".") || dateIn(s) > 0
}

// wantedIn are the forms of some words: of a word that has parts, these count less.
func wantedIn(text string) (out []wanted) {
	scan(text, func(start, end int) {
		fs := forms(text[start:end])
		for i, f := range fs {
			weight := 1.0
			if len(fs) > 1 && i < len(fs)-1 {
				weight = partWeight
			}
			out = append(out, wanted{f, weight})
		}
	})
	return out
}

// parts are the words of a phrase, each once.
func parts(text string) (out []wanted) {
	scan(text, func(start, end int) {
		if fs := forms(text[start:end]); len(fs) > 0 {
			out = append(out, wanted{fs[len(fs)-1], 1})
		}
	})
	return out
}

// weigh has words that say nothing of a subject count little beside those that do, and each but once.
func (q *Query) weigh() {
	var out []wanted
	content := false
	for _, w := range q.words {
		if i := slices.IndexFunc(out, func(o wanted) bool { return o.exact == w.exact }); i >= 0 {
			out[i].weight = max(out[i].weight, w.weight)
			continue
		}
		out = append(out, w)
		content = content || !prose.IsStopAnywhere(w.exact)
	}
	for i := range out {
		if content && prose.IsStopAnywhere(out[i].exact) {
			out[i].weight *= stopWeight
		}
	}
	q.words = out
}

// Empty reports whether nothing is looked for. A filter alone is something.
func (q *Query) Empty() bool {
	return len(q.words) == 0 && q.Filter.empty()
}

func (f *Filter) empty() bool {
	return len(f.In) == 0 && len(f.Types) == 0 && len(f.Tags) == 0 && len(f.Projects) == 0 && len(f.Branches) == 0 && f.After == "" && f.Before == ""
}

// holds reports whether a document counts.
func (f *Filter) holds(a *about) bool {
	in := func(list []string, has ...string) bool {
		return len(list) == 0 || slices.ContainsFunc(list, func(want string) bool {
			return slices.ContainsFunc(has, func(h string) bool {
				return strings.EqualFold(h, want) || len(h) > len(want) && h[len(want)] == '/' && strings.EqualFold(h[:len(want)], want)
			})
		})
	}
	where := "notes"
	switch a.Kind {
	case Article:
		where = "wiki"
	case Entry:
		where = "daily"
	}
	return in(f.In, where) && in(f.Types, a.Type) && in(f.Tags, a.Tags...) && in(f.Branches, a.Branch) &&
		in(f.Projects, append([]string{a.Project}, a.Tags...)...) &&
		(f.After == "" || a.Updated != "" && a.Updated >= f.After) &&
		(f.Before == "" || a.Created != "" && a.Created < f.Before)
}
