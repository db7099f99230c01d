package subject

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// defines finds, right behind the name a line begins with, the words with which languages say
// what a thing is.
var defines = regexp.MustCompile(`^[^.;:!?]{0,40}?(?i:\b(?:is|are) (?:an?|the|one|where|how|what|used|not)\b|\bmeans\b|\bist (?:eine?|der|die|das)\b|\b(?:es|est|é|era) (?:une?|uma?|una?|el|la|le|o|a)\b|— это|это|とは|は|是)`)

// lead tells what the subject is, from what was said about it, and where it comes from.
func (b *book) lead(s *subject) string {
	var out []string
	size := 0
	for _, i := range b.telling(s) {
		t := sentence(b.lines[i].text)
		if n := utf8.RuneCountInString(t); len(out) < 2 && size+n <= 360 {
			out = append(out, t)
			size += n
		}
	}
	return strings.Join(append(out, b.origin(s)), " ")
}

// telling orders the lines of s by how well they would open its article: a definition, then
// what begins with its name, then decisions, lessons, facts. Only the best of each stands for
// it, for an opening is no list.
func (b *book) telling(s *subject) []int32 {
	best, second := int32(-1), int32(-1)
	score := func(i int32) int {
		if i < 0 {
			return -1
		}
		l := &b.lines[i]
		n := weight(l.kind)
		if strings.HasSuffix(l.text, "?") || strings.HasSuffix(l.text, ":") || utf8.RuneCountInString(l.text) > 240 {
			return -1
		}
		if at := b.where(i, s.id); at >= 0 && at < 12 {
			n += 4
			if rest := prose.Inline(l.text); at < len(rest) && defines.MatchString(rest[at:]) {
				n += 6
			}
		}
		return n
	}
	for _, i := range s.lines {
		if l := &b.lines[i]; l.kind == daily.Action || l.kind == daily.Preference && b.where(i, s.id) != 0 {
			continue
		}
		switch {
		case score(i) > score(best):
			best, second = i, best
		case score(i) > score(second):
			second = i
		}
	}
	var out []int32
	if best >= 0 {
		out = append(out, best)
	}
	if second >= 0 && b.lines[second].text != b.lines[best].text {
		out = append(out, second)
	}
	return out
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
	for _, i := range s.lines {
		n := b.lines[i].entry
		if n == last {
			continue
		}
		last = n
		entries++
		if p := b.entries[n].project; p != "" && !contains(projects, p) {
			projects = append(projects, p)
		}
	}
	from, to := b.entries[b.lines[s.lines[0]].entry].date, b.entries[last].date
	verb := "It comes up in"
	if s.project != "" {
		verb, projects = "These notes come from", nil
	}
	what := fmt.Sprintf("%s %d log entries", verb, entries)
	if entries == 1 {
		what = verb + " one log entry"
	}
	if len(projects) > 0 && len(projects) <= 3 {
		what += " of " + list(projects)
	}
	if from == to {
		return fmt.Sprintf("%s, on %s.", what, from)
	}
	return fmt.Sprintf("%s, from %s to %s.", what, from, to)
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
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
	r, _ := utf8.DecodeLastRuneInString(text)
	if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("`)\"'»”’*_%/]", r) {
		if isSpaceless(r) {
			return text + "。"
		}
		return text + "."
	}
	return text
}

// describe is the first sentence of the lead as plain text, of at most 160 characters.
func describe(text string) string {
	plain := strings.ReplaceAll(prose.Inline(text), "`", "")
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
