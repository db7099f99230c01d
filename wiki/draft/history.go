package draft

import (
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A Replacement is a point that held until a day, and the one that replaced it then. Both are cited, so that
// an article keeps what it once said.
type Replacement struct {
	Until wiki.Date
	Was   wiki.Point
	Now   wiki.Point
}

// then separates the old point from the new one.
const then = "; then: "

// ReadReplacement reads a line of a History: the day until which a point held, the point, and what replaced
// it, "" for nothing. Both points keep their Markdown and citations. ok is false for a line of another form.
func ReadReplacement(line string) (until, was, now string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "Until ")
	if !ok {
		return "", "", "", false
	}
	if until, rest, ok = strings.Cut(rest, ": "); !ok {
		return "", "", "", false
	}
	was, now, _ = strings.Cut(rest, then)
	return until, was, now, true
}

// history writes the replacements, one a line: "Until 2026-11-20: what was (its day); then: what is (its
// day)".
func (d Draft) history() string {
	var lines []string
	for _, t := range d.History {
		was, now := d.cited(t.Was), d.cited(t.Now)
		if was == "" {
			continue
		}
		text := "- Until " + string(t.Until) + ": " + was
		if now != "" {
			text += then + now
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}
