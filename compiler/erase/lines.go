// Package erase takes out of articles what they have of lines that are to be forgotten. It knows the lines by hash
// alone, so that a run which is cut off can be ended by another without keeping their words.
package erase

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// Lines are lines of logs, by hash.
type Lines struct {
	Cites map[string]bool // citations that lead to them
	Said  map[string]bool // what they say, whole and as it is cut short

	// Lost says that a log they stood in is gone. A page is drafted anew when what it rests on is taken out of the
	// logs, and then no lead, description or reason of a link says it any more; a page that rests on a log which is
	// gone only grows. There what was made of the lines is found by their words, or the first of them.
	Lost bool
}

// Of returns the lines with these hashes.
func Of(cites, said []string) Lines {
	set := func(list []string) map[string]bool {
		out := map[string]bool{}
		for _, s := range list {
			out[s] = true
		}
		return out
	}
	return Lines{Cites: set(cites), Said: set(said)}
}

// Cite adds what a citation leads to.
func (l Lines) Cite(k merge.Key) { l.Cites[citeHash(k)] = true }

// CiteAs adds a line that is cited as others are, and known by its words.
func (l Lines) CiteAs(k merge.Key, text string) { l.Cites[pairHash(k, text)] = true }

// leastWords is how many words of a line tell that the rest of it was left out.
const leastWords = 4

// Say adds the words of a line.
func (l Lines) Say(text string) {
	if text == "" {
		return
	}
	l.Said[saidHash(text)] = true
	words := wordsOf(text)
	for n := len(words); n > 0 && (n == len(words) || n >= leastWords); n-- {
		l.Said[partHash(words[:n])] = true
	}
}

func citeHash(k merge.Key) string { return hash("cite", string(k)) }
func saidHash(text string) string { return hash("said", why.Plain(text)) }

func pairHash(k merge.Key, text string) string { return hash("pair", string(k), why.Plain(text)) }
func partHash(words []string) string           { return hash("part", strings.Join(words, " ")) }

func hash(parts ...string) string { return fsutil.Hash([]byte(strings.Join(parts, "\x00")))[:32] }

// wordsOf are the words of a line without its marks.
func wordsOf(text string) []string { return wording.Words(why.Plain(text)) }

// Has reports whether a citation leads to one of the lines.
func (l Lines) Has(k merge.Key) bool { return l.Cites[citeHash(k)] }

// All reports whether there are citations and all lead to the lines.
func (l Lines) All(keys []merge.Key) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k merge.Key) bool { return !l.Has(k) })
}

// Any reports whether a citation leads to one of the lines.
func (l Lines) Any(keys []merge.Key) bool { return slices.ContainsFunc(keys, l.Has) }

// On reports whether a page cites one of the lines.
func (l Lines) On(a *wiki.Article) bool {
	for k := range merge.PageKeys(a) {
		if l.Has(k) {
			return true
		}
	}
	return len(l.Citing(a)) > 0
}

// Citing are the numbers of the lines of a page that cite one of l, from 1.
func (l Lines) Citing(a *wiki.Article) (out []int) {
	for _, u := range Units(a) {
		if l.cited(u) {
			out = append(out, LineOf(a, u))
		}
	}
	return out
}

func (l Lines) cited(u merge.Unit) bool {
	return l.Any(u.Cites) || slices.ContainsFunc(u.Cites, func(k merge.Key) bool { return l.Cites[pairHash(k, Claim(u.Text))] })
}

// says reports whether a text is the words of one of the lines, or the first of them.
func (l Lines) says(text string) bool {
	words := wordsOf(text)
	return len(words) > 0 && l.Said[partHash(words)]
}

// Units are those of all sections of a page.
func Units(a *wiki.Article) (out []merge.Unit) {
	for _, s := range merge.Sections(a) {
		out = append(out, s.Units...)
	}
	return out
}

// Claim is what a line of a page says, without the mark of a list and the citations at its end.
func Claim(line string) string {
	line = strings.TrimLeft(line, "-*+> \t")
	for {
		i := strings.LastIndex(line, "[[")
		if i < 0 || strings.Trim(line[strings.LastIndex(line, "]]")+len("]]"):], " ).,;") != "" {
			return strings.TrimSpace(line)
		}
		line = strings.TrimRight(line[:i], " (,;")
	}
}
