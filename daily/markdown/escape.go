package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Oneline makes s one line as an entry holds it: line breaks, tabs and control characters become spaces,
// runs of spaces become one space, and invalid UTF-8 becomes U+FFFD.
func Oneline(s string) string {
	odd := func(r rune) bool { return r != ' ' && breaks(r) || r == utf8.RuneError }
	if strings.Contains(s, "  ") || strings.ContainsFunc(s, odd) {
		valid := strings.Map(func(r rune) rune { return r }, s) // each byte by itself, unlike strings.ToValidUTF8
		s = strings.Join(strings.FieldsFunc(valid, breaks), " ")
	}
	return strings.Clone(strings.TrimSpace(s)) // a copy, so that the rest of s can be freed
}

func breaks(r rune) bool {
	return r == ' ' || r < ' ' || r >= 0x7f && unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
}

// Escape returns the Markdown that shows one line of text literally: inline code and emphasis keep their
// meaning, and nothing else in it can become a link, an embed, a tag, a block id, a comment, HTML,
// mathematics, a marker of memoria, or code that a plugin of Obsidian runs. With start it can also stand where a
// block begins, as after a list marker, and be no heading, quote, list or fence. [Unescape] returns the text
// again.
func Escape(text string, start bool) string {
	e := escaper{s: text}
	e.maths, e.marks = pairs(text, "$"), pairs(text, "==")
	if start {
		e.blockStart()
	}
	for e.i < len(text) {
		e.next()
	}
	return e.b.String()
}

// Unescape returns the text that [Escape] was given, and the text that other Markdown shows where it uses
// backslashes as escapes.
func Unescape(md string) string {
	if !strings.Contains(md, `\`) {
		return md
	}
	var b strings.Builder
	for i := 0; i < len(md); {
		switch {
		case md[i] == '\\' && i+1 < len(md) && IsPunct(md[i+1]):
			b.WriteByte(md[i+1])
			i += 2
		case md[i] == '`':
			n := codeSpan(md[i:])
			if n == 0 {
				n = ticks(md[i:])
			}
			b.WriteString(md[i : i+n])
			i += n
		default:
			b.WriteByte(md[i])
			i++
		}
	}
	return b.String()
}

type escaper struct {
	b            strings.Builder
	s            string
	i            int
	literal      int  // code up to here shows its backticks
	maths, marks bool // "$", "==" occur in pairs
	url          int  // an address ends here
}

// put writes the next n bytes with a backslash before the first.
func (e *escaper) put(n int) {
	e.b.WriteByte('\\')
	e.keep(n)
}

func (e *escaper) keep(n int) {
	e.b.WriteString(e.s[e.i : e.i+n])
	e.i += n
}

// next writes one character, or one span of code.
func (e *escaper) next() {
	s, i := e.s, e.i
	c, rest := s[i], s[i+1:]
	if i >= e.url {
		e.url = i + address(s[i:])
	}
	plain := i >= e.url
	switch {
	case c >= utf8.RuneSelf || !IsPunct(c):
		e.keep(1)
	case c == '`':
		e.code()
	case c == '\\' && (rest == "" || IsPunct(rest[0])),
		c == '[' && (hasAny(rest, "[^")),
		c == '!' && (hasAny(rest, "[") || e.after('<')),
		c == '<' && (hasAny(rest, "/?") || rest != "" && isLetter(rest[0])),
		c == '>' && strings.HasSuffix(s[:i], "--"),
		c == '(' && e.after(']') && !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://"),
		c == '^' && (hasAny(rest, "[") || IsBlockID(rest) && e.afterSpace()),
		c == '%' && (e.after('%') || e.after('<')), // Templater looks for <% everywhere
		c == '~' && e.after('~'),
		c == '#' && plain && (e.tag(rest) || e.afterSpace() && strings.Trim(rest, "#") == ""),
		c == '$' && plain && e.maths,
		c == '=' && plain && e.marks && e.after('='),
		c == '&' && plain && entity(rest):
		e.put(1)
	default:
		e.keep(1)
	}
}

