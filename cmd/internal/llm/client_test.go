package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A clock goes as far as it is set.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// A script is a provider that does what it is told.
type script struct {
	name   string
	do     func(n int, r ask.Question) (Reply, error)
	prices bool // it tells what it costs

	mu     sync.Mutex
	calls  int
	inside int
	most   int // at once
}

func (s *script) Info() Info {
	return Info{Name: s.name, Model: s.name, Window: 1000, TellsCost: s.prices}
}
func (s *script) settings() string { return s.name }

func (s *script) Generate(_ context.Context, r ask.Question) (Reply, error) {
	s.mu.Lock()
	s.calls++
	s.inside++
	s.most = max(s.most, s.inside)
	n := s.calls
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.inside--
		s.mu.Unlock()
	}()
	return s.do(n, r)
}

// tokens is a reply that took these.
func tokens(in, out int) func(int, ask.Question) (Reply, error) {
	return func(int, ask.Question) (Reply, error) {
		return Reply{Text: "ok", Usage: budget.Usage{In: in, Out: out, Known: true}}, nil
	}
}

func failing(e Error) func(int, ask.Question) (Reply, error) {
	return func(int, ask.Question) (Reply, error) { x := e; return Reply{}, &x }
}

type bench struct {
	dir   *fsutil.Dir
	clock *clock
	told  []string
	slept []time.Duration
}

func newBench(t *testing.T) *bench {
	t.Helper()
	d := fsutiltest.Open(t, t.TempDir())
	return &bench{dir: d, clock: &clock{t: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)}}
}

func (b *bench) ledger() *budget.Ledger {
	return &budget.Ledger{Dir: b.dir, Zone: time.UTC, Now: b.clock.now}
}

// client is one of another process on the same vault.
func (b *bench) client(p ...Provider) *Client {
	return &Client{Providers: p, Ledger: b.ledger(), Now: b.clock.now, AtOnce: 2,
		Tell: func(e *Error) { b.told = append(b.told, e.Error()) },
		Sleep: func(_ context.Context, d time.Duration) error {
			b.slept = append(b.slept, d)
			b.clock.add(d)
			return nil
		}}
}

func asks(t *testing.T, c *Client, r ask.Question) (Reply, *Error) {
	t.Helper()
	if r.Prompt == "" {
		r.Prompt = "x"
	}
	reply, err := c.Generate(t.Context(), r)
	var x *Error
	must.Be(t, err == nil || errors.As(err, &x), "%v", err)
	return reply, x
}

func n64(n int64) *int64 { return &n }

// Limits of a day and a month hold whatever process asks, refuse before the call, and end with
// their day.
func TestLimitsHoldAcrossProcesses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		set    func(*Client)
		calls  int           // that are let
		after  time.Duration // until the limit ends
		reason string
	}{
		{"calls a day", func(c *Client) { c.Day.Calls = n64(3) }, 3, 12 * time.Hour, "3 calls a day"},
		{"calls a month", func(c *Client) { c.Month.Calls = n64(4) }, 4, (12 + 3*24) * time.Hour, "4 calls a month"},
		// a call takes 100 in and 10 out, and may take 65 in and 100 out
		{"tokens a day", func(c *Client) { c.Day.Tokens = n64(500) }, 4, 12 * time.Hour, "tokens a day"},
		{"money a day", func(c *Client) {
			in, out := 1.0, 5.0
			c.Prices = budget.Prices{"m": {In: &in, Out: &out}}
			c.Day.Micros = n64(1000) // a call costs 150, and may cost 565
		}, 3, 12 * time.Hour, "$0.00045 of the $0.001 a day"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			m := &script{name: "m", do: tokens(100, 10)}
			for i := range tt.calls + 2 {
				c := b.client(m)
				tt.set(c)
				_, x := asks(t, c, ask.Question{MaxTokens: 100})
				must.Be(t, i >= tt.calls || x == nil, "call %d: %v", i+1, x)
				must.Be(t, i < tt.calls || x != nil && x.Kind == ask.OverBudget && x.After == tt.after && strings.Contains(x.What, tt.reason) && len(x.Hints) != 0, "call %d: %v, %+v", i+1, x, x)
			}
			must.Hold(t, m.calls == tt.calls, "%d calls, want %d", m.calls, tt.calls)
			b.clock.add(tt.after)
			c := b.client(m)
			tt.set(c)
			_, x := asks(t, c, ask.Question{MaxTokens: 100})
			must.Hold(t, x == nil, "when the limit has ended: %v", x)
		})
	}
}

