package summary

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// long is a session of n exchanges in which each says something of its own.
func long(n int) []transcript.Turn {
	var lines []string
	for i := range n {
		lines = append(lines,
			fmt.Sprintf("person: Module number %d needs limit%d, because customer%d asked. %s", i, i, i, strings.Repeat("Some more words on it. ", 10)),
			fmt.Sprintf("agent: Set limit%d in module number %d.\n\n%s", i, i, strings.Repeat("The agent explains at length what it did there. ", 20)))
	}
	return said(lines...)
}

var turnHead = func(mark string) string { return "--- " + mark + " t" }

// answering makes one line for each prompt in the question.
func answering(q ask.Question) string {
	mark := asktest.Mark(q.Prompt)
	var out []string
	for _, l := range strings.Split(q.Prompt, turnHead(mark))[1:] {
		head, body, _ := strings.Cut(l, "\n")
		n, who, _ := strings.Cut(head, " ")
		if strings.HasPrefix(who, "the person says") && strings.HasPrefix(body, "Module") {
			sentence, _, _ := strings.Cut(body, ".")
			out = append(out, "decision [t"+n+"]: "+sentence)
		}
	}
	if len(out) == 0 {
		return nothing
	}
	return asktest.Envelope(append([]string{"title: Limits"}, out...)...)
}

// Nothing is dropped however small the window is, and what is asked grows as the input does.
func TestChunks(t *testing.T) {
	var calls, bytes []int
	for _, n := range []int{20, 40, 80} {
		m := &asktest.Model{Bytes: 20 << 10, Say: func(q ask.Question, _ int) (string, error) { return answering(q), nil }}
		a, notes := noted(m)
		a.Fallback = bare{a.Fallback}
		turns := long(n)
		sum, by := write(t, a, turns)
		must.Hold(t, len(sum.Bullets) == n && by == "script/one" && len(*notes) == 0 && sum.Title == "Limits", "%d of %d bullets by %q, title %q, told %v", len(sum.Bullets), n, by, sum.Title, *notes)
		var all strings.Builder
		size := 0
		for _, q := range m.Asked {
			for _, piece := range strings.Split(q.Prompt, "--- ") {
				if !strings.Contains(piece, "; it was read already\n") {
					all.WriteString(piece)
				}
			}
			size += len(q.Prompt)
			total := len(q.System) + len(q.Prefix) + len(q.Prompt)
			must.Hold(t, total <= m.Bytes, "a question has %d bytes of %d", total, m.Bytes)
		}
		for _, turn := range turns {
			k := strings.Count(all.String(), strings.TrimRight(turn.Text, "\n"))
			must.Hold(t, k == 1, "turn %q was given %d times", turn.Text[:40], k)
		}
		calls, bytes = append(calls, len(m.Asked)), append(bytes, size)
	}
	t.Logf("calls %v, bytes %v", calls, bytes)
	for i := 1; i < len(calls); i++ {
		must.Hold(t, calls[i] <= 2*calls[i-1]+2 && bytes[i] <= 2*bytes[i-1]+bytes[0]/5, "calls %v, bytes %v at 1x, 2x, 4x", calls, bytes)
	}
}

// A turn that is longer than a question is given part by part.
func TestLongTurn(t *testing.T) {
	var words []string
	for i := range 6000 {
		words = append(words, fmt.Sprintf("word%d", i))
	}
	m := &asktest.Model{Bytes: 24 << 10, Say: func(ask.Question, int) (string, error) { return nothing, nil }}
	a, _ := noted(m)
	write(t, a, said("person: "+strings.Join(words, " ")))
	var all []string
	for _, q := range m.Asked {
		all = append(all, strings.Fields(q.Prompt)...)
	}
	all = slices.DeleteFunc(all, func(w string) bool { return !strings.HasPrefix(w, "word") })
	must.Hold(t, slices.Equal(all, words), "%d words of %d were given", len(all), len(words))
	must.Hold(t, strings.Contains(m.Asked[1].Prompt, "t1 the person says, part 2 of "), "%v", m.Asked[1].Prompt[:400])
}

// An answer that is cut off is asked for in halves, so often as that has an end.
func TestHalves(t *testing.T) {
	for _, tooMuch := range []int{6 << 10, 0} {
		m := &asktest.Model{Say: func(q ask.Question, _ int) (string, error) {
			if strings.HasPrefix(q.Prompt, "The mark of these notes") {
				return answering(q), nil
			}
			if len(q.Prompt) > tooMuch {
				return "", asktest.Failure{Kind: ask.Truncated}
			}
			return answering(q), nil
		}}
		a, _ := noted(m)
		a.Fallback = bare{a.Fallback}
		sum, by := write(t, a, long(20))
		must.Hold(t, tooMuch <= 0 || len(sum.Bullets) == 20 && by == "script/one", "%d bullets by %q", len(sum.Bullets), by)
		must.Hold(t, tooMuch != 0 || by == "extractive", "by %q", by)
		must.Hold(t, len(m.Asked) <= 40, "%d calls", len(m.Asked))
	}
}

// Part of a stretch may be the fallback's; the entry says so.
func TestMixed(t *testing.T) {
	m := &asktest.Model{Bytes: 24 << 10, Say: func(q ask.Question, n int) (string, error) {
		if n == 1 {
			return "", asktest.Failure{Kind: ask.Refused}
		}
		return answering(q), nil
	}}
	a, _ := noted(m)
	sum, by := write(t, a, long(40))
	must.Hold(t, by == "script/one+extractive" && len(sum.Bullets) >= 30, "%d bullets by %q", len(sum.Bullets), by)
}

// a window that is found to be smaller is obeyed at once; one that holds no question is not asked again, and however
// often an answer is cut, the calls about a stretch are bounded.
func TestWindowShrinks(t *testing.T) {
	for _, c := range []struct {
		window, calls int
		by            string
	}{{32 << 10, 12, "script/one"}, {6 << 10, 1, "extractive"}} {
		m := &asktest.Model{Bytes: 60 << 10}
		m.Say = func(q ask.Question, _ int) (string, error) {
			if strings.HasPrefix(q.Prompt, "The mark of these notes") {
				return answering(q), nil
			}
			if m.Bytes = c.window; q.Size() > c.window {
				return "", asktest.Failure{Kind: ask.TooLong}
			}
			return answering(q), nil
		}
		a, notes := noted(m)
		a.Fallback = bare{a.Fallback}
		_, by := write(t, a, long(24))
		must.Hold(t, by == c.by && len(m.Asked) <= c.calls, "%d: %d calls, by %q", c.window, len(m.Asked), by)
		if write(t, a, long(24)); c.calls == 1 && len(m.Asked) > 1 {
			t.Error("asked again")
		}
		n := *notes
		must.Hold(t, c.calls != 1 || len(n) == 1 && strings.Contains(n[0].Why, "larger context"), "%v", n)
	}
	m := &asktest.Model{Say: func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Truncated} }}
	a, _ := noted(m)
	if write(t, a, long(16)); len(m.Asked) > missMost {
		t.Errorf("%d calls", len(m.Asked))
	}
}
