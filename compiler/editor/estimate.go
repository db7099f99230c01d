package editor

import (
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/ask"
)

// EntryUsual is the usual size of an entry in a question, in bytes: a title and some lines.
const EntryUsual = 1 << 10

// Most is how many bytes of entries one question holds if a run asks no other.
const Most = oneMost

// Expect estimates the questions to a model with such a window about so many bytes of entries that are new at once.
func Expect(bytes, window int) ask.Estimate {
	fixed := min(len(rules())+len(shape())+linksMost/2+shownMost, window*2/3)
	room := max(fixed*2/3-framing, 1<<10)
	if bytes <= min(oneMost, window-fixed-framing) {
		room = max(1, bytes)
	}
	calls := (bytes + room - 1) / room
	return ask.Estimate{Calls: calls, In: calls*fixed + bytes, Out: calls*answerLeast + min(calls*answerUsual, bytes/2)}
}

const answerLeast = 256

// What follows an answer, in bytes: it is mended once, with what was left out of it, and then asked about.
const (
	mendWords   = 5 << 10
	verifyWords = 7 << 10
	checksSay   = 400
)

// ExpectChecks estimates what follows questions, a share of whose answers have lines that code leaves out, or of which it
// is not sure; short ones less often.
func ExpectChecks(edits ask.Estimate, share float64) ask.Estimate {
	n := share * float64(edits.Out) / (answerLeast + answerUsual)
	once := float64(edits.In) / float64(max(edits.Calls, 1))
	return ask.Estimate{Calls: int(2*n + 0.5), In: int(n * (once + mendWords + verifyWords)), Out: int(n * checksSay)}
}

// Unedited returns the entries that no kept answer is about.
func Unedited(r *ask.Replies, entries []daily.Dated) (out []*daily.Dated, err error) {
	all, _, err := kept.Load(r)
	if err != nil {
		return nil, err
	}
	done := map[string]bool{}
	for _, x := range all {
		for _, id := range x.Entries {
			done[id] = done[id] || !x.Owed
		}
	}
	for i := range entries {
		if e := &entries[i]; pages.Editable(e) && !done[pages.Identity(e)] {
			out = append(out, e)
		}
	}
	return out, nil
}
