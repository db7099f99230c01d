// Package jsonscan reads JSON from left to right and decodes only what is asked for.
package jsonscan

import (
	"bytes"
	"iter"
)

// A Scanner walks one JSON text from left to right without decoding it. It accepts every valid text and,
// because it checks only what it needs, some invalid ones: control characters inside strings and odd
// numbers. Once the text is bad every method does nothing.
type Scanner struct {
	Data  []byte
	Pos   int    // how much of Data has been read
	Bad   bool   // Data is invalid from Pos on
	stack []byte // open brackets while skipping, kept for reuse
}

// Reset starts over with another text.
func (c *Scanner) Reset(b []byte) { *c = Scanner{Data: b, stack: c.stack} }

// Peek returns the first byte of the next token, 0 at the end.
func (c *Scanner) Peek() byte {
	for c.Pos < len(c.Data) {
		switch ch := c.Data[c.Pos]; ch {
		case ' ', '\t', '\r', '\n':
			c.Pos++
		default:
			return ch
		}
	}
	return 0
}

func (c *Scanner) take(ch byte) bool {
	if c.Bad || c.Peek() != ch {
		c.Bad = true
		return false
	}
	c.Pos++
	return true
}

// lit reads a string; the scanner must stand on its quote.
func (c *Scanner) lit() Literal {
	start := c.Pos + 1
	i := start
	for {
		n := bytes.IndexByte(c.Data[i:], '"')
		if n < 0 {
			c.Pos, c.Bad = len(c.Data), true
			return nil
		}
		i += n
		k := i
		for k > start && c.Data[k-1] == '\\' {
			k--
		}
		i++
		if (i-1-k)&1 == 0 {
			c.Pos = i
			return Literal(c.Data[start : i-1])
		}
	}
}

// TextOK reads the next value if it is a string, and else skips it.
func (c *Scanner) TextOK() (Literal, bool) {
	if c.Peek() != '"' || c.Bad {
		c.Skip()
		return nil, false
	}
	s := c.lit()
	return s, !c.Bad
}

// Text is TextOK without the second result.
func (c *Scanner) Text() Literal {
	s, _ := c.TextOK()
	return s
}

// Raw skips the next value and returns its text.
func (c *Scanner) Raw() []byte {
	c.Peek()
	start := c.Pos
	c.Skip()
	if c.Bad {
		return nil
	}
	return c.Data[start:c.Pos]
}

// Truthy skips the next value and reports whether it is other than null, false, zero and empty.
func (c *Scanner) Truthy() bool {
	switch v := c.Raw(); string(v) {
	case "", "null", "false", "0", `""`:
		return false
	default:
		return !c.Bad && (v[0] != '{' && v[0] != '[' || len(bytes.TrimSpace(v[1:len(v)-1])) > 0)
	}
}

// Skip moves past the next value, of any depth.
func (c *Scanner) Skip() {
	stack := c.stack[:0]
	for !c.Bad {
		switch ch := c.Peek(); ch {
		case '{', '[':
			c.Pos++
			if c.Peek() == ch+2 { // '}' and ']' follow their openers by two
				c.Pos++
				break
			}
			stack = append(stack, ch)
			if ch == '{' {
				c.name()
			}
			continue
		case '"':
			c.lit()
		default:
			c.scalar()
		}
		if stack = c.after(stack); len(stack) == 0 {
			break
		}
	}
	c.stack = stack[:0]
}

// after moves past what may follow a value inside the open brackets: closers, or a comma and
// the next name.
func (c *Scanner) after(stack []byte) []byte {
	for len(stack) > 0 && !c.Bad {
		top := stack[len(stack)-1]
		switch c.Peek() {
		case ',':
			c.Pos++
			if top == '{' {
				c.name()
			}
			return stack
		case top + 2:
			c.Pos++
			stack = stack[:len(stack)-1]
		default:
			c.Bad = true
		}
	}
	return stack
}

// name reads a member's name and the colon after it.
func (c *Scanner) name() Literal {
	if c.Bad || c.Peek() != '"' {
		c.Bad = true
		return nil
	}
	s := c.lit()
	c.take(':')
	return s
}

// scalar moves past a number, true, false or null.
func (c *Scanner) scalar() {
	start := c.Pos
	for c.Pos < len(c.Data) {
		ch := c.Data[c.Pos]
		if ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'z' || ch == '-' || ch == '+' || ch == '.' || ch == 'E' {
			c.Pos++
			continue
		}
		break
	}
	word := c.Data[start:c.Pos]
	if len(word) == 0 {
		c.Bad = true
		return
	}
	switch ch := word[0]; {
	case ch >= '0' && ch <= '9' || ch == '-':
		if bytes.IndexFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' && r != 'e' }) >= 0 {
			c.Bad = true
		}
	case string(word) != "true" && string(word) != "false" && string(word) != "null":
		c.Bad = true
	}
}

// Members walks the members of the next value if it is an object, and yields their decoded names; otherwise
// it skips the value. After each name the caller reads or skips the member's value.
func (c *Scanner) Members() iter.Seq[Literal] {
	return func(yield func(name Literal) bool) {
		if !c.enters('{') {
			return
		}
		for {
			name := c.name().Plain()
			if c.Bad || !yield(name) || c.Bad || !c.comma('}') {
				return
			}
		}
	}
}

// Elements walks the elements of the next value if it is an array, as Members does for an object.
func (c *Scanner) Elements() iter.Seq[int] {
	return func(yield func(i int) bool) {
		if !c.enters('[') {
			return
		}
		for i := 0; yield(i) && !c.Bad && c.comma(']'); i++ {
		}
	}
}

// enters moves into the next value if it begins with opener, and reports whether there is anything in it;
// otherwise it skips the value.
func (c *Scanner) enters(opener byte) bool {
	if c.Bad || c.Peek() != opener {
		c.Skip()
		return false
	}
	c.Pos++
	if c.Peek() == opener+2 {
		c.Pos++
		return false
	}
	return true
}

// comma reports whether another element follows; it moves past the comma or the closer.
func (c *Scanner) comma(closer byte) bool {
	switch c.Peek() {
	case ',':
		c.Pos++
		return true
	case closer:
		c.Pos++
	default:
		c.Bad = true
	}
	return false
}

// Top returns the members of the object that b begins with, by their names: the text of one that is a string, else "".
// Where b is only the beginning of a file, those that follow are missing, and so is the text of the last.
func Top(b []byte) map[string]string {
	out := map[string]string{}
	c := Scanner{Data: b}
	for name := range c.Members() {
		out[name.String()] = c.Text().String()
	}
	return out
}

// Has reports whether there are all of some members.
func Has(members map[string]string, names ...string) bool {
	for _, name := range names {
		if _, ok := members[name]; !ok {
			return false
		}
	}
	return true
}
