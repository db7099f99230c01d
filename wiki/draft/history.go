package draft

import (
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A Replacement is a point that held until a day, and the one that took its place then. Both are cited, so
// that an article keeps what it once said.
type Replacement struct {
	Until wiki.Date
	Was   wiki.Point
	Now   wiki.Point
}

// then parts what was from what is.
const then = "; then: "

// ReadReplacement reads a line of a History as it is written: until when what was held, and what took its place, "" for
// nothing; both as they stand there, with their citations. ok is false for a line that somebody wrote in another form.
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

// history writes what was replaced, one a line: "Until 2026-11-20: what was (its day); then: what is (its day)".
func history(list []Replacement) string {
	var lines []string
	for _, t := range list {
		was, now := cited(t.Was), cited(t.Now)
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
