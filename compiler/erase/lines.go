// Package erase removes lines that are to be forgotten from articles. It knows the lines only by hash, so that
// another run can complete an interrupted one without their words being stored.
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
	Said  map[string]bool // their words, whole and in runs

	// Lost says that a log with such lines is gone, or another on which the page rests cannot be read. Usually a page is
	// drafted anew when its lines leave the logs, and no lead, description or reason of a link repeats them any more. A
	// page that rests on a lost log only grows, so there what was made of the lines is found by their words, or the first
	// of them. So it is where nobody knows who wrote a line: the base of a page is not kept, or several machines wrote it.
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

// Cite adds the target of a citation.
func (l Lines) Cite(k merge.Key) { l.Cites[citeHash(k)] = true }

// CiteAs adds a line that shares its citation with others and is identified by its words.
func (l Lines) CiteAs(k merge.Key, text string) { l.Cites[pairHash(k, text)] = true }

// runWords is how many words in a row identify a line of which a text has a part.
const runWords = 4

// Say adds the words of a line.
func (l Lines) Say(text string) {
	if text == "" {
		return
	}
	l.Said[saidHash(text)] = true
	words := wordsOf(text)
	l.Said[partHash(words)] = true
	for i := range len(words) - runWords + 1 {
		l.Said[partHash(words[i:i+runWords])] = true
	}
}

func citeHash(k merge.Key) string { return hash("cite", string(k)) }
func saidHash(text string) string { return hash("said", why.Plain(text)) }

func pairHash(k merge.Key, text string) string { return hash("pair", string(k), why.Plain(text)) }
func partHash(words []string) string           { return hash("part", strings.Join(words, " ")) }

func hash(parts ...string) string { return fsutil.Hash([]byte(strings.Join(parts, "\x00")))[:32] }

// wordsOf returns the words of a line without its markup.
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
	return l.Any(merge.PageKeys(a).Sorted()) || len(l.Citing(a)) > 0
}

// Citing returns the numbers of the lines of a page that cite one of l, from 1.
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

// says reports whether a text is the words of one of the lines, or a part of them.
func (l Lines) says(text string) bool {
	all, said := l.covers(text)
	return all > 0 && said == all
}

// retells reports whether a text is mostly the words of the lines, as one of which somebody changed some.
func (l Lines) retells(text string) bool {
	all, said := l.covers(text)
	return 2*said > all
}

// covers counts the words of a text, and those of them that are words of the lines.
func (l Lines) covers(text string) (all, said int) {
	words := wordsOf(text)
	if all = len(words); l.Said[partHash(words)] {
		return all, all
	}
	for i, end := 0, 0; i+runWords <= all; i++ {
		if l.Said[partHash(words[i:i+runWords])] {
			said += i + runWords - max(i, end)
			end = i + runWords
		}
	}
	return all, said
}

// Units returns the units of all sections of a page.
func Units(a *wiki.Article) (out []merge.Unit) {
	for _, s := range merge.Sections(a) {
		out = append(out, s.Units...)
	}
	return out
}

// Claim returns the text of a line of a page, without the bullet and the citations at its end.
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
