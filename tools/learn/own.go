package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
)

// Short sessions in several languages, invented for the purpose, half of which hold nothing worth keeping: real
// labelled sessions are long. A session begins with a line "== name"; "P> " begins what the person types, "A> " what
// the agent says, "S> " a file that it edits. Below "--" stand words of the sentences that are worth
// keeping or harmful, behind their label; all others are noise.
//
//go:embed testdata/sessions.txt
var invented string

// own returns the invented sessions.
func own() ([]*session, error) {
	var out []*session
	for _, text := range strings.Split("\n"+invented, "\n== ")[1:] {
		name, rest, _ := strings.Cut(text, "\n")
		said, marks, ok := strings.Cut(rest, "\n--")
		if !ok {
			return nil, fmt.Errorf("read the invented session %q: no line --", name)
		}
		part := cut(turns(said))
		s := &session{stretches: []stretch{part}, labels: make([]label, len(part.sentences))}
		for i, x := range part.sentences {
			l := &s.labels[i]
			*l = label{class: "1", words: words(x.Text)}
			for _, mark := range strings.Split(marks, "\n") {
				if class, part, ok := strings.Cut(mark, ": "); ok && strings.Contains(plain(x.Text), plain(part)) {
					l.class = class
				}
			}
			if weights[l.class] == 0 {
				return nil, fmt.Errorf("read the invented session %q: label %q", name, l.class)
			}
			part.labels[i] = l
		}
		out = append(out, s)
	}
	return out, nil
}

func turns(said string) (out []transcript.Turn) {
	for _, line := range strings.Split(said, "\n") {
		mark, rest, ok := strings.Cut(line, "> ")
		switch {
		case ok && mark == "P":
			out = append(out, transcript.Turn{Role: transcript.Person, Text: rest})
		case ok && mark == "A":
			out = append(out, transcript.Turn{Role: transcript.Agent, Text: rest})
		case len(out) == 0:
		case ok && mark == "S":
			last := &out[len(out)-1]
			last.Steps = append(last.Steps, transcript.Step{Tool: "Edit", Target: rest, File: true, Edit: true})
		default:
			out[len(out)-1].Text += "\n" + line
		}
	}
	return out
}
