package view

import (
	"strings"
)

// EscapePath turns a path into an address: all characters but ASCII letters, digits and a few marks are percent-encoded, so
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

// RootOf returns the path from a file to the site's root.
func RootOf(from string) string {
	if n := strings.Count(from, "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

// Relative returns the address of the file to, as it is written in the file from.
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

// WithFragment adds a place on the page to an address.
func WithFragment(href, id string) string {
	if id == "" {
		return href
	}
	return href + "#" + EscapePath(id)
}
