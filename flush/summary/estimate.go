package summary

import (
	"context"

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
	chunks := s.chunks(s.room())
	for _, c := range chunks {
		q := s.question(ctx, c)
		if _, ok := a.Replies.Answer(q.Recipe); !ok {
			e.Add(q.Question, min(answerUsual, answerLeast+c.bytes()/answerShare))
		}
	}
	if n := len(chunks); n > 1 {
		e.Calls, e.In, e.Out = e.Calls+1, e.In+len(rules())+len(mergeForm())+n*answerUsual, e.Out+answerUsual
	}
	return e
}

// Expect estimates what the model is asked about so many stretches of so many bytes in all; window is the
// size of its context window.
func Expect(stretches, bytes, window int) ask.Estimate {
	parts := bytes / roomOf(window)
	calls := stretches + parts
	if parts > 0 {
		calls++ // to merge them
	}
	return ask.Estimate{Calls: calls, In: bytes + calls*(len(rules())+len(form())), Out: min(calls*answerUsual, calls*answerLeast+bytes/answerShare)}
}

// What a question whether lines hold takes: its rules and lines, and of the words of a stretch so much.
const (
	verifyRules = 2 << 10
	verifyShare = 0.6
	verifySays  = 20
)

// ExpectVerify estimates the questions whether the lines of stretches hold, where a share of them has lines to be asked
// about.
func ExpectVerify(stretches ask.Estimate, share float64) ask.Estimate {
	n := share * float64(stretches.Calls)
	words := float64(stretches.In - stretches.Calls*(len(rules())+len(form())))
	return ask.Estimate{Calls: int(n + 0.5), In: int(n*verifyRules + share*verifyShare*words), Out: int(n * verifySays)}
}
