package llm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Client asks the first usable one of its providers. It skips a provider whose failure only a person can fix for
// the rest of the run, and in later runs for a while; it retries a temporary failure. It is safe for use by several
// goroutines.
type Client struct {
	Providers []Provider       // required, one at least
	Ledger    *budget.Ledger   // required
	Now       func() time.Time // required

	Run        budget.Limits // of this run
	Day, Month budget.Limits
	PerMinute  int           // calls; 0 bounds nothing
	AtOnce     int           // calls in flight, of all processes; 0 is 1
	Prices     budget.Prices // may be nil
	Tries      int           // tries of a call that fails temporarily and asks for no long wait; 0 means 1
	Hurry      bool          // somebody waits for more than this: a call that cannot be made at once is not made
	Insist     bool          // a person waits: what only a person fixes may have been fixed, so it is asked again
	Auto       bool          // having no usable provider is no failure: see ask.Nobody

	// Clean removes secrets from the text of a failure before it is kept or printed: a program's stderr may hold
	// some. nil removes none.
	Clean func(string) string

	// Tell is called once for each provider that is skipped; may be nil.
	Tell func(passed *Error)
	// Sleep waits; nil uses the clock.
	Sleep func(ctx context.Context, d time.Duration) error

	mu     sync.Mutex
	at     int               // of Providers
	passed []*Error          // why those before
	known  map[Provider]bool // of which the ledger was asked what their contexts hold
	run    budget.Sum
}

var _ ask.Model = (*Client)(nil)

// Name returns the name of the next provider to ask.
func (c *Client) Name() string { return c.Info().Name }

// Window returns the window of the next provider to ask, in bytes.
func (c *Client) Window() int { return c.Info().Window }

// Ask calls Generate and returns only the text.
func (c *Client) Ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	r, err := c.Generate(ctx, q)
	return ask.Answer{Text: r.Text, By: r.By}, err
}

// Info returns the provider that is asked next.
func (c *Client) Info() Info { return c.provider().Info() }

func (c *Client) provider() Provider {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.Providers[min(c.at, len(c.Providers)-1)]
	if o, ok := p.(interface{ lower(tokens int) }); ok && !c.known[p] {
		c.known = map[Provider]bool{p: true}
		o.lower(c.Ledger.Window(p.Info().Name, settingsOf(p)))
	}
	return p
}

// Generate asks the model. The error is an [Error], ctx's own, or one of the ledger: a call that cannot be recorded
// is not made.
func (c *Client) Generate(ctx context.Context, r ask.Question) (Reply, error) {
	if strings.TrimSpace(r.Prompt) == "" {
		return Reply{}, failed("", ask.Fatal, "there is nothing to ask")
	}
	for tries := 1; ; {
		c.provider() // whose context may be known from an earlier run
		p, none := c.next()
		if none != nil {
			return Reply{}, none
		}
		reply, err := c.once(ctx, p, c.most(p.Info(), r), func() (Reply, error) { return p.Generate(ctx, r) })
		var x *Error
		switch {
		case err == nil || !errors.As(err, &x) || ctx.Err() != nil:
			return reply, err
		case x.Kind == ask.Fatal && x.Who != "" && (c.Auto || len(c.Providers) > 1):
			c.pass(p, x)
		case x.Kind == ask.Retry && tries < c.Tries && x.After <= maxPatience:
			if err := c.sleep(ctx, max(x.After, time.Second<<tries)+jitter()); err != nil {
				return Reply{}, err
			}
			tries++
		default:
			return reply, err
		}
	}
}

// maxPatience is the longest wait that a call itself waits before its next try.
const maxPatience = 15 * time.Second

func jitter() time.Duration { return rand.N(time.Second) }

