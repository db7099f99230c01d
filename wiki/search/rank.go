package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// The ranking is BM25 over weighted fields (S. Robertson, H. Zaragoza, M. Taylor, "Simple BM25 extension to multiple
// weighted fields", 2004) plus BM25 of the best passage: a page that answers a question in one place ranks above one
// where the words are scattered. testdata/ablation.md lists what each part gains. The weights are variables so that
// the test can show what each is good for.
var (
	fieldWeight  = [index.Fields]float64{index.InTitle: 4, index.InAliases: 4, index.InTags: 1.5, index.InHeading: 2, index.InBody: 1, index.InPoint: 1.2, index.InAside: 0.5}
	passageField = [index.Fields]float64{index.InTitle: 1, index.InBody: 1, index.InPoint: 1.05, index.InAside: 0.5}
	fieldNorm    = [index.Fields]float64{index.InTitle: 0.4, index.InAliases: 0.4, index.InTags: 0.4, index.InHeading: 0.4, index.InBody: 0.75, index.InPoint: 0.75, index.InAside: 0.75}

	k1            = 1.2
	passageK1     = 1.2
	passageNorm   = 0.5
	passageWeight = 0.6
	marksWeight   = 0.8 // of a word that has other marks than the one that is looked for
	exactWeight   = 0.3 // more, for one that has the same
	partWeight    = 0.5 // of a part of a name that is looked for
	stopWeight    = 0.25
	tellWeight    = 0.8 // of an article's text outside its claims, which cite their sources
	nearWeight    = 0.6 // of words that are not those that are looked for, when these are nowhere
	holdsWeight   = 1.3 // of a passage with a trait that the question asks for
	asksWeight    = 0.8 // of a passage that is itself a question
	framingWeight = 0.3 // of a generated passage
	besideWeight  = 0.1 // of the score of each neighbour of a passage, which shows its subject
	answerWeight  = 0.3 // more, for a neighbour that is a question
	wholeWeight   = 0.3 // of the score of a line's page or entry
)

const (
	rerankLeast = 60 // documents of which the passages are compared
	verifyMost  = 2000
)

// scored is a document and its score.
type scored struct {
	doc   int
	score float64
}

// A candidate is a document under consideration.
type candidate struct {
	scored
	index.Doc
	passage int       // the best, -1 for none
	cover   float64   // of the query, by that passage
	worth   []float64 // of each passage
	covers  []float64
	line    bool // it is this passage that was found
}

// A ranking is a search in progress.
type ranking struct {
	x     *index.Index
	q     *Query
	terms []term
	once  *index.Store // see store
	files index.Reader
}

// match scores the documents that contain a word, the best first. A query without words matches all. Documents that
// contain none of the first few terms are skipped.
func (r *ranking) match(few int) []scored {
	score := make([]float64, r.x.Numbers())
	times := make([]float64, len(score))
	avg := r.x.Averages()
	if len(r.q.words) == 0 {
		for doc := range score {
			if r.x.Counts(doc) {
				score[doc] = 1
			}
		}
	}
	var in []int    // documents of the term at hand
	var known []int // documents that hold one of the first few
	for i := range r.terms {
		t := &r.terms[i]
		if i == few {
			known = above(score)
		}
		for _, of := range t.in {
			r.x.Postings(of, known, func(doc int, list []index.Posting) {
				if times[doc] == 0 {
					in = append(in, doc)
				}
				times[doc] += frequency(list, r.x.Lengths(doc), &avg, t.counted)
			})
		}
		for _, doc := range in {
			f := times[doc]
			score[doc] += t.worth() * f * (k1 + 1) / (k1 + f)
			times[doc] = 0
		}
		in = in[:0]
	}
	for _, t := range termsOf(r.x, r.q.without, false) {
		for _, of := range t.in {
			r.x.Postings(of, nil, func(doc int, _ []index.Posting) { score[doc] = 0 })
		}
	}
	var out []scored
	for _, doc := range above(score) {
		out = append(out, scored{doc, score[doc]})
	}
	sorting.By(out, better)
	return out
}

// above returns the documents with a score above 0, in order.
func above(score []float64) []int {
	docs := []int{}
	for doc, s := range score {
		if s > 0 {
			docs = append(docs, doc)
		}
	}
	return docs
}

func better(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc)) }

// frequency returns how often a term occurs in a document, by the weights and lengths of its fields.
func frequency(in []index.Posting, length []uint32, avg *[index.Fields]float64, count func(*index.Posting) float64) float64 {
	f := 0.0
	for i := range in {
		at := in[i].Field
		b := fieldNorm[at]
		f += fieldWeight[at] * count(&in[i]) / (1 - b + b*float64(length[at])/avg[at])
	}
	return f
}

// counted returns how often a passage contains the word. Occurrences with other diacritics count less.
func (t *term) counted(p *index.Posting) float64 {
	if t.Exact != t.Folded {
		return float64(p.Times)
	}
	return float64(p.Exact) + marksWeight*float64(p.Times-p.Exact)
}

