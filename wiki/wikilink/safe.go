package wikilink

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Inline makes one line of Markdown from outside safe to stand in a page as a paragraph, a list item or a
// part of one. Code spans, emphasis, web links and escapes stay. It escapes what would be more than text in
// a vault: links, embeds, comments, math, tags, block ids, HTML, footnotes, links to anything but the web,
// and marks that begin another block. Line breaks and control characters become spaces. Inline(Inline(s)) =
// Inline(s).
func Inline(s string) string {
	g := newGuard(s, false)
	return g.block()
}

// Text returns Markdown that every reader shows as exactly this plain text, on one line.
func Text(s string) string {
	g := newGuard(s, true)
	return g.block()
}

// guard copies a line and escapes what must be escaped.
type guard struct {
	in      string
	raw     []byte // in once more, where bytes made it
	out     strings.Builder
	means   *[256]bool // the characters that may mean something in the middle of a line: see step
	plain   bool       // nothing in the line is meant as Markdown
	dollars bool       // every dollar sign must be escaped
	literal int        // code up to here shows its backticks
}

func newGuard(s string, plain bool) guard {
	if strings.ContainsFunc(s, func(r rune) bool { return (r < ' ' || r > '~') && (control(r) != r || r == utf8.RuneError) }) {
		s = strings.Map(control, s)
	}
	g := guard{in: Squeeze(s), plain: plain, means: &inMarkdown}
	if plain {
		g.means = &inPlain
	}
	return g
}

const inBoth = "\\`[]!<%-$#^"

var inMarkdown, inPlain = charset(inBoth), charset(inBoth + "=~*_&")

func charset(chars string) (is [256]bool) {
	for i := range len(chars) {
		is[chars[i]] = true
	}
	return is
}

func (g *guard) bytes() []byte {
	if g.raw == nil {
		g.raw = []byte(g.in)
	}
	return g.raw
}

// next returns the offset of the first character from i on that may mean something.
func (g *guard) next(i int) int {
	for i < len(g.in) && !(g.means[g.in[i]] && (g.in[i] != '-' || strings.HasPrefix(g.in[i:], "-->"))) {
		i++
	}
	return i
}

// control turns control characters and line ends into spaces.
func control(r rune) rune {
	switch {
	case ' ' <= r && r <= '~':
	case r == '\ufeff':
		return -1
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return ' '
	}
	return r
}

// blockStart matches what begins another block at the head of a line. Its group is the part
// before the character to escape.
var blockStart = lazy.Regexp(`^(?:()#{1,6}(?: |$)|()[-+*](?: |$)|()>|()~~~|()\||()\[[ xX]\]|(\d{1,9})[.)](?: |$)|()(?:[-*_] ?)+$)`)

// block escapes the line as the beginning of a block.
func (g *guard) block() string {
	s := g.write(true)
	if holdsMath(s) {
		g.dollars = true
		s = g.write(true)
	}
	return s
}

// rest escapes the line as the middle of a block.
func (g *guard) rest() string {
	s := g.write(false)
	if holdsMath(s) {
		g.dollars = true
		s = g.write(false)
	}
	return s
}

// holdsMath reports whether a dollar sign of s begins math. Those in code count too: escaping the others
// then does no harm.
func holdsMath(s string) bool {
	if strings.IndexByte(s, '$') < 0 {
		return false
	}
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '$':
			if n, _ := mathEnd(b[i:]); n > 0 || bytes.HasPrefix(b[i:], []byte("$$")) {
				return true
			}
		}
	}
	return false
}

func (g *guard) write(start bool) string {
	g.out.Reset()
	g.literal = 0
	i := 0
	if start && g.in != "" && strings.IndexByte("#-+*_>~|[0123456789", g.in[0]) >= 0 {
		m := blockStart().FindStringSubmatchIndex(g.in)
		for k := 2; k < len(m); k += 2 {
			if m[k] >= 0 {
				i = m[k+1]
			}
		}
		g.out.WriteString(g.in[:i])
		if m != nil {
			i += g.escapeAll(g.in[i : i+1])
		}
	}
	if i == 0 && start && strings.HasPrefix(g.in, "[") && strings.Contains(g.in, "]:") {
		i += g.escapeAll(g.in[:runOf(g.in)]) // even with a backtick between, this defines a link
	}
	n := g.next(i)
	if i == 0 && g.out.Len() == 0 && n == len(g.in) {
		return g.in
	}
	g.out.Grow(len(g.in) + 8)
	for ; i < len(g.in); n = g.next(i) {
		g.out.WriteString(g.in[i:n])
		if i = n; i < len(g.in) {
			i += g.step(i)
		}
	}
	return g.out.String()
}

func (g *guard) escapeAll(s string) int {
	for i := range len(s) {
		g.out.WriteByte('\\')
		g.out.WriteByte(s[i])
	}
	return len(s)
}