// after reports whether the preceding character is c.
func (e *escaper) after(c byte) bool { return e.i > 0 && e.s[e.i-1] == c }

// afterSpace reports whether a space precedes, or nothing.
func (e *escaper) afterSpace() bool {
	r, _ := utf8.DecodeLastRuneInString(e.s[:e.i])
	return e.i == 0 || unicode.IsSpace(r)
}

// code writes a code span as it is, or unmatched backticks as characters. Nothing inside a span can be
// escaped, so a span that holds half a comment, which readers of markers look for everywhere, or code of a plugin,
// shows its backticks instead; so does a span after a backslash, which parsers read in two ways.
func (e *escaper) code() {
	n := 0
	if e.i >= e.literal {
		n = codeSpan(e.s[e.i:])
	}
	span := e.s[e.i : e.i+n]
	if n > 0 && !e.after('\\') && !strings.Contains(span, "<!--") && !strings.Contains(span, "-->") && !wikilink.Runs(span) {
		e.keep(n)
		return
	}
	e.literal = max(e.literal, e.i+n)
	for range ticks(e.s[e.i:]) {
		e.put(1)
	}
}

// blockStart escapes what would begin another block.
func (e *escaper) blockStart() {
	word, _, _ := strings.Cut(e.s, " ")
	switch {
	case word == "":
	case strings.Trim(word, "#") == "", word == "-", word == "+", word == "*", word[0] == '>':
		e.put(1)
	case strings.HasPrefix(e.s, "~~~"), Checkbox(e.s) > 0:
		e.put(1)
	default:
		digits := strings.TrimRight(word, ".)")
		if _, err := strconv.ParseUint(digits, 10, 64); err == nil && len(word) == len(digits)+1 && len(digits) < 10 {
			e.keep(len(digits))
			e.put(1)
		}
	}
}

// tag reports whether a '#' before rest would begin a tag: Obsidian wants a space, a bracket or
// the like before it and something other than digits in it.
func (e *escaper) tag(rest string) bool {
	if r, _ := utf8.DecodeLastRuneInString(e.s[:e.i]); e.i > 0 && (r == '/' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return false
	}
	for _, r := range rest {
		switch {
		case r >= '0' && r <= '9':
		case r == '_', r == '-', r == '/', r >= utf8.RuneSelf, unicode.IsLetter(r):
			return true
		default:
			return false
		}
	}
	return false
}

// pairs reports whether mark stands in s more than once.
func pairs(s, mark string) bool { return strings.Count(s, mark) > 1 }

// codeSpan returns the length of the code span that s begins with, or 0.
func codeSpan(s string) int {
	n := ticks(s)
	for i := n; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		m := ticks(s[i:])
		i += m
		if m == n {
			return i
		}
	}
	return 0
}

func ticks(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

// address returns the length of the web address that s begins with, or 0.
func address(s string) int {
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
		return 0
	}
	if n := strings.IndexAny(s, " <>`"); n >= 0 {
		return n
	}
	return len(s)
}

// entity reports whether '&' before rest would stand for another character.
func entity(rest string) bool {
	name, _, ok := strings.Cut(rest, ";")
	name = strings.TrimPrefix(name, "#")
	return ok && name != "" && len(name) < 32 && strings.IndexFunc(name, func(r rune) bool {
		return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// Checkbox returns the length of the task box, "[x] ", that s begins with, or 0.
func Checkbox(s string) int {
	if !strings.HasPrefix(s, "[") {
		return 0
	}
	_, n := utf8.DecodeRuneInString(s[1:])
	rest, ok := strings.CutPrefix(s[1+n:], "]")
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0
	}
	return len(s) - len(strings.TrimLeft(rest, " \t"))
}

func hasAny(s, chars string) bool { return s != "" && strings.IndexByte(chars, s[0]) >= 0 }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// IsPunct reports whether a backslash before c is an escape in Markdown.
func IsPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !isLetter(c) && (c < '0' || c > '9')
}