func (c *Client) sleep(ctx context.Context, d time.Duration) error {
	if c.Sleep != nil {
		return c.Sleep(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// next returns the provider to ask, or the error that there is none left.
func (c *Client) next() (Provider, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at < len(c.Providers) {
		return c.Providers[c.at], nil
	}
	e := &Error{Kind: ask.Nobody, What: "no model can be used"}
	for _, p := range c.passed {
		e.What += "; " + p.Error()
		e.Hints = append(e.Hints, p.Hints...)
	}
	return nil, e
}

// pass moves on from p.
func (c *Client) pass(p Provider, why *Error) {
	c.mu.Lock()
	first := c.at < len(c.Providers) && c.Providers[c.at] == p
	if first {
		c.at++
		c.passed = append(c.passed, why)
	}
	c.mu.Unlock()
	if first && c.Tell != nil {
		c.Tell(why)
	}
}

// once makes one call of a provider, which takes at most so much: a free slot, the ledger, the call, the ledger.
func (c *Client) once(ctx context.Context, p Provider, most budget.Call, call func() (Reply, error)) (Reply, error) {
	info := p.Info()
	if err := c.payable(info, most); err != nil {
		return Reply{}, err
	}
	free, err := c.slot(ctx, most.Micros == nil && c.bounded())
	if err != nil {
		return Reply{}, err
	}
	defer free()
	id, month, past, err := c.reserve(ctx, p, most)
	if err != nil {
		return Reply{}, err
	}
	began := c.Now()
	reply, failure := call()
	var x *Error
	if errors.As(failure, &x) {
		if c.Clean != nil {
			x.What = c.Clean(x.What)
		}
		judge(past, x)
	}
	reply.Usage.Curb(int(most.In)*bytesPerToken, int(most.Out), len(reply.Text), info.TellsCost)
	end := c.account(id, info, most, &reply, failure)
	end.Took = c.Now().Sub(began).Milliseconds()
	if x != nil && (x.Kind == ask.Fatal || x.window > 0) {
		end.Set = settingsOf(p)
	}
	if err := c.Ledger.Settle(month, end); err != nil && failure == nil {
		// The answer is paid for, and the line that is there counts for more than it took.
		if c.Tell != nil {
			c.Tell(&Error{Kind: ask.Retry, Who: info.Name, What: fmt.Sprintf("settle the call in the ledger: %v", err), Err: err})
		}
	}
	c.mu.Lock()
	c.run = c.run.Less(&most)
	c.run.Add(&end)
	c.mu.Unlock()
	return reply, failure
}

// most returns the record of a call with the most tokens and money that it can take.
func (c *Client) most(info Info, r ask.Question) budget.Call {
	return c.priced(budget.Call{Job: cmp.Or(r.Job, "other"), About: slices.Compact(slices.Sorted(slices.Values(r.About))), By: info.Name, Model: info.Model, In: int64(r.Size()/bytesPerToken + 64), Out: int64(bound(r))})
}

// priced adds what a call costs at most, if that is known.
func (c *Client) priced(m budget.Call) budget.Call {
	if price, ok := c.Prices.Of(m.Model); ok {
		if cost := price.Most(int(m.In), int(m.Out)); cost.Known {
			m.Micros = &cost.Micros
		}
	}
	return m
}

func (c *Client) bounded() bool {
	return c.Run.Micros != nil || c.Day.Micros != nil || c.Month.Micros != nil
}

// payable refuses a call of unknown cost if money is limited, since the limit could not be held.
func (c *Client) payable(info Info, most budget.Call) error {
	if !c.bounded() || most.Micros != nil || info.TellsCost {
		return nil
	}
	return failed(info.Name, ask.OverBudget, "money is limited, and what a call of %s costs is not known", info.Model).
		hint(fmt.Sprintf("set prices: {%s: {in: …, out: …}} in the settings, in dollars for a million tokens (0 for a model of your own)", info.Model))
}

const slotPoll = 250 * time.Millisecond

// slot takes one of the places for calls in flight. alone leaves it the only one of those that are
// alone.
func (c *Client) slot(ctx context.Context, alone bool) (free func(), err error) {
	n := max(c.AtOnce, 1)
	if alone {
		n = 1
	}
	name := func(i int) string { return fmt.Sprintf("%s%d", layout.LockModel, i) }
	for {
		for i := range n {
			free, err = c.Ledger.Dir.TryLock(name(i))
			if err == nil || !errors.Is(err, fsutil.ErrLocked) {
				return free, err
			}
		}
		wait, cancel := context.WithTimeout(ctx, slotPoll)
		free, err = c.Ledger.Dir.Lock(wait, name(rand.IntN(n)))
		cancel()
		if err == nil || !errors.Is(err, fsutil.ErrLocked) || ctx.Err() != nil {
			return free, err
		}
		if c.Hurry {
			return nil, &Error{Kind: ask.Retry, What: "another call is being made, and this one is not waited for"}
		}
	}
}

// settingsOf returns a hash of the settings of a provider.
func settingsOf(p Provider) string {
	s, ok := p.(interface{ settings() string })
	if !ok {
		return p.Info().Name
	}
	sum := sha256.Sum256([]byte(s.settings()))
	return hex.EncodeToString(sum[:8])
}

// Estimate returns what this many tokens, some of them from a cache, cost at most at the next provider, as far as the
// settings give its price.
func (c *Client) Estimate(in, cached, out int) budget.Cost {
	price, _ := c.Prices.Of(c.Info().Model)
	return price.Likely(in, cached, out)
}

// Used returns what the calls of this run took.
func (c *Client) Used() budget.Sum {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.run
}

// Usual returns what the calls of the next provider took of late.
func (c *Client) Usual() budget.Usual { return c.Ledger.Usual(c.Info().Name) }

// Experience is how many calls tell what the next ones take.
const Experience = 10

// Tokens returns about how many tokens questions and answers of so many bytes take.
func (c *Client) Tokens(calls, in, out int) (int, int) {
	if u := c.Usual(); u.Calls >= Experience {
		return int(u.In * float64(in/bytesPerToken+64*calls)), int(u.Out * float64(calls))
	}
	if c.Info().Silent {
		return in/bytesPerToken + 64*calls, out/bytesPerToken + calls
	}
	return in / charsPerToken, out / charsPerToken
}

// charsPerToken is the usual number of characters of one token in mixed prose and code.
const charsPerToken = 4

// PricesOf returns the prices of the settings.
func PricesOf(m vault.Models) budget.Prices {
	p := budget.Prices{}
	for name, x := range m.Prices {
		p[name] = budget.Price(x)
	}
	return p
}
