package compiler

import (
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A page is drafted anew when what it rests on is taken out of the logs, and then no lead, description
// or reason of a link says it any more. A page that rests on a log which is gone only grows: there what
// was made of the forgotten is found by its words, or the first of them, and taken out of our lines.

// leastWords is how many words of a line tell that the rest of it was left out.
const leastWords = 4

// partsOf are the hashes by which a line is known, all of it and as it is cut short.
func partsOf(text string) []string {
	words := wordsOf(text)
	var out []string
	for n := len(words); n > 0 && (n == len(words) || n >= leastWords); n-- {
		out = append(out, partHash(words[:n]))
	}
	return out
}

func partHash(words []string) string {
	return fsutil.Hash([]byte("part\x00" + strings.Join(words, " ")))[:32]
}

// wordsOf are the words of a line without its marks; a sign of a script without spaces is a word.
func wordsOf(text string) []string {
	var b strings.Builder
	for _, r := range why.Plain(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			b.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

func (f Forgetting) says(text string) bool {
	words := wordsOf(text)
	return len(words) > 0 && f.Said[partHash(words)]
}

// unsaid is a line of ours without what it says of the forgotten, "" if nothing is left of it. It
// reports false where it says nothing of it.
func (f Forgetting) unsaid(line string) (string, bool) {
	if !f.dark {
		return line, false
	}
	if strings.HasPrefix(line, "#") { // of a day's part of the Details
		marks, title, _ := strings.Cut(line, " ")
		day, title, ok := strings.Cut(title, " ")
		if _, err := daily.ParseDate(day); ok && err == nil && f.says(title) {
			return marks + " " + day, true
		}
		return line, false
	}
	if i := strings.Index(line, "]] - "); i >= 0 && (merge.Unit{Text: line}).Item() && f.says(line[i+len("]] - "):]) {
		return line[:i+len("]]")], true
	}
	left, at, changed := "", 0, false
	for _, s := range prose.Sentences(line) {
		i := strings.Index(line[at:], s)
		if i < 0 {
			return line, false
		}
		if f.says(strings.TrimLeft(s, "-*+> ")) {
			left, changed = left+line[at:at+i], true
		} else {
			left += line[at : at+i+len(s)]
		}
		at += i + len(s)
	}
	if !changed {
		return line, false
	}
	if left += line[at:]; len(wordsOf(left)) == 0 {
		return "", true
	}
	return strings.TrimRight(strings.Join(strings.Split(left, "  "), " "), " "), true
}

// taken are the lines of a text of ours that go, or read otherwise then.
func (f Forgetting) taken(a *wiki.Article) []merge.Unit {
	out := citing(a, f)
	if !f.dark {
		return out
	}
	for _, s := range merge.Sections(a) {
		for _, u := range s.Units {
			if f.unit(u) {
				continue
			}
			if left, ok := f.unsaid(u.Text); ok {
				u.Instead = left
				out = append(out, u)
			}
		}
	}
	return out
}

// undescribed is a page without a description that says it: what is left of its lead takes its place.
func (f Forgetting) undescribed(a *wiki.Article) (*wiki.Article, error) {
	if !f.dark || a.ReadOnly() || a.Description() == "" || !f.says(a.Description()) {
		return a, nil
	}
	for _, u := range merge.Sections(a)[0].Units {
		if u.Title() {
			continue
		}
		if first := prose.Sentences(u.Text); len(first) > 0 {
			return a.SetText("description", first[0])
		}
	}
	return a.Delete("description")
}
