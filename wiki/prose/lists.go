package prose

import (
	"iter"
	"strings"
	"sync"
)

// Set returns a set of words, made when it is first asked for: a command that reads no prose does not pay.
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
