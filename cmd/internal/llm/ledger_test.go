package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// What a kill leaves of a ledger, cut at any byte, is read, and written on to.
func TestTornLedger(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: tokens(100, 10)}
	for range 2 {
		_, x := asks(t, b.client(m), ask.Question{})
		must.Be(t, x == nil, "%v", x)
	}
	name := filepath.Join(b.dir.Path(), filepath.FromSlash(".memoria/calls/2026-11.jsonl"))
	whole := fsutiltest.Read(t, name)
	n := strings.Count(string(whole), "\n")
	must.Be(t, n == 4, "%d lines:\n%s", n, whole)
	for cut := range len(whole) {
		if cut%13 != 0 && cut < len(whole)-3 && whole[cut] != '\n' {
			continue
		}
		must.Do(t, os.WriteFile(name, whole[:cut], 0o600))
		reserved := (strings.Count(string(whole[:cut]), "\n") + 1) / 2
		if whole[cut] == '\n' { // all of a line but its end
			reserved = (strings.Count(string(whole[:cut+1]), "\n") + 1) / 2
		}
		c := b.client(m)
		c.Tell = func(e *Error) { t.Errorf("cut at %d: %v", cut, e) }
		_, x := asks(t, c, ask.Question{})
		must.Be(t, x == nil, "cut at %d: %v", cut, x)
		s, err := b.ledger().Spend()
		must.Be(t, err == nil && s.Day.Calls == reserved+1 && s.Day.Open <= 1 && s.Day.Failed <= 0, "cut at %d: %+v, %v; want %d calls", cut, s.Day, err, reserved+1)
	}
}

// Clients that read and write the same ledger by turns see each other's calls.
func TestLedgerIsShared(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := &script{name: "m", do: tokens(100, 10)}
	one, two := b.client(m), b.client(m)
	for range 3 {
		asks(t, one, ask.Question{Job: "flush"})
		asks(t, two, ask.Question{Job: "compile"})
	}
	b.clock.add(24 * time.Hour)
	m.do = failing(Error{Kind: ask.Retry, Who: "m", What: "no answer", Spent: true})
	asks(t, one, ask.Question{Job: "compile"})
	s := must.Get(b.ledger().Spend())(t)
	six := budget.Sum{Calls: 6, In: 600, Out: 60, Unpriced: 6}
	late := budget.Sum{Calls: 1, Failed: 1, In: 64, Out: 4096, Unpriced: 1, Estimated: 1}
	want := []budget.Share{{Name: "2026-11-28", Sum: late}, {Name: "2026-11-27", Sum: six}}
	must.Hold(t, reflect.DeepEqual(s.Days, want), "days %+v\nwant %+v", s.Days, want)
	must.Hold(t, len(s.Jobs) == 2 && s.Jobs[0].Name == "compile" && s.Jobs[0].Calls == 4 && s.Jobs[1].Calls == 3 && s.Month.Calls == 7 && s.Day == late, "%+v", s)
	must.Hold(t, len(s.Failing) == 1 && s.Failing[0] == (budget.Trouble{By: "m", At: b.clock.now(), Outcome: ask.Retry, Why: "no answer"}), "%+v", s.Failing)
	must.Hold(t, len(s.Used) == 1 && s.Used[0].Name == "m", "%+v", s.Used)
	none, err := (&budget.Ledger{Dir: newBench(t).dir, Zone: time.UTC, Now: time.Now}).Spend()
	must.Hold(t, none == nil && err == nil, "%+v %v", none, err)
}

func TestDayIsTheZones(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.clock.t = time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC)
	l := b.ledger()
	l.Zone = time.FixedZone("", 3600) // December
	c := b.client(&script{name: "m", do: tokens(1, 1)})
	c.Ledger = l
	_, x := asks(t, c, ask.Question{})
	must.Be(t, x == nil, "%v", x)
	s, _ := l.Spend()
	must.Hold(t, len(s.Days) == 1 && s.Days[0].Name == "2026-12-01" && s.Month.Calls == 1, "%+v", s)
}

// The answer to a call that began in one month and ended in the next settles it in the first.
func TestCallOverTheEndOfAMonth(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.clock.t = time.Date(2026, 11, 30, 23, 59, 59, 0, time.UTC)
	m := &script{name: "m", do: func(int, ask.Question) (Reply, error) {
		b.clock.add(10 * time.Second)
		return Reply{Text: "ok", Usage: budget.Usage{In: 5, Out: 5, Known: true}}, nil
	}}
	asks(t, b.client(m), ask.Question{})
	s, err := b.ledger().Spend()
	must.Hold(t, err == nil && s.Month.Calls == 0 && len(s.Days) == 1 && s.Days[0].Open == 0 && s.Days[0].In == 5, "%+v %v", s, err)
}

// spenderVariable makes this binary ask as often as it is let: vault and address.
const spenderVariable = "LLM_SPENDER"

