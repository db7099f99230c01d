package transcript

import (
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/outcome"
)

// Looks are what the calls of a turn read, wrote or were answered, until the words behind the turn are known: of them is kept
// what the words around them speak of.
type Looks struct {
	all  []look
	size int
}

type look struct {
	step int
	text string
	made bool // the call wrote it
}

// looksMost is how many bytes of them wait.
const looksMost = 1 << 20

// Add adds what the call that is a step of the turn was answered, or wrote.
func (l *Looks) Add(step int, text string, made bool) {
	if text = strings.ToValidUTF8(text[:min(len(text), outcome.Look)], ""); text != "" && l.size+len(text) <= looksMost {
		l.all, l.size = append(l.all, look{step, text, made}), l.size+len(text)
	}
}

// Tell gives the steps of t what is kept, by its words and those behind it, and empties l.
func (l *Looks) Tell(t *Turn, after string) {
	if len(l.all) == 0 {
		return
	}
	names := outcome.Names(t.Text + "\n" + after)
	for _, x := range l.all {
		s, file := &t.Steps[x.step], ""
		if s.File {
			file = s.Target
		}
		if seen := outcome.Seen(file, x.text, names, x.made); seen != "" {
			s.Outcome = seen
		} else if s.Tool == "Bash" {
			s.Outcome = outcome.KindOf(s.Target).End(x.text)
		}
	}
	*l = Looks{}
}
