package term

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/agent-admin/memoria/cmd/internal/say"
)

// Width returns how many cells a text takes. Its styles take none.
func Width(s string) (n int) {
	for len(s) > 0 {
		_, size, cells := next(s)
		n, s = n+cells, s[size:]
	}
	return n
}

// next returns the first character of a text, or the style that it begins with, its size in bytes, and in cells.
func next(s string) (r rune, size, cells int) {
	if n := styleLen(s); n > 0 {
		return '\x1b', n, 0
	}
	r, size = utf8.DecodeRuneInString(s)
	return r, size, runeWidth(r)
}

// styleLen returns the length of the SGR sequence that a text begins with, 0 for none.
func styleLen(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		if s[i] == 'm' {
			return i + 1
		}
		if s[i] != ';' && (s[i] < '0' || s[i] > '9') {
			break
		}
	}
	return 0
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case wide(r):
		return 2
	}
	return 1
}

func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// Cut returns a text in at most n cells.
func Cut(s string, n int) string {
	if Width(s) <= n {
		return s
	}
	at, cells := 0, 0
	for at < len(s) {
		_, size, c := next(s[at:])
		if cells += c; cells > n-1 {
			break
		}
		at += size
	}
	s = s[:at] + "…"
	if strings.Contains(s, "\x1b") {
		s += reset
	}
	return s
}

// Harmless returns a text in which control characters are shown, but for styles, tabs and the ends of lines, so that
// nothing that somebody said moves the cursor, sets a title or asks the terminal something.
func Harmless(s string) string {
	if !strings.ContainsFunc(s, steers) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size, _ := next(s)
		switch {
		case size > 1 && s[0] == '\x1b':
			b.WriteString(s[:size])
		case steers(r) || r == utf8.RuneError:
			b.WriteRune('�')
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// steers reports whether a character does something to a terminal beside being shown.
func steers(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || say.Reorders(r)
}

// Wrap breaks a line of text to a number of cells. What goes on stands below the column that the line begins in: behind
// its indent, the dash of a list, or a first column with two spaces behind it. A word that is longer than a line stays
// whole, as a path does.
func Wrap(line string, cells int) string {
	if cells <= 0 || Width(line) <= cells {
		return line
	}
	hang := hangOf(line, cells)
	var out []byte
	style, col, first := "", 0, true
	for rest := line; rest != ""; first = false {
		word, n, gap := unit(rest)
		rest = rest[len(word):]
		if !first && n > 0 && col+n > cells && col > hang {
			out = bytes.TrimRight(out, " ")
			if style != "" {
				out = append(out, reset...)
			}
			out = append(out, "\n"+strings.Repeat(" ", hang)+style...)
			col = hang
		}
		style = styleAfter(style, word)
		out = append(out, word...)
		col += n + gap
	}
	return string(bytes.TrimRight(out, " "))
}

// unit returns the first part of a text that is not broken, with the spaces behind it: a word, or one wide character
// with the punctuation that closes it. cells is the width without the spaces.
func unit(s string) (part string, cells, gap int) {
	i := 0
	for i < len(s) {
		r, size, c := next(s[i:])
		if r == ' ' {
			break
		}
		i, cells = i+size, cells+c
		if c == 2 && !closes(s[i:]) {
			break
		}
		if r2, _, c2 := next(s[i:]); i < len(s) && c2 == 2 && !closes(s[i:]) && r != '\x1b' && r2 != '\x1b' && c > 0 && !opens(r) {
			break
		}
	}
	for i+gap < len(s) && s[i+gap] == ' ' {
		gap++
	}
	return s[:i+gap], cells, gap
}

// closes reports whether a text begins with what may not begin a line.
func closes(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && (unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Pe, unicode.Pf) || strings.ContainsRune("。、，．！？：；…ー～,.!?:;)", r))
}

// opens reports whether a character may not end a line.
func opens(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) }

// styleAfter returns the style that holds behind a part of a text.
func styleAfter(style, part string) string {
	for len(part) > 0 {
		_, size, _ := next(part)
		if part[0] == '\x1b' && size > 1 {
			if style = part[:size]; style == reset {
				style = ""
			}
		}
		part = part[size:]
	}
	return style
}

// columnMost is how wide a first column may be for what goes on to stand beside it.
const columnMost = 20

// hangOf returns the column in which what is left of a line goes on.
func hangOf(line string, cells int) int {
	lead, rest := 0, line
	for strings.HasPrefix(rest, " ") {
		lead, rest = lead+1, rest[1:]
	}
	hang := lead
	if strings.HasPrefix(rest, "- ") {
		hang += 2
	} else if i := strings.Index(rest, "  "); i > 0 {
		col := Width(rest[:len(rest)-len(strings.TrimLeft(rest[i:], " "))])
		if col <= columnMost || rest[0] == '-' { // a flag, and what it is for
			hang += col
		}
	}
	if 2*hang > cells {
		hang = min(lead, cells/4)
	}
	return hang
}