func spend(arg string) {
	dir, base, _ := strings.Cut(arg, "|")
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		panic(err)
	}
	w := World{Getenv: os.Getenv, Now: time.Now}
	limit, perMinute := int64(spenderCalls), 0
	if os.Getenv(spenderRate) != "" {
		limit, perMinute = 1000, spenderCalls
	}
	c := &Client{Providers: []Provider{&OpenAI{asked: true, Settings: Settings{BaseURL: base, Model: "m"}, World: w}}, Now: time.Now, AtOnce: 2,
		Ledger: &budget.Ledger{Dir: d, Zone: time.UTC, Now: time.Now}, Month: budget.Limits{Calls: &limit}, PerMinute: perMinute,
		Sleep: func(context.Context, time.Duration) error { return errors.New("it has to wait") }}
	for {
		if _, err := c.Generate(context.Background(), ask.Question{Prompt: "x"}); err != nil {
			fmt.Println(err)
			os.Exit(0)
		}
	}
}

const spenderCalls = 24

// spenderRate makes that the bound of a minute's calls, and a spender end where it has to wait.
const spenderRate = "LLM_SPENDER_RATE"

// Eight processes at once keep to the calls a minute and to the calls in flight.
func TestCeilingsHoldAcrossProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var seen, inside, most atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		seen.Add(1)
		n := inside.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		inside.Add(-1)
		fmt.Fprint(w, openAIOK)
	}))
	defer srv.Close()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c := exec.Command(self(t))
			c.Env = append(os.Environ(), spenderVariable+"="+dir+"|"+srv.URL, spenderRate+"=1")
			out, err := c.Output()
			must.Hold(t, err == nil && strings.Contains(string(out), "it has to wait"), "%v: %s", err, out)
		})
	}
	all.Wait()
	must.Hold(t, seen.Load() == spenderCalls && most.Load() <= 2, "%d calls within a minute, %d at once", seen.Load(), most.Load())
}

// Killed at any point: the ledger holds every call that was made, and at most the one in flight is
// not settled; the limit is never passed.
func TestKilledSpenders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var seen atomic.Int64
	var child atomic.Pointer[os.Process]
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch n := seen.Add(1); {
		case n%8 == 0: // in flight
			child.Load().Kill()
		case n%8 == 4: // when it has the answer, or is writing it down
			time.AfterFunc(time.Duration(n)*100*time.Microsecond, func() { child.Load().Kill() })
		}
		fmt.Fprint(w, openAIOK)
	}))
	defer srv.Close()
	kills := 0
	for range 2 * spenderCalls {
		c := exec.Command(self(t))
		c.Env = append(os.Environ(), spenderVariable+"="+dir+"|"+srv.URL)
		var out strings.Builder
		c.Stdout = &out
		must.Do(t, c.Start())
		child.Store(c.Process)
		if c.Wait() == nil {
			must.Be(t, strings.Contains(out.String(), "24 calls a month"), "%v", out.String())
			break
		}
		kills++
	}
	d := fsutiltest.Open(t, dir)
	s := must.Get((&budget.Ledger{Dir: d, Zone: time.UTC, Now: time.Now}).Spend())(t)
	made := int(seen.Load())
	must.Hold(t, kills != 0 && s.Month.Calls == spenderCalls && made <= s.Month.Calls && s.Month.Calls-made <= kills && s.Month.Open <= kills, "%d kills, %d calls made, the ledger has %+v", kills, made, s.Month)
}

// A call that another process made while this one waited for its turn counts, though it is later than
// the time at which this one came.
func TestCallsOfThisMomentCount(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	c := &Client{PerMinute: 1}
	p := &OpenAI{asked: true, Settings: Settings{BaseURL: "http://127.0.0.1:1", Model: "m"}}
	for after, free := range map[time.Duration]bool{3 * time.Millisecond: false, -time.Second: false, -time.Minute: true, 2 * time.Minute: true} {
		err := c.allow(p, budget.Call{}, now, []*budget.Call{{At: now.Add(after)}})
		must.Hold(t, (err == nil) == free, "with a call %v later: %v", after, err)
	}
}

// What a failed program said is kept and told without its secrets.
func TestFailureIsClean(t *testing.T) {
	t.Parallel()
	d := fsutiltest.Open(t, t.TempDir())
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":{"message":"no such thing as hunter2hunter2"}}`)
	}))
	defer srv.Close()
	c := &Client{Providers: []Provider{&OpenAI{asked: true, Settings: Settings{BaseURL: srv.URL, Model: "m"}, World: World{Getenv: os.Getenv, Now: time.Now}}}, Now: time.Now,
		Ledger: &budget.Ledger{Dir: d, Zone: time.UTC, Now: time.Now}, Clean: func(s string) string { return strings.ReplaceAll(s, "hunter2hunter2", "[redacted]") }}
	_, err := c.Generate(context.Background(), ask.Question{Prompt: "x"})
	must.Hold(t, err != nil && !strings.Contains(err.Error(), "hunter2") && strings.Contains(err.Error(), "[redacted]"), "told: %v", err)
	names, _ := d.ReadNames(".memoria/calls")
	for _, n := range names {
		b, _ := d.ReadFile(".memoria/calls" + "/" + n)
		must.Hold(t, !strings.Contains(string(b), "hunter2"), "kept in %s: %s", n, b)
	}
}