// Money cannot be bounded if nobody says what a call costs; a provider that does is asked, one call at a time.
func TestMoneyThatIsNotKnown(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	mute := &script{name: "mute", do: tokens(1, 1)}
	c := b.client(mute)
	c.Day.Micros = n64(1_000_000)
	_, x := asks(t, c, ask.Question{})
	must.Hold(t, x != nil && x.Kind == ask.OverBudget && strings.Contains(x.Hints[0], "prices: {mute:") && mute.calls <= 0, "%v", x)
	tells := &script{name: "tells", prices: true, do: func(int, ask.Question) (Reply, error) {
		return Reply{Text: "ok", Usage: budget.Usage{In: 1, Out: 1, Known: true}, Cost: budget.Cost{Micros: 600_000, Known: true}}, nil
	}}
	for i, want := range []bool{true, true, false} { // passed by one call at most
		c := b.client(tells)
		c.Day.Micros = n64(1_000_000)
		_, x := asks(t, c, ask.Question{})
		must.Hold(t, (x == nil) == want, "call %d: %v", i, x)
	}
}

func TestRunsOwnLimits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: tokens(50, 50)}
	c := b.client(m)
	c.Run, _ = budget.ParseLimits("2 calls")
	asks(t, c, ask.Question{})
	asks(t, c, ask.Question{})
	_, x := asks(t, c, ask.Question{})
	must.Hold(t, x != nil && x.Kind == ask.OverBudget && strings.Contains(x.What, "2 calls of this run") && m.calls == 2, "%v after %d calls", x, m.calls)
	u := c.run
	must.Hold(t, u.Calls == 2 && u.Open == 0 && u.Tokens() == 200 && u.Unpriced == 2, "used %+v", u)
	if _, x := asks(t, b.client(m), ask.Question{}); x != nil { // another run
		t.Error(x)
	}
}

func TestPassingFailuresAreTriedAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: func(n int, _ ask.Question) (Reply, error) {
		if n < 3 {
			return Reply{}, &Error{Kind: ask.Retry, Who: "m", What: "529"}
		}
		return Reply{Text: "ok"}, nil
	}}
	c := b.client(m)
	c.Tries = 3
	r, x := asks(t, c, ask.Question{})
	must.Hold(t, x == nil && r.Text == "ok" && len(b.slept) == 2 && b.slept[0] >= 2*time.Second && b.slept[1] >= 4*time.Second, "%v, slept %v", x, b.slept)
	s, err := b.ledger().Spend()
	must.Hold(t, err == nil && s.Day.Calls == 3 && s.Day.Failed == 2, "%+v %v", s, err)
}

func TestCallsAMinute(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: tokens(1, 1)}
	for range 7 {
		c := b.client(m)
		c.PerMinute = 3
		_, x := asks(t, c, ask.Question{})
		must.Be(t, x == nil, "%v", x)
		b.clock.add(time.Second)
	}
	waited := b.clock.now().Sub(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC))
	must.Hold(t, waited >= 2*time.Minute && waited <= 3*time.Minute, "7 calls took %s of the clock", waited)
}

