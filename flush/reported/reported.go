// Package reported says whether what a hook told of a session and a row of a transcript are the same words said once. It knows both by
// hashes of the whole words and by the time: see [Said.Is], the one rule for it.
package reported

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Words identify what was said, by hashes in which white space does not count.
type Words struct {
	Whole string   `json:"whole,omitempty"` // as it was; "" where a hook told it with what its client put around it, and words withheld
	Shown string   `json:"shown,omitempty"` // of a person: how it begins, without what may be a secret, as hooks keep it
	Parts []string `json:"parts,omitempty"` // of an agent's row: what follows each of its last blank lines, since a hook may tell the last block alone
}

const (
	mostShown = 8 << 10 // runes, without white space, of what hooks keep that tell what it was. Of a longer prompt they keep no middle
	mostParts = 24
)

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

// WordsOf returns the Words of a text as somebody said it.
func WordsOf(role transcript.Role, text string) Words {
	if role != transcript.Agent {
		return Words{Whole: queue.Digest(text), Shown: shown(cautious.Text(text))}
	}
	w := Words{Whole: queue.Digest(text)}
	for i := len(text); len(w.Parts) < mostParts; {
		if i = strings.LastIndex(text[:i], "\n\n"); i < 0 {
			break
		}
		w.Parts = append(w.Parts, queue.Digest(text[i:]))
	}
	return w
}

// Same reports whether what a hook told are the words of a row, as far as is known of both.
func (w Words) Same(row Words) bool {
	if w.Whole != "" && row.Whole != "" {
		return w.Whole == row.Whole || slices.Contains(row.Parts, w.Whole)
	}
	return w.Shown != "" && w.Shown == row.Shown
}

// A Said is something that was said, as a row of a transcript or a hook tells it.
type Said struct {
	Words
	At   time.Time // zero where a row does not say
	Told bool      // by a hook
}

const (
	early = 10 * time.Minute // how much earlier than its hook the row of words may be dated: it may have waited for the agent
	Slow  = time.Minute      // and how much later, as after other hooks
)

// Of returns what a hook brought: what a person typed, or else the agent's answer.
func Of(m queue.Message, typed bool) Said {
	w := Words{Whole: strings.TrimPrefix(m.Mark, queue.Whole)}
	if typed {
		w.Shown = shown(m.Text)
	}
	return Said{w, m.At, true}
}

// Read returns what a turn says as it was read.
func Read(t *transcript.Turn) Said {
	if IsID(t.ID) {
		return OfID(t.ID)
	}
	return Said{Words: WordsOf(t.Role, t.Text), At: t.At}
}

// Is reports whether what a hook told is what a row says: the same words, and no other time than clocks and queues explain. An answer
// may be told once more whenever an agent's helper ends.
func (s Said) Is(row Said) bool {
	after := row.At.Sub(s.At)
	return (row.At.IsZero() || after <= Slow && (s.Shown == "" || -early <= after)) && s.Same(row.Words)
}

// Pair returns for each of what hooks told which of the rows of their session it is, or -1. Both stand in their order. A row is one
// of them; of rows in the same words it is the nearest in time, and of those as near the first.
func Pair(told, rows []Said) []int {
	out, taken := make([]int, len(told)), make([]bool, len(rows))
	for i := range out {
		out[i] = -1
	}
	for _, sure := range [...]bool{true, false} { // what is known whole leaves the rest to what is not
		for i, t := range told {
			if out[i] >= 0 || sure && t.Whole == "" {
				continue
			}
			for k, r := range rows {
				if !taken[k] && t.Is(r) && (!sure || r.Whole != "") && (out[i] < 0 || apart(t, r) < apart(t, rows[out[i]])) {
					out[i] = k
				}
			}
			if out[i] >= 0 {
				taken[out[i]] = true
			}
		}
	}
	return out
}

// Nearest returns which of the rows is what an id names, or -1.
func Nearest(id string, rows []Said) int {
	if !IsID(id) || IsPrompt(id) {
		return -1
	}
	return Pair([]Said{OfID(id)}, rows)[0]
}

func apart(told, row Said) time.Duration {
	if row.At.IsZero() {
		return 0
	}
	return told.At.Sub(row.At).Abs()
}

// Ids of what hooks told begin with a letter, of answers and prompts, and have the time to the nanosecond.
const (
	answer, prompt = 'a', 'p'
	hashLen        = 16
)

// ID returns the id of the turn that an answer becomes, "" without a mark.
func ID(m queue.Message) string { return id(answer, Of(m, false).Whole, m.At) }

// PromptID returns the id of the turn that a prompt becomes, "" without words. It tells what its hook could keep of it, and when.
func PromptID(m queue.Message) string { return id(prompt, shown(m.Text), m.At) }

func id(letter byte, hash string, at time.Time) string {
	if hash == "" {
		return ""
	}
	return string(letter) + hash + fmt.Sprintf("%016x", uint64(at.UnixNano()))
}

// IsPrompt reports whether an id can be that of a prompt that a hook told.
func IsPrompt(id string) bool { return len(id) == 1+2*hashLen && id[0] == prompt }

// IsID reports whether an id can be that of something that a hook told.
func IsID(id string) bool {
	return len(id) == 1+2*hashLen && (id[0] == prompt || id[0] == answer)
}

// OfID returns what an id tells.
func OfID(id string) Said {
	hash, at := id[1:1+hashLen], id[1+hashLen:]
	n, _ := strconv.ParseUint(at, 16, 64)
	if id[0] == prompt {
		return Said{Words{Shown: hash}, time.Unix(0, int64(n)), true}
	}
	return Said{Words{Whole: hash}, time.Unix(0, int64(n)), true}
}

// moment is how exactly keys tell the time.
const moment = 2 * time.Minute

func key(where string, told bool, mark string, moment int64) rowkey.Key {
	return rowkey.Of(fmt.Sprintf("said %s %t %s %d", where, told, mark, moment))
}

// Keys returns under which keys s is remembered as said in a session, or in any of an agent.
func (s Said) Keys(where string) (out []rowkey.Key) { return s.keys(where, s.Told, s.At, s.At) }

// Others returns the keys of what s may be: of a row what a hook told, of that a row.
func (s Said) Others(where string) []rowkey.Key {
	if s.Told {
		return s.keys(where, false, s.At.Add(-early), s.At.Add(Slow))
	}
	return s.keys(where, true, s.At.Add(-Slow), s.At.Add(early))
}

func (s Said) keys(where string, told bool, from, to time.Time) (out []rowkey.Key) {
	marks := append(slices.Clone(s.Parts), s.Whole, s.Shown)
	slices.Sort(marks)
	for _, m := range slices.Compact(marks) {
		for at := from.Unix() / int64(moment/time.Second); m != "" && at <= to.Unix()/int64(moment/time.Second); at++ {
			out = append(out, key(where, told, m, at))
		}
	}
	return out
}
