package wiki

import "strings"

// A Turn is a point that held until a day, and the one that took its place then. Both are cited, so
// that an article keeps what it once said.
type Turn struct {
	Until Date
	Was   Point
	Now   Point
}

// turns writes turns one a line: "Until 2026-11-20: what was (its day); then: what is (its day)".
func turns(list []Turn) string {
	var lines []string
	for _, t := range list {
		was, now := t.Was.cited(), t.Now.cited()
		if was == "" {
			continue
		}
		text := "- Until " + string(t.Until) + ": " + was
		if now != "" {
			text += "; then: " + now
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}
