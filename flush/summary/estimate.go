package summary

import (
	"context"
	"strings"

	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/ask"
)

// The usual size of an answer to one question, in bytes: eight lines, or fewer where little was said.
const (
	answerUsual = 2 << 10
	answerLeast = 256
	answerShare = 6 // of the words
)

// Expect estimates the questions about one stretch, without those whose answers are kept.
func (a *Author) Expect(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past) (e ask.Estimate) {
	s := a.stretch(transcript.Stay(turns), titles, past)
	for _, c := range s.chunks(s.room()) {
		q := s.question(ctx, c, func() string { return strings.Repeat(" ", c.pickedRoom()) }) // to pick takes longer than to count
		if _, ok := a.Replies.Answer(q.Recipe); !ok {
			e.Add(q.Question, min(answerUsual, answerLeast+c.bytes()/answerShare))
		}
	}
	return e
}

// Expect estimates what the model is asked about so many stretches of so many bytes in all; window is the
// size of its context window.
func Expect(stretches, bytes, window int) ask.Estimate {
	calls := stretches + bytes/roomOf(window)
	return ask.Estimate{Calls: calls, In: bytes + min(bytes/pickedShare, calls*pickedMost) + calls*(len(rules())+len(form())), Out: min(calls*answerUsual, calls*answerLeast+bytes/answerShare)}
}

// What the questions about lines take: those whether some hold have rules and lines, and of the words of a stretch so
// much; those about lines that were left out come less often, and have all rules and fewer words.
const (
	verifyRules = 2 << 10
	verifyShare = 0.6
	verifySays  = 20

	mendOften = 0.75 // for one question whether lines hold
	mendShare = 0.2
	mendSays  = 150
)

// ExpectChecks estimates the questions about lines of stretches, where a share of them has lines that code is not sure
// of. The numbers are from nine sessions that a reader answered for: eight had such lines, and six some that were left out.
func ExpectChecks(stretches ask.Estimate, share float64) ask.Estimate {
	verify := share * float64(stretches.Calls)
	mend := mendOften * verify
	rules := len(rules()) + len(form())
	words := float64(stretches.In - stretches.Calls*rules)
	return ask.Estimate{Calls: int(verify + mend + 0.5), Out: int(verify*verifySays + mend*mendSays),
		In: int(verify*verifyRules + mend*float64(rules) + share*words*(verifyShare+mendOften*mendShare))}
}
