package look

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	handler "github.com/agent-admin/memoria/cmd/internal/handler/lint"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/wiki/lint"
)

// tellLint prints findings as compilers do, so that editors find their way: file:line:column.
func (a *app) tellLint(r *handler.Report, o lintFlags) error {
	for _, m := range r.Fixed {
		a.UI.Print("mended %s: %s", say.Printable(m.Path), strings.Join(m.Checks, ", "))
	}
	for _, p := range r.Changed {
		a.UI.Warn("%s: changed meanwhile, left as it is", say.Printable(p))
	}
	a.Page()
	a.UI.Clear()
	listed, more := 0, 0
	out := bufio.NewWriterSize(a.UI.Out, 1<<16) // there may be tens of thousands of lines
	infos, hinted := map[string]int{}, map[string]bool{}
	for _, f := range r.Findings {
		if f.Severity == lint.Info && !o.info {
			infos[f.Check]++
			continue
		}
		if listed++; o.limit > 0 && listed > o.limit {
			more++
			continue
		}
		line := append(appendPlace(out.AvailableBuffer(), f), ": "...)
		line = append(append(line, a.UI.In(styles[f.Severity], f.Severity.String()+":")...), ' ')
		line = append(append(line, say.Printable(f.Text)...), " ["...)
		line = append(append(line, f.Check...), "]\n"...)
		if w := a.UI.Screen.Width; a.UI.Screen.Is() && term.Width(string(line[:len(line)-1])) > w {
			line = []byte(strings.ReplaceAll(term.Wrap(string(line[:len(line)-1]), w-2), "\n", "\n  ") + "\n")
		}
		if f.Hint != "" && !hinted[f.Hint] {
			hinted[f.Hint] = f.Severity == lint.Info // of many of these one hint is enough
			hint := "    " + say.Printable(f.Hint)
			if a.UI.Screen.Is() {
				hint = term.Wrap(hint, a.UI.Screen.Width)
			}
			line = append(append(line, hint...), '\n')
		}
		_, _ = out.Write(line) // Flush returns the error
	}
	err := out.Flush()
	if more > 0 {
		a.UI.Print("and %s more (--limit 0 lists all)", say.Thousands(more))
	}
	if n := r.Infos; n > 0 && !o.info {
		var parts []string
		for _, c := range lint.Checks() {
			if infos[c.ID] > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", say.Thousands(infos[c.ID]), c.ID))
			}
		}
		a.UI.Print("worth knowing: %s (memoria lint --info lists them)", strings.Join(parts, ", "))
	}
	a.tellDeep(r.Deep)
	if len(r.Findings) == 0 && len(r.Changed) == 0 {
		a.UI.Print("Nothing is wrong")
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

var styles = map[lint.Severity]term.Style{lint.Error: term.Bad, lint.Warning: term.Warned, lint.Info: term.Faint}

// appendPlace appends the place of a finding, as far as it is known.
func appendPlace(b []byte, f lint.Finding) []byte {
	b = append(b, say.Printable(f.Path)...)
	for _, n := range [...]int{f.Line, f.Column} {
		if n == 0 {
			break
		}
		b = strconv.AppendInt(append(b, ':'), int64(n), 10)
	}
	return b
}

// checkJSON is a check in the answer of `lint --checks --json`.
type checkJSON struct {
	ID     string        `json:"id"`
	Ours   lint.Severity `json:"severity"`
	Theirs lint.Severity `json:"severity_own_pages"`
	Fix    bool          `json:"fix"`
	What   string        `json:"what"`
}

func (a *app) showChecks() error {
	checks := lint.Checks()
	if a.AsJSON {
		out := make([]checkJSON, len(checks))
		for i, c := range checks {
			out[i] = checkJSON(c)
		}
		return a.UI.JSON(struct {
			Checks []checkJSON `json:"checks"`
		}{out})
	}
	a.UI.Print("%-17s %-8s %-9s", "check", "is", "on pages of your own")
	for _, c := range checks {
		fix := ""
		if c.Fix {
			fix = " (--fix)"
		}
		a.UI.Print("%-17s %-8s %-9s %s%s", c.ID, c.Ours, c.Theirs, c.What, fix)
	}
	return nil
}

func (a *app) tellDeep(d *handler.Deep) {
	if d == nil {
		return
	}
	asked := "asked before"
	if d.Calls > 0 {
		asked = "asked " + say.Times(d.Calls)
	} else if d.Waiting == d.Pairs {
		asked = "asked nobody"
	}
	more := ""
	if d.Unclear > 0 {
		more = fmt.Sprintf("; of %d no answer could be used", d.Unclear)
	}
	if d.Waiting > 0 {
		more += fmt.Sprintf("; %d wait", d.Waiting)
	}
	a.UI.Print("looked at %s of claims, %s%s", say.Count(d.Pairs, "pair"), asked, more)
}
