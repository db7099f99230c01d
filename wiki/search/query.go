package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Query is a parsed query.
type Query struct {
	words   []wanted
	phrases [][]token.Form // words that stand side by side
	without []wanted
	dashed  []dashed
	asks    index.Trait
	Filter
	Notes []string // filters that say nothing, and why; they are left out
}

// A Filter selects documents. A document must match one value of every list that is not empty.
type Filter struct {
	In       []string // "wiki", "daily", "notes"
	Types    []string // concept, connection, qa
	Tags     []string
	Projects []string
	Without  []string // projects of which nothing is found, nor articles that tell of them, too
	Branches []string
	Agents   []string // claude, codex, …: entries of their sessions
	After    string   // the first day that counts, or the beginning of its date
	Before   string   // the first that does not
}

// wanted is a form of a word to search for.
type wanted struct {
	token.Form
	weight float64
	of     int // the word of the query that it is a form of
}

// dashed is an argument such as -race: a word to leave out, or an option of a command to look for.
type dashed struct {
	word  string
	words []wanted
}

// isOption reports whether an argument can only be an option of a command: --force, -n, -ldflags=-s.
func isOption(arg string) bool {
	return strings.HasPrefix(arg, "--") || utf8.RuneCountInString(arg) == 2 || strings.Contains(arg, "=")
}

// A Parser reads queries.
type Parser struct {
	// Day returns the day that words such as "yesterday" mean; nil knows none.
	Day func(words string) (day string, ok bool)
}

// Parse reads a query with a Parser that knows days only by their date.
func Parse(text string) Query { return Parser{}.Parse(text) }

// Parse reads what a person typed: words, "phrases", -words, and filters (type: tag: project: branch:
// after: before: in:). It never fails: an argument that is no filter is a word, and a filter without meaning is
// reported in the query's Notes. What has the shape of an option, as --force, -n and -ldflags=x, is a word; whether
// -race is one is decided by what is searched.
func (ps Parser) Parse(text string) Query {
	var q Query
	n := 0
	for _, arg := range args(text) {
		not := strings.HasPrefix(arg, "-") && len(arg) > 1 && !isOption(arg)
		if not {
			arg = arg[1:]
		}
		if !not && q.filter(arg, ps.Day) {
			continue
		}
		bare, quoted := strings.CutPrefix(arg, `"`)
		bare = strings.TrimSuffix(bare, `"`)
		ws := wantedIn(bare, &n)
		switch {
		case not && quoted:
			q.without = append(q.without, ws...)
		case not:
			bare = cmp.Or(strings.TrimRight(bare, ".,;:!?)"), bare)
			q.dashed = append(q.dashed, dashed{bare, ws})
		default:
			q.words = append(q.words, ws...)
			if words := sequence(bare); quoted && len(words) > 1 {
				q.phrases = append(q.phrases, words)
			}
		}
	}
	if len(q.words) == 0 && q.Filter.empty() {
		q.dashed = slices.DeleteFunc(q.dashed, func(d dashed) bool { q.words = append(q.words, d.words...); return true })
	}
	q.span()
	q.asks = asked(text)
	q.weigh()
	return q
}

// args splits a query at spaces outside of quotes.
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

// wantedIn returns the forms of some words. The parts of a word count less than the whole word. n counts the words.
func wantedIn(text string, n *int) (out []wanted) {
	token.Scan(text, func(start, end int) {
		*n++
		fs := token.Forms(text[start:end])
		for i, f := range fs {
			weight := 1.0
			if len(fs) > 1 && i < len(fs)-1 {
				weight = partWeight
			}
			out = append(out, wanted{f, weight, *n})
		}
	})
	return out
}

// weigh gives stop words a low weight beside other words, and counts each word once.
func (q *Query) weigh() {
	var out []wanted
	content := false
	for _, w := range q.words {
		if i := slices.IndexFunc(out, func(o wanted) bool { return o.Exact == w.Exact }); i >= 0 {
			out[i].weight = max(out[i].weight, w.weight)
			continue
		}
		out = append(out, w)
		content = content || !prose.IsStopAnywhere(w.Exact)
	}
	for i := range out {
		if content && prose.IsStopAnywhere(out[i].Exact) {
			out[i].weight *= stopWeight
		}
	}
	q.words = out
}
