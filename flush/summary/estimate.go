package summary

// What an answer to one question takes, in bytes, by experience: a dozen lines.
const answerUsual = 3 << 10

// Estimate is about what it takes to ask a model with a window about so many stretches of so many bytes
// in all: calls, and the bytes of questions and of answers.
func Estimate(stretches, bytes, window int) (calls, asked, answered int) {
	room := roomOf(window)
	parts := bytes / room
	calls = stretches + parts
	if parts > 0 {
		calls++ // puts them together
	}
	return calls, bytes + calls*(len(rules())+len(form())), calls * answerUsual
}
