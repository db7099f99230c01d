package contradict

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint"
)

// A Dispute is two claims that contradict each other, and the verdict of a model.
type Dispute struct {
	ID            string
	First, Second Claim // the first was said before the second
	Stale         bool  // the second says what became of the first
	Reason        string
	People        [2]string // who said the first and the second, if two people disagree, which takes no model to tell
}

// A Claim is one of two that contradict each other.
type Claim struct {
	lint.Claim
	Day string // on which it was last said

	refs []string
}

func (c *claim) shown() Claim {
	return Claim{lint.Claim{Path: c.path, Line: c.line, Text: c.text, Sources: c.cites}, c.day, c.refs}
}

// disputes makes disputes of the verdicts.
func (r *run) disputes(pairs []*pair) {
	for _, p := range pairs {
		switch v := r.known[p.key()]; v.Verdict {
		case unclear:
			r.Unclear++
		case Contradict, Replaces:
			d := Dispute{ID: p.id(), First: p.a.shown(), Second: p.b.shown(), Stale: v.Verdict == Replaces, Reason: v.Reason}
			if p.who != nil {
				d.People = [2]string{wiki.PersonName(p.who.Of), wiki.PersonName(p.who.By)}
				d.Reason = d.People[0] + " said the one and " + d.People[1] + " the other"
			}
			r.Disputes = append(r.Disputes, d)
		}
	}
}

// Findings returns the disputes, those of two people or the others, as findings with the severities of levels: a
// contradiction at the later claim, an outdated claim at its own line.
func (r *Report) Findings(levels lint.Levels, people bool) []lint.Finding {
	var out []lint.Finding
	for _, d := range r.Disputes {
		if people != (d.People[0] != "") {
			continue
		}
		check, at, other, say := lint.Contradiction, d.Second, d.First, "does not agree with"
		if d.Stale {
			check, at, other, say = lint.StaleClaim, d.First, d.Second, "seems out of date since"
		}
		f := lint.Finding{Check: check, Severity: levels.Of(check), Path: at.Path, Line: at.Line, Claims: []lint.Claim{d.First.Claim, d.Second.Claim}}
		if f.Severity == lint.Off {
			continue
		}
		f.Text = fmt.Sprintf("%q (%s) %s %q (%s, %s:%d)", at.Text, sources(at), say, other.Text, sources(other), other.Path, other.Line)
		if d.Reason != "" {
			f.Text += ": " + d.Reason
		}
		f.Hint = fmt.Sprintf("memoria lint --settle %s=1 if what was said on %s holds, =2 for %s, =both for both", d.ID, d.First.Day, d.Second.Day)
		out = append(out, f)
	}
	return out
}

func sources(c Claim) string { return strings.Join(c.Sources, " ") }
