package prose

import (
	"iter"
	"strings"
	"sync"
)

// Set returns a function that returns a set of words, built on first use, so that commands that read no
// prose stay fast.
func Set(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := make(map[string]bool)
		for w := range strings.FieldsSeq(words) {
			set[w] = true
		}
		return set
	})
}

// Lists reads a file of word lists: each line is "name: word word", or a comment that begins with #. A name may come
// twice.
func Lists(file string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(file) {
			name, words, ok := strings.Cut(strings.TrimSpace(line), ":")
			if ok && !strings.HasPrefix(name, "#") && !yield(name, strings.Fields(words)) {
				return
			}
		}
	}
}
