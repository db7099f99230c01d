package main

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
)

const spendDays = 7

func (a *app) tellSpend(s *status.Spend) {
	if s == nil {
		return
	}
	a.ui.Print("models    today %s%s", tellSum(s.Day), tellLimits(s.Limits.Day))
	a.ui.Print("          this month %s%s", tellSum(s.Month), tellLimits(s.Limits.Month))
	for i, d := range s.Days {
		if i == spendDays || len(s.Days) == 1 {
			break
		}
		a.ui.Print("          %s  %s", d.Name, tellSum(d.Sum))
	}
	for _, part := range []struct {
		what   string
		shares []budget.Share
	}{{"for", s.Jobs}, {"of", s.Used}} {
		for _, x := range part.shares {
			a.ui.Print("          %s %s  %s", part.what, printable(x.Name), tellSum(x.Sum))
		}
	}
	for _, f := range s.Failing {
		a.ui.Print("          %s failed last, at %s: %s; memoria doctor --ask tries it", printable(f.By), f.At.In(a.Now().Location()).Format("2006-01-02 15:04"), printable(f.Why))
	}
}

// tellSum writes what some calls took.
func tellSum(s budget.Sum) string {
	parts := []string{count(s.Calls, "call")}
	if s.Failed > 0 {
		parts[0] += fmt.Sprintf(" (%s failed)", thousands(s.Failed))
	}
	if s.Calls > 0 {
		tokens := thousands(int(s.Tokens())) + " tokens"
		if s.Estimated+s.Open > 0 {
			tokens = "about " + tokens
		}
		parts = append(parts, tokens, tellMoney(s))
	}
	if s.Open > 0 {
		parts = append(parts, fmt.Sprintf("%s without an end, counted as the most it can take", thousands(s.Open)))
	}
	return strings.Join(parts, ", ")
}

func tellMoney(s budget.Sum) string {
	switch {
	case s.Unpriced == 0:
		return budget.Money(s.Micros)
	case s.Micros == 0:
		return "cost unknown"
	}
	return fmt.Sprintf("%s and %s of unknown cost", budget.Money(s.Micros), count(s.Unpriced, "call"))
}

// tellLimits writes how much of its limits a day or a month has used.
func tellLimits(l budget.Limits) string {
	var of []string
	if l.Calls != nil {
		of = append(of, fmt.Sprintf("%s calls", thousands(int(*l.Calls))))
	}
	if l.Tokens != nil {
		of = append(of, fmt.Sprintf("%s tokens", thousands(int(*l.Tokens))))
	}
	if l.Micros != nil {
		of = append(of, budget.Money(*l.Micros))
	}
	if len(of) == 0 {
		return ""
	}
	return " of at most " + strings.Join(of, ", ")
}
