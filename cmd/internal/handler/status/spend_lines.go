package status

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
)

const spendDays = 7

// Lines tells a person what models took, the times in a zone.
func (s *Spend) Lines(zone *time.Location) (out []string) {
	if s == nil {
		return nil
	}
	line := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	line("models    today %s%s", Text(s.Day), limitsOf(s.Limits.Day))
	line("          this month %s%s", Text(s.Month), limitsOf(s.Limits.Month))
	for i, d := range s.Days {
		if i == spendDays || len(s.Days) == 1 {
			break
		}
		line("          %s  %s", d.Name, Text(d.Sum))
	}
	for _, part := range []struct {
		what   string
		shares []budget.Share
	}{{"for", s.Jobs}, {"of", s.Used}} {
		for _, x := range part.shares {
			line("          %s %s  %s", part.what, say.Printable(x.Name), Text(x.Sum))
		}
	}
	for _, l := range s.Like.Lines() {
		line("          %s", l)
	}
	for _, f := range s.Failing {
		line("          %s failed last, at %s: %s; memoria doctor --ask tries it", say.Printable(f.By), f.At.In(zone).Format("2006-01-02 15:04"), say.Printable(f.Why))
	}
	for _, by := range slices.Sorted(maps.Keys(s.Windows)) {
		line("          the context of %s holds %s tokens, fewer than was asked of it; what does not fit is asked in parts, or written without a model", say.Printable(by), say.Thousands(s.Windows[by]))
	}
	return out
}

// Text writes what some calls took.
func Text(s budget.Sum) string {
	parts := []string{say.Count(s.Calls, "call")}
	if s.Failed > 0 {
		parts[0] += fmt.Sprintf(" (%s failed)", say.Thousands(s.Failed))
	}
	if s.Calls > 0 {
		tokens := say.Thousands(int(s.Tokens())) + " tokens"
		if s.Estimated+s.Open > 0 {
			tokens = "about " + tokens
		}
		parts = append(parts, tokens, moneyOf(s))
	}
	if s.Open > 0 {
		parts = append(parts, fmt.Sprintf("%s without an end, counted as the most it can take", say.Thousands(s.Open)))
	}
	return strings.Join(parts, ", ")
}

func moneyOf(s budget.Sum) string {
	switch {
	case s.Unpriced == 0:
		return budget.Money(s.Micros)
	case s.Micros == 0:
		return "cost unknown"
	}
	return fmt.Sprintf("%s and %s of unknown cost", budget.Money(s.Micros), say.Count(s.Unpriced, "call"))
}

// limitsOf writes how much of its limits a day or a month has used.
func limitsOf(l budget.Limits) string {
	var of []string
	if l.Calls != nil {
		of = append(of, fmt.Sprintf("%s calls", say.Thousands(int(*l.Calls))))
	}
	if l.Tokens != nil {
		of = append(of, fmt.Sprintf("%s tokens", say.Thousands(int(*l.Tokens))))
	}
	if l.Micros != nil {
		of = append(of, budget.Money(*l.Micros))
	}
	if len(of) == 0 {
		return ""
	}
	return " of at most " + strings.Join(of, ", ")
}
