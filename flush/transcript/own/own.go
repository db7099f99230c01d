// Package own tells memoria's own calls to a model from sessions of a person. A program that is asked may keep a transcript
// of the call, as agents do. Whatever reads sessions leaves it out by either of two marks.
package own

import (
	"strings"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// Marker begins the prompt of a call, plain or inside an HTML comment.
const Marker = "memoria:ask"

// Marked returns a prompt with the marker.
func Marked(prompt string) string { return "<!-- " + Marker + " -->\n\n" + prompt }

// Prompt reports whether the first words of a session are those of a call.
func Prompt(words string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(words), "<!--")), Marker)
}

// Folder reports whether a folder lies in a .memoria, a vault's or that of the user's state, where the programs run.
func Folder(dir string) bool {
	for rest := strings.ReplaceAll(dir, `\`, "/"); rest != ""; {
		var part string
		if part, rest, _ = strings.Cut(rest, "/"); part == layout.Folder {
			return true
		}
	}
	return false
}
