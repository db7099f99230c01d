package view

import (
	"strings"
)

// EscapePath writes a path as an address: all but letters of ASCII, digits and a few marks percent-encoded, so
// that no part of it is a scheme, a query or a fragment.
func EscapePath(p string) string {
	for i := range len(p) {
		if !unescaped(p[i]) {
			return string(appendEscaped(nil, p))
		}
	}
	return p
}

func unescaped(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '-' && c <= '9' || c == '_' || c == '~'
}

func appendEscaped(out []byte, p string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(p) {
		if c := p[i]; unescaped(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return out
}

// RootOf leads from a file to the site's root.
func RootOf(from string) string {
	if n := strings.Count(from, "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

// Relative is the address of a file as it is written on another.
func Relative(from, to string) string {
	same := 0 // length of the folders that both lie in
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			same = i + 1
		}
	}
	out := make([]byte, 0, len(to)+16)
	for range strings.Count(from[same:], "/") {
		out = append(out, "../"...)
	}
	if len(out) == 0 {
		out = append(out, "./"...)
	}
	return string(appendEscaped(out, to[same:]))
}

// WithFragment adds a place on the page.
func WithFragment(href, id string) string {
	if id == "" {
		return href
	}
	return href + "#" + EscapePath(id)
}
