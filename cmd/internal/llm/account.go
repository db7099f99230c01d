package llm

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/wiki/ask"
)

const (
	// fatalFor is how long a provider is not asked after a failure that only a person can fix.
	fatalFor = 15 * time.Minute
	// rateWait is the longest that a call waits for its turn in a minute.
	rateWait = 2 * time.Minute
)

// reserve puts the call in the ledger, once its turn comes in the minute.
func (c *Client) reserve(ctx context.Context, p Provider, most budget.Call) (id, month string, past budget.History, err error) {
	c.mu.Lock()
	over := c.Run.Over(c.run, most, "of this run")
	if over == "" {
		c.run.Add(&most)
	}
	c.mu.Unlock()
	if over != "" {
		return "", "", past, (&Error{Kind: ask.OverBudget, What: over}).hint("run it again for the rest, or with a larger --budget")
	}
	for waited := time.Duration(0); ; {
		id, month, err = c.Ledger.Reserve(ctx, most, func(now time.Time, calls []*budget.Call) error {
			past = budget.HistoryOf(most.By, calls)
			return c.allow(p, most, now, calls)
		})
		var w budget.WaitError
		if !errors.As(err, &w) {
			break
		}
		if waited += w.After; waited > rateWait || c.Hurry {
			err = &Error{Kind: ask.Retry, Who: most.By, What: "too many calls a minute", After: w.After}
			break
		}
		if err = c.sleep(ctx, w.After); err != nil {
			break
		}
	}
	if err != nil {
		c.mu.Lock()
		c.run = c.run.Less(&most)
		c.mu.Unlock()
	}
	return id, month, past, err
}

// allow returns an error if the limits do not permit one more call now.
func (c *Client) allow(p Provider, most budget.Call, now time.Time, calls []*budget.Call) error {
	if err := c.paused(p, now, calls); err != nil {
		return err
	}
	at := budget.StandingAt(now, calls)
	y, m, d := now.Date()
	for _, l := range []struct {
		limits budget.Limits
		sum    budget.Sum
		span   string
		ends   time.Time
		key    string
	}{
		{c.Day, at.Day, "a day", time.Date(y, m, d+1, 0, 0, 0, 0, now.Location()), "budget.day"},
		{c.Month, at.Month, "a month", time.Date(y, m+1, 1, 0, 0, 0, 0, now.Location()), "budget.month"},
	} {
		if over := l.limits.Over(l.sum, most, l.span); over != "" {
			return (&Error{Kind: ask.OverBudget, What: over, After: max(l.ends.Sub(now), time.Second)}).hint("wait until "+l.ends.Format("2006-01-02 15:04")+", or raise "+l.key+" in the settings", "memoria status shows what was used")
		}
	}
	if c.PerMinute > 0 && at.Minute >= c.PerMinute {
		return budget.WaitError{After: max(time.Minute-now.Sub(at.Oldest), 10*time.Millisecond)}
	}
	return nil
}

// paused returns the earlier failure because of which a provider is not asked now: it asked for a pause, or it failed
// with the same settings in a way that would repeat.
func (c *Client) paused(p Provider, now time.Time, calls []*budget.Call) error {
	by := p.Info().Name
	last := budget.HistoryOf(by, calls).Last
	if last == nil || last.Ended.After(now) { // the clock was set back
		return nil
	}
	switch age := now.Sub(last.Ended); {
	case last.End == ask.Retry && age < time.Duration(last.After)*time.Second:
		return &Error{Kind: ask.Retry, Who: by, What: "it asked to wait: " + last.Why, After: time.Duration(last.After)*time.Second - age}
	case last.End == ask.Fatal && !c.Insist && age < fatalFor && last.Set == settingsOf(p):
		return failed(by, ask.Fatal, "as %s ago: %s", age.Round(time.Second), last.Why).hint("mend that, then memoria doctor --ask")
	}
	return nil
}

// patience is how often a provider that has answered before may fail in a row for unknown reasons before it counts as
// broken.
const patience = 3

// judge decides what an unclear failure means. A provider that never answered is unusable. One that did answer is
// retried a few times; if it refuses this request, the request is at fault.
func judge(h budget.History, x *Error) {
	if !x.unclear {
		return
	}
	switch {
	case !h.Answered:
		x.Kind = ask.Fatal
	case x.Kind == ask.Fatal:
		x.Kind = ask.Refused
	case h.Failed+1 >= patience:
		x.Kind = ask.Fatal
	}
	if x.Kind == ask.Fatal && len(x.Hints) == 0 {
		x.hint("memoria doctor --ask shows what is wrong with it")
	}
}

// account makes the second line of a call, and gives the reply the cost that can be known.
func (c *Client) account(id string, info Info, most budget.Call, reply *Reply, failure error) budget.Call {
	end := budget.Call{ID: id, Job: most.Job, By: info.Name, Model: cmp.Or(reply.Model, info.Model), End: budget.Complete}
	if !reply.Cost.Known {
		if price, ok := c.Prices.Of(reply.Model, info.Model); ok {
			reply.Cost = price.Cost(reply.Usage)
		}
	}
	var x *Error
	spent := failure == nil
	switch {
	case errors.As(failure, &x):
		end.End, end.Why, end.After, spent = x.Kind, x.What, int64((x.After+time.Second-1)/time.Second), x.Spent
		end.Window = x.window
	case failure != nil:
		end.End, spent = "interrupted", true
	}
	var none int64
	switch u := reply.Usage; {
	case u.Known:
		end.In, end.Out, end.Cached = int64(u.In+u.CacheRead+u.CacheWrite), int64(u.Out), int64(u.CacheRead)
		if reply.Cost.Known {
			end.Micros = &reply.Cost.Micros
		}
	case spent:
		end.In, end.Out, end.Estimated, end.Micros = most.In, most.Out, true, most.Micros
		if failure == nil { // what there is of the answer can be measured
			end.Out = int64(len(reply.Text)/bytesPerToken + 1)
			if price, ok := c.Prices.Of(info.Model); ok && most.Micros != nil {
				cost := price.Most(int(end.In), int(end.Out))
				end.Micros = &cost.Micros
			}
		}
		if reply.Cost.Known {
			end.Micros = &reply.Cost.Micros
		}
	default:
		end.Micros = &none
	}
	return end
}
