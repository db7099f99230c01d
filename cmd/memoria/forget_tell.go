package main

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/say"
)

// forgetJSON is the answer of `forget --json`.
type forgetJSON struct {
	Schema  int    `json:"schema"`
	DryRun  bool   `json:"dry_run"`
	Kind    string `json:"kind"`
	Target  string `json:"target"`
	Removed []gone `json:"removed"`
	Stays   []stay `json:"stays"`
}

// tell says what went, or in a dry run would go.
func (x *oblivion) tell(o forgetFlags) error {
	if o.json {
		return x.ui.JSON(forgetJSON{1, o.dryRun, x.kind, x.name, say.List(x.went), say.List(x.rest)})
	}
	if o.dryRun {
		x.show("Forgetting")
		return nil
	}
	x.show("Forgot")
	return nil
}

// show lists what goes and what stays.
func (x *oblivion) show(doing string) {
	what := x.kind + " " + printable(x.name)
	if x.kind == "again" {
		what = printable(x.name)
	} else {
		what = "the " + what
	}
	switch {
	case len(x.went) > 0:
		x.ui.Print("%s %s", doing, what)
	case x.said():
		x.ui.Print("%s %s: nothing that can be taken out says it", doing, what)
	default:
		x.ui.Print("%s %s: the vault has no words of it", doing, what)
	}
	for _, g := range x.went {
		x.ui.Print("  %s: %s", printable(g.Where), printable(g.What))
	}
	if len(x.rest) > 0 {
		x.ui.Print("What stays:")
	}
	for _, s := range x.rest {
		x.ui.Print("  %s", printable(s.String()))
	}
}

// String is the place as one line.
func (s stay) String() string {
	if s.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", s.Path, s.Line, s.Why)
	}
	return s.Path + ": " + s.Why
}

// said reports whether a line goes on saying it.
func (x *oblivion) said() bool {
	return slices.ContainsFunc(x.rest, func(s stay) bool { return s.Line > 0 })
}

// left says in a sentence what stays.
func (x *oblivion) left() string {
	n := 0
	for _, s := range x.rest {
		if s.Line > 0 && s.Why != whyMemory {
			n++
		}
	}
	switch {
	case n > 0:
		return count(n, "line") + " of the vault say it still, as listed"
	case len(x.rest) > 0:
		return "what stays is listed above"
	}
	return "nothing of it is left"
}

// lifted begins a sentence.
func lifted(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
