package jsonc

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A Style is the formatting of a file, so that added text looks like the rest.
type Style struct {
	eol   string // ends a line
	unit  string // one step of indentation
	colon string // between key and value
	flat  bool   // the file stands on one line
}

// StyleOf reads the style off the text with this root, which may be nil.
func StyleOf(s string, root *Node) Style {
	st := Style{eol: "\n", unit: "  ", colon: ": "}
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		st.eol = s[i : i+1]
		if strings.HasPrefix(s[i:], "\r\n") {
			st.eol = "\r\n"
		}
	}
	if root == nil || len(root.Items) == 0 {
		return st
	}
	if root.Kind == Object && !isSpace(s[root.Items[0].colon+1]) {
		st.colon = ":"
	}
	st.flat = !Spread(s, *root)
	if unit, ok := step(s, *root, 0); ok {
		st.unit = unit
	}
	return st
}

// step returns the indentation of the items of n, or of the first container in it that has any, against n's own.
func step(s string, n Node, depth int) (string, bool) {
	own := IndentAt(s, n.Start)
	for _, it := range n.Items {
		in := IndentAt(s, it.start)
		if startsLine(s, it.start) && len(in) > len(own) && strings.HasPrefix(in, own) {
			return in[len(own):], true
		}
	}
	if depth == 4 {
		return "", false
	}
	for _, it := range n.Items {
		if unit, ok := step(s, it.Value, depth+1); ok {
			return unit, true
		}
	}
	return "", false
}

// lineStart returns the offset at which the line of at begins.
func lineStart(s string, at int) int { return strings.LastIndexAny(s[:at], "\r\n") + 1 }

// IndentAt returns the white space at the beginning of the line of at.
func IndentAt(s string, at int) string {
	line := strings.TrimPrefix(s[lineStart(s, at):at], BOM)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// startsLine reports whether nothing but white space stands before at on its line.
func startsLine(s string, at int) bool {
	return strings.Trim(strings.TrimPrefix(s[lineStart(s, at):at], BOM), " \t") == ""
}

// Spread reports whether the items of n stand on lines of their own.
func Spread(s string, n Node) bool {
	return slices.ContainsFunc(n.Items, func(it Item) bool {
		return startsLine(s, it.start) && it.start > n.Start && lineStart(s, it.start) > n.Start
	})
}

// A value to write: a string, an int, a list or fields.
type (
	List   []any
	Fields []Field
	Field  [2]any // key and value
)

// Print writes v; its further lines begin with indent. Without lines it stands on one line.
func (st Style) Print(v any, indent string, lines bool) string {
	switch v := v.(type) {
	case List:
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = st.Print(x, indent+st.unit, lines)
		}
		return st.enclose("[", parts, "]", indent, lines)
	case Fields:
		parts := make([]string, len(v))
		for i, f := range v {
			parts[i] = st.member(f, indent+st.unit, lines)
		}
		return st.enclose("{", parts, "}", indent, lines)
	}
	return Encode(v)
}

func (st Style) member(f Field, indent string, lines bool) string {
	return Encode(f[0]) + st.colon + st.Print(f[1], indent, lines)
}

func (st Style) enclose(open string, parts []string, end, indent string, lines bool) string {
	if len(parts) == 0 {
		return open + end
	}
	if !lines {
		return open + strings.Join(parts, ","+st.gap()) + end
	}
	sep := st.eol + indent + st.unit
	return open + sep + strings.Join(parts, ","+sep) + st.eol + indent + end
}

// gap returns what stands after a comma on a line.
func (st Style) gap() string { return strings.TrimPrefix(st.colon, ":") }

// Encode returns v in JSON, with & < > as they are.
func Encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // strings and numbers
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
