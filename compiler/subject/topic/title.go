package topic

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki/prose"
)

// BestForm returns the form used most so far; among equals one that is no code, then the earlier. A name that often
// has its label gets it: SessionStart hook.
func (t *Topic) BestForm() string {
	best, label, all, labelled := -1, -1, 0, 0
	for i := range t.Forms {
		f := &t.Forms[i]
		switch {
		case !f.Aka:
			if all += f.N; best < 0 || better(f, &t.Forms[best]) {
				best = i
			}
		default:
			labelled += f.N
			if label < 0 || f.N > t.Forms[label].N {
				label = i
			}
		}
	}
	if label >= 0 && (best < 0 || labelled*3 >= all*2 && mention.Lexicon()[lastWord(t.Forms[label].Text)]&mention.Label != 0) {
		best = label
	}
	if best < 0 {
		return t.Key
	}
	return Headed(t.Forms[best])
}

func better(f, g *Form) bool {
	if spaced := strings.Contains(f.Text, " "); spaced != strings.Contains(g.Text, " ") && f.N*2 >= g.N && g.N*2 >= f.N {
		return spaced // people write it so
	}
	if f.N != g.N {
		return f.N > g.N
	}
	return capitals(f.Text) < capitals(g.Text) // "Concurrent Session" comes from a heading
}

// capitals counts the capital letters after the first letter.
func capitals(s string) int {
	n := 0
	for i, r := range s {
		n += prose.Bit(i > 0 && unicode.IsUpper(r))
	}
	return n
}

func lastWord(s string) string { return strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:]) }

// Headed returns ordinary words with the initial capital of a title; a name stays as it is.
func Headed(f Form) string {
	if f.Cls >= mention.Term || strings.ToLower(f.Text) != f.Text {
		return f.Text
	}
	r, n := utf8.DecodeRuneInString(f.Text)
	return string(unicode.ToUpper(r)) + f.Text[n:]
}
