package topic

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
)

// BestForm returns the form used most so far; among equals the more certain, then the earlier. A name that often has
// its label gets it: SessionStart hook. A file gives way to the component that it contains.
func (t *Topic) BestForm() string {
	best, label := -1, -1
	all, labelled := 0, 0
	for i := range t.Forms {
		f := &t.Forms[i]
		if f.Former {
			continue
		}
		all += f.N
		if f.Aka {
			labelled += f.N
			if label < 0 || f.N > t.Forms[label].N {
				label = i
			}
			continue
		}
		if best < 0 || better(f, &t.Forms[best]) {
			best = i
		}
	}
	if label >= 0 && t.Cls != mention.File && (best < 0 || labelled*5 >= all*2 && mention.Lexicon()[lastWord(t.Forms[label].Text)]&mention.SingularLabel != 0) {
		best = label
	}
	if best < 0 {
		return t.Key
	}
	return Headed(t.Forms[t.calm(best, all)])
}

// calm returns, for a phrase of several words, a form with fewer capitals, if it is common enough to show that the
// capitals come from headings.
func (t *Topic) calm(best, all int) int {
	if !strings.Contains(t.Forms[best].Text, " ") {
		return best
	}
	for i, f := range t.Forms {
		if strings.Contains(f.Text, " ") && !f.Aka && !f.Former && f.N*3 >= all && capitals(f.Text) < capitals(t.Forms[best].Text) {
			return i
		}
	}
	return best
}

// labelled reports whether t was named together with the kind of thing it is.
func (t *Topic) labelled() bool {
	for _, f := range t.Forms {
		if f.Aka && mention.Lexicon()[lastWord(f.Text)]&mention.SingularLabel != 0 {
			return true
		}
	}
	return false
}

func better(f, g *Form) bool {
	if f.Cls != g.Cls && (f.Cls == mention.File || g.Cls == mention.File) {
		return g.Cls == mention.File
	}
	if f.N != g.N {
		return f.N > g.N
	}
	if a, b := capitals(f.Text), capitals(g.Text); a != b && strings.Contains(f.Text, " ") && strings.Contains(g.Text, " ") {
		return a < b // "Concurrent Session" comes from a heading
	}
	return f.Cls > g.Cls
}

// capitals counts the capital letters after the first letter.
func capitals(s string) int {
	n := 0
	for i, r := range s {
		n += Bit(i > 0 && unicode.IsUpper(r))
	}
	return n
}

func lastWord(s string) string { return strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:]) }

// Headed returns a phrase with the initial capital of a title; what is mostly written as code stays as it is.
func Headed(f Form) string {
	if ext := mention.Extension(f.Text); f.Cls == mention.File && mention.Sources()[ext] && mention.Humps(f.Text) > 1 {
		return strings.TrimSuffix(f.Text, "."+ext) // TodoItem.tsx
	}
	first, _, _ := strings.Cut(f.Text, " ")
	if f.Cls > mention.Name || f.Code*2 >= f.N && f.Code > 0 || mention.Shape(first) >= mention.Ident || strings.Contains(first, "/") || strings.ToLower(first) != first {
		return f.Text
	}
	r, n := utf8.DecodeRuneInString(f.Text)
	return string(unicode.ToUpper(r)) + f.Text[n:]
}
