package llm

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

func TestChain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := &script{name: "first", do: failing(Error{Kind: ask.Fatal, Who: "first", What: "401", Hints: []string{"log in"}})}
	second := &script{name: "second", do: tokens(1, 1)}
	c := b.client(first, second)
	c.Auto = true
	for range 2 {
		r, x := asks(t, c, ask.Question{})
		must.Be(t, x == nil && r.Text == "ok", "%v", x)
	}
	must.Hold(t, first.calls == 1 && second.calls == 2 && len(b.told) == 1 && b.told[0] == "ask first: 401" && c.Info().Name == "second", "%d and %d calls, told %q", first.calls, second.calls, b.told)
	// what is passing stays
	second.do = failing(Error{Kind: ask.Retry, Who: "second", What: "529"})
	third := &script{name: "third", do: tokens(1, 1)}
	c = b.client(second, third)
	_, x := asks(t, c, ask.Question{})
	must.Hold(t, x != nil && x.Kind == ask.Retry && third.calls <= 0, "%v", x)
	// none left
	c = b.client(first)
	c.Auto, c.Insist = true, true
	_, err := c.Generate(t.Context(), ask.Question{Prompt: "x"})
	must.Hold(t, ask.OutcomeOf(err) == ask.Nobody && strings.Contains(err.Error(), "ask first: 401"), "%v", err)
	if _, err = c.Generate(t.Context(), ask.Question{Prompt: "x"}); ask.OutcomeOf(err) != ask.Nobody || first.calls != 2 {
		t.Errorf("%v after %d calls", err, first.calls)
	}
}

// What only a person fixes is asked once, in all processes, until it is fixed or a while passed.
func TestBreaker(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: failing(Error{Kind: ask.Fatal, Who: "m", What: "400 credit balance is too low"})}
	for range 5 {
		_, x := asks(t, b.client(m), ask.Question{})
		must.Be(t, x != nil && x.Kind == ask.Fatal && strings.Contains(x.What, "credit balance"), "%v", x)
	}
	must.Hold(t, m.calls == 1, "%d calls", m.calls)
	insisting := b.client(m)
	insisting.Insist = true
	asks(t, insisting, ask.Question{})
	b.clock.add(fatalFor)
	asks(t, b.client(m), ask.Question{})
	must.Hold(t, m.calls == 3, "%d calls", m.calls)
	m.do = tokens(1, 1)
	b.clock.add(fatalFor)
	for range 2 { // one that went well closes it
		_, x := asks(t, b.client(m), ask.Question{})
		must.Hold(t, x == nil, "%v", x)
	}
}

// What a provider asks to wait, every process waits.
func TestPauseHoldsAcrossProcesses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: failing(Error{Kind: ask.Retry, Who: "m", What: "429", After: 30 * time.Second})}
	asks(t, b.client(m), ask.Question{})
	b.clock.add(10 * time.Second)
	for range 10 {
		_, x := asks(t, b.client(m), ask.Question{})
		must.Be(t, x != nil && x.Kind == ask.Retry && x.After == 20*time.Second, "%+v", x)
	}
	must.Hold(t, m.calls == 1, "%d calls", m.calls)
	m.do = tokens(1, 1)
	b.clock.add(20 * time.Second)
	_, x := asks(t, b.client(m), ask.Question{})
	must.Hold(t, x == nil, "%v", x)
}

// A failure of unknown cause means a broken provider if it never answered, and is temporary if it did, but not for
// ever; a refused request is then at fault itself.
func TestUnclearFailures(t *testing.T) {
	t.Parallel()
	exit := failing(Error{Kind: ask.Retry, Who: "m", What: "exit code 1", unclear: true})
	bad := failing(Error{Kind: ask.Fatal, Who: "m", What: "400 bad request", unclear: true})
	well := tokens(1, 1)
	for _, tt := range []struct {
		name string
		do   []func(int, ask.Question) (Reply, error)
		want string
	}{
		{"never answered", []func(int, ask.Question) (Reply, error){exit}, "fatal"},
		{"not taken, never answered", []func(int, ask.Question) (Reply, error){bad}, "fatal"},
		{"answered", []func(int, ask.Question) (Reply, error){well, exit, exit, well, exit}, "- retry retry - retry"},
		{"answered, and then no more", []func(int, ask.Question) (Reply, error){well, exit, exit, exit}, "- retry retry fatal"},
		{"not taken", []func(int, ask.Question) (Reply, error){well, bad, bad, bad, bad, well}, "- refused refused refused refused -"},
	} {
		b := newBench(t)
		m := &script{name: "m"}
		var got []string
		for _, m.do = range tt.do {
			end := "-"
			if _, x := asks(t, b.client(m), ask.Question{}); x != nil {
				end = string(x.Outcome())
			}
			got = append(got, end)
		}
		must.Equal(t, strings.Join(got, " "), tt.want, "%s", tt.name)
	}
}
