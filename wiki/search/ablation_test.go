package search

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// What a part of the ranking is good for shows when it is away. Only a run over the sessions, too,
// writes the table.
func TestAblation(t *testing.T) {
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("MEMORIA_LONG is not set")
	}
	all := sets(t)
	var b bytes.Buffer
	b.WriteString("# What each part of the ranking is good for\n\nnDCG@10 of the questions in testdata/questions. The table is written by TestAblation.\n\n|")
	for _, s := range all {
		fmt.Fprintf(&b, " | %s (%d)", s.name, len(s.questions))
	}
	b.WriteString(" |\n|---")
	for range all {
		b.WriteString("|---")
	}
	b.WriteString("|\n")
	row := func(name string, score func(*set) float64) {
		fmt.Fprintf(&b, "| %s", name)
		for i := range all {
			fmt.Fprintf(&b, " | %.3f", score(&all[i]))
		}
		b.WriteString(" |\n")
	}
	for _, base := range []struct {
		name  string
		words func(string) []string
	}{
		{"plain BM25", spacedWords},
		{"plain BM25 with pairs of CJK", pairWords},
		{"the same over the tokens of TOKENS.md, no stems", tokenWords},
		{"and with the stems of English", stemWords},
	} {
		row(base.name, func(s *set) float64 {
			p := newPlain(s.texts, base.words)
			return mean(s.questions, func(q quest) []string { return p.rank(q.text) }).all
		})
	}
	search := func(s *set) float64 { return s.score(t).all }
	row("**search**", search)
	one := [index.Fields]float64{1, 1, 1, 1, 1, 1, 1}
	for _, less := range []struct {
		name  string
		apply func() (undo func())
	}{
		{"less weight of stop words", change(&stopWeight, 1)},
		{"less words in place of those that are nowhere", change(&nearWeight, 0)},
		{"less weights of fields", change(&fieldWeight, one)},
		{"less the best passage", change(&passageWeight, 0)},
		{"less what stands beside a passage", change(&besideWeight, 0)},
		{"less answers to a question before", change(&answerWeight, 0)},
		{"less the page of a line", change(&wholeWeight, 0)},
		{"less numbers and days for those who ask", change(&holdsWeight, 1)},
		{"less weight of questions for those who ask", change(&asksWeight, 1)},
		{"less marks as they are", change(&exactWeight, 0)},
		{"parts of names as good as whole ones", change(&partWeight, 1)},
	} {
		undo := less.apply()
		row(less.name, search)
		undo()
	}
	t.Log("\n" + b.String())
	if os.Getenv("UPDATE") != "" && os.Getenv("MEMORIA_SESSIONS") != "" {
		fsutiltest.Write(t, "testdata/ablation.md", b.Bytes())
	}
}

func change[T any](weight *T, to T) func() func() {
	return func() func() {
		was := *weight
		*weight = to
		return func() { *weight = was }
	}
}
