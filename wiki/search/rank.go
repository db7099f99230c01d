package search

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// The ranking is BM25 over weighted fields (S. Robertson, H. Zaragoza, M. Taylor, "Simple BM25 extension
// to multiple weighted fields", 2004) and, on top of it, BM25 of the best passage: a page that says all
// of a question in one place is worth more than one that says its words here and there. What pays and
// how much stands in testdata/ablation.md.
var (
	fieldWeight  = [fields]float64{inTitle: 4, inAliases: 4, inTags: 1.5, inHeading: 2, inBody: 1, inPoint: 1.2, inAside: 0.5}
	passageField = [fields]float64{inTitle: 1, inBody: 1, inPoint: 1.05, inAside: 0.5}
	fieldNorm    = [fields]float64{inTitle: 0.4, inAliases: 0.4, inTags: 0.4, inHeading: 0.4, inBody: 0.75, inPoint: 0.75, inAside: 0.75}
)

// That the weights can be changed is for the test that shows what each is good for.
var (
	k1            = 1.2
	passageK1     = 1.2
	passageNorm   = 0.5
	passageWeight = 0.6
	marksWeight   = 0.8 // of a word that has other marks than the one that is looked for
	exactWeight   = 0.3 // more, for one that has the same
	partWeight    = 0.5 // of a part of a name that is looked for
	stopWeight    = 0.25
	tellWeight    = 0.8 // of what an article tells beside its claims, which say where they come from
	nearWeight    = 0.6 // of words that are not those that are looked for, when these are nowhere
	holdsWeight   = 1.3 // of a passage that holds what a question asks for
	asksWeight    = 0.8 // of one that asks itself
	framingWeight = 0.3 // of one that nobody said
)

const (
	rerankLeast = 60 // documents of which the passages are compared
	verifyMost  = 2000
)

// Options say how much is wanted.
type Options struct {
	Limit  int // hits; 0 is 10
	Offset int
	Lines  bool // a hit is a passage rather than a page or an entry
	Fold   bool // what a hit says too is told by its Also rather than a hit by itself
	Rarest int  // so many words of the query are looked for, the rarest, each only as it is written; 0 is all, and what is near

	// Cover is how much of what is looked for, of 0 to 1, the passage of a hit has to hold. What cannot is left
	// out early: Total counts none of it.
	Cover float64
}

// Results are what was found, the best first.
type Results struct {
	Hits   []Hit
	Total  int               // documents that hold one of the words, and every phrase
	Nearby map[string]string // words that are nowhere, and what was taken in their place
	Absent []string          // words that are nowhere, with nothing near them
	Notes  []string          // what of the query could not be obeyed, and why
	Folded int               // hits that another one says too: see [Options]
	Lost   bool              // the index was damaged or older than the files: ask again, of [Store.Open]
}

// scored is a document and what it is worth.
type scored struct {
	doc   int
	score float64
}

// A candidate is a document that is looked at.
type candidate struct {
	scored
	about
	passage int       // the best, -1 for none
	cover   float64   // of the query, by that passage
	worth   []float64 // of each passage
	covers  []float64
	line    bool // it is this passage that was found
}

// search finds documents that hold all phrases.
func (x *Index) search(ctx context.Context, q Query, o Options) (Results, error) {
	var res Results
	if o.Limit <= 0 {
		o.Limit = 10
	}
	if q.Empty() {
		return res, nil
	}
	terms := x.terms(q.words, o.Rarest == 0)
	words := q.words
	if o.Rarest > 0 {
		words, terms = rarest(words, terms, o.Rarest)
	}
	need := x.need(words, terms)
	for _, t := range terms {
		if t.by != "" {
			if res.Nearby == nil {
				res.Nearby = map[string]string{}
			}
			res.Nearby[t.exact] = t.by
		}
	}
	res.Absent = nowhere(q.words, terms)
	found := x.match(&q, terms, byWorth(terms, o.Cover*need))
	if err := ctx.Err(); err != nil {
		return res, err
	}
	some := max(rerankLeast, 3*(o.Limit+o.Offset))
	best, rest := x.best(found, &q, some)
	res.Total = len(best) + len(rest)
	n := min(len(best), some)
	x.rerank(best[:n], terms, need, q.asks)
	if o.Cover > 0 {
		best, rest = slices.DeleteFunc(best[:n], func(c candidate) bool { return c.cover < o.Cover }), nil
		n, res.Total = len(best), len(best)
	}
	if o.Lines {
		best, rest = lines(best[:n]), nil
		res.Total = len(best)
	}
	var docs []int // of the hits
	var told folds
	all, most := res.Total, max(verifyMost, o.Limit+o.Offset)
	for i := 0; i < most && (len(res.Hits) < o.Limit || len(q.phrases) > 0); i++ { // only the text tells who holds a phrase
		var c candidate
		switch {
		case ctx.Err() != nil:
			return res, ctx.Err()
		case i < len(best):
			c = best[i]
		case i < all:
			c = candidate{scored: rest[i-len(best)], passage: -1}
			c.about, _ = x.doc(c.doc)
		default:
			i = most
			continue
		}
		hit, ok := x.hit(&c, &q, terms)
		if !ok {
			res.Total--
			continue
		}
		if len(res.Hits) == o.Limit {
			continue
		}
		if o.Fold && told.fold(&hit, res.Hits, o.Offset > 0) {
			res.Folded++
			continue
		}
		if o.Offset > 0 {
			o.Offset--
			continue
		}
		res.Hits = append(res.Hits, hit)
		docs = append(docs, c.doc)
	}
	x.explain(res.Hits, docs, terms)
	res.Lost = x.damaged()
	return res, nil
}

