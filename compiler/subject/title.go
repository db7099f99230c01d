package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bestForm is the form that was used most so far; among equals the surer, then the earlier.
func (t *topic) bestForm() string {
	best := 0
	for i := range t.forms {
		f, b := &t.forms[i], &t.forms[best]
		if f.n > b.n || f.n == b.n && f.cls > b.cls {
			best = i
		}
	}
	if len(t.forms) == 0 {
		return t.key
	}
	return headed(t.forms[best])
}

// headed gives a phrase the capital of a title; a symbol stays as it is written.
func headed(f form) string {
	if f.cls >= tagged && f.cls != name {
		return f.text
	}
	first, _, _ := strings.Cut(f.text, " ")
	if shape(first) >= ident || strings.ToLower(first) != first {
		return f.text
	}
	r, n := utf8.DecodeRuneInString(f.text)
	return string(unicode.ToUpper(r)) + f.text[n:]
}
