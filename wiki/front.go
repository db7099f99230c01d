package wiki

import (
	"bytes"
	"slices"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// front is the properties of a page, with the place of each in the source, so that one can be
// changed and all else left as it is. See front_split.go for how it is read and front_set.go
// for how it is changed.
type front struct {
	src    []byte
	span   wikilink.Front
	exists bool   // there are fences
	eol    string // line end of the page
	props  []prop
	broken bool // not to be written
}

// A prop is one property.
type prop struct {
	key        string
	start, end int // src[start:end] are its lines, with the last line end
	after      int // offset behind the key's colon
	value      value
}

// A value is what a property says. Text is text as it was typed: no, 0123 and 2026-11-27 are
// neither a boolean nor a number nor a time.
type value struct {
	form       form
	start, end int // src[start:end] is the value without comments, in the forms on one line
	text       string
	items      []item
}

// An item is one element of a list.
type item struct {
	text       string
	null       bool
	start, end int // the element's text; in a block list its lines, comments before it included
}

type form uint8

const (
	formNull   form = iota // nothing, or one of YAML's words for it
	formScalar             // one line, bare or quoted
	formFlow               // [a, b] on one line
	formBlock              // one item a line
	formText               // a scalar of several lines
	formList               // a list written some other way
	formOther              // a mapping, or a list that holds one
)

func (v value) isList() bool { return v.form == formFlow || v.form == formBlock || v.form == formList }

func (f *front) find(key string) *prop {
	for i := range f.props {
		if f.props[i].key == key {
			return &f.props[i]
		}
	}
	return nil
}

// text returns a scalar property as it was typed.
func (f *front) text(key string) (string, bool) {
	p := f.find(key)
	if p == nil || p.value.form != formScalar && p.value.form != formText {
		return "", false
	}
	return p.value.text, true
}

// list returns a property's elements; a scalar is a list of one. Null elements are dropped.
func (f *front) list(key string) []string {
	p := f.find(key)
	if p == nil {
		return nil
	}
	if p.value.form == formScalar || p.value.form == formText {
		if p.value.text == "" {
			return nil
		}
		return []string{p.value.text}
	}
	var out []string
	for _, it := range p.value.items {
		if !it.null {
			out = append(out, it.text)
		}
	}
	return out
}

func (f *front) keys() []string {
	out := make([]string, 0, len(f.props))
	for _, p := range f.props {
		if !slices.Contains(out, p.key) {
			out = append(out, p.key)
		}
	}
	return out
}

// lineOf returns the number of the line that offset at stands in.
func lineOf(src []byte, at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }
