package claude

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file finds the offsets of values in JSON with comments and trailing commas. It decodes only keys, since
// changing the text needs offsets, not values.

type kind byte

const (
	scalar kind = iota // number, true, false
	null
	text
	array
	object
)

// A node is a value: text[start:end].
type node struct {
	kind       kind
	start, end int
	items      []item // of an array or object
}

// An item is an element of an array, or a member of an object with its key.
type item struct {
	key   string // decoded
	start int    // of the key, or of the element
	colon int    // of a member
	value node
	comma int // offset of the comma after it, or -1
}

// A span is text[start:end].
type span struct{ start, end int }

// maxDepth is more than any settings file nests and less than would exhaust the stack.
const maxDepth = 500

// A syntaxError says where a text stops being JSON.
type syntaxError struct {
	line, column int // from 1; columns in characters
	what         string
}

func (e *syntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.line, e.column, e.what)
}

type scanner struct {
	s        string
	at       int
	comments []span
}

// scan parses s, which may begin with a byte order mark. A text of white space alone has no root.
func scan(s string) (root *node, comments []span, err error) {
	p := &scanner{s: s}
	if strings.HasPrefix(s, bom) {
		p.at = len(bom)
	}
	if err := p.space(); err != nil {
		return nil, nil, err
	}
	if p.at == len(s) && len(p.comments) == 0 {
		return nil, nil, nil
	}
	n, err := p.value(0)
	if err != nil {
		return nil, nil, err
	}
	if err := p.space(); err != nil {
		return nil, nil, err
	}
	if p.at < len(s) {
		return nil, nil, p.fail(p.at, "something stands after the end of the value")
	}
	return &n, p.comments, nil
}

const bom = "\uFEFF"

func (p *scanner) fail(at int, format string, a ...any) error {
	before := p.s[:at]
	line := 1 + strings.Count(before, "\n")
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return &syntaxError{line, 1 + utf8.RuneCountInString(before), fmt.Sprintf(format, a...)}
}

func (p *scanner) peek() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// space skips white space and comments.
func (p *scanner) space() error {
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case isSpace(c):
			p.at++
		case strings.HasPrefix(p.s[p.at:], "//"):
			start := p.at
			if n := strings.IndexAny(p.s[p.at:], "\r\n"); n >= 0 {
				p.at += n
			} else {
				p.at = len(p.s)
			}
			p.comments = append(p.comments, span{start, p.at})
		case strings.HasPrefix(p.s[p.at:], "/*"):
			n := strings.Index(p.s[p.at+2:], "*/")
			if n < 0 {
				return p.fail(p.at, "the comment has no end")
			}
			p.comments = append(p.comments, span{p.at, p.at + 2 + n + 2})
			p.at += 2 + n + 2
		default:
			return nil
		}
	}
	return nil
}

func (p *scanner) value(depth int) (node, error) {
	if depth > maxDepth {
		return node{}, p.fail(p.at, "nested too deeply")
	}
	start := p.at
	switch c := p.peek(); {
	case c == '{':
		return p.list(object, '}', depth)
	case c == '[':
		return p.list(array, ']', depth)
	case c == '"':
		_, err := p.text()
		return node{kind: text, start: start, end: p.at}, err
	case p.at == len(p.s):
		return node{}, p.fail(p.at, "a value is missing")
	}
	for p.at < len(p.s) && !isSpace(p.s[p.at]) && !strings.ContainsRune(`,:{}[]"/`, rune(p.s[p.at])) {
		p.at++
	}
	word := p.s[start:p.at]
	if word == "" || !json.Valid([]byte(word)) {
		p.at = start
		return node{}, p.fail(start, "a value is missing")
	}
	k := scalar
	if word == "null" {
		k = null
	}
	return node{kind: k, start: start, end: p.at}, nil
}

// text reads and decodes a string.
func (p *scanner) text() (string, error) {
	start := p.at
	plain := true
	for p.at++; p.at < len(p.s); p.at++ {
		switch c := p.s[p.at]; {
		case c == '\\':
			plain = false
			p.at++
		case c == '"':
			p.at++
			raw := p.s[start:p.at]
			if plain {
				return raw[1 : len(raw)-1], nil
			}
			var out string
			if json.Unmarshal([]byte(raw), &out) != nil {
				return "", p.fail(start, "the string has an escape that JSON does not know")
			}
			return out, nil
		case c < 0x20:
			return "", p.fail(start, "the string does not end on its line, or holds a control character")
		}
	}
	p.at = len(p.s)
	return "", p.fail(start, "the string has no end")
}

// list parses an array or object, from its bracket to end.
func (p *scanner) list(k kind, end byte, depth int) (node, error) {
	n := node{kind: k, start: p.at}
	p.at++
	for {
		if err := p.space(); err != nil {
			return n, err
		}
		if p.peek() == end {
			p.at++
			n.end = p.at
			return n, nil
		}
		if len(n.items) > 0 && n.items[len(n.items)-1].comma < 0 {
			return n, p.fail(p.at, "a comma or %q is missing", end)
		}
		it, err := p.item(k, depth)
		if err != nil {
			return n, err
		}
		n.items = append(n.items, it)
	}
}

func (p *scanner) item(k kind, depth int) (item, error) {
	it := item{start: p.at, comma: -1}
	var err error
	if k == object {
		if p.peek() != '"' {
			return it, p.fail(p.at, "a key in double quotes is missing")
		}
		if it.key, err = p.text(); err != nil {
			return it, err
		}
		if err := p.space(); err != nil {
			return it, err
		}
		if p.peek() != ':' {
			return it, p.fail(p.at, "a colon is missing after the key %q", it.key)
		}
		it.colon = p.at
		p.at++
		if err := p.space(); err != nil {
			return it, err
		}
	}
	if it.value, err = p.value(depth + 1); err != nil {
		return it, err
	}
	if err := p.space(); err != nil {
		return it, err
	}
	if p.peek() == ',' {
		it.comma = p.at
		p.at++
	}
	return it, nil
}

// member finds the member of an object; twice reports whether the key occurs more than once, so that it is unknown
// which one counts.
func (n node) member(key string) (i int, twice bool) {
	i = -1
	for j, it := range n.items {
		if n.kind == object && it.key == key {
			if i >= 0 {
				return i, true
			}
			i = j
		}
	}
	return i, false
}

// decode returns the string value of n, or "" if n is not a string.
func decode(s string, n node) string {
	if n.kind != text {
		return ""
	}
	var out string
	json.Unmarshal([]byte(s[n.start:n.end]), &out) // scanned already
	return out
}