// Where somebody waits for more than the call, it is made at once or not at all.
func TestHurry(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.client(&script{name: "m", do: tokens(1, 1)})
	c.PerMinute, c.AtOnce, c.Hurry = 1, 1, true
	_, x := asks(t, c, ask.Question{})
	must.Be(t, x == nil, "%v", x)
	_, x = asks(t, c, ask.Question{})
	must.Hold(t, x != nil && x.Kind == ask.Retry && len(b.slept) == 0 && strings.Contains(x.Error(), "too many calls a minute"), "%v, slept %v", x, b.slept)
	b.clock.add(time.Minute)
	other := must.Get(b.dir.TryLock(layout.LockModel + "0"))(t)
	_, x = asks(t, c, ask.Question{})
	must.Hold(t, x != nil && strings.Contains(x.Error(), "another call is being made"), "%v", x)
	other()
	_, x = asks(t, c, ask.Question{})
	must.Hold(t, x == nil, "%v", x)
}

// No server uses up a limit, or beats it, by what it says that a call took.
func TestUsageThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, u := range []budget.Usage{{In: math.MaxInt}, {In: math.MaxInt, Out: math.MaxInt}, {CacheRead: math.MaxInt, CacheWrite: math.MaxInt, In: math.MaxInt}, {In: math.MinInt, Out: 5}, {In: 9, CacheRead: -math.MaxInt}} {
		b := newBench(t)
		u.Known = true
		m := &script{name: "m", do: func(int, ask.Question) (Reply, error) { return Reply{Text: "ok", Usage: u}, nil }}
		c := b.client(m)
		for range 3 {
			_, x := asks(t, c, ask.Question{MaxTokens: 100})
			must.Be(t, x == nil, "%v", x)
		}
		s, err := c.Ledger.Spend()
		must.Hold(t, err == nil && s.Day.Tokens() >= 3 && s.Day.Tokens() <= 20_000, "%+v: %+v, %v", u, s.Day, err)
	}
	var s budget.Sum
	for range 3 {
		s.Add(&budget.Call{In: math.MaxInt64, Out: math.MaxInt64})
	}
	most := int64(100)
	must.Hold(t, s.Tokens() == math.MaxInt64 && (budget.Limits{Tokens: &most}).Over(s, budget.Call{In: math.MaxInt64}, "") != "", "%+v", s)
}

func TestCallsAtOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	second := make(chan struct{})
	m := &script{name: "m", do: func(n int, _ ask.Question) (Reply, error) {
		switch n {
		case 1:
			<-second
		case 2:
			close(second)
		}
		return Reply{Text: "ok"}, nil
	}}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			c := b.client(m) // as of 8 processes
			c.Tell = nil
			must.Is(t, must.Err(c.Generate(t.Context(), ask.Question{Prompt: "x"})), nil, "the error")
		})
	}
	wg.Wait()
	must.Hold(t, m.most == 2 && m.calls == 8, "%d calls, %d at once", m.calls, m.most)
}

func TestNothingIsAskedWithoutALedger(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: tokens(1, 1)}
	if err := os.WriteFile(filepath.Join(b.dir.Path(), ".memoria"), nil, 0o600); err != nil { // no folder
		t.Fatal(err)
	}
	_, err := b.client(m).Generate(t.Context(), ask.Question{Prompt: "x"})
	must.Hold(t, err != nil && m.calls <= 0, "%v after %d calls", err, m.calls)
	must.Hold(t, must.Err(b.client(m).Generate(t.Context(), ask.Question{Prompt: " \n"})) != nil, "a blank prompt is asked")
}

func TestErrorIsForOthersToRead(t *testing.T) {
	var err error = fmt.Errorf("flush: %w", &Error{Kind: ask.OverBudget, What: "over", After: time.Hour, Hints: []string{"h"}})
	var o ask.Failure
	must.Hold(t, errors.As(err, &o) && o.Outcome() == ask.OverBudget && o.RetryAfter() == time.Hour && err.Error() == "flush: over", "%v", err)
}
