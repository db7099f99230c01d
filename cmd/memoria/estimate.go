package main

import (
	"fmt"
	"math"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An estimate is about what entries are going to take, before anything is asked.
type estimate struct {
	model           string // "" where none is asked
	calls           int
	asked, answered int // tokens
	cost            budget.Cost
}

// estimate is what s takes to write so many entries of so many bytes of words, and to edit the articles
// that they concern.
func (s *scribe) estimate(entries, bytes int) *estimate {
	if s.model == nil {
		return &estimate{cost: budget.Cost{Known: true}}
	}
	all, edits := summary.Expect(entries, bytes, s.model.Window()), editor.Expect(entries, s.model.Window())
	return estimateFor(s.model.Client, ask.Estimate{Calls: all.Calls + edits.Calls, In: all.In + edits.In, Out: all.Out + edits.Out})
}

// estimateFor is what it takes to ask c.
func estimateFor(c *llm.Client, n ask.Estimate) *estimate {
	e := &estimate{model: c.Name(), calls: n.Calls, asked: n.In / charsPerToken, answered: n.Out / charsPerToken}
	e.cost = c.Estimate(e.asked, e.answered)
	return e
}

func (e *estimate) usd() *float64 {
	if !e.cost.Known {
		return nil
	}
	usd := float64(e.cost.Micros) / 1e6
	return &usd
}

func (e *estimate) String() string {
	if e.model == "" {
		return "no model is asked, so it costs nothing"
	}
	cost := "at a cost that the settings do not tell"
	if usd := e.usd(); usd != nil {
		cost = fmt.Sprintf("for about $%.2f", math.Ceil(*usd*100)/100)
	}
	return fmt.Sprintf("%s would be asked about %s, some %s, %s", e.model, count(e.calls, "time"), count(e.asked+e.answered, "token"), cost)
}

// charsPerToken is what models' tokenizers come to on mixed prose and code.
const charsPerToken = 4
