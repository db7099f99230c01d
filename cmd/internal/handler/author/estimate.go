package author

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/wiki/ask"
)

// CharsPerToken is the usual number of characters of one token in mixed prose and code.
const CharsPerToken = 4

// An Estimate is roughly what a run would ask a model.
type Estimate struct {
	Name   string   `json:"name"` // "" if none is asked
	Calls  int      `json:"calls"`
	Tokens int      `json:"tokens"`
	USD    *float64 `json:"usd"` // nil if neither the settings nor earlier calls tell
	Time   int      `json:"seconds"`
}

// callUsual is how long a call takes where none was made yet.
const callUsual = 12 * time.Second

// Estimate returns what it takes s to write this many entries of this many bytes, and to edit their articles.
func (s *Scribe) Estimate(entries, bytes int) Estimate {
	if s.model == nil {
		return EstimateOf(nil, ask.Estimate{})
	}
	all, edits := summary.Expect(entries, bytes, s.model.Window()), editor.Expect(entries*editor.EntryUsual, s.model.Window())
	return EstimateOf(s.model.Client, Sum(all, edits, Verified(s.hire.Vault, s.model.Client, all, edits)))
}

// Sum adds up estimates.
func Sum(all ...ask.Estimate) (sum ask.Estimate) {
	for _, e := range all {
		sum.Calls, sum.In, sum.Out = sum.Calls+e.Calls, sum.In+e.In, sum.Out+e.Out
	}
	return sum
}

// verifyUsual is how many stretches have lines that code is not sure of, and mostly others that it leaves out, unless
// earlier calls tell.
const verifyUsual = 0.85

// Verified estimates the questions whether the lines of stretches and edits hold, about which so much is asked.
func Verified(v *workspace.Vault, c *llm.Client, stretches, edits ask.Estimate) ask.Estimate {
	share := verifyUsual
	if u := c.Usual(); !v.Config.Verify {
		share = 0
	} else if u.Calls >= llm.Experience {
		share = u.Verify
	}
	return Sum(summary.ExpectChecks(stretches, share), editor.ExpectChecks(edits, share))
}

// EstimateOf returns the cost of n questions to c; a nil c costs nothing.
func EstimateOf(c *llm.Client, n ask.Estimate) Estimate {
	if c == nil {
		return Estimate{USD: new(float64)}
	}
	usual := c.Usual()
	in, out := c.Tokens(n.Calls, n.In, n.Out)
	took := cmp.Or(usual.Took, callUsual) * time.Duration(n.Calls) / time.Duration(max(c.AtOnce, 1))
	e := Estimate{Name: c.Name(), Calls: n.Calls, Tokens: in + out, Time: int(took / time.Second)}
	cached := 0
	if usual.Calls >= llm.Experience {
		cached = int(usual.Cached * float64(in))
	}
	priced := c.Estimate(in, cached, out)
	cost := float64(priced.Micros)
	if cost == 0 {
		cost = usual.Micros * float64(in+out)
	}
	if cost > 0 || priced.Known {
		cost /= 1e6
		e.USD = &cost
	}
	return e
}

// EditorEstimate returns what the editor of a dry run would ask, nil if it would ask nothing.
func EditorEstimate(e *editor.Author) *Estimate {
	if e == nil || e.Estimate().Calls == 0 {
		return nil
	}
	out := EstimateOf(e.Model.(*llm.Client), e.Estimate())
	return &out
}

// Span says how long it takes.
func (e Estimate) Span() string { return say.Span(time.Duration(e.Time) * time.Second) }

func (e Estimate) String() string {
	if e.Name == "" {
		return "no model is asked, so it costs nothing"
	}
	cost := "at a cost that the settings do not tell"
	if e.USD != nil {
		cost = fmt.Sprintf("for about $%.2f", math.Ceil(*e.USD*100)/100)
	}
	return fmt.Sprintf("%s would be asked about %s, some %s, %s", e.Name, say.Count(e.Calls, "time"), say.Count(e.Tokens, "token"), cost)
}
