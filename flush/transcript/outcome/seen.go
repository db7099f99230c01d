package outcome

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// What is looked at of a text and of the words around it, in bytes, and how many of their names.
const (
	Look      = 32 << 10
	wordsMost = 16 << 10
	namesMost = 60
	nameLeast = 4
	firstMost = 2 // first lines of a file that is spoken of
	headWords = 3 // in each
	standMost = 3 // lines of what was made that call something in it a stand-in
)

// gap stands where lines are left out.
const gap = "…"

// Seen returns what is to be kept of a text that the agent read, wrote or was answered, "" for nothing: the first line with
// each of some names, at most [Most] bytes in all. Of a file that is among the names, or that was made then, its first
// lines are kept as well, and of one that was made the lines that call something in it a stand-in.
func Seen(file, text string, names []string, made bool) string {
	head, stand := 0, 0
	if made {
		stand = standMost
	}
	if file != "" && (made || slices.Contains(names, path.Base(strings.ReplaceAll(file, `\`, "/")))) {
		head = firstMost
	}
	var left []string
	all := strings.ToLower(text) // a product's name has no capitals in a list of packages
	for _, name := range names {
		if name = strings.ToLower(name); strings.Contains(all, name) {
			left = append(left, name)
		}
	}
	var out strings.Builder
	skipped := false // a line that speaks, since the last that is kept
	for text != "" && (head+stand > 0 || len(left) > 0) {
		l, rest, _ := strings.Cut(text, "\n")
		text = rest
		if l = strings.TrimSpace(numbered().ReplaceAllString(l, "")); !speaks(l) {
			continue
		}
		l = short(l) // from its beginning, where it says what a secret in it is
		had, folded := len(left), strings.ToLower(l)
		if slices.Contains(left, strings.Trim(folded, "\"'`,;:-* ")) { // it says nothing of the name
			skipped = true
			continue
		}
		left = slices.DeleteFunc(left, func(name string) bool { return prose.Stands(folded, name) })
		switch {
		case stand > 0 && standIn().MatchString(l):
			stand--
		case len(left) == had && (head == 0 || len(strings.Fields(l)) < headWords):
			skipped = true
			continue
		}
		head = max(0, head-1)
		if skipped {
			l = gap + " " + l
		}
		if out.Len()+len(l)+len("\n "+gap) > Most {
			return out.String() + " " + gap
		}
		if out.Len() > 0 {
			l = "\n" + l
		}
		out.WriteString(l)
		skipped = false
	}
	if out.Len() > 0 && (skipped || text != "") {
		return out.String() + " " + gap
	}
	return out.String()
}

// speaks reports whether a line has words, and is no row of data.
func speaks(l string) bool {
	return strings.ContainsFunc(l, unicode.IsLetter) && !(len(l) > lineMost && strings.ContainsAny(l[:1], "{["))
}

// End returns the last lines of what a command answered that is of no kind and went well, if they say something.
func (k Kind) End(text string) string {
	if k != 0 {
		return ""
	}
	var lines []string
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimSpace(l); speaks(l) && !chatter().MatchString(l) {
			lines = append(lines, short(l))
		}
	}
	kept := last(lines, 2)
	if len(kept) < len(lines) {
		kept[0] = gap + " " + kept[0]
	}
	return Join(kept)
}

// Names returns the words of a text that stand for one thing: those in code marks, and those with a digit, a capital or a
// sign inside.
func Names(words string) (out []string) {
	words = words[:min(len(words), wordsMost)]
	for _, m := range token().FindAllStringSubmatch(words, -1) {
		name := strings.Trim(m[1]+m[2], "./:-")
		if m[1] == "" && !named().MatchString(name) || utf8.RuneCountInString(name) < nameLeast {
			continue
		}
		if m[2] != "" && strings.Contains(name, "/") {
			name = path.Base(name)
		}
		if len(name) >= nameLeast && !slices.Contains(out, name) && len(out) < namesMost {
			out = append(out, name)
		}
	}
	return out
}

var (
	numbered = lazy.Regexp(`^\s*\d+(?:→|\t)`)
	token    = lazy.Regexp("`([^`\\n]{2,80})`|([\\p{L}\\d_$@~][\\p{L}\\d_$@~./:-]*)")
	// What says that a part of some code is not what it is to be.
	standIn = lazy.Regexp(`\b(?:TODO|FIXME|XXX|HACK)[:(]|(?i:\b(?:for now|for (?:the |this |an )?mvp|not (?:yet )?implemented|hard-?coded|stub(?:s|bed)?|simplified|placeholder (?:for|until)|dummy|mock(?:ed|s)? (?:for|until|implementation)|will be (?:added|done|replaced|implemented)|in (?:a )?real (?:world|life|system|implementation))\b)`)
	named   = lazy.Regexp(`\d|_|\p{Ll}\p{Lu}|[\p{L}\d][./][\p{L}\d]`)
)
