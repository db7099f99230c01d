package wikilink

import (
	"strings"
	"unicode"
)

// A Link is one wikilink or embed of a page.
type Link struct {
	Target   string // the page, as written and trimmed; empty for a place on the same page
	Fragment string // what follows the first #: a heading, headings joined by #, or ^ and a block id
	Display  string // what follows the first pipe: Markdown, or an image's size; empty if there is none
	Embed    bool   // written ![[…]]
	Table    bool   // stands in a table row, where its pipe needs a backslash
	Property bool   // is the value of a property
	Start    int    // source[Start:End] is the link, from its ! or first bracket
	End      int
}

// Block returns the block id the link points to, without its caret, or "".
func (l Link) Block() string {
	if id, ok := strings.CutPrefix(l.Fragment, "^"); ok {
		return id
	}
	return ""
}

// Shown returns what a reader sees of the link: its display text without Markdown escapes, else its target
// and fragment as Obsidian shows them.
func (l Link) Shown() string {
	switch {
	case l.Display != "":
		return unescape(l.Display)
	case l.Target == "":
		return l.Fragment
	case l.Fragment == "":
		return l.Target
	}
	return l.Target + " > " + l.Fragment
}

// Suspicious reports whether the target looks like code and not like a link: a shell test, an index, a
// matrix. Such a link is worth a finding, but must not create a page.
func (l Link) Suspicious() bool {
	t := l.Target
	if t == "" {
		return false
	}
	if strings.ContainsAny(t, "\"$=,;(){}<>`*") || t[0] == '-' || t[0] == '!' {
		return true
	}
	return strings.Trim(t, "0123456789: ") == ""
}

// match reads the link at the head of line, which is the rest of a source line and starts with "[[". It
// returns the link's length, 0 if there is none. The caller sets the offsets.
func match(line []byte) (Link, int) {
	n := contentEnd(line)
	if n == 0 {
		return Link{}, 0
	}
	target, display, piped := strings.Cut(string(line[2:n-2]), "|")
	escaped := false
	if piped {
		target, escaped = strings.CutSuffix(target, `\`)
	}
	l := Link{Display: strings.ReplaceAll(strings.TrimSpace(display), `\|`, `|`)}
	if piped && l.Display == "" && !escaped { // editors escape the pipe of a display text that is to come
		return Link{}, 0
	}
	page, fragment, _ := strings.Cut(unescape(target), "#")
	l.Target = strings.TrimSpace(page)
	l.Fragment = strings.TrimSpace(strings.TrimLeftFunc(fragment, func(r rune) bool { return r == '#' || unicode.IsSpace(r) }))
	if l.Target == "" && l.Fragment == "" {
		return Link{}, 0
	}
	return l, n
}

// contentEnd returns the length of a link at the head of line, through its closing brackets,
// or 0 when it does not close on this line or holds a bracket.
func contentEnd(line []byte) int {
	for i := 2; i < len(line); i++ {
		switch line[i] {
		case '[', '\n':
			return 0
		case ']':
			if i+1 < len(line) && line[i+1] == ']' {
				return i + 2
			}
			return 0
		}
	}
	return 0
}

// crossesCode reports whether a code span opens inside the link line[:n] and closes after it, in the rest of
// the line or in a later line of the same block, which more returns one by one. Code takes precedence over
// links, so there is no link then.
func crossesCode(line []byte, n int, more func() []byte) bool {
	for i := 2; i < n; {
		if line[i] != '`' {
			i++
			continue
		}
		run := ticks(line[i:])
		if end := closing(line[i+run:n], run); end >= 0 {
			i += run + end
			continue
		}
		for rest := line[n:]; rest != nil; rest = more() {
			if closing(rest, run) >= 0 {
				return true
			}
		}
		i += run
	}
	return false
}
