package brief

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/receipt"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// textMax is the maximum length of a note in bytes.
const textMax = 600

// note makes the text of a note: one line of whole sentences, "" if even the first is too
// long.
func note(clean func(string) string, s string) string {
	if clean != nil {
		s = clean(s)
	}
	return Harmless(sentences(markdown.Oneline(s)))
}

// sentences returns as many of the first sentences of s as fit.
func sentences(s string) (some string) {
	if s = strings.TrimSpace(s); len(s) <= textMax {
		return s
	}
	for _, one := range prose.Sentences(s) {
		if len(some)+len(one) >= textMax {
			break
		}
		some = strings.TrimSpace(some + " " + one)
	}
	return some
}

// Harmless defuses tags that have a meaning to clients of agents: a note could otherwise end the
// block that it is quoted in.
func Harmless(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var w strings.Builder
	for i, r := range s {
		w.WriteRune(r)
		if r == '<' && isTag(s[i+1:]) {
			w.WriteByte(' ') // an invisible character would be taken out
		}
	}
	return w.String()
}

// isTag reports whether the text after a '<' is a closing tag, one as clients and models make them, with a mark in its name
// (system-reminder, function_calls, ns:call, |im_start|), or one that calls a tool by name.
func isTag(s string) bool {
	return tags().MatchString(s)
}

var tags = lazy.Regexp(`^(?:[/|]\pL|\pL[\pL\d]*(?:[-_]|:\pL| name=))`)

// plain returns the text that a line of an article shows: links replaced by their text.
func plain(md string) string {
	var w strings.Builder
	at := 0
	for _, l := range wikilink.Extract([]byte(md)) {
		if l.Start < at {
			continue
		}
		w.WriteString(md[at:l.Start])
		w.WriteString(l.Shown())
		at = l.End
	}
	w.WriteString(md[at:])
	return markdown.Unescape(w.String())
}

// firstSentence returns the first sentence of a text.
func firstSentence(s string) string {
	for _, one := range prose.Sentences(markdown.Oneline(s)) {
		return one
	}
	return ""
}

// pointID names a point that has no line of a log.
func pointID(path string, n int) string { return receipt.PageID(path) + "." + strconv.Itoa(n) }

// probe returns a part of a line that its log contains unchanged, whatever is escaped there.
func probe(s string) (longest string) {
	for _, run := range strings.FieldsFunc(s, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if run = strings.TrimSpace(run); len(run) > len(longest) {
			longest = run
		}
	}
	return longest
}
