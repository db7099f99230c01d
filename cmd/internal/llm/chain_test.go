package llm

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestChain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := &script{name: "first", do: failing(Error{Kind: Fatal, Who: "first", What: "401", Hints: []string{"log in"}})}
	second := &script{name: "second", do: tokens(1, 1)}
	c := b.client(first, second)
	c.Auto = true
	for range 2 {
		if r, x := ask(t, c, Request{}); x != nil || r.Text != "ok" {
			t.Fatal(x)
		}
	}
	if first.calls != 1 || second.calls != 2 || len(b.told) != 1 || b.told[0] != "ask first: 401" || c.Info().Name != "second" {
		t.Errorf("%d and %d calls, told %q", first.calls, second.calls, b.told)
	}
	// what is passing stays
	second.do = failing(Error{Kind: Retry, Who: "second", What: "529"})
	third := &script{name: "third", do: tokens(1, 1)}
	c = b.client(second, third)
	if _, x := ask(t, c, Request{}); x == nil || x.Kind != Retry || third.calls > 0 {
		t.Errorf("%v", x)
	}
	// none left
	c = b.client(first)
	c.Auto, c.Insist = true, true
	_, err := c.Generate(t.Context(), Request{Prompt: "x"})
	if !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), "ask first: 401") {
		t.Error(err)
	}
	if _, err = c.Generate(t.Context(), Request{Prompt: "x"}); !errors.Is(err, ErrNone) || first.calls != 2 {
		t.Errorf("%v after %d calls", err, first.calls)
	}
}

// G-14: what only a person mends is asked once, in all processes, until it is mended or a while passed.
func TestBreaker(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: failing(Error{Kind: Fatal, Who: "m", What: "400 credit balance is too low"})}
	for range 5 {
		if _, x := ask(t, b.client(m), Request{}); x == nil || x.Kind != Fatal || !strings.Contains(x.What, "credit balance") {
			t.Fatal(x)
		}
	}
	if m.calls != 1 {
		t.Errorf("%d calls", m.calls)
	}
	insisting := b.client(m)
	insisting.Insist = true
	ask(t, insisting, Request{})
	b.clock.add(fatalFor)
	ask(t, b.client(m), Request{})
	if m.calls != 3 {
		t.Errorf("%d calls", m.calls)
	}
	m.do = tokens(1, 1)
	b.clock.add(fatalFor)
	for range 2 { // one that went well closes it
		if _, x := ask(t, b.client(m), Request{}); x != nil {
			t.Error(x)
		}
	}
}

// G-13: what a provider asks to wait, every process waits.
func TestPauseHoldsAcrossProcesses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: failing(Error{Kind: Retry, Who: "m", What: "429", After: 30 * time.Second})}
	ask(t, b.client(m), Request{})
	b.clock.add(10 * time.Second)
	for range 10 {
		if _, x := ask(t, b.client(m), Request{}); x == nil || x.Kind != Retry || x.After != 20*time.Second {
			t.Fatalf("%+v", x)
		}
	}
	if m.calls != 1 {
		t.Errorf("%d calls", m.calls)
	}
	m.do = tokens(1, 1)
	b.clock.add(20 * time.Second)
	if _, x := ask(t, b.client(m), Request{}); x != nil {
		t.Error(x)
	}
}

// A failure that nobody knows the cause of is a broken provider's where it never answered, and passes
// where it did, but not for ever; a request that is not taken is then the request's own matter.
func TestUnclearFailures(t *testing.T) {
	t.Parallel()
	exit := failing(Error{Kind: Retry, Who: "m", What: "exit code 1", unclear: true})
	bad := failing(Error{Kind: Fatal, Who: "m", What: "400 bad request", unclear: true})
	well := tokens(1, 1)
	for _, tt := range []struct {
		name string
		do   []func(int, Request) (Reply, error)
		want string
	}{
		{"never answered", []func(int, Request) (Reply, error){exit}, "fatal"},
		{"not taken, never answered", []func(int, Request) (Reply, error){bad}, "fatal"},
		{"answered", []func(int, Request) (Reply, error){well, exit, exit, well, exit}, "- retry retry - retry"},
		{"answered, and then no more", []func(int, Request) (Reply, error){well, exit, exit, exit}, "- retry retry fatal"},
		{"not taken", []func(int, Request) (Reply, error){well, bad, bad, bad, bad, well}, "- refused refused refused refused -"},
	} {
		b := newBench(t)
		m := &script{name: "m"}
		var got []string
		for _, m.do = range tt.do {
			end := "-"
			if _, x := ask(t, b.client(m), Request{}); x != nil {
				end = x.Outcome()
			}
			got = append(got, end)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}
