package search

import (
	"context"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Search finds documents. A phrase beside other words that stands nowhere is looked for by its words,
// which Nearby tells; a phrase alone is meant as it is. The error is ctx's.
func (x *Index) Search(ctx context.Context, q Query, o Options) (Results, error) {
	res, err := x.loosely(ctx, q, o)
	if err != nil {
		return res, err
	}
	res.Notes = slices.Clone(q.Notes)
	if len(res.Hits) == 0 || len(q.Types) > 1 || len(q.Tags) > 1 || len(q.Projects) > 1 || len(q.Branches) > 1 {
		res.Notes = append(res.Notes, x.unknown(&q.Filter)...)
	}
	return res, nil
}

func (x *Index) loosely(ctx context.Context, q Query, o Options) (Results, error) {
	res, err := x.search(ctx, q, o)
	if err != nil || len(res.Hits) > 0 || !q.saysMore() {
		return res, err
	}
	if o.Offset > 0 { // were there any before?
		first, err := x.search(ctx, q, Options{Limit: 1})
		if err != nil || len(first.Hits) > 0 {
			return res, err
		}
	}
	phrases := q.phrases
	q.phrases = nil
	if res, err = x.search(ctx, q, o); err != nil || len(res.Hits) == 0 {
		return res, err
	}
	if res.Nearby == nil {
		res.Nearby = map[string]string{}
	}
	for _, phrase := range phrases {
		var words []string
		for _, w := range phrase {
			words = append(words, w.exact)
		}
		res.Nearby[strings.Join(words, " ")] = "its words"
	}
	return res, nil
}

// saysMore reports whether a query with phrases says something beside them: a word of weight, or any
// of a question.
func (q *Query) saysMore() bool {
	return len(q.phrases) > 0 && slices.ContainsFunc(q.words, func(w wanted) bool {
		return (q.asks&question != 0 || !prose.IsStopAnywhere(w.exact)) && !slices.ContainsFunc(q.phrases, func(phrase []form) bool {
			return slices.ContainsFunc(phrase, func(p form) bool { return strings.Contains(p.exact, w.exact) })
		})
	})
}
