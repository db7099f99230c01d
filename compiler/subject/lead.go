package subject

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// open writes the lead and the description of the article of s. A line that says what s is
// opens it, where enough other lines follow; else it says only where s comes up, for a lead that
// repeats the key points below it says nothing.
func (b *book) open(d *wiki.Draft, s *subject) {
	origin := b.origin(s)
	d.Lead, d.Description = origin, b.outline(s, d.Related)
	i := b.definition(s)
	if i < 0 {
		return
	}
	said := sentence(opening(b.lines[i].text))
	d.Description = whole(said, describeMost)
	if s.project != "" || b.texts(b.said(s.lines, daily.Decision, daily.Lesson, daily.Preference, daily.Fact)) > minToOpen {
		d.Lead = said + " " + strings.Replace(origin, "Comes up", "It comes up", 1)
		s.opener = i
	}
}

// describeMost is how long a description is, in characters.
const describeMost = 160

// minToOpen is how many key points an article needs besides the one that opens it.
const minToOpen = 3

// texts counts the different texts of lines.
func (b *book) texts(lines []int32) int {
	seen := make(map[string]bool, len(lines))
	for _, i := range lines {
		seen[b.lines[i].text] = true
	}
	return len(seen)
}

// openerLast moves the line that opens the article of s behind the other key points.
func (b *book) openerLast(s *subject, points []int32) []int32 {
	if s.opener < 0 {
		return points
	}
	text := b.lines[s.opener].text
	last := func(i int32) bool { return b.lines[i].text == text }
	out := slices.DeleteFunc(slices.Clone(points), last)
	for _, i := range points {
		if last(i) {
			out = append(out, i)
		}
	}
	return out
}

// firstSentence is how far a lead quotes a line.
func firstSentence(text string) string {
	if ss := prose.Sentences(text); len(ss) > 1 && width(ss[0]) >= 20 {
		return ss[0]
	}
	return text
}

// colonLed tells a line that begins with a heading: "The root cause: ...".
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

// declares tells whether an English line goes on, behind the name it begins with, to say in the
// present tense what the thing is or does.
func declares(text string) bool {
	if end := 0; strings.HasPrefix(text, "`") {
		if end = mention.CodeEnd(text, 0); end == 0 {
			return false
		}
		text = "` " + text[end:]
	}
	for n, w := range strings.Fields(text) {
		w = strings.ToLower(strings.TrimRight(w, ",;.!"))
		r := mention.Lexicon()[w]
		switch {
		case n == 0:
		case n > 5, past()[w], strings.HasSuffix(w, "ed"):
			return false
		case r&mention.Aux != 0:
			return true
		case r&(mention.Adv) != 0:
		case r&(mention.Prep|mention.Pron|mention.Conj) != 0:
			return false
		case r&(mention.Verb|mention.Lemma) != 0, r&(mention.Noun|mention.Label) == 0 && len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
			return true
		}
	}
	return false
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

// where returns the offset at which a line names a topic in its own right, or -1.
func (b *book) where(line, topic int32) int {
	for _, r := range b.lines[line].refs {
		if r.topic == topic && r.own {
			return int(r.at)
		}
	}
	return -1
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

// broken shortens a line to max characters, behind a word, and shows that it goes on.
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
