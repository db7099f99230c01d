package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki/prose"
)

// firstSentence returns the part of a line that a lead quotes.
func firstSentence(text string) string {
	if ss := prose.Sentences(text); len(ss) > 1 && width(ss[0]) >= 20 {
		return ss[0]
	}
	return text
}

// colonLed reports whether a line begins with a heading: "The root cause: ...".
func colonLed(text string) bool {
	code := false
	for i, r := range text {
		switch {
		case i > 80:
			return false
		case r == '`':
			code = !code
		case r == '：', r == ':' && !code && (i+1 == len(text) || text[i+1] == ' '):
			return true
		}
	}
	return false
}

func spaceless(text string) bool {
	return strings.ContainsFunc(text, mention.IsSpaceless)
}

// past are the forms that tell what was, not what is.
var past = prose.Set("was were wasn't weren't had has have been did didn't got went came")

// width is the length of a text in characters, those that stand for a word counted as three.
func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; mention.IsSpaceless(r) {
			n += 2
		}
	}
	return n
}

// sentence gives a line the full stop that a bullet leaves out.
func sentence(text string) string {
	end := strings.TrimRight(text, "`\"')]»”’*_")
	if r, _ := utf8.DecodeLastRuneInString(end); end == "" || strings.ContainsRune(".!?…。！？", r) {
		return text
	} else if mention.IsSpaceless(r) {
		return text + "。"
	}
	return strings.TrimRight(text, ":;,，：") + "."
}

// clip shortens a line to max characters, at the end of a clause or else of a word.
func clip(text string, max int) string {
	if short, ok := prose.Clip(text, max); ok {
		return short
	}
	return broken(text, max)
}

// broken shortens a line to max characters after a word, and marks that it continues.
func broken(text string, max int) string {
	if utf8.RuneCountInString(text) <= max {
		return text
	}
	cut, n, code := 0, 0, false
	for i, r := range text {
		if r == '`' {
			code = !code
		}
		if n++; n >= max {
			break
		}
		if unicode.IsSpace(r) && !code {
			cut = i
		}
	}
	if cut == 0 {
		cut = len(string([]rune(text)[:min(max-1, utf8.RuneCountInString(text))]))
	}
	return strings.TrimRight(text[:cut], " ,;:-–—") + "…"
}

// bare is a line without its markup.
func bare(markdown string) string { return strings.ReplaceAll(prose.Inline(markdown), "`", "") }

// describeMost is how long a description is, in characters.
const describeMost = 160
