// Package jsonc finds the offsets of values in JSON with comments and trailing commas, and changes single values so that
// the rest stays as it is. It decodes only keys, since changing the text needs offsets, not values.
package jsonc

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Kind of value.
type Kind byte

const (
	Scalar Kind = iota // number, true, false
	Null
	Text
	Array
	Object
)

// A Node is a value: text[start:end].
type Node struct {
	Kind       Kind
	Start, End int
	Items      []Item // of an array or object
}

// An Item is an element of an array, or a member of an object with its key.
type Item struct {
	Key   string // decoded
	start int    // of the key, or of the element
	colon int    // of a member
	Value Node
	comma int // offset of the comma after it, or -1
}

// A Span is text[start:end].
type Span struct{ Start, End int }

// maxDepth is more than any settings file nests and less than would exhaust the stack.
const maxDepth = 500

// A SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	line, column int // from 1; columns in characters
	what         string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.line, e.column, e.what)
}

type scanner struct {
	s        string
	at       int
	comments []Span
}

// Scan parses s, which may begin with a byte order mark. A text of white space alone has no root.
func Scan(s string) (root *Node, comments []Span, err error) {
	p := &scanner{s: s}
	if strings.HasPrefix(s, BOM) {
		p.at = len(BOM)
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

// BOM is the byte order mark, which some editors put before the text.
const BOM = "\uFEFF"

func (p *scanner) fail(at int, format string, a ...any) error {
	before := p.s[:at]
	line := 1 + strings.Count(before, "\n")
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return &SyntaxError{line, 1 + utf8.RuneCountInString(before), fmt.Sprintf(format, a...)}
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
			p.comments = append(p.comments, Span{start, p.at})
		case strings.HasPrefix(p.s[p.at:], "/*"):
			n := strings.Index(p.s[p.at+2:], "*/")
			if n < 0 {
				return p.fail(p.at, "the comment has no end")
			}
			p.comments = append(p.comments, Span{p.at, p.at + 2 + n + 2})
			p.at += 2 + n + 2
		default:
			return nil
		}
	}
	return nil
}

func (p *scanner) value(depth int) (Node, error) {
	if depth > maxDepth {
		return Node{}, p.fail(p.at, "nested too deeply")
	}
	start := p.at
	switch c := p.peek(); {
	case c == '{':
		return p.list(Object, '}', depth)
	case c == '[':
		return p.list(Array, ']', depth)
	case c == '"':
		_, err := p.text()
		return Node{Kind: Text, Start: start, End: p.at}, err
	case p.at == len(p.s):
		return Node{}, p.fail(p.at, "a value is missing")
	}
	for p.at < len(p.s) && !isSpace(p.s[p.at]) && !strings.ContainsRune(`,:{}[]"/`, rune(p.s[p.at])) {
		p.at++
	}
	word := p.s[start:p.at]
	if word == "" || !json.Valid([]byte(word)) {
		p.at = start
		return Node{}, p.fail(start, "a value is missing")
	}
	k := Scalar
	if word == "null" {
		k = Null
	}
	return Node{Kind: k, Start: start, End: p.at}, nil
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
func (p *scanner) list(k Kind, end byte, depth int) (Node, error) {
	n := Node{Kind: k, Start: p.at}
	p.at++
	for {
		if err := p.space(); err != nil {
			return n, err
		}
		if p.peek() == end {
			p.at++
			n.End = p.at
			return n, nil
		}
		if len(n.Items) > 0 && n.Items[len(n.Items)-1].comma < 0 {
			return n, p.fail(p.at, "a comma or %q is missing", end)
		}
		it, err := p.item(k, depth)
		if err != nil {
			return n, err
		}
		n.Items = append(n.Items, it)
	}
}

func (p *scanner) item(k Kind, depth int) (Item, error) {
	it := Item{start: p.at, comma: -1}
	var err error
	if k == Object {
		if p.peek() != '"' {
			return it, p.fail(p.at, "a key in double quotes is missing")
		}
		if it.Key, err = p.text(); err != nil {
			return it, err
		}
		if err := p.space(); err != nil {
			return it, err
		}
		if p.peek() != ':' {
			return it, p.fail(p.at, "a colon is missing after the key %q", it.Key)
		}
		it.colon = p.at
		p.at++
		if err := p.space(); err != nil {
			return it, err
		}
	}
	if it.Value, err = p.value(depth + 1); err != nil {
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

// Member finds the member of an object; twice reports whether the key occurs more than once, so that it is unknown
// which one counts.
func (n Node) Member(key string) (i int, twice bool) {
	i = -1
	for j, it := range n.Items {
		if n.Kind == Object && it.Key == key {
			if i >= 0 {
				return i, true
			}
			i = j
		}
	}
	return i, false
}

// Decode returns the string value of n, or "" if n is not a string.
func Decode(s string, n Node) string {
	if n.Kind != Text {
		return ""
	}
	var out string
	json.Unmarshal([]byte(s[n.Start:n.End]), &out) // scanned already
	return out
}