// match scores the documents that hold a word, the best first. Without words all are found. Documents that hold
// none of the first few terms are not looked for.
func (x *Index) match(q *Query, terms []term, few int) []scored {
	last := len(x.parts) - 1
	if last < 0 {
		return nil
	}
	score := make([]float64, x.first[last]+x.parts[last].docs)
	avg := x.averages()
	if len(q.words) == 0 {
		for i, p := range x.parts {
			for d := range p.docs {
				if !p.gone[d] {
					score[x.first[i]+d] = 1
				}
			}
		}
	}
	times := make([]float64, len(score))
	var in []int
	var known [][]int // documents of each part that hold one of the first few
	for i := range terms {
		t := &terms[i]
		if i == few && few < len(terms) {
			known = x.parted(above(score))
		}
		for k, p := range x.parts {
			for _, w := range t.words[k] {
				read := p.postings
				if known != nil {
					read = func(w word, f func(int, []posting)) { p.postingsIn(w, known[k], f) }
				}
				read(w, func(doc int, list []posting) {
					doc += x.first[k]
					if times[doc] == 0 {
						in = append(in, doc)
					}
					times[doc] += x.frequency(doc, list, &avg, t)
				})
			}
		}
		for _, doc := range in {
			f := times[doc]
			score[doc] += t.weight * t.idf * f * (k1 + 1) / (k1 + f)
			times[doc] = 0
		}
		in = in[:0]
	}
	for _, t := range x.terms(q.without, false) {
		for k, p := range x.parts {
			for _, w := range t.words[k] {
				p.postings(w, func(doc int, _ []posting) { score[x.first[k]+doc] = 0 })
			}
		}
	}
	var out []scored
	for doc, s := range score {
		if s > 0 {
			out = append(out, scored{doc, s})
		}
	}
	slices.SortFunc(out, better)
	return out
}

func better(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc)) }

// frequency is how often a term stands in a document, by the weights of its fields.
func (x *Index) frequency(doc int, in []posting, avg *[fields]float64, t *term) float64 {
	length := x.lengths(doc)
	f := 0.0
	for _, p := range in {
		b := fieldNorm[p.field]
		f += fieldWeight[p.field] * p.count(t) / (1 - b + b*float64(length[p.field])/avg[p.field])
	}
	return f
}

// count is how often a passage has the word, less for those with other marks.
func (p *posting) count(t *term) float64 {
	if t.exact != t.folded {
		return float64(p.tf)
	}
	return float64(p.exact) + marksWeight*float64(p.tf-p.exact)
}

// best reads what is known of the best documents that count; with a filter, of all.
func (x *Index) best(found []scored, q *Query, some int) (best []candidate, rest []scored) {
	for i, f := range found {
		if q.Filter.empty() && len(best) == some {
			return best, found[i:]
		}
		a, ok := x.doc(f.doc)
		if ok && q.Filter.holds(&a) {
			best = append(best, candidate{scored: f, about: a, passage: -1})
		}
	}
	return best, nil
}

// rerank adds what the best passage of each document is worth.
func (x *Index) rerank(found []candidate, terms []term, need float64, asks sort) {
	at := make(map[int]int, len(found))
	docs := x.parted(numbers(found))
	worth, holds := make([][]float64, len(found)), make([][]float64, len(found))
	all, n := 0.0, 0.0
	for i := range found {
		f := &found[i]
		at[f.doc] = i
		worth[i], holds[i] = make([]float64, len(f.about.parts)), make([]float64, len(f.about.parts))
		for _, p := range f.about.parts {
			all += float64(p.length)
			n++
		}
	}
	avg := math.Max(1, all/math.Max(1, n))
	for i := range terms {
		t := &terms[i]
		for k, p := range x.parts {
			for _, w := range t.words[k] {
				p.postingsIn(w, docs[k], func(doc int, in []posting) {
					j := at[x.first[k]+doc]
					for _, q := range in {
						if q.passage >= len(worth[j]) {
							continue
						}
						f := q.count(t)
						holds[j][q.passage] += t.weight * t.idf
						long := float64(found[j].about.parts[q.passage].length)
						worth[j][q.passage] += t.weight * t.idf * f * (passageK1 + 1) / (f + passageK1*(1-passageNorm+passageNorm*long/avg))
					}
				})
			}
		}
	}
	for i := range found {
		f := &found[i]
		best, shown := 0.0, 0.0
		f.worth, f.covers = beside(f.about.parts, worth[i], asks), holds[i]
		for n := range f.covers {
			f.covers[n] = math.Min(1, f.covers[n]/need)
		}
		for n, w := range f.worth {
			where := f.about.parts[n].field
			best = max(best, w)
			if where == inBody && f.about.Kind == Article {
				w *= tellWeight
			}
			if where >= inBody && w > shown {
				f.passage, shown = n, w
			}
		}
		f.score += passageWeight * best
		if f.passage >= 0 {
			f.score *= f.about.parts[f.passage].holds.answers(asks)
			f.cover = f.covers[f.passage]
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return better(a.scored, b.scored) })
}

// need is what a passage that holds all words would hold, those counted too that are nowhere.
func (x *Index) need(words []wanted, terms []term) float64 {
	all := 0.0
	for _, w := range words {
		idf := math.Log(1 + float64(x.docs)/0.5)
		for i := range terms {
			if terms[i].exact == w.exact && terms[i].by == "" {
				idf = terms[i].idf
			}
		}
		all += w.weight * idf
	}
	return math.Max(all, 1e-9)
}
