package summary

import "github.com/agent-admin/memoria/wiki/ask"

// The usual size of an answer to one question, in bytes: a dozen lines.
const answerUsual = 3 << 10

// Expect estimates what the model is asked about so many stretches of so many bytes in all; window is the
// size of its context window.
func Expect(stretches, bytes, window int) ask.Estimate {
	parts := bytes / roomOf(window)
	calls := stretches + parts
	if parts > 0 {
		calls++ // to merge them
	}
	return ask.Estimate{Calls: calls, In: bytes + calls*(len(rules())+len(form())), Out: calls * answerUsual}
}