// step writes what stands at offset i and returns how much of the line it was.
func (g *guard) step(i int) int {
	rest := g.in[i:]
	switch c := rest[0]; c {
	case '\\':
		return g.backslash(rest)
	case '`':
		return g.code(i)
	case '[', ']', '!', '<':
		return g.bracket(i)
	case '%', '=':
		if run := runOf(rest); run > 1 && (c == '%' || g.plain) || c == '%' && i > 0 && g.in[i-1] == '<' { // Templater looks for <% everywhere
			return g.escapeAll(rest[:run])
		}
	case '~':
		if g.plain && strings.Count(g.in, "~") > 1 { // a single one is a home directory
			return g.escapeAll("~")
		}
	case '-':
		g.out.WriteString(`--\>`)
		return 3
	case '$':
		if g.dollars {
			return g.escapeAll("$")
		}
	case '#':
		if g.startsTag(i) {
			return g.escapeAll("#")
		}
	case '^':
		if (i == 0 || g.in[i-1] == ' ') && blockID(g.bytes()[i:]) != nil {
			return g.escapeAll("^")
		}
	case '*':
		if g.plain {
			return g.escapeAll("*")
		}
	case '_':
		if g.plain && (i == 0 || !isWord(g.in[i-1]) || len(rest) == 1 || !isWord(rest[1])) {
			return g.escapeAll("_")
		}
	case '&':
		if g.plain && entity().MatchString(rest) {
			return g.escapeAll("&")
		}
	}
	g.out.WriteByte(rest[0])
	return 1
}

// Runs reports whether a plugin would run a span of code: Templater anything in <% %>, Dataview what begins with = and an
// expression or with $=, Meta Bind a field.
func Runs(span string) bool {
	code := strings.TrimSpace(strings.Trim(span, "`"))
	if query, ok := strings.CutPrefix(code, "="); ok {
		query = strings.TrimSpace(query)
		return query != "" && (isWord(query[0]) || strings.IndexByte("\"'[({!-#", query[0]) >= 0)
	}
	return strings.Contains(code, "<%") || strings.HasPrefix(code, "$=") ||
		strings.HasPrefix(code, "INPUT[") || strings.HasPrefix(code, "VIEW[") || strings.HasPrefix(code, "BUTTON[")
}

var entity = lazy.Regexp(`^&(?:#|[A-Za-z])[A-Za-z0-9]*;`)

func runOf(s string) int {
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n
}

func (g *guard) backslash(rest string) int {
	switch {
	case len(rest) == 1:
		g.out.WriteString(`\\`)
	case !isPunct(rest[1]):
		g.out.WriteByte('\\')
	case g.plain:
		g.out.WriteString(`\\`)
	case strings.HasPrefix(rest[1:], "<!"):
		return 1 + g.escapeAll("<!")
	case rest[1] == '%' || rest[1] == '[': // both of a pair are escaped, or half of it is left
		run := runOf(rest[1:])
		g.escapeAll(rest[1 : 1+run])
		return 1 + run
	default:
		g.out.WriteString(rest[:2])
		return 2
	}
	return 1
}

// code copies a complete code span, unless a plugin would run it. A run of ticks that is never closed is escaped, so that it
// cannot open a span in the text that follows.
func (g *guard) code(i int) int {
	rest := g.in[i:]
	run := runOf(rest)
	if !g.plain && i >= g.literal && !strings.HasSuffix(g.out.String(), "`") {
		if end := closing(g.bytes()[i+run:], run); end >= 0 {
			if Runs(rest[:run+end]) {
				g.literal = i + run + end
				return g.escapeAll(rest[:run])
			}
			g.out.WriteString(rest[:run+end])
			return run + end
		}
	}
	return g.escapeAll(rest[:run])
}

var (
	webLink  = lazy.Regexp(`^\]\((?:https?://|mailto:)[^\s()<>\[\]` + "`" + `$|"'\\]*\)`)
	autoLink = lazy.Regexp(`^<(?:https?://|mailto:)[^\s<>\[\]` + "`" + `$\\]*>`)
)

// bracket writes what may open or close a link, an image or HTML.
func (g *guard) bracket(i int) int {
	rest := g.in[i:]
	next := byte(0)
	if len(rest) > 1 {
		next = rest[1]
	}
	switch {
	case rest[0] == '[' && next == '[':
		return g.escapeAll(rest[:runOf(rest)])
	case rest[0] == '[' && (next == '^' || g.plain && strings.Contains(rest, "](")),
		rest[0] == '!' && next == '[':
		return g.escapeAll(rest[:1])
	case rest[0] == ']' && next == '(':
		if m := webLink().FindString(rest); m != "" && !g.plain && !strings.Contains(m, "%%") {
			g.out.WriteString(m)
			return len(m)
		}
		return g.escapeAll("]")
	case rest[0] == ']' && next == ':':
		return g.escapeAll("]")
	case rest[0] == '<':
		if m := autoLink().FindString(rest); m != "" && !g.plain && !strings.Contains(m, "%%") {
			g.out.WriteString(m)
			return len(m)
		}
		if next == '!' {
			return g.escapeAll("<!")
		}
		if next == '/' || next == '?' || isWord(next) && next < 0x80 {
			return g.escapeAll("<")
		}
	}
	g.out.WriteByte(rest[0])
	return 1
}

// startsTag reports whether Obsidian would read a tag at offset i, which holds a number sign.
func (g *guard) startsTag(i int) bool {
	if i > 0 && (isWord(g.in[i-1]) || strings.IndexByte("/&=?.-#", g.in[i-1]) >= 0) {
		return false
	}
	for j := i + 1; j < len(g.in) && (isWord(g.in[j]) || g.in[j] == '-' || g.in[j] == '/'); j++ {
		if g.in[j] < '0' || g.in[j] > '9' {
			return true
		}
	}
	return false
}
