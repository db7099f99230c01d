// Package markdowntest holds what is hard to write into Markdown, for the tests of the packages that do.
package markdowntest

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed pieces.txt
var quoted string

// Pieces returns what breaks readers of Markdown, and enough plain stuff between.
var Pieces = sync.OnceValue(func() (all []string) {
	for line := range strings.Lines(quoted) {
		s, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			panic(err) // embedded with the tests
		}
		all = append(all, s)
	}
	return all
})
