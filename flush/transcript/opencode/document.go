package opencode

import (
	"bufio"
	"bytes"
	"io"
)

// Lines returns the rows of a session, each on a line of its own. What `opencode export` prints is one document over many
// lines: an object that holds the session and the list of its messages.
func Lines(r io.Reader) io.Reader {
	in := bufio.NewReaderSize(r, 64<<10)
	head, _ := in.Peek(256)
	head = bytes.TrimLeft(head, "\ufeff \t\r\n{")
	if !bytes.HasPrefix(head, []byte(`"info"`)) {
		return in
	}
	return &document{in: in}
}

// A document is read a byte at a time, of which those of an item are given on: an object that is the value of a member,
// or an element of a list that is.
type document struct {
	in              *bufio.Reader
	depth           int  // of brackets that are open
	item            int  // depth around the item that is open
	within          bool // an item is open
	ended           bool // its line is to be ended
	quoted, escaped bool
}

// Read gives on the bytes of items.
func (d *document) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if d.ended {
			d.ended, p[n] = false, '\n'
			n++
			continue
		}
		c, err := d.in.ReadByte()
		if err != nil {
			return n, err
		}
		give := d.within
		switch {
		case d.escaped:
			d.escaped = false
		case d.quoted:
			d.escaped, d.quoted = c == '\\', c != '"'
		case c == '"':
			d.quoted = true
		case c == '{' || c == '[':
			if !d.within && c == '{' && d.depth > 0 {
				d.within, d.item, give = true, d.depth, true
			}
			d.depth++
		case c == '}' || c == ']':
			d.depth--
			d.ended = d.within && d.depth <= d.item
			d.within = d.within && !d.ended
		}
		if c == '\n' || c == '\r' {
			c = ' '
		}
		if give {
			p[n] = c
			n++
		}
	}
	return n, nil
}
