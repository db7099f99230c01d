package main

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// unified shows how the text before becomes after, as diff -u does; "" if nothing changes. Control characters are
// shown as such.
func unified(name, before, after string) string {
	name = printable(name)
	_, changes, _ := strings.Cut(string(diff.Diff(name, []byte(before), name, []byte(after))), "\n") // its first line is a command
	var out strings.Builder
	for line := range strings.Lines(changes) {
		out.WriteString(printableLine(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return out.String()
}

// printableLine returns a line in which tabs stay.
func printableLine(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = printable(parts[i])
	}
	return strings.Join(parts, "\t")
}
