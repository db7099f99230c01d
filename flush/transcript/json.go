package transcript

import (
	"bytes"
	"iter"
)

// A cursor walks one JSON text from left to right without decoding it. It accepts every valid
// text and, being only after what can be read, some that are not: control characters inside
// strings and odd numbers. After bad is set every method does nothing.
type cursor struct {
	b     []byte
	i     int
	bad   bool
	stack []byte // open brackets while skipping, kept for reuse
}

// peek returns the first byte of the next token, 0 at the end.
func (c *cursor) peek() byte {
	for c.i < len(c.b) {
		switch ch := c.b[c.i]; ch {
		case ' ', '\t', '\r', '\n':
			c.i++
		default:
			return ch
		}
	}
	return 0
}

func (c *cursor) take(ch byte) bool {
	if c.bad || c.peek() != ch {
		c.bad = true
		return false
	}
	c.i++
	return true
}

// lit reads a string that begins at the cursor, which must stand on its quote.
func (c *cursor) lit() lit {
	start := c.i + 1
	i := start
	for {
		n := bytes.IndexByte(c.b[i:], '"')
		if n < 0 {
			c.i, c.bad = len(c.b), true
			return nil
		}
		i += n
		k := i
		for k > start && c.b[k-1] == '\\' {
			k--
		}
		i++
		if (i-1-k)&1 == 0 {
			c.i = i
			return lit(c.b[start : i-1])
		}
	}
}

// str reads the next value when it is a string and skips it otherwise.
func (c *cursor) str() (lit, bool) {
	if c.peek() != '"' || c.bad {
		c.skip()
		return nil, false
	}
	s := c.lit()
	return s, !c.bad
}

// text is str without the answer whether there was one.
func (c *cursor) text() lit {
	s, _ := c.str()
	return s
}

// raw skips the next value and returns its text.
func (c *cursor) raw() []byte {
	c.peek()
	start := c.i
	c.skip()
	if c.bad {
		return nil
	}
	return c.b[start:c.i]
}

// truthy skips the next value and reports whether it says something: not null, false, zero
// or empty.
func (c *cursor) truthy() bool {
	switch v := c.raw(); string(v) {
	case "", "null", "false", "0", `""`:
		return false
	default:
		return !c.bad && (v[0] != '{' && v[0] != '[' || len(bytes.TrimSpace(v[1:len(v)-1])) > 0)
	}
}

// skip moves past the next value, of any depth.
func (c *cursor) skip() {
	stack := c.stack[:0]
	for !c.bad {
		switch ch := c.peek(); ch {
		case '{', '[':
			c.i++
			if c.peek() == ch+2 { // '}' and ']' follow their openers by two
				c.i++
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
func (c *cursor) after(stack []byte) []byte {
	for len(stack) > 0 && !c.bad {
		top := stack[len(stack)-1]
		switch c.peek() {
		case ',':
			c.i++
			if top == '{' {
				c.name()
			}
			return stack
		case top + 2:
			c.i++
			stack = stack[:len(stack)-1]
		default:
			c.bad = true
		}
	}
	return stack
}

// name reads a member's name and the colon after it.
func (c *cursor) name() lit {
	if c.bad || c.peek() != '"' {
		c.bad = true
		return nil
	}
	s := c.lit()
	c.take(':')
	return s
}

// scalar moves past a number, true, false or null.
func (c *cursor) scalar() {
	start := c.i
	for c.i < len(c.b) {
		ch := c.b[c.i]
		if ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'z' || ch == '-' || ch == '+' || ch == '.' || ch == 'E' {
			c.i++
			continue
		}
		break
	}
	word := c.b[start:c.i]
	if len(word) == 0 {
		c.bad = true
		return
	}
	switch ch := word[0]; {
	case ch >= '0' && ch <= '9' || ch == '-':
		if bytes.IndexFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' && r != 'e' }) >= 0 {
			c.bad = true
		}
	case string(word) != "true" && string(word) != "false" && string(word) != "null":
		c.bad = true
	}
}

// members walks the members of the next value if it is an object, by their decoded names; else it
// skips the value. After each name the member's value must be read or skipped.
func (c *cursor) members() iter.Seq[lit] {
	return func(yield func(name lit) bool) {
		if !c.enters('{') {
			return
		}
		for {
			name := c.name().plain()
			if c.bad || !yield(name) || c.bad || !c.comma('}') {
				return
			}
		}
	}
}

// elements walks the elements of the next value if it is an array, as members does those of an object.
func (c *cursor) elements() iter.Seq[int] {
	return func(yield func(i int) bool) {
		if !c.enters('[') {
			return
		}
		for i := 0; yield(i) && !c.bad && c.comma(']'); i++ {
		}
	}
}

// enters moves into the next value if it opens so, and reports whether there is anything in it; else
// it skips the value.
func (c *cursor) enters(opener byte) bool {
	if c.bad || c.peek() != opener {
		c.skip()
		return false
	}
	c.i++
	if c.peek() == opener+2 {
		c.i++
		return false
	}
	return true
}

// comma reports whether another element follows; it moves past the comma or the closer.
func (c *cursor) comma(closer byte) bool {
	switch c.peek() {
	case ',':
		c.i++
		return true
	case closer:
		c.i++
	default:
		c.bad = true
	}
	return false
}
