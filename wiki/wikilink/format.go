package wikilink

import (
	"strings"
	"unicode/utf8"
)

// Format writes a link: parsing it gives the same link, at other offsets. Its pipe gets a backslash when the
// link stands in a table.
func Format(l Link) string {
	var b strings.Builder
	b.Grow(len(l.Target) + len(l.Fragment) + len(l.Display) + len("![[#|]]"))
	if l.Embed {
		b.WriteByte('!')
	}
	b.WriteString("[[")
	b.WriteString(l.Target)
	if l.Fragment != "" {
		b.WriteByte('#')
		b.WriteString(l.Fragment)
	}
	if l.Display != "" {
		pipe, display := "|", l.Display
		if l.Table || strings.HasSuffix(b.String(), `\`) { // one backslash before the pipe is not the target's
			pipe = `\|`
		}
		if l.Table || strings.Contains(display, `\|`) {
			display = strings.ReplaceAll(display, "|", `\|`)
		}
		b.WriteString(pipe)
		b.WriteString(display)
	}
	b.WriteString("]]")
	return b.String()
}

// Ref writes a link to target, or to the place fragment in it if that is not empty, shown as display, which
// may be any text. The target must be a page's name or path; a fragment is a heading as it stands in the
// page, or a caret and a block id.
func Ref(target, fragment, display string, inTable bool) string {
	caret := ""
	if strings.HasPrefix(fragment, "^") {
		caret = "^"
	}
	return Format(Link{
		Target:   linkName(target),
		Fragment: caret + linkName(fragment),
		Display:  Label(display),
		Table:    inTable,
	})
}

// linkName removes from a target or a heading what would end or split it. Obsidian finds a heading without
// these characters.
func linkName(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || !isWord(byte(r)) && r != '-' && r != '@' }) < 0 {
		return s
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("[]|#^`", r) {
			return ' '
		}
		return control(r)
	}, s)
	s = strings.ReplaceAll(s, "%%", " ")
	return strings.TrimRight(Squeeze(s), ` \`)
}

// Label makes any text the display text of a link. Brackets become round and backticks straight quotes,
// because no escape for them is read by every tool.
func Label(s string) string {
	if strings.ContainsAny(s, "[]`") {
		s = strings.NewReplacer("[", "(", "]", ")", "`", "'").Replace(s)
	}
	g := newGuard(s, true)
	return g.rest()
}
