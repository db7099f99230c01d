package ask

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// Recipe is a hash of texts: what an answer depends on.
func Recipe(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(fsutil.Hash([]byte(t)))
	}
	return fsutil.Hash([]byte(b.String()))
}

// Mark returns a mark that data do not hold: a letter, and the beginning of sum, which is a hash made
// of the data. So nobody who writes a part of the data can write it, and the same are asked about with
// the same.
func Mark(letter, sum, data string) string {
	for {
		if m := letter + sum[:16]; !Holds(data, m) {
			return m
		}
		sum = Recipe("mark", sum)
	}
}

// Holds reports whether a text holds a mark, in capitals or not.
func Holds(text, mark string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(mark))
}

// Quote is data behind a mark that they do not hold. data ends in a line break.
func Quote(mark, head, data string) string {
	return fmt.Sprintf("--- %s %s\n%s--- %s end\n", mark, head, data, mark)
}

// Again is what is added to a prompt after an answer that could not be used, for the reason why. of is
// "to this" or "on these".
func Again(of, why, mark string) string {
	return fmt.Sprintf("\nAn earlier answer %s could not be used: %s. Answer in exactly the form above, from the line \"=== %s\" to the line \"=== end %s\".\n", of, why, mark, mark)
}
