package summary

import "github.com/agent-admin/memoria/wiki/ask"

// What an answer to one question takes, in bytes, by experience: a dozen lines.
const answerUsual = 3 << 10

// Expect is about what a model with a window would be asked about so many stretches of so many bytes in all.
func Expect(stretches, bytes, window int) ask.Estimate {
	parts := bytes / roomOf(window)
	calls := stretches + parts
	if parts > 0 {
		calls++ // puts them together
	}
	return ask.Estimate{Calls: calls, In: bytes + calls*(len(rules())+len(form())), Out: calls * answerUsual}
}
