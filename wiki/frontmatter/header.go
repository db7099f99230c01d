// Package frontmatter reads and changes the properties of a page: the YAML between two fences at its head.
//
// Reading keeps text as it was typed: no, 0123 and 2026-11-27 are neither a boolean nor a number nor a time.
// A change of one property keeps every other byte: order, comments, blank lines, quotes and line ends. What
// cannot be read is a [Fault], and such a page must not be written.
//
// [Read] uses github.com/adrg/frontmatter to cut the header and goccy/go-yaml to decode values that are not
// simple. It checks the fences first, because the library also accepts other formats, and prose between two
// rules, as a header, and returns no body if the YAML is invalid.
package frontmatter

import (
	"bytes"
	"slices"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Header holds the properties of a page and their positions in the source, so that one can be changed and
// everything else stays.
type Header struct {
	Source []byte         // the page
	Fences wikilink.Front // where the properties and the body stand
	Exists bool           // there are fences
	EOL    string         // line end of the page
	Props  []Property
	Broken bool // must not be written
}

// A Property is one property of a page.
type Property struct {
	Key   string
	Value Value

	start, end int // Source[start:end] are its lines, with the last line end
	after      int // offset behind the key's colon
}

// A Value is the value of a property.
type Value struct {
	Form  Form
	Text  string    // of a [Scalar] and a [Text]
	Items []Element // of a list; of another form the texts in it, each after its keys

	start, end int // Source[start:end] is the value without comments, in the forms on one line
}

// An Element is one item of a list.
type Element struct {
	Text string
	Null bool

	start, end int // the element's text; in a block list its lines, comments before it included
}

// A Form is how a value is written.
type Form uint8

// The forms of values.
const (
	Null   Form = iota // nothing, or one of YAML's words for it
	Scalar             // one line, bare or quoted
	Flow               // [a, b] on one line
	Block              // one item a line
	Text               // a scalar of several lines
	List               // a list written some other way
	Other              // a mapping, or a list that holds one
)

// IsList reports whether v is a list of texts.
func (v Value) IsList() bool { return v.Form == Flow || v.Form == Block || v.Form == List }

// A Fault is something wrong with the properties.
type Fault struct {
	Kind string // one of the constants below
	Line int    // counted from 1
	Text string // what is wrong, lower case, without a full stop
}

// Kinds of findings.
const (
	Unclosed  = "front-unclosed"  // the opening fence is never closed; all is body
	Late      = "front-late"      // blank lines before the fence: Obsidian sees no properties
	Broken    = "front-broken"    // not YAML, or YAML that is no list of properties
	Duplicate = "front-duplicate" // a property twice
)

// Find returns a property, nil if there is none of that key.
func (h *Header) Find(key string) *Property {
	for i := range h.Props {
		if h.Props[i].Key == key {
			return &h.Props[i]
		}
	}
	return nil
}

// Text returns a property that is a single value, as it was typed.
func (h *Header) Text(key string) (string, bool) {
	p := h.Find(key)
	if p == nil || p.Value.Form != Scalar && p.Value.Form != Text {
		return "", false
	}
	return p.Value.Text, true
}

// List returns a property's elements; a single value is a list of one. Null elements are dropped.
func (h *Header) List(key string) []string {
	if p := h.Find(key); p != nil && p.Value.Form == Other {
		return nil
	}
	return h.Texts(key)
}

// Texts is List, and of a mapping the texts in it, each after its keys: "place.name: Kiel".
func (h *Header) Texts(key string) []string {
	p := h.Find(key)
	if p == nil {
		return nil
	}
	if p.Value.Form == Scalar || p.Value.Form == Text {
		if p.Value.Text == "" {
			return nil
		}
		return []string{p.Value.Text}
	}
	var out []string
	for _, it := range p.Value.Items {
		if !it.Null {
			out = append(out, it.Text)
		}
	}
	return out
}

// Keys returns the names of the properties in their order.
func (h *Header) Keys() []string {
	out := make([]string, 0, len(h.Props))
	for _, p := range h.Props {
		if !slices.Contains(out, p.Key) {
			out = append(out, p.Key)
		}
	}
	return out
}

// lineOf returns the number of the line that the offset at is in.
func lineOf(src []byte, at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }
