package frontmatter

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// value reads the value of p. It reads the common forms itself, at a hundredth of the cost of a YAML parser,
// and passes all others to the YAML library, one property at a time. A fuzz test checks that both give the
// same values.
func (d *decoder) value(p Property) (Value, error) {
	if v, ok := d.simple(p); ok {
		return v, nil
	}
	raw := bytes.TrimLeft(wikilink.LineAt(d.Source[:p.end], p.after), " \t")
	if len(raw) > 0 && bytes.IndexByte([]byte(",]}%@`"), raw[0]) >= 0 { // the library accepts some of them
		return Value{}, fmt.Errorf("no value begins with %q", raw[:1])
	}
	if d.yaml += p.end - p.start; d.yaml > maxYAML {
		return Value{}, fmt.Errorf("more than %d bytes are neither plain values nor lists of them", maxYAML)
	}
	return d.viaYAML(p)
}

// simple reads a bare or quoted scalar, a flow list of such, and a block list of such.
func (h *Header) simple(p Property) (Value, bool) {
	src := h.Source[:p.end]
	below := p.after + len(wikilink.LineAt(src, p.after))
	start, end, comment := trimValue(src, p.after, below)
	if len(bytes.TrimSpace(src[below:])) != 0 {
		if start != end || comment < 0 {
			return Value{}, false
		}
		return h.simpleBlock(p, below)
	}
	v := Value{start: start, end: end}
	raw := string(src[start:end])
	switch {
	case comment < 0:
		return Value{}, false
	case isNull(raw):
		v.Form = Null
		return v, true
	case isLink(raw):
		v.Form, v.Text = Scalar, raw
		return v, true
	case raw[0] == '[':
		v.Form = Flow
		var ok bool
		v.Items, ok = flowItems(src, start, end)
		return v, ok
	}
	text, ok := simpleScalar(raw, false)
	v.Form, v.Text = Scalar, text
	return v, ok
}

// trimValue narrows src[start:end], the rest of a line, to the value in it. comment is the
// offset of the comment behind it, end if there is none, or -1 if the line is too intricate.
func trimValue(src []byte, start, end int) (from, to, comment int) {
	for start < end && (src[start] == ' ' || src[start] == '\t') {
		start++
	}
	line := src[start:end]
	if len(line) > 0 && (line[0] == '"' || line[0] == '\'') {
		n := quotedLen(line)
		rest := bytes.TrimLeft(line[n:], " \t")
		if n == 0 || len(bytes.TrimSpace(rest)) > 0 && (rest[0] != '#' || len(rest) == len(line[n:])) {
			return start, start, -1
		}
		return start, start + n, end - len(rest)
	}
	comment = end
	inList := len(line) > 0 && (line[0] == '[' || line[0] == '{')
	for i := start; i < end; i++ {
		if src[i] == '#' && (src[i-1] == ' ' || src[i-1] == '\t') {
			comment = i
			break
		}
		if inList && (src[i] == '"' || src[i] == '\'') && beginsElement(src[start:i]) {
			n := quotedLen(src[i:end])
			if n == 0 {
				return start, start, -1
			}
			i += n - 1
		}
	}
	to = start + len(bytes.TrimRight(src[start:comment], " \t\r\n"))
	return start, to, comment
}

// beginsElement reports whether an element of a flow list begins behind before.
func beginsElement(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	return len(before) > 0 && bytes.IndexByte([]byte("[{,:"), before[len(before)-1]) >= 0
}

func isNull(raw string) bool {
	switch raw {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// isLink reports whether raw is one unquoted wikilink. YAML calls that a list in a list, but everybody who
// types it means a link.
func isLink(raw string) bool {
	if !strings.HasPrefix(raw, "[[") {
		return false
	}
	links := wikilink.Extract([]byte("---\nx: " + raw + "\n---\n"))
	return len(links) == 1 && links[0].End-links[0].Start == len(raw)
}

// simpleScalar reads a bare or quoted scalar on one line that means the same in every YAML.
func simpleScalar(raw string, inFlow bool) (string, bool) {
	if raw == "" {
		return "", false
	}
	switch raw[0] {
	case '"':
		if quotedLen([]byte(raw)) != len(raw) || strings.ContainsAny(raw, "\\\t") {
			return "", false
		}
		return raw[1 : len(raw)-1], true
	case '\'':
		if quotedLen([]byte(raw)) != len(raw) || strings.Contains(raw, "\t") {
			return "", false
		}
		return strings.ReplaceAll(raw[1:len(raw)-1], "''", "'"), true
	}
	if strings.IndexByte("[]{},&*#?|-<>=!%@`:", raw[0]) >= 0 || strings.Contains(raw, ": ") || strings.HasSuffix(raw, ":") ||
		strings.ContainsAny(raw, "\t\r") || inFlow && strings.ContainsAny(raw, "[]{},:") {
		return "", false
	}
	return raw, isPrintable(raw) && !strings.ContainsRune(raw, utf8.RuneError)
}

// flowItems reads [a, "b"] between start and end.
func flowItems(src []byte, start, end int) ([]Element, bool) {
	if src[end-1] != ']' {
		return nil, false
	}
	var items []Element
	inner := end - 1
	for at := start + 1; ; {
		for at < inner && src[at] == ' ' {
			at++
		}
		if at == inner {
			return items, len(items) == 0 // an empty list, or a comma before the bracket
		}
		n := bytes.IndexByte(src[at:inner], ',')
		if src[at] == '"' || src[at] == '\'' {
			q := quotedLen(src[at:inner])
			if q == 0 {
				return nil, false
			}
			n = q + bytes.IndexByte(src[at+q:inner], ',')
			if n < q {
				n = -1
			}
		}
		stop := inner
		if n >= 0 {
			stop = at + n
		}
		raw := strings.TrimRight(string(src[at:stop]), " ")
		text, ok := simpleScalar(raw, true)
		if !ok {
			return nil, false
		}
		it := Element{Text: text, Null: isNull(raw), start: at, end: at + len(raw)}
		if it.Null {
			it.Text = ""
		}
		items = append(items, it)
		if stop == inner {
			return items, true
		}
		at = stop + 1
	}
}

// simpleBlock reads one item a line, all at one indentation, comments and blank lines between.
func (h *Header) simpleBlock(p Property, from int) (Value, bool) {
	v := Value{Form: Block, start: from, end: p.end}
	src, indent, begin := h.Source[:p.end], -1, from
	for at := from; at < p.end; {
		line := wikilink.LineAt(src, at)
		next := at + len(line)
		trimmed := bytes.TrimLeft(line, " ")
		if t := bytes.TrimSpace(line); len(t) == 0 || t[0] == '#' {
			at = next
			continue
		}
		if in := len(line) - len(trimmed); indent >= 0 && in != indent || !isDash(trimmed) {
			return Value{}, false
		} else if indent = in; len(trimmed) < 2 {
			return Value{}, false
		}
		start, end, comment := trimValue(src, at+indent+1, next)
		raw := string(src[start:end])
		it := Element{Text: raw, Null: isNull(raw), start: begin, end: next}
		if it.Null {
			it.Text = ""
		} else if !isLink(raw) {
			var ok bool
			if it.Text, ok = simpleScalar(raw, false); !ok {
				return Value{}, false
			}
		}
		if comment < 0 {
			return Value{}, false
		}
		v.Items = append(v.Items, it)
		at, begin = next, next
	}
	return v, true
}
