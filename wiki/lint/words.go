package lint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki"
)

// words looks for text that should not be stored: secrets and, where an agent would read it
// as its own notes, instructions to download something and run it.
func (c *checker) words(r *reporter) {
	if c.Secrets != nil && !r.off(Secret) {
		c.secrets(r)
	}
	if (r.page.Kind == wiki.ArticlePage || r.page.Kind == wiki.DayPage) && !r.off(Imperative) {
		imperatives(r)
	}
}

func (c *checker) secrets(r *reporter) {
	hint := "take it out here, and make a new one where it is used: memoria forget removes it from logs and archive too"
	if r.page.Kind == wiki.DayPage {
		hint = "memoria forget takes the line out of log, articles and archive; make a new one where it is used. What the line itself calls a secret is not shown with it, and an article that has it loses it at the next memoria compile --all"
	}
	for _, s := range c.Secrets(string(r.page.Bytes())) {
		r.point(Secret, s.Start, "what looks like a secret ("+s.Rule+")", hint)
	}
}

// orders matches lines that tell an agent to run something from elsewhere: a download piped into a
// shell, a standing instruction to fetch or open an address, an instruction to forget its instructions.
var orders = lazy.Regexp(`(?i)` + strings.Join([]string{
	`\b(?:curl|wget|fetch)\b[^|\n]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da|k|fi)?sh\b`,
	`\b(?:iwr|irm)\b[^|\n]{0,200}\|\s*iex\b`,
	`\b(?:ba|z)?sh\s+<\(\s*(?:curl|wget)\b`,
	`\b(?:eval|(?:ba|z)?sh\s+-c)\s+["']?\$\(\s*(?:curl|wget)\b`,
	`\b(?:always|must|from now on|in every session|before anything|before you (?:start|begin|do)|first)\b[^\n]{0,80}\b(?:run|execute|fetch|download|install|open|visit|follow|load)\b[^\n]{0,120}https?://`,
	`\b(?:ignore|disregard|forget)\b[^\n]{0,30}\b(?:previous|prior|above|earlier|all|your)\b[^\n]{0,30}\binstructions\b`,
}, "|"))

func imperatives(r *reporter) {
	src := r.page.Bytes()
	if !hinted(src) {
		return
	}
	at := 0
	for line := range bytes.Lines(src) {
		if hinted(line) && orders().Match(line) {
			r.point(Imperative, at, "the line tells an agent to fetch and run something", "if it is not what you decided, take it out; memoria why shows the session it came from")
		}
		at += len(line)
	}
}

// hinted reports whether a text contains one of the words that every match of orders contains. Most pages do
// not.
func hinted(text []byte) bool {
	return slices.ContainsFunc([]string{"://", "irm ", "wget", "iwr ", "curl", "nstructions"}, func(hint string) bool {
		return bytes.Contains(text, []byte(hint))
	})
}
