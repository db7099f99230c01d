package command

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/agent-admin/memoria/cmd/internal/say"
)

// Unified shows how the text before becomes after, as diff -u does; "" if nothing changes. Control characters are
// shown as such.
func Unified(name, before, after string) string {
	name = say.Printable(name)
	_, changes, _ := strings.Cut(string(diff.Diff(name, []byte(before), name, []byte(after))), "\n") // its first line is a command
	var out strings.Builder
	for line := range strings.Lines(changes) {
		out.WriteString(PrintableLine(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return out.String()
}

// PrintableLine returns a line in which tabs stay.
func PrintableLine(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = say.Printable(parts[i])
	}
	return strings.Join(parts, "\t")
}
