package code

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// maxSource is the maximum length of a highlighted block in bytes: longer ones are data, not text for readers.
const maxSource = 256 << 10

// Highlight returns source as HTML with its tokens marked. ok is false if the language is unknown or the
// block is too long; then the source is shown as it is.
func Highlight(name string, source []byte) (html string, ok bool) {
	l := find(name)
	if l == nil || len(source) > maxSource {
		return "", false
	}
	p := &painter{src: source, find: find}
	p.out.Grow(len(source) * 2)
	l.scan(p, l)
	p.rest()
	return p.out.String(), true
}

// A painter has a position in the source, and has written everything before it.
type painter struct {
	src   []byte
	at    int // the source before it is written or pending
	done  int // the source before it is written
	class string
	out   strings.Builder
	find  func(name string) *language // for a language within another
}

// paint advances by n bytes and gives them a class; "" is none. Adjacent bytes of one class share a span.
func (p *painter) paint(class string, n int) {
	if class != p.class {
		p.flush()
		p.class = class
	}
	p.at = min(p.at+n, len(p.src))
}

// rest writes the remaining source as plain text.
func (p *painter) rest() {
	p.paint("", len(p.src)-p.at)
	p.flush()
}

func (p *painter) flush() {
	if p.at == p.done {
		return
	}
	if p.class != "" {
		p.out.WriteString(`<span class="`)
		p.out.WriteString(p.class)
		p.out.WriteString(`">`)
	}
	_, _ = escaper.WriteString(&p.out, string(p.src[p.done:p.at])) // a builder takes all
	if p.class != "" {
		p.out.WriteString("</span>")
	}
	p.done = p.at
}

// left returns the remaining source.
func (p *painter) left() []byte { return p.src[p.at:] }

func (p *painter) has(s string) bool {
	return bytes.HasPrefix(p.left(), []byte(s))
}

// peek returns the byte n after the position; 0 if there is none.
func (p *painter) peek(n int) byte {
	if i := p.at + n; i >= 0 && i < len(p.src) {
		return p.src[i]
	}
	return 0
}

// line returns the distance to the end of the line, without its line break.
func (p *painter) line() int {
	if i := bytes.IndexByte(p.left(), '\n'); i >= 0 {
		return i
	}
	return len(p.src) - p.at
}

// begins reports whether only white space precedes the position in its line.
func (p *painter) begins() bool {
	for i := p.at - 1; i >= 0 && p.at-i < 200; i-- {
		switch p.src[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return p.at < 200
}

// word returns the length of the word at the position; more holds the characters allowed in it besides letters, digits
// and _.
func (p *painter) word(more string) int {
	n := 0
	for i := p.at; i < len(p.src); i++ {
		if c := p.src[i]; !isWord(c) && strings.IndexByte(more, c) < 0 {
			break
		}
		n++
	}
	return n
}

// isWord reports whether c belongs to a word; every non-ASCII byte counts as a letter.
func isWord(c byte) bool { return isLetter(c) || isDigit(c) }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// escaper escapes code for HTML.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\x00", "\ufffd")
