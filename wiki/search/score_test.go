package search

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// The scorer asks the questions of testdata/questions, each a line: kind, language, question, and what
// answers it. With MEMORIA_LONG=1 it asks all of them; with MEMORIA_SESSIONS=VAULT, a vault that
// imported the sessions of sessions.tsv, about these, too. What each part of the ranking is good for
// stands in testdata/ablation.md, which TestAblation writes with UPDATE=1 and both.

// A quest is a question asked of a set; kind is word (a few of the answer's), ask (a sentence with some of
// them), para (none of them), lang (another language than the answer's) or id (a name in code).
type quest struct {
	kind, lang, text string
	want             map[string]bool
}

// A set is a folder and the questions about it. key says which unit of the set a hit is, "" for none.
type set struct {
	name      string
	store     *index.Store
	filter    string
	key       func(Hit) string
	lines     bool
	texts     []unit // what a plain ranking would rank
	questions []quest
	least     float64 // that it is better than a plain ranking
}

type unit struct{ key, text string }

// ndcg is the discounted gain of the first ten, of the best there is.
func ndcg(got []string, want map[string]bool) float64 {
	gain, best := 0.0, 0.0
	seen := map[string]bool{}
	for i, key := range got[:min(10, len(got))] {
		if want[key] && !seen[key] {
			seen[key] = true
			gain += 1 / math.Log2(float64(i+2))
		}
	}
	for i := range min(10, len(want)) {
		best += 1 / math.Log2(float64(i+2))
	}
	return gain / best
}

// result is the mean of all questions, and of each kind.
type result struct {
	all  float64
	kind map[string]float64
}

func mean(questions []quest, rank func(quest) []string) result {
	r := result{kind: map[string]float64{}}
	n := map[string]float64{}
	for _, q := range questions {
		v := ndcg(rank(q), q.want)
		r.all += v / float64(len(questions))
		r.kind[q.kind] += v
		n[q.kind]++
	}
	for k := range r.kind {
		r.kind[k] /= n[k]
	}
	return r
}

// score asks a set's questions of its index.
func (s *set) score(t testing.TB) result {
	t.Helper()
	x := must.Get(s.store.Open(context.Background()))(t)
	defer x.Close()
	return mean(s.questions, func(q quest) (keys []string) {
		found := must.Get(Find(context.Background(), x, Parse(q.text+s.filter), Options{Limit: 10, Lines: s.lines}))(t)
		for _, h := range found.Hits {
			if key := s.key(h); key != "" && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		return keys
	})
}

// some is a part of the questions: all of them are for when there is time.
func some(questions []quest) (out []quest) {
	if os.Getenv("MEMORIA_LONG") != "" {
		return questions
	}
	for i := 0; i < len(questions); i += 3 {
		out = append(out, questions[i])
	}
	return out
}

func TestScore(t *testing.T) {
	for _, s := range sets(t) {
		s.questions = some(s.questions)
		p := newPlain(s.texts, pairWords)
		base := mean(s.questions, func(q quest) []string { return p.rank(q.text) })
		got := s.score(t)
		t.Logf("%-18s %3d questions: plain %.3f, search %.3f (%+.1f %%) %s", s.name, len(s.questions), base.all, got.all, 100*(got.all/base.all-1), kinds(base, got))
		must.Hold(t, got.all >= s.least*base.all, "%s: nDCG@10 is %.3f, plain BM25's %.3f; it has to be %.2f of that", s.name, got.all, base.all, s.least)
	}
}

func kinds(base, got result) string {
	var out []string
	for _, k := range []string{"word", "ask", "para", "lang", "id"} {
		if _, ok := got.kind[k]; ok {
			out = append(out, fmt.Sprintf("%s %.2f→%.2f", k, base.kind[k], got.kind[k]))
		}
	}
	return strings.Join(out, ", ")
}