// best reads the best documents that pass the filter; of the others that do, rest only names them.
func (r *ranking) best(found []scored, some int) (best []candidate, rest []scored) {
	for i, f := range found {
		if r.q.Filter.empty() && len(best) == some {
			return best, found[i:]
		}
		if !r.q.Filter.empty() {
			if head, ok := r.x.Head(f.doc); !ok || !r.q.Filter.holds(&head) {
				continue
			}
		}
		if len(best) == some {
			rest = append(rest, f)
		} else if d, ok := r.x.Doc(f.doc); ok && r.q.Filter.holds(&d) {
			best = append(best, candidate{scored: f, Doc: d, passage: -1})
		}
	}
	return best, rest
}

// rerank adds the score of the best passage to each document. need is the score of a passage that contains all words.
func (r *ranking) rerank(found []candidate, need float64) {
	at := make(map[int]*candidate, len(found))
	docs := []int{}
	all, n := 0.0, 0.0
	for i := range found {
		f := &found[i]
		at[f.doc] = f
		docs = append(docs, f.doc)
		f.worth, f.covers = make([]float64, len(f.Passages)), make([]float64, len(f.Passages))
		for _, p := range f.Passages {
			all += float64(p.Length)
			n++
		}
	}
	slices.Sort(docs)
	avg := math.Max(1, all/math.Max(1, n))
	for i := range r.terms {
		t := &r.terms[i]
		for _, of := range t.in {
			r.x.Postings(of, docs, func(doc int, in []index.Posting) {
				c := at[doc]
				for k := range in {
					p := in[k].Passage
					if p >= len(c.worth) {
						continue
					}
					f := t.counted(&in[k])
					c.covers[p] += t.worth()
					long := float64(c.Passages[p].Length)
					c.worth[p] += t.weight * t.idf * f * (passageK1 + 1) / (f + passageK1*(1-passageNorm+passageNorm*long/avg))
				}
			})
		}
	}
	for i := range found {
		found[i].weigh(need, r.q.asks)
	}
	sorting.By(found, func(a, b candidate) int { return better(a.scored, b.scored) })
}

// weigh chooses the passage to show and adds the score of the best one.
func (c *candidate) weigh(need float64, asks index.Trait) {
	best, shown := 0.0, 0.0
	c.worth = beside(c.Passages, c.worth, asks)
	for n := range c.covers {
		c.covers[n] = math.Min(1, c.covers[n]/need)
	}
	for n, w := range c.worth {
		where := c.Passages[n].Field
		best = max(best, w)
		if where == index.InBody && c.Kind == index.Article {
			w *= tellWeight
		}
		if where >= index.InBody && w > shown {
			c.passage, shown = n, w
		}
	}
	c.score += passageWeight * best
	if c.passage >= 0 {
		c.score *= answers(c.Passages[c.passage].Traits, asks)
		c.cover = c.covers[c.passage]
	}
}

// beside returns the scores of passages: the score of their own words plus a small part of their neighbours' scores.
func beside(passages []index.Passage, own []float64, asks index.Trait) []float64 {
	out := make([]float64, len(own))
	for n := range own {
		out[n] = own[n] * passageField[passages[n].Field]
	}
	for n := range own {
		p := &passages[n]
		if p.Field < index.InBody {
			continue
		}
		if n > 0 && passages[n-1].Field >= index.InBody {
			out[n] += besideWeight * own[n-1]
			if passages[n-1].Traits&index.Question != 0 && p.Traits&index.Question == 0 {
				out[n] += answerWeight * own[n-1]
			}
		}
		if n+1 < len(own) {
			out[n] += besideWeight * own[n+1]
		}
		out[n] *= answers(p.Traits, asks)
	}
	return out
}

// answers returns the factor for a passage with the traits has, for a question that asks for others.
func answers(has, asks index.Trait) float64 {
	w := 1.0
	if has&index.Framing != 0 {
		w = framingWeight
	}
	if asks == 0 {
		return w
	}
	if has&asks&(index.Number|index.Moment) != 0 {
		w *= holdsWeight
	}
	if has&index.Question != 0 {
		w *= asksWeight
	}
	return w
}

// lines returns the passages of documents, each as its own candidate, the best first.
func lines(found []candidate) (out []candidate) {
	for _, f := range found {
		for n, w := range f.worth {
			if p := f.Passages[n]; w > 0 && p.Field >= index.InBody && p.End > p.Start {
				line := f
				line.passage, line.line, line.cover, line.score = n, true, f.covers[n], w+wholeWeight*f.score
				out = append(out, line)
			}
		}
	}
	sorting.By(out, func(a, b candidate) int { return cmp.Or(better(a.scored, b.scored), cmp.Compare(a.passage, b.passage)) })
	return out
}
