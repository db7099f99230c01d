package reported

import (
	"fmt"
	"strconv"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
)

// Words identify what a person typed, by hashes in which white space does not count.
type Words struct {
	Whole string `json:"whole,omitempty"` // as it was; "" where a hook told it with what its client put around it, and words withheld
	Shown string `json:"shown,omitempty"` // how it begins, without what may be a secret, as hooks keep it
}

// mostShown is how many runes, without white space, of what hooks keep tell what it was. Of a longer prompt they keep no middle.
const mostShown = 8 << 10

func shown(text string) string {
	n := 0
	for i, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		if n++; n > mostShown {
			return queue.Digest(text[:i])
		}
	}
	return queue.Digest(text)
}

// WordsOf returns the Words of a text as it was typed.
func WordsOf(text string) Words {
	return Words{queue.Digest(text), shown(cautious.Text(text))}
}

// Same reports whether both are the same words, as far as is known of both.
func (w Words) Same(o Words) bool {
	if w.Whole != "" && o.Whole != "" {
		return w.Whole == o.Whole
	}
	return w.Shown != "" && w.Shown == o.Shown
}

// A Typed is something that a person typed, as a row of a transcript or a hook tells it.
type Typed struct {
	Words
	At time.Time // zero where a row does not say
}

// Of returns a prompt as a hook brought it.
func Of(m queue.Message) Typed { return Typed{Words{m.Mark, shown(m.Text)}, m.At} }

const (
	nanoLen = 16
	early   = 10 * time.Minute // how much earlier than its hook the row of a prompt may be dated: it may have waited for the agent
	slow    = time.Minute      // and how much later, as after other hooks
)

// PromptID returns the id of the turn that a prompt becomes, "" without words. It tells what its hook could keep of it, and when.
func PromptID(m queue.Message) string {
	words := shown(m.Text)
	if words == "" {
		return ""
	}
	return string(prompt) + words + fmt.Sprintf("%016x", uint64(m.At.UnixNano()))
}

// IsPrompt reports whether an id can be that of a prompt that a hook told.
func IsPrompt(id string) bool { return len(id) == markLen+nanoLen && id[0] == prompt }

// TypedOf returns what an id of a prompt tells.
func TypedOf(id string) Typed {
	nano, _ := strconv.ParseUint(id[markLen:], 16, 64)
	return Typed{Words{Shown: id[1:markLen]}, time.Unix(0, int64(nano))}
}

// Pair returns for each of the prompts that hooks told which of the rows of their session it is, or -1. Both stand in their
// order. A row is one prompt; of prompts in the same words, the first that were told are the first rows.
func Pair(told, rows []Typed) []int {
	out, taken := make([]int, len(told)), make([]bool, len(rows))
	for i := range out {
		out[i] = -1
	}
	for _, sure := range [...]bool{true, false} { // what is known whole leaves the rest to what is not
		for i, t := range told {
			for k, r := range rows {
				after := r.At.Sub(t.At)
				near := r.At.IsZero() || -early <= after && after <= slow
				if out[i] < 0 && !taken[k] && near && t.Same(r.Words) && (!sure || t.Whole != "" && t.Whole == r.Whole) {
					out[i], taken[k] = k, true
				}
			}
		}
	}
	return out
}
