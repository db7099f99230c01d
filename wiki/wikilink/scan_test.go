package wikilink

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
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
		want := append([]byte(src), "!!!!"...)
		must.Hold(t, slices.Equal(room, want), "%q became %q", want, room)
	}
}
