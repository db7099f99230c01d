package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
)

// bestForm is the form that was used most so far; among equals the surer, then the earlier.
// A name that is often said with its label is called by both: SessionStart hook. A file gives
// way to the component that is in it.
func (t *topic) bestForm() string {
	best, label := -1, -1
	all, labelled := 0, 0
	for i := range t.forms {
		f := &t.forms[i]
		if f.former {
			continue
		}
		all += f.n
		if f.aka {
			labelled += f.n
			if label < 0 || f.n > t.forms[label].n {
				label = i
			}
			continue
		}
		if best < 0 || better(f, &t.forms[best]) {
			best = i
		}
	}
	if label >= 0 && t.cls != mention.File && (best < 0 || labelled*5 >= all*2 && mention.Lexicon()[lastWord(t.forms[label].text)]&mention.SingularLabel != 0) {
		best = label
	}
	if best < 0 {
		return t.key
	}
	return headed(t.forms[t.calm(best, all)])
}

// calm returns, for a phrase of several words, a form with fewer capitals, if it was used often
// enough to say that the capitals are those of headings.
func (t *topic) calm(best, all int) int {
	if !strings.Contains(t.forms[best].text, " ") {
		return best
	}
	for i, f := range t.forms {
		if strings.Contains(f.text, " ") && !f.aka && !f.former && f.n*3 >= all && capitals(f.text) < capitals(t.forms[best].text) {
			return i
		}
	}
	return best
}

// labelled tells whether t was called by its name and what kind of thing it is.
func (t *topic) labelled() bool {
	for _, f := range t.forms {
		if f.aka && mention.Lexicon()[lastWord(f.text)]&mention.SingularLabel != 0 {
			return true
		}
	}
	return false
}

func better(f, g *form) bool {
	if f.cls != g.cls && (f.cls == mention.File || g.cls == mention.File) {
		return g.cls == mention.File
	}
	if f.n != g.n {
		return f.n > g.n
	}
	if a, b := capitals(f.text), capitals(g.text); a != b && strings.Contains(f.text, " ") && strings.Contains(g.text, " ") {
		return a < b // "Concurrent Session" is a heading's
	}
	return f.cls > g.cls
}

// capitals counts those behind the first letter.
func capitals(s string) int {
	n := 0
	for i, r := range s {
		n += bit(i > 0 && unicode.IsUpper(r))
	}
	return n
}

func lastWord(s string) string { return strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:]) }

// headed gives a phrase the capital of a title; what is mostly written as code stays as it is.
func headed(f form) string {
	if ext := mention.Extension(f.text); f.cls == mention.File && mention.Sources()[ext] && mention.Humps(f.text) > 1 {
		return strings.TrimSuffix(f.text, "."+ext) // TodoItem.tsx
	}
	first, _, _ := strings.Cut(f.text, " ")
	if f.cls > mention.Name || f.code*2 >= f.n && f.code > 0 || mention.Shape(first) >= mention.Ident || strings.Contains(first, "/") || strings.ToLower(first) != first {
		return f.text
	}
	r, n := utf8.DecodeRuneInString(f.text)
	return string(unicode.ToUpper(r)) + f.text[n:]
}
