package agent

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A field is one member of an object as it is written.
type field struct {
	key  string
	raw  []byte // of a string what lies between the quotes, else the value's text
	text bool   // it is a string
}

// fields reads the members of the object in b, in order, until it ends or makes no sense; it reports
// whether it ended. Members of members are passed over. For a key that literal knows, a backslash
// stands for itself; see closing.
func fields(b []byte, literal func(key string) bool, each func(field)) (whole bool) {
	s := &source{b: b}
	if !s.take('{') {
		return false
	}
	if s.take('}') {
		return true
	}
	for {
		if !s.take('"') {
			return false
		}
		name, ok := s.text(false)
		if !ok || !s.take(':') {
			return false
		}
		f := field{}
		f.key, _ = unescape(name)
		if f.text = s.take('"'); f.text {
			f.raw, ok = s.text(literal(f.key))
		} else {
			f.raw, ok = s.skip()
		}
		if !ok {
			return false
		}
		each(f)
		if s.take('}') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}

// A source is JSON text and how far it has been read.
type source struct {
	b  []byte
	at int
}

func (s *source) space() {
	for s.at < len(s.b) && isSpace(s.b[s.at]) {
		s.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// take passes over c, and white space before it, if that is what comes.
func (s *source) take(c byte) bool {
	s.space()
	if s.at < len(s.b) && s.b[s.at] == c {
		s.at++
		return true
	}
	return false
}

// text reads a string whose first quote has been taken.
func (s *source) text(literal bool) (raw []byte, ok bool) {
	end := closing(s.b[s.at:], literal)
	if end < 0 {
		return nil, false
	}
	raw = s.b[s.at : s.at+end]
	s.at += end + 1
	return raw, true
}

// closing finds the quote that ends a string. Where a backslash is literal, one before the quote does
// not escape it if what follows can only follow a string: "cwd":"C:\","…
func closing(b []byte, literal bool) int {
	for i := 0; ; {
		n := bytes.IndexAny(b[i:], `"\`)
		if n < 0 {
			return -1
		}
		i += n
		if b[i] == '"' {
			return i
		}
		if literal && (i+1 >= len(b) || b[i+1] != '"' || endsMember(b[i+2:])) {
			i++
			continue
		}
		i += 2
		if i >= len(b) {
			return -1
		}
	}
}

// endsMember tells whether b goes on as it does behind a value: the object ends, or another key comes.
func endsMember(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	if len(b) == 0 || b[0] == '}' {
		return true
	}
	rest, ok := bytes.CutPrefix(b, []byte(","))
	return ok && bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(`"`))
}

// skip passes over a value that is no string, however deep.
func (s *source) skip() (raw []byte, ok bool) {
	s.space()
	from, depth := s.at, 0
	for s.at < len(s.b) {
		switch c := s.b[s.at]; c {
		case '"':
			s.at++
			if _, ok := s.text(false); !ok {
				return nil, false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']', ',':
			if depth == 0 {
				return bytes.TrimRight(s.b[from:s.at], " \t\r\n"), s.at > from
			}
			if c != ',' {
				depth--
			}
		}
		s.at++
	}
	return nil, false
}

// unescape reads what is written between the quotes of a string. An escape that JSON does not have is
// left as it stands and reported as odd.
func unescape(raw []byte) (text string, odd bool) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw), false
	}
	var out strings.Builder
	out.Grow(len(raw))
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			i = len(raw)
		}
		out.Write(raw[:i])
		if raw = raw[i:]; len(raw) == 0 {
			break
		}
		r, size := escape(raw)
		if size == 0 {
			out.WriteByte('\\')
			odd, size = true, 1
		} else {
			out.WriteRune(r)
		}
		raw = raw[size:]
	}
	return out.String(), odd
}

// escape reads the escape at the beginning of b; size 0 says that it is none.
func escape(b []byte) (r rune, size int) {
	if len(b) < 2 {
		return 0, 0
	}
	switch b[1] {
	case '"', '\\', '/':
		return rune(b[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		unit, ok := hex4(b)
		if !ok {
			return 0, 0
		}
		if utf16.IsSurrogate(unit) {
			if low, ok := hex4(b[6:]); ok {
				if pair := utf16.DecodeRune(unit, low); pair != utf8.RuneError {
					return pair, 12
				}
			}
			return utf8.RuneError, 6
		}
		return unit, 6
	}
	return 0, 0
}

// hex4 reads \uXXXX.
func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, c := range b[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
