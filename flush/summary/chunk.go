package summary

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/summary/finish"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A turn is what a question holds of one turn, and what a line that rests on it may say.
type turn struct {
	role     transcript.Role
	plan     bool // a plan of the agent's, which the person agreed to
	rejected bool
	question string // of a Choice
	text     string
	edited   []string // files, as the client named them
	runs     []run    // what the agent did then
	evidence *proof.Evidence
	did      *proof.Evidence // of what tools answered
}

func readTurns(turns []transcript.Turn) []turn {
	out := make([]turn, len(turns))
	kept := slices.ContainsFunc(turns, func(t transcript.Turn) bool {
		return slices.ContainsFunc(t.Steps, func(s transcript.Step) bool { return s.Outcome != "" })
	})
	plans := finish.Plans(turns)
	for i := range turns {
		t := &turns[i]
		out[i] = turn{role: t.Role, plan: plans[i], rejected: t.Rejected, question: proof.Visible(t.Question), text: proof.Visible(t.Text)}
		for _, s := range t.Steps {
			if name := proof.Visible(s.Target); s.Edit && s.File && !s.Failed && !slices.Contains(out[i].edited, name) {
				out[i].edited = append(out[i].edited, name)
			}
		}
		out[i].runs = runsOf(t, kept)
	}
	thin(out)
	return out
}

// A unit is a turn, or a part of one that is too long for one question.
type unit struct {
	turn        int
	text        string
	part, parts int    // both 0 for a whole turn
	tools       string // what tools answered then
}

func (u *unit) size() int { return len(u.text) + len(u.tools) + headRoom }

// A chunk is the units of one question.
type chunk []unit

func (c chunk) bytes() (n int) {
	for _, u := range c {
		n += u.size()
	}
	return n
}

const (
	headRoom  = 160       // bytes that the head of a turn takes at most, beside the names of files
	chunkMost = 144 << 10 // bytes of turns; with more, a model reads the middle badly
	chunkMin  = 1 << 10
)

// head returns the heading of a unit, which follows the mark.
func (s *stretch) head(u unit) string {
	t := &s.turns[u.turn]
	h := fmt.Sprintf("t%d ", u.turn+1)
	switch {
	case t.role == transcript.Person:
		h += "the person says"
	case t.plan:
		h += "the agent's plan, which the person agreed to"
	case t.role == transcript.Agent:
		h += "the agent says"
	case t.rejected:
		h += "the person refuses what the agent was about to do"
	default:
		h += "the person answers the agent's question"
	}
	if u.parts > 0 {
		h += fmt.Sprintf(", part %d of %d", u.part, u.parts)
	}
	if names := shortNames(t.edited, headRoom-60); names != "" && u.part <= 1 {
		if t.role != transcript.Agent {
			h += "; the agent"
		} else {
			h += ","
		}
		h += " then edits " + names
	}
	return h
}

// shortNames returns the last elements of paths, as many as fit.
func shortNames(paths []string, room int) (out string) {
	for i, p := range paths {
		p = path.Base(strings.ReplaceAll(strings.Map(oneLine, p), `\`, "/"))
		if len(out)+len(p)+2 > room {
			return out + fmt.Sprintf(" and %d more", len(paths)-i)
		}
		if i > 0 {
			out += ", "
		}
		out += p
	}
	return out
}

func oneLine(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// body returns what a turn says, with its question first.
func (t *turn) body() string {
	if t.question == "" {
		return t.text
	}
	return "Asked: " + t.question + "\n\nAnswer: " + t.text
}

// chunks cuts the turns into chunks of at most room bytes. It cuts before a prompt where one stands in the
// second half. A turn that is longer is divided by cut.
func (s *stretch) chunks(room int) []chunk {
	var all chunk
	for i := s.first; i < len(s.turns); i++ {
		all = append(all, unit{turn: i, text: s.turns[i].body(), tools: s.turns[i].tools()})
	}
	return s.pack(recut(all, room), room)
}

// recut divides the units that are longer than room. What tools answered stays with the last part.
func recut(c chunk, room int) (out chunk) {
	for _, u := range c {
		texts := cut(u.text, max(room-headRoom-len(u.tools), chunkMin/2))
		for i, t := range texts {
			p := u
			if p.text = t; len(texts) > 1 {
				p.part, p.parts = i+1, len(texts)
			}
			if i < len(texts)-1 {
				p.tools = ""
			}
			out = append(out, p)
		}
	}
	return out
}

// pack puts units into chunks.
func (s *stretch) pack(all chunk, room int) (out []chunk) {
	for len(all) > 0 {
		n, size, seam := 0, 0, 0
		for n < len(all) {
			size += all[n].size()
			if n > 0 && size > room {
				break
			}
			if n > 0 && size > room/2 && s.turns[all[n].turn].role == transcript.Person && all[n].part <= 1 {
				seam = n
			}
			n++
		}
		if n < len(all) && seam > 0 {
			n = seam
		}
		out, all = append(out, all[:n:n]), all[n:]
	}
	return out
}

// cut divides a text into parts of at most room bytes, which joined give the text: at the last empty line
// that fits, else at the last line break, the last end of a sentence, the last space; inside a word, between
// two characters, only if the word itself is too long.
func cut(text string, room int) (out []string) {
	for len(text) > room {
		at := seamIn(text, room)
		out, text = append(out, text[:at]), text[at:]
	}
	return append(out, text)
}

// seamIn returns where to cut a text that is longer than room.
func seamIn(text string, room int) int {
	s := text[:room]
	for _, sep := range [...]string{"\n\n", "\n", ". ", "。", " "} {
		if i := strings.LastIndex(s, sep); i >= len(s)/4 {
			return i + len(sep)
		}
	}
	if i := strings.LastIndexAny(s, " \n\t"); i > 0 {
		return i + 1
	}
	at := room
	for at > 1 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
