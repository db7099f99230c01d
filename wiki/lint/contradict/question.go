package contradict

import (
	"fmt"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

var (
	rules = sync.OnceValue(func() string { return templates.Prompt("deep-rules") })
	form  = sync.OnceValue(func() string { return templates.Prompt("deep-format") })
)

const (
	batchPairs = 10
	batchBytes = 10 << 10 // of claims
	maxTokens  = 2048
	framing    = 1 << 10 // bytes around the claims
)

// recipe identifies what a verdict depends on apart from the pair.
func recipe(model string) string { return ask.Recipe(model, rules(), form()) }

// cut divides pairs among questions.
func cut(pairs []*pair, window int) (out [][]*pair) {
	room := min(batchBytes, window-len(rules())-len(form())-framing)
	size := 0
	for _, p := range pairs {
		n := len(p.text(1))
		if last := len(out) - 1; last < 0 || size+n > room || len(out[last]) == batchPairs {
			out, size = append(out, nil), 0
		}
		size += n
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// text returns a pair as it is shown, its claims numbered from n.
func (p *pair) text(n int) string {
	var b strings.Builder
	for i, c := range []*claim{p.a, p.b} {
		about := c.day
		if c.project != "" {
			about += ", " + proof.Line(c.project)
		}
		fmt.Fprintf(&b, "c%d (%s, from the article %q): %s\n", n+i, about, c.title, c.text)
	}
	return b.String()
}

// question asks about pairs; why holds the reasons if an earlier answer was unusable.
func question(pairs []*pair, why []string) (q ask.Question, mark string) {
	var b strings.Builder
	for i, p := range pairs {
		b.WriteString(p.text(2*i+1) + "\n")
	}
	data := b.String()
	mark = ask.Mark("M", fsutil.Hash([]byte("mark"+data)), data)
	q = ask.Question{Job: "lint", System: rules(), Prefix: form(), MaxTokens: maxTokens}
	q.Prompt = fmt.Sprintf("The mark of this question is %s.\n\n%s\nThat was all: %d pairs. Say of each how its two claims stand to each other, in the form above, with the mark %s.\n",
		mark, ask.Quote(mark, "The pairs", data), len(pairs), mark)
	if len(why) > 0 {
		q.Prompt += ask.Again("on these", strings.Join(why, "; "), mark)
	}
	return q, mark
}
