package extract

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/extract/paste"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// readTurns makes the units of a stretch, in the order they were said.
func readTurns(turns []transcript.Turn) *reader {
	turns = attributed(turns)
	r := &reader{turns: turns, langs: languages(turns)}
	final := finals(turns)
	first := -1
	for i, t := range turns {
		switch {
		case notSaid(t):
		case t.Role == transcript.Agent:
			r.readAgent(i, final[i])
		case t.Subagent:
			// A prompt that an agent wrote for another.
		case t.Role == transcript.Choice:
			r.readChoice(i)
		default:
			before := len(r.units)
			r.readPerson(i, first < 0)
			if first < 0 && len(r.units) > before {
				first = i
			}
		}
	}
	r.copied()
	r.relate()
	return r
}

// attributed puts the sender before each paragraph that somebody else than the person wrote in a chat: than the one who
// wrote there first.
func attributed(turns []transcript.Turn) []transcript.Turn {
	first := ""
	for i, t := range turns {
		switch {
		case t.Sender == "" || t.Sender == first:
		case first == "":
			first, turns = t.Sender, slices.Clone(turns)
		default:
			who := t.Sender + " wrote: "
			turns[i].Text = who + strings.ReplaceAll(t.Text, "\n\n", "\n\n"+who)
		}
	}
	return turns
}

// languages tells the language of each turn. One that does not show it has that of its side, since an agent may answer in
// another than it is asked in. What a person says in a language that nobody here knows has none, though a word of it may
// be one of another.
func languages(turns []transcript.Turn) []prose.Lang {
	out := make([]prose.Lang, len(turns))
	var typed strings.Builder
	votes := make(map[prose.Lang]int)
	for i, t := range turns {
		out[i] = prose.Detect(t.Text)
		if t.Role == transcript.Agent {
			votes[out[i]] += min(len(t.Text), 400)
		} else if !t.Subagent {
			typed.WriteString(paste.Without(t.Text) + "\n")
		}
	}
	agents := prose.Unknown
	for _, l := range prose.Langs {
		if votes[l] > votes[agents] || agents == prose.Unknown && votes[l] > 0 {
			agents = l
		}
	}
	persons, told := prose.Spoken(typed.String())
	if !told {
		persons = agents
	}
	for i, t := range turns {
		switch {
		case t.Role == transcript.Agent && out[i] == prose.Unknown:
			out[i] = agents
		case t.Role == transcript.Agent:
		case told && persons == prose.Unknown:
			out[i] = prose.Unknown
		case out[i] == prose.Unknown && !prose.Strange(t.Text):
			out[i] = persons
		}
	}
	return out
}

// finals marks the agent's last words before the person speaks again, and a subagent's
// report: its last words before those of another.
func finals(turns []transcript.Turn) []bool {
	out := make([]bool, len(turns))
	main, side := true, true // what comes next is the other side
	for i := len(turns) - 1; i >= 0; i-- {
		t := turns[i]
		switch {
		case t.Subagent && t.Role == transcript.Agent:
			out[i], side = side, false
		case t.Subagent:
			side = true
		case t.Role == transcript.Agent:
			out[i], main, side = main, false, true
		default:
			main, side = true, true
		}
	}
	return out
}
