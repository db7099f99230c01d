package deep

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/templates"
)

// A Model answers questions.
type Model interface {
	Name() string // another one when another model would answer
	Window() int  // bytes of a question that fit for certain
	Ask(ctx context.Context, q Question) (Answer, error)
}

// A Question is what a model is asked. Its texts are given to it in their order.
type Question struct {
	System    string // the same for all questions
	Prefix    string // the same for all questions
	Prompt    string
	MaxTokens int // of the answer
}

// An Answer is whole, as far as the provider can tell.
type Answer struct {
	Text string
	By   string // who wrote it
}

// An Outcome is what an error of [Model.Ask] that is not ctx's may say of itself: "truncated", "too
// long", "refused", "empty", "retry", "over budget" or "fatal".
type Outcome interface {
	error
	Outcome() string
	RetryAfter() time.Duration
}

// ofItself reports whether an error is one of the question, not of asking.
func ofItself(err error) bool {
	var o Outcome
	if !errors.As(err, &o) {
		return false
	}
	switch o.Outcome() {
	case "truncated", "too long", "refused", "empty":
		return true
	}
	return false
}

var (
	rules = sync.OnceValue(func() string { return templates.Prompt("deep-rules") })
	form  = sync.OnceValue(func() string { return templates.Prompt("deep-format") })
)

const (
	batchPairs = 10
	batchBytes = 10 << 10 // of claims
	maxTokens  = 2048
	framing    = 1 << 10 // what stands around the claims
)

// recipe names what a verdict depends on beside the pair.
func recipe(model string) string {
	return fsutil.Hash([]byte(fsutil.Hash([]byte(model)) + fsutil.Hash([]byte(rules())) + fsutil.Hash([]byte(form()))))
}

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

// text is a pair as it is shown, its claims numbered from n.
func (p *pair) text(n int) string {
	var b strings.Builder
	for i, c := range []*claim{p.a, p.b} {
		about := c.day
		if c.project != "" {
			about += ", " + flat(c.project)
		}
		fmt.Fprintf(&b, "c%d (%s, from the article %q): %s\n", n+i, about, c.title, c.text)
	}
	return b.String()
}

// question asks about pairs; once more where an earlier answer did not do, for the reasons why.
func question(pairs []*pair, why []string) (q Question, mark string) {
	var data strings.Builder
	for i, p := range pairs {
		data.WriteString(p.text(2*i+1) + "\n")
	}
	mark = markFor(data.String())
	q = Question{System: rules(), Prefix: form(), MaxTokens: maxTokens}
	q.Prompt = fmt.Sprintf("The mark of this question is %s.\n\n--- %s The pairs\n%s--- %s end\n\nThat was all: %d pairs. Say of each how its two claims stand to each other, in the form above, with the mark %s.\n",
		mark, mark, data.String(), mark, len(pairs), mark)
	if len(why) > 0 {
		q.Prompt += fmt.Sprintf("\nAn earlier answer on these could not be used: %s. Answer in exactly the form above, from the line \"=== %s\" to the line \"=== end %s\".\n", strings.Join(why, "; "), mark, mark)
	}
	return q, mark
}

// markFor is a mark that data do not hold. It is made of them, so that nobody who writes a part of them
// can write it, and the same are asked about with the same.
func markFor(data string) string {
	for sum := fsutil.Hash([]byte("mark" + data)); ; sum = fsutil.Hash([]byte("mark" + sum)) {
		if m := "M" + sum[:16]; !strings.Contains(strings.ToLower(data), strings.ToLower(m)) {
			return m
		}
	}
}
