// Package search finds the passages of a folder of Markdown that match a query.
//
//	text ─▶ Query (query.go, filter.go) ─▶ terms of the index (terms.go, nearest.go)
//	     ─▶ documents, then their passages, ranked (rank.go) ─▶ hits (hit.go, snippet.go)
//
// wiki/search/index keeps the index, wiki/search/token defines what a word is.
package search

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
	"github.com/agent-admin/memoria/wiki/search/vector"
)

// Options limit the results.
type Options struct {
	Limit  int // hits; 0 is 10
	Offset int
	Lines  bool // a hit is a passage rather than a page or an entry
	Fold   bool // a hit that repeats another is listed in that one's Also
	Rarest int  // the maximum number of words that are searched, the rarest, each only as it is written; 0 means all, with similar words

	// Cover is how much of the query, from 0 to 1, the passage of a hit has to contain. Documents that cannot
	// reach it are skipped early: Total does not count them.
	Cover float64

	Whose  bool // say whose lines articles cite
	Around int  // how many passages are told of before and after that of a hit

	// Near returns passages that mean something like the query; the order is then made of both. nil: by words alone.
	Near func(ctx context.Context, x *index.Index, words string) ([]vector.Near, error)

	// Has reports whether a document has the phrases of the query, if that is known without reading it; the hit has then
	// no passage. nil: nothing is known.
	Has func(path string) (has, known bool)

	// Holds says which lines hold; what does not hold stands behind what does. nil: all do.
	Holds *holds.Record
}

// Results are the hits, the best first.
type Results struct {
	Hits   []Hit
	Total  int               // documents that hold one of the words, and every phrase
	Nearby map[string]string // words that occur nowhere, and their replacements
	Absent []string          // words that are nowhere, with nothing near them
	Notes  []string          // what of the query could not be obeyed, and why
	Folded int               // hits that another one says too: see [Options]

	Counted bool // all were looked at, so that Total and Folded are exact; else there may be fewer hits

	Lost bool // the index was damaged or older than the files: ask again, of the store
}

func (r *Results) nearby(word, by string) {
	if r.Nearby == nil {
		r.Nearby = map[string]string{}
	}
	r.Nearby[word] = by
}

// Told returns, one sentence each, what a person should know beside the hits: filters that match nothing, words
// that were replaced by similar ones, and words that do not occur.
func (r *Results) Told() (out []string) {
	out = append(out, r.Notes...)
	for _, word := range slices.Sorted(maps.Keys(r.Nearby)) {
		out = append(out, fmt.Sprintf("%q is nowhere; looked for %s", word, r.Nearby[word]))
	}
	if len(r.Hits) > 0 && len(r.Absent) > 0 {
		out = append(out, fmt.Sprintf("nowhere, nor anything like it: %s", strings.Join(r.Absent, ", ")))
	}
	return out
}

// Find finds documents. If a phrase beside other words occurs nowhere, its words are searched one by one, and Nearby
// says so; a query that is only a phrase is taken literally. The error is ctx's.
func Find(ctx context.Context, x *index.Index, q Query, o Options) (Results, error) {
	if x.Store.Project != nil {
		asked := q.Projects
		q.Projects, q.Without = nil, slices.Clone(q.Without)
		for _, p := range asked {
			is, apart := x.Store.Project(p)
			q.Projects, q.Without = append(q.Projects, is), append(q.Without, apart...)
		}
	}
	if x.Store.Apart != nil && len(q.Projects) == 0 {
		for _, p := range x.Store.Apart() {
			q.Without = append(slices.Clip(q.Without), p)
			q.Notes = append(slices.Clip(q.Notes), Untold(p))
		}
	}
	q = q.settle(x)
	res, err := loosely(ctx, x, q, o)
	if err != nil {
		return res, err
	}
	res.Notes = slices.Concat(q.Notes, res.Notes)
	if len(res.Hits) == 0 || len(q.Types) > 1 || len(q.Tags) > 1 || len(q.Projects) > 1 || len(q.Branches) > 1 || len(q.Agents) > 0 {
		res.Notes = append(res.Notes, unknown(x, &q.Filter)...)
	}
	return res, nil
}

// Untold says that nothing of a project is shown, since another one of its name is asked in.
func Untold(project string) string {
	return fmt.Sprintf("nothing of %s is shown, another project of the name of this one: ask for that project to find it", project)
}

func loosely(ctx context.Context, x *index.Index, q Query, o Options) (Results, error) {
	res, err := search(ctx, x, q, o)
	if err != nil || len(res.Hits) > 0 || !q.saysMore() {
		return res, err
	}
	if o.Offset > 0 { // were there any before?
		first, err := search(ctx, x, q, Options{Limit: 1})
		if err != nil || len(first.Hits) > 0 {
			return res, err
		}
	}
	phrases := q.phrases
	q.phrases = nil
	if res, err = search(ctx, x, q, o); err != nil || len(res.Hits) == 0 {
		return res, err
	}
	for _, phrase := range phrases {
		var words []string
		for _, w := range phrase {
			words = append(words, w.Exact)
		}
		res.nearby(strings.Join(words, " "), "its words")
	}
	return res, nil
}

