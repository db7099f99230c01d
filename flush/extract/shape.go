package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// pattern compiles an expression when it is first used.
func pattern(re string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(re) })
}

// few is how many characters an item may have that is joined with its neighbours.
const few = 64

// crossed reports whether a text, or one of the items it joins, is marked with ✗.
func crossed(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '；' }), func(s string) bool {
		return prose.Crossed(strings.TrimSpace(s))
	})
}

// separator returns what separates two items of a list that share a line.
func separator(before string) string {
	if r, _ := utf8.DecodeLastRuneInString(before); r >= 0x2E80 && r < 0xAC00 {
		return "；"
	}
	return "; "
}

func colon(s string) bool { return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") }

// together joins two sentences; a first one without its full stop gets a semicolon.
func together(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	switch {
	case strings.ContainsRune("。！？｡", last):
		return a + b
	case strings.ContainsRune(":;,)", last) || prose.Stop(last):
		return a + " " + b
	}
	return a + separator(a) + b
}

// width returns the length of a text in Latin letters: Han, kana and Hangul count about twice.
func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x1100 {
			n++
		}
	}
	return n
}

// asks reports whether a text is a question, in any script, or supposes something.
func asks(s string) bool {
	if supposes().MatchString(s) {
		return true
	}
	s = strings.TrimRight(s, " \"')]”’」）")
	for _, end := range []string{"?", "？", "؟", "か。", "ますか", "ですか", "ませんか", "でしょうか", "吗", "吗。", "呢", "?!"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

var supposes = pattern(`(?i)^(?:(?:and|or|but|so|ok|und|oder|aber|y|o|et|ou|e),? )?(?:suppose|supposing|imagine|(?:let's )?say (?:we|i)|what (?:if|would|happens)|i wonder|wondering|angenommen|gesetzt den fall|nehmen wir (?:mal |einmal )?an|was (?:wäre|würde|passiert)|stell dir vor` +
	`|supongamos|imagina|(?:y )?qué pasa|que se passe|supposons|imaginons|suponha|o que acontece|предположим|допустим|что (?:если|будет))` +
	`|(?i)\b(?:wenn|falls) [^,.;]*\b(?:würden?|wären?|hätten?)\b|(?i)\b(?:whether (?:we|i|to)|ob (?:wir|ich))\b|(?:如果|假如|要是).*(?:会怎|怎么|如何)|(?:もし|仮に).*どう`)

// labelled reports whether an item begins with its subject: "Worker: reads by line".
func labelled(s string) bool {
	i := strings.IndexAny(s, ":：")
	return i > 0 && i < len(s)-3 && width(s[:i]) <= 40 && !strings.Contains(s[:i], "://")
}

// whole reports whether a line before a list says something without it: "X is the best fit:", not "we use it
// for things like:".
func whole(s string) bool {
	f := strings.Fields(strings.TrimRight(s, " :："))
	if len(f) < 4 {
		return len(f) > 0 && f[0][0] >= utf8.RuneSelf // no spaces in this script
	}
	last := strings.ToLower(f[len(f)-1])
	return !waits()[last] && !announces()[last]
}
