package code

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// maxSource is how much code is marked: more of it in one block is data, and no page for a reader.
const maxSource = 256 << 10

// Highlight returns source as HTML with its words marked. ok is false where the language is unknown, or the
// block is too long to be worth it; the source is to be shown as it is then.
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

// A painter stands at a place of the source, and writes what lies before it.
type painter struct {
	src   []byte
	at    int // what lies before it is written or waits
	done  int // what lies before it is written
	class string
	out   strings.Builder
	find  func(name string) *language // for a language within another
}

// paint moves on by n bytes and gives them a class; "" is none. Neighbours of one class share a span.
func (p *painter) paint(class string, n int) {
	if class != p.class {
		p.flush()
		p.class = class
	}
	p.at = min(p.at+n, len(p.src))
}

// rest writes all that is left, as plain text.
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

// left is what has not been painted.
func (p *painter) left() []byte { return p.src[p.at:] }

func (p *painter) has(s string) bool {
	return bytes.HasPrefix(p.left(), []byte(s))
}

// peek is the byte n behind the place; 0 where there is none.
func (p *painter) peek(n int) byte {
	if i := p.at + n; i >= 0 && i < len(p.src) {
		return p.src[i]
	}
	return 0
}

// line is how far the end of the line is, its break left out.
func (p *painter) line() int {
	if i := bytes.IndexByte(p.left(), '\n'); i >= 0 {
		return i
	}
	return len(p.src) - p.at
}

// begins reports whether nothing but white space stands before the place in its line.
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

// word is how long the word is that stands here; more holds what may be in one beside letters, digits and _.
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

// isWord takes every letter that is no ASCII for a part of a word.
func isWord(c byte) bool { return isLetter(c) || isDigit(c) }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// escaper writes code as HTML.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\x00", "\ufffd")
