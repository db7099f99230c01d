package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A field is one member of an object as it is written.
type field struct {
	key  string
	raw  []byte // of a string what lies between the quotes, else the value's text
	text bool   // it is a string
}

// fields reads the members that a frame kept, in order, until they end or make no sense; it reports
// whether they ended. For a key that literal knows, a backslash stands for itself; see closing.
func fields(b []byte, literal func(key string) bool, each func(field)) (whole bool) {
	s := &source{b}
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
			f.raw, ok = s.word()
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

// A source is JSON text that is still to be read.
type source struct{ b []byte }

// take skips c, and white space before it, if c is next.
func (s *source) take(c byte) bool {
	s.b = bytes.TrimLeft(s.b, space)
	if len(s.b) == 0 || s.b[0] != c {
		return false
	}
	s.b = s.b[1:]
	return true
}

const space = " \t\r\n"

// text reads a string whose first quote has been taken.
func (s *source) text(literal bool) (raw []byte, ok bool) {
	end := closing(s.b, literal)
	if end < 0 {
		return nil, false
	}
	raw, s.b = s.b[:end], s.b[end+1:]
	return raw, true
}

// word reads a value that is no string.
func (s *source) word() (raw []byte, ok bool) {
	end := bytes.IndexAny(s.b, `,}"`)
	if end < 0 || s.b[end] == '"' {
		return nil, false
	}
	raw, s.b = bytes.Trim(s.b[:end], space), s.b[end:]
	return raw, len(raw) > 0
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

// endsMember reports whether b goes on as it does behind a value: the object ends, or another key comes.
func endsMember(b []byte) bool {
	b = bytes.TrimLeft(b, space)
	if len(b) == 0 || b[0] == '}' {
		return true
	}
	rest, ok := bytes.CutPrefix(b, []byte(","))
	return ok && bytes.HasPrefix(bytes.TrimLeft(rest, space), []byte(`"`))
}

// unescape decodes the text between the quotes of a string. It keeps an invalid escape as it is and reports it as
// odd; a control character stands for itself.
func unescape(raw []byte) (text string, odd bool) {
	raw = bytes.ToValidUTF8(raw, []byte("\ufffd"))
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw), false
	}
	quoted := append(make([]byte, 0, len(raw)+len(raw)/8+2), '"')
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c < ' ' || c == '"':
			quoted = fmt.Appendf(quoted, `\u%04x`, c)
		case c == '\\' && escapeLen(raw[i:]) == 0:
			quoted, odd = append(quoted, `\\`...), true
		case c == '\\':
			n := escapeLen(raw[i:])
			quoted = append(quoted, raw[i:i+n]...)
			i += n - 1
		default:
			quoted = append(quoted, c)
		}
	}
	if err := json.Unmarshal(append(quoted, '"'), &text); err != nil { // it was made to be sound
		return string(raw), true
	}
	return text, odd
}

// escapeLen returns the length of the escape at the beginning of b; 0 if there is none.
func escapeLen(b []byte) int {
	switch {
	case len(b) < 2:
	case strings.IndexByte(`"\/bfnrt`, b[1]) >= 0:
		return 2
	case b[1] == 'u' && len(b) >= 6 && len(bytes.Trim(b[2:6], "0123456789abcdefABCDEF")) == 0:
		return 6
	}
	return 0
}
