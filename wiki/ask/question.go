package ask

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// Recipe returns a hash of the texts that an answer depends on.
func Recipe(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(fsutil.Hash([]byte(t)))
	}
	return fsutil.Hash([]byte(b.String()))
}

// Mark returns a delimiter that data do not contain: a letter, and the beginning of sum, which is a hash
// of the data. So an author of part of the data cannot write it, and the same data always get the same
// delimiter.
func Mark(letter, sum, data string) string {
	for {
		if m := letter + sum[:16]; !Holds(data, m) {
			return m
		}
		sum = Recipe("mark", sum)
	}
}

// Holds reports whether a text contains a mark, in any letter case.
func Holds(text, mark string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(mark))
}

// Quote returns data behind a mark that they do not contain. data ends in a line break.
func Quote(mark, head, data string) string {
	return fmt.Sprintf("--- %s %s\n%s--- %s end\n", mark, head, data, mark)
}

// Again returns what is added to a prompt after an answer that was unusable for the reason why. of is
// "to this" or "on these".
func Again(of, why, mark string) string {
	return fmt.Sprintf("\nAn earlier answer %s could not be used: %s. Answer in exactly the form above, from the line \"=== %s\" to the line \"=== end %s\".\n", of, why, mark, mark)
}
