package summary

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/ask/verify"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// verify asks the model about the lines of a part that matter and of which code is not sure, and takes out those that
// do not follow from their turns. Without an answer they stay, since nothing contradicts them.
func (s *stretch) verify(ctx context.Context, c chunk, p *part) {
	if !s.Verify {
		return
	}
	in := turnsOf(c)
	var lines []verify.Line
	var at []int // of the bullets; -1 is the title, -2 the context
	add := func(i int, text string, turns []int) {
		if text != "" {
			lines, at = append(lines, verify.Line{Text: text, Words: s.words(turns)}), append(at, i)
		}
	}
	for i, b := range p.bullets {
		if s.unsure(b, in) {
			add(i, b.Text, s.answered(b.turns, in))
		}
	}
	if len(lines) == 0 {
		return
	}
	add(-1, p.title, in)
	add(-2, p.context, in)
	asker := s.Asker
	asker.About = []string{s.session}
	no, recipe, err := verify.Ask(ctx, asker, lines)
	if recipe != "" {
		s.used = append(s.used, recipe)
	}
	if err != nil {
		s.tell(Again, "not verified", err.Error())
		return
	}
	for k, i := range slices.Backward(at) {
		switch why := "the model says that it does not follow from its turns"; {
		case !no[k]:
		case i == -1:
			p.title = ""
			s.tell(LeftOut, "left out the title", why)
		case i == -2:
			p.context = ""
			s.tell(LeftOut, "left out the context", why)
		default:
			s.tell(LeftOut, "left out a "+p.bullets[i].Kind.String(), why)
			p.bullets = slices.Delete(p.bullets, i, i+1)
		}
	}
}

// unsure reports whether a bullet matters, and code cannot tell whether it follows from its turns.
func (s *stretch) unsure(b bullet, in []int) bool {
	return !b.open && (b.Kind == daily.Decision || b.Kind == daily.Preference || b.Kind == daily.Lesson) &&
		proof.Unsure(b.Text, proof.Sources{Said: s.saidBy(s.answered(b.turns, in))})
}

// answered returns turns together with what those of the person answer.
func (s *stretch) answered(turns, in []int) (out []int) {
	for _, t := range in {
		if slices.Contains(turns, t) || !s.person(t) && slices.Contains(turns, t+1) && s.person(t+1) {
			out = append(out, t)
		}
	}
	return out
}

// heldAgainst tells which turns a line was held against.
func (s *stretch) heldAgainst(turns []int) string {
	var names []string
	for _, t := range turns {
		names = append(names, fmt.Sprintf("t%d", t+1))
	}
	return ", held against " + strings.Join(names, " ")
}

// words returns what turns say, each with who says it.
func (s *stretch) words(turns []int) string {
	var b strings.Builder
	for _, t := range turns {
		who := "the agent: "
		if s.person(t) {
			who = "the person: "
		}
		b.WriteString(who + s.turns[t].body() + "\n")
	}
	return b.String()
}
