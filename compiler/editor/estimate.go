package editor

import "github.com/agent-admin/memoria/wiki/ask"

// entryUsual is the usual size of an entry in a question, in bytes: a title and some lines.
const entryUsual = 1 << 10

// Expect estimates the questions to a model with such a window about entries that are not written yet.
func Expect(entries, window int) ask.Estimate {
	if entries == 0 {
		return ask.Estimate{}
	}
	fixed := min(len(rules())+len(form())+linksMost/2+shownMost, window*2/3)
	all, room := entries*entryUsual, max(fixed*2/3-framing, 1<<10)
	if all <= min(oneMost, window-fixed-framing) {
		room = all
	}
	calls := (all + room - 1) / room
	return ask.Estimate{Calls: calls, In: calls*fixed + all, Out: calls * answerUsual}
}
