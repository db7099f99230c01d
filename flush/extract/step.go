package extract

import (
	"regexp"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
)

// readSteps reads what a linter or a compiler reported: a diagnosis of the form "file:line: message" in the
// error of a failed step that was followed by an edit of that file. Nothing else of a tool's output is ever
// read: what a page or a program says is no statement of the person or the agent.
func (r *reader) readSteps(i int) {
	for k, s := range r.turns[i].Steps {
		if !s.Failed || s.Error == "" {
			continue
		}
		for _, line := range strings.Split(s.Error, "\n") {
			file, msg := diagnosis(line)
			if msg == "" || !r.editedAfter(i, k, file) {
				continue
			}
			r.add(unit{text: prose.Inline(msg), voice: tool, turn: i})
		}
	}
}

// editedAfter reports whether a step after step k of turn i, before the person speaks again, writes the
// file.
func (r *reader) editedAfter(i, k int, file string) bool {
	const far = 40 // turns; a fix comes soon
	for t := i; t < len(r.turns) && t < i+far; t++ {
		from := 0
		if t == i {
			from = k + 1
		}
		for _, s := range r.turns[t].Steps[from:] {
			if s.Edit && strings.HasSuffix(s.Target, file) {
				return true
			}
		}
	}
	return false
}

// diagnosis splits "dir/file.go:340:21: message (rule)" into its file and message, "" for any other line.
// The rule in brackets marks a linter: a compiler's message is about one line of code and is not worth
// keeping. The message must state a rule to follow, not only what one place counts or lacks.
func diagnosis(line string) (file, msg string) {
	m := lintLine().FindStringSubmatch(strings.TrimSpace(line))
	if m == nil || len(m[2]) < 24 || len(m[2]) > short || m[3] == "typecheck" || !rules().MatchString(m[2]) || counts().MatchString(m[2]) {
		return "", ""
	}
	return m[1], m[2]
}

var lintLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([^\s:]+\.[a-z]+):\d+(?::\d+)?:?\s+([A-Za-z].*\(([a-z][a-z0-9/_-]+)\))$`)
})

// Linters speak English.
var (
	rules = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:must|use|should|prefer|avoid|instead|don't|do not|never|not allowed|forbidden|disallowed|deprecated|denied)\b`)
	})
	counts = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:has|have|of|is|exceeds|than|over|>|found) \(?\d+|\b\d+ (?:occurrences|lines|statements|times|characters|of)\b|\(\d+ > \d+\)`)
	})
)
