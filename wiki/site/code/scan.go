package code

import (
	"bytes"
	"strings"
	"sync"
)

// A language describes the syntax of a language. Most are read by scanWords, which knows comments, strings, numbers and
// words; the fields say what these look like.
type language struct {
	Names  string      // by which blocks call it, separated by spaces
	Scan   string      // how it is read, see languages; "" by scanWords
	Line   []string    // begin a comment that ends with its line
	Spaced bool        // such a comment has a space, or nothing, before it
	Block  [][2]string // begin and end a comment of any length
	Quotes []quote
	Before string // letters that may stand before a quote: r"…"

	Keywords, Types, Constants, Builtins string // separated by spaces

	Fold   bool   // words may be written in capitals or not
	Letter string // what may be in a word beside letters, digits and _
	Sigils string // begin a variable: $name, ${name}
	Paren  bool   // $(name) is one too
	At     bool   // @name is a decorator
	Hash   bool   // # begins a line for the preprocessor
	Upper  bool   // a word with a capital is the name of a type
	Regexp bool   // /…/ is one unless a value precedes it
	Here   bool   // <<WORD begins a text up to a line of the word
	Plain  bool   // a word before ( is no function

	scan  func(*painter, *language)
	once  sync.Once
	words map[string]string // -> class
}

// A quote is a kind of string literal.
type quote struct {
	Open, Close string
	Raw         bool // a backslash is a backslash
	Long        bool // it may go over several lines
	Doubled     bool // its end written twice is a part of it
	Char        bool // contains one character; a longer text is not one
}

func (l *language) class(word []byte) string {
	l.once.Do(func() {
		l.words = map[string]string{}
		for _, set := range []struct{ class, words string }{{"nb", l.Builtins}, {"kt", l.Types}, {"kc", l.Constants}, {"k", l.Keywords}} {
			for w := range strings.FieldsSeq(set.words) {
				l.words[w] = set.class
			}
		}
	})
	if len(word) > 40 {
		return ""
	}
	if l.Fold {
		word = bytes.ToLower(word)
	}
	return l.words[string(word)]
}

// near is how far a scanner looks ahead for the end of a short token.
const near = 300

// scanWords reads a language of comments, strings, numbers and words.
func scanWords(p *painter, l *language) {
	p.scanTo(l, len(p.src))
}

// scanTo reads up to an offset of the source.
func (p *painter) scanTo(l *language, end int) {
	whole := p.src
	p.src = p.src[:end]
	s := scanner{painter: p, l: l}
	for p.at < len(p.src) {
		s.step()
	}
	p.src = whole
}

type scanner struct {
	*painter
	l     *language
	last  byte   // the last that was no white space, of the code itself
	after string // the last keyword, if only white space followed it
}

// step paints the next token, at least one byte.
func (s *scanner) step() {
	c := s.peek(0)
	switch {
	case isSpace(c):
		s.paint("", 1)
		return
	case s.comment() || s.hereText() || s.text(0):
		s.last, s.after = '"', ""
		return
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		s.number()
		s.last, s.after = '0', ""
		return
	case strings.IndexByte(s.l.Sigils, c) >= 0 && s.variable():
		s.last, s.after = 'a', ""
		return
	case c == '@' && s.l.At && isLetter(s.peek(1)):
		s.paint("nd", 1)
		s.paint("nd", s.word("."))
		s.last, s.after = 'a', ""
		return
	case c == '/' && s.l.Regexp && s.pattern():
		s.last, s.after = '/', ""
		return
	case isLetter(c) || strings.IndexByte(s.l.Letter, c) >= 0 && c != '-' && c != '?' && c != '!' && c != '\'':
		s.name()
		return
	}
	s.paint("", 1)
	s.last, s.after = c, ""
}

func (s *scanner) comment() bool {
	if s.l.Hash && s.peek(0) == '#' && s.begins() {
		s.directive()
		return true
	}
	for _, b := range s.l.Block {
		if s.has(b[0]) {
			n := bytes.Index(s.left()[len(b[0]):], []byte(b[1]))
			if n < 0 {
				s.paint("c", len(s.left()))
			} else {
				s.paint("c", len(b[0])+n+len(b[1]))
			}
			return true
		}
	}
	for _, mark := range s.l.Line {
		if s.has(mark) && (!s.l.Spaced || s.at == 0 || isSpace(s.src[s.at-1])) {
			s.paint("c", s.painter.line())
			return true
		}
	}
	return false
}

// directive paints a preprocessor line, and those that a backslash adds to it.
func (s *scanner) directive() {
	for {
		n := s.painter.line()
		joined := n > 0 && s.peek(n-1) == '\\'
		s.paint("cp", n)
		if !joined || s.at >= len(s.src) {
			return
		}
		s.paint("cp", 1)
	}
}

// text paints a string whose quote begins at an offset from the position.
func (s *scanner) text(offset int) bool {
	for _, q := range s.l.Quotes {
		rest := s.left()[offset:]
		if !bytes.HasPrefix(rest, []byte(q.Open)) {
			continue
		}
		n, ok := q.end(rest)
		if q.Char && !ok {
			continue
		}
		s.paint("s", offset+n)
		return true
	}
	return false
}

