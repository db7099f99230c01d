package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// defines finds, right behind the name a line begins with, the words with which languages say
// what a thing is.
var defines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^.;:!?]{0,40}?(?i:\b(?:is|are) (?:an?|the|one|where|how|what|used|not)\b|\bmeans\b|\bist (?:eine?|der|die|das)\b|\b(?:es|est|é|era) (?:une?|uma?|una?|el|la|le|o|a)\b|— это|это|とは|は|是)`)
})

// lead tells what the subject is, from what was said about it, and where that comes from. A
// project's lines are about too many things for two of them to open its article, unless one
// says what it is.
func (b *book) lead(s *subject) string {
	var out []string
	size := 0
	for _, i := range b.telling(s) {
		if s.project != "" && b.tells(i, s) < definition {
			continue
		}
		t := sentence(b.lines[i].text)
		if n := utf8.RuneCountInString(t); size+n <= 360 {
			out = append(out, t)
			size += n
		}
	}
	return strings.Join(append(out, b.origin(s)), " ")
}

// telling picks the two lines that open the article of s best, for an opening is no list.
func (b *book) telling(s *subject) []int32 {
	if s.told != nil {
		return s.told
	}
	best, second := int32(-1), int32(-1)
	high, next := 0, 0
	for _, i := range s.lines {
		switch n := b.tells(i, s); {
		case n > high:
			best, second, high, next = i, best, n, high
		case n > next && b.lines[i].text != b.lines[best].text:
			second, next = i, n
		}
	}
	s.told = make([]int32, 0, 2)
	for _, i := range []int32{best, second} {
		if i >= 0 {
			s.told = append(s.told, i)
		}
	}
	return s.told
}

// definition is what a line gains by saying what its subject is; no other line gets as far.
const definition = 14

// tells says how well a line would open the article of s: best with a definition, well when
// it begins with the name, not at all when it is a question, a wish, or points back at what
// was said before it.
func (b *book) tells(i int32, s *subject) int {
	l := &b.lines[i]
	text := l.plain
	if n := width(text); n > 240 || n < 20 || l.kind == daily.Action ||
		strings.HasSuffix(text, "?") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") {
		return 0
	}
	n := 2 * weight(l.kind)
	first, _, _ := strings.Cut(text, " ")
	if r := lexicon()[strings.ToLower(strings.TrimRight(first, ",:"))]; r&(pron|aux|conj|verb|inflected) != 0 || strings.EqualFold(first, "this") {
		n = 1
	}
	at := b.where(i, s.id)
	if at >= 0 && at < 12 {
		n += 4
		if at < len(text) && defines().MatchString(text[at:]) {
			n += definition
		}
	}
	if l.kind == daily.Preference && at != 0 {
		n = min(n, 1)
	}
	return n
}

// width is the length of a text in characters, those that stand for a word counted as three.
func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; isSpaceless(r) {
			n += 2
		}
	}
	return n
}

// where returns the offset at which a line names a topic, or -1.
func (b *book) where(line, topic int32) int {
	for _, r := range b.lines[line].refs {
		if r.topic == topic {
			return int(r.at)
		}
	}
	return -1
}

// origin says how often and when the subject came up. It is true by construction.
func (b *book) origin(s *subject) string {
	var projects []string
	entries, last := 0, int32(-1)
	kinds := make(map[daily.Kind]bool)
	for _, i := range s.lines {
		kinds[b.lines[i].kind] = true
		n := b.lines[i].entry
		if n == last {
			continue
		}
		last = n
		entries++
		if p := b.entries[n].project; p != "" && !slices.Contains(projects, p) {
			projects = append(projects, p)
		}
	}
	days := "on " + string(b.entries[last].date)
	if from := b.entries[b.lines[s.lines[0]].entry].date; from != b.entries[last].date {
		days = fmt.Sprintf("from %s to %s", from, b.entries[last].date)
	}
	where := fmt.Sprintf("%d log entries", entries)
	if entries == 1 {
		where = "one log entry"
	}
	if s.project != "" {
		return fmt.Sprintf("%s in %s: notes from %s, %s.", kindsOf(kinds), s.project, where, days)
	}
	if len(projects) > 0 && len(projects) <= 3 {
		where += " of " + list(projects)
	}
	return fmt.Sprintf("It comes up in %s, %s.", where, days)
}

// kindsOf names what a project's article holds.
func kindsOf(kinds map[daily.Kind]bool) string {
	var out []string
	for _, k := range []struct {
		kind daily.Kind
		what string
	}{{daily.Decision, "decided"}, {daily.Preference, "asked for"}, {daily.Lesson, "learned"}, {daily.Fact, "found to hold"}, {daily.Action, "left to do"}} {
		if kinds[k.kind] {
			out = append(out, k.what)
		}
	}
	return "What was " + list(out)
}

// list joins words as a sentence does.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// sentence gives a line the full stop that a bullet leaves out.
func sentence(text string) string {
	end := strings.TrimRight(text, "`\"')]»”’*_")
	if r, _ := utf8.DecodeLastRuneInString(end); end == "" || strings.ContainsRune(".!?…。！？", r) {
		return text
	} else if isSpaceless(r) {
		return text + "。"
	}
	return strings.TrimRight(text, ":;,，：") + "."
}

// describe is the first sentence of the lead as plain text, of at most 160 characters.
func describe(text string) string {
	plain := bare(text)
	if ss := prose.Sentences(plain); len(ss) > 0 {
		plain = ss[0]
	}
	return clip(plain, 160)
}

// clip shortens a line to max characters, at the end of a clause or else of a word.
func clip(text string, max int) string {
	if short, ok := prose.Clip(text, max); ok {
		return short
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