// saysMore reports whether a query with phrases has other words that count: a word of weight, or any
// word of a question.
func (q *Query) saysMore() bool {
	return len(q.phrases) > 0 && slices.ContainsFunc(q.words, func(w wanted) bool {
		return (q.asks&index.Question != 0 || !prose.IsStopAnywhere(w.Exact)) && !slices.ContainsFunc(q.phrases, func(phrase []token.Form) bool {
			return slices.ContainsFunc(phrase, func(p token.Form) bool { return strings.Contains(p.Exact, w.Exact) })
		})
	})
}

// said returns the words of a query.
func (q *Query) said() string {
	var words []string
	for _, w := range q.words {
		words = append(words, w.Exact)
	}
	return strings.Join(words, " ")
}

// search finds documents that contain all phrases.
func search(ctx context.Context, x *index.Index, q Query, o Options) (res Results, err error) {
	if o.Limit <= 0 {
		o.Limit = 10
	}
	if q.Empty() {
		return res, nil
	}
	r := ranking{x: x, q: &q, terms: termsOf(x, q.words, o.Rarest == 0), files: index.Reader{In: x.Store.Dir}}
	defer r.files.Close()
	words := q.words
	if o.Rarest > 0 {
		words, r.terms = rarest(words, r.terms, o.Rarest)
	}
	need := needOf(x, words, r.terms)
	for _, t := range r.terms {
		if t.by != "" {
			res.nearby(t.Exact, t.by)
		}
	}
	res.Absent = nowhere(q.words, r.terms)
	found := r.match(enough(r.terms, o.Cover*need))
	if err := ctx.Err(); err != nil {
		return res, err
	}
	some := max(rerankLeast, 3*(o.Limit+o.Offset))
	best, rest := r.best(found, some)
	top := best[:min(len(best), some)]
	r.rerank(top, need)
	if o.Near != nil && o.Cover == 0 && !o.Lines && len(q.words) > 0 && len(q.phrases) == 0 {
		near, err := o.Near(ctx, x, q.said())
		if err != nil {
			res.Notes = append(res.Notes, fmt.Sprintf("searched by words alone: %v", err))
		}
		best, rest = r.join(best, rest, near)
	}
	switch {
	case o.Cover > 0:
		best, rest = slices.DeleteFunc(top, func(c candidate) bool { return c.cover < o.Cover }), nil
		if o.Lines {
			best = lines(best)
		}
	case o.Lines:
		best, rest = lines(top), nil
	}
	res.Total = len(best) + len(rest)
	err = r.show(ctx, &res, o, best, rest)
	res.Lost = x.Damaged()
	return res, err
}

// show makes hits of the candidates. Only the text shows whether a document contains a phrase, so with phrases all
// are read, up to a bound; to count what repeats others, those are whose passages were compared.
func (r *ranking) show(ctx context.Context, res *Results, o Options, best []candidate, rest []scored) error {
	var hits, past []Hit
	var docs, pastDocs []int // of these
	var said statements
	whose := owners{r.x.Store, map[string]map[string]string{}}
	all := min(len(best)+len(rest), max(verifyMost, o.Limit+o.Offset))
	i := 0
	for ; i < all && (len(hits) < o.Limit+o.Offset || len(r.q.phrases) > 0 || o.Fold && i < rerankLeast); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		var c candidate
		if i < len(best) {
			c = best[i]
		} else {
			c = candidate{scored: rest[i-len(best)], passage: -1}
			c.Doc, _ = r.x.Doc(c.doc)
		}
		hit, ok := r.known(&c, o.Has)
		if o.Whose || len(r.q.Projects) > 0 {
			whose.name(&hit)
			hit.others(&r.q.Filter)
		}
		hit.judge(o.Holds)
		if ok && o.Around > 0 && (hit.Kind == index.Entry || len(r.q.Projects) == 0) {
			r.around(&hit, o.Around)
		}
		switch {
		case !ok:
			res.Total--
		case o.Fold && said.repeats(&hit, hits, hit.Past || len(hits) >= o.Limit+o.Offset):
			res.Folded++
		case hit.Past:
			past, pastDocs = append(past, hit), append(pastDocs, c.doc)
		case len(hits) < o.Limit+o.Offset:
			hits, docs = append(hits, hit), append(docs, c.doc)
		}
	}
	res.Counted = i == len(best)+len(rest)
	hits, docs = append(hits, past...), append(docs, pastDocs...)
	from, to := min(o.Offset, len(hits)), min(o.Offset+o.Limit, len(hits))
	docs = docs[from:to]
	if from < to {
		res.Hits = hits[from:to]
	}
	r.explain(res.Hits, docs)
	return nil
}
