package wikilink

import (
	"slices"
	"testing"
)

// goldmark appends a newline to indented code that ends without one, into the source if there is room.
func TestScanWritesNowhere(t *testing.T) {
	for _, src := range []string{
		"[[a]] `x`\n\n    code",
		"\n\n    code [[a]]",
		"%%x%% [[a|    *b*]]\n",
		"%%x%% ![[a|     `b` c]]\n\n    d",
	} {
		room := append([]byte(src), "!!!!"...)
		Scan(room[:len(src)])
		(&Doc{}).parse(room[:len(src)], 0)
		if want := append([]byte(src), "!!!!"...); !slices.Equal(room, want) {
			t.Errorf("%q became %q", want, room)
		}
	}
}