// end returns the length of the string at the beginning of rest; ok is false if it does not end.
func (q quote) end(rest []byte) (n int, ok bool) {
	for i := len(q.Open); i < len(rest); i++ {
		switch {
		case q.Char && i > 12:
			return 0, false
		case rest[i] == '\\' && !q.Raw:
			i++
		case rest[i] == '\n' && !q.Long:
			return i, false
		case rest[i] == q.Close[0] && bytes.HasPrefix(rest[i:], []byte(q.Close)):
			i += len(q.Close)
			if q.Doubled && bytes.HasPrefix(rest[i:], []byte(q.Close)) {
				i += len(q.Close) - 1
				continue
			}
			if in := rest[1 : i-1]; q.Char && (len(in) == 0 || in[0] != '\\' && len(bytes.Runes(in)) > 1) { // two lifetimes: 'a, 'b
				return 0, false
			}
			return i, true
		}
	}
	return len(rest), false
}

func (s *scanner) number() {
	n := 1
	for {
		c := s.peek(n)
		switch {
		case isWord(c) && c < 0x80:
		case c == '.' && isDigit(s.peek(n+1)) && s.peek(n-1) != '.':
		case (c == '+' || c == '-') && (s.peek(n-1) == 'e' || s.peek(n-1) == 'E') && isDigit(s.peek(n+1)) && s.peek(1) != 'x':
		default:
			s.paint("m", n)
			return
		}
		n++
	}
}

// variable paints $name, ${name} and $1.
func (s *scanner) variable() bool {
	c := s.peek(1)
	switch {
	case c == '{' || c == '(' && s.l.Paren:
		end := bytes.IndexAny(s.left()[:min(len(s.left()), near)], ")}\n")
		if end < 0 || s.peek(end) == '\n' {
			return false
		}
		s.paint("nv", end+1)
	case isLetter(c):
		s.paint("nv", 1)
		s.paint("nv", s.word(""))
	case isDigit(c) || c != 0 && strings.IndexByte("@*#?!$-", c) >= 0 && s.l.Here:
		s.paint("nv", 2)
	case c == s.peek(0) && isLetter(s.peek(2)): // @@name
		s.paint("nv", 2)
		s.paint("nv", s.word(""))
	default:
		return false
	}
	return true
}

// pattern paints a regular expression, unless a value precedes the slash.
func (s *scanner) pattern() bool {
	if s.after == "" && s.last != 0 && strings.IndexByte("(,=:[!&|?{};+-*~^<>%", s.last) < 0 {
		return false
	}
	set := false
	for i, c := range s.left() {
		switch {
		case i == 0 || s.peek(i-1) == '\\' && s.peek(i-2) != '\\':
		case c == '\n' || i > near:
			return false
		case c == '[':
			set = true
		case c == ']':
			set = false
		case c == '/' && !set && i > 1:
			s.paint("sr", i+1)
			s.paint("sr", s.word(""))
			return true
		}
	}
	return false
}

// hereText paints the text between a line that ends in <<WORD and the line with that word.
func (s *scanner) hereText() bool {
	if !s.l.Here || !s.has("<<") || s.peek(2) == '<' {
		return false
	}
	first, _, ok := bytes.Cut(s.left()[:min(len(s.left()), near)], []byte("\n"))
	if !ok {
		return false
	}
	word := bytes.Trim(bytes.TrimLeft(first[2:], "-~"), " ")
	if i := bytes.IndexAny(word, " |;>&)"); i >= 0 {
		word = word[:i]
	}
	if word = bytes.Trim(word, `'"`); len(word) == 0 || len(word) > 40 || !isLetter(word[0]) {
		return false
	}
	s.paint("", len(first))
	for s.at < len(s.src) {
		n := s.painter.line()
		ends := bytes.Equal(bytes.TrimSpace(s.left()[:n]), word)
		s.paint("s", n+1)
		if ends {
			break
		}
	}
	return true
}

// name paints a word: a keyword of the language, or what its context makes it.
func (s *scanner) name() {
	n := s.word(s.l.Letter)
	word := s.left()[:n]
	if n <= 2 && strings.IndexByte(s.l.Before, word[0]) >= 0 && strings.IndexByte(s.l.Before, word[n-1]) >= 0 && s.text(n) {
		s.last, s.after = '"', ""
		return
	}
	class, after := s.l.class(word), s.after
	member := s.last == '.'
	s.after = ""
	switch {
	case class == "k" && !member:
		s.after = string(word)
	case class != "" && !member:
	case s.at+n < len(s.src) && s.peek(n) == '(' && !s.l.Plain, after == "def", after == "func", after == "fn", after == "function", after == "fun", after == "sub", after == "defp", after == "proc":
		class = "nf"
	case s.l.Upper && word[0] >= 'A' && word[0] <= 'Z', after == "class", after == "struct", after == "interface", after == "trait", after == "enum", after == "type", after == "module":
		class = "nc"
	default:
		class = ""
	}
	s.paint(class, n)
	s.last = 'a'
	if class == "k" {
		s.last = ';' // a value may follow
	}
}
