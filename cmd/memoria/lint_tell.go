package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/agent-admin/memoria/wiki/lint"
)

// tellLint prints findings as compilers do, so that editors find their way: file:line:column.
func (a *app) tellLint(r linted, o lintFlags) error {
	for _, m := range r.Fixed {
		a.ui.Print("mended %s: %s", printable(m.Path), strings.Join(m.Checks, ", "))
	}
	for _, p := range r.Changed {
		a.ui.Warn("%s: changed meanwhile, left as it is", printable(p))
	}
	a.ui.Clear()
	out := bufio.NewWriter(a.ui.Out) // there may be tens of thousands of lines
	infos := map[string]int{}
	for _, f := range r.Findings {
		if f.Severity == lint.Info && !o.info {
			infos[f.Check]++
			continue
		}
		fmt.Fprintf(out, "%s: %s: %s [%s]\n", printable(place(f)), f.Severity, oneLine(printable(f.Text)), f.Check)
		if f.Hint != "" {
			fmt.Fprintf(out, "    %s\n", oneLine(printable(f.Hint)))
		}
	}
	err := out.Flush()
	if n := r.Infos; n > 0 && !o.info {
		var parts []string
		for _, c := range lint.Checks() {
			if infos[c.ID] > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", thousands(infos[c.ID]), c.ID))
			}
		}
		a.ui.Print("worth knowing: %s (memoria lint --info lists them)", strings.Join(parts, ", "))
	}
	if len(r.Findings) == 0 && len(r.Changed) == 0 {
		a.ui.Print("Nothing is wrong")
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

func place(f lint.Finding) string {
	switch {
	case f.Line == 0:
		return f.Path
	case f.Column == 0:
		return fmt.Sprintf("%s:%d", f.Path, f.Line)
	}
	return fmt.Sprintf("%s:%d:%d", f.Path, f.Line, f.Column)
}

// checkJSON is a check in the answer of `lint --checks --json`.
type checkJSON struct {
	ID     string        `json:"id"`
	Ours   lint.Severity `json:"severity"`
	Theirs lint.Severity `json:"severity_own_pages"`
	Fix    bool          `json:"fix"`
	What   string        `json:"what"`
}

func (a *app) showChecks(o lintFlags) error {
	checks := lint.Checks()
	if o.json {
		out := make([]checkJSON, len(checks))
		for i, c := range checks {
			out[i] = checkJSON(c)
		}
		return a.ui.JSON(struct {
			Schema int         `json:"schema"`
			Checks []checkJSON `json:"checks"`
		}{1, out})
	}
	a.ui.Print("%-17s %-8s %-9s", "check", "is", "on pages of your own")
	for _, c := range checks {
		fix := ""
		if c.Fix {
			fix = " (--fix)"
		}
		a.ui.Print("%-17s %-8s %-9s %s%s", c.ID, c.Ours, c.Theirs, c.What, fix)
	}
	return nil
}
