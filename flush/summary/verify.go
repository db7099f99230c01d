package summary

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/verify"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// verify asks the model about the lines of a part of which code is not sure, and takes out those that
// do not follow from their turns, which it returns. Without an answer they stay, since nothing contradicts them. The error
// is ask.ErrAside.
func (s *stretch) verify(ctx context.Context, c chunk, p *part) (denied []leftOut, err error) {
	if !s.Verify {
		return nil, nil
	}
	in := turnsOf(c)
	var lines []verify.Line
	var at []int // of the bullets; -1 is the title, -2 the context
	for i, b := range p.bullets {
		if s.unsure(b, in) {
			var on []int
			for _, t := range s.answered(b.turns, in) {
				on = append(on, slices.Index(in, t))
			}
			lines, at = append(lines, verify.Line{Text: b.Text, On: on}), append(at, i)
		}
	}
	for i, text := range []string{p.title, p.context} {
		if text != "" && (len(lines) > 0 || proof.Unsure(text, s.saidBy(in))) {
			lines, at = append(lines, verify.Line{Text: text}), append(at, -1-i)
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	asker := s.Asker
	asker.About = []string{s.session}
	no, recipe, err := verify.Ask(ctx, asker, s.words(in), lines)
	if recipe != "" {
		s.used = append(s.used, recipe)
	}
	switch {
	case errors.Is(err, ask.ErrAside):
		return nil, err
	case err != nil:
		s.tell(Again, "not verified", err.Error())
		return nil, nil
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
			denied = append(denied, leftOut{p.bullets[i].asked(), why})
			p.bullets = slices.Delete(p.bullets, i, i+1)
		}
	}
	return denied, nil
}

// asked returns a bullet as the line of an answer.
func (b *bullet) asked() line {
	l := line{kind: b.Kind, name: b.Kind.String(), done: b.Done, text: b.Text}
	for _, t := range b.turns {
		l.refs = append(l.refs, fmt.Sprintf("t%d", t+1))
	}
	for _, k := range b.known {
		l.refs = append(l.refs, fmt.Sprintf("k%d", k+1))
	}
	return l
}

// unsure reports whether code cannot tell whether a bullet follows from its turns.
func (s *stretch) unsure(b bullet, in []int) bool {
	return proof.Unsure(mark.Plain(b.Text), s.saidBy(s.answered(b.turns, in)))
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

// words returns what was said and done in turns.
func (s *stretch) words(turns []int) (out []verify.Said) {
	for _, t := range turns {
		out = append(out, verify.Said{Name: s.head(unit{turn: t}), Words: s.turns[t].body() + "\n" + s.turns[t].tools()})
	}
	return out
}

// A leftOut is a line that code left out, and why.
type leftOut struct {
	line
	why string
}

const (
	mendLines = 12       // lines that are asked about again
	mendMost  = 24 << 10 // bytes of the turns that are shown with them
)

// What the person said and no line tells is asked about with what was left out, or by itself where it is so much; not where
// there are lines enough.
const (
	untoldLeast = 2
	untoldMost  = 5
	linesEnough = 12
)

// untold returns the sentences of a person that the fallback takes for weighty and that no line of an answer tells, with the
// turns in which they stand.
func (s *stretch) untold(ctx context.Context, c chunk, p *part, refused []leftOut) (data quoted, turns []int) {
	room := min(untoldMost, linesEnough-len(p.bullets)-len(refused))
	if len(p.bullets) == 0 || room <= 0 {
		return nil, nil
	}
	sum, err := s.plainly(ctx, c)
	if err != nil {
		return nil, nil
	}
	var told []*proof.Evidence
	for _, b := range p.bullets {
		told = append(told, proof.Of(b.Text, nil))
	}
	for _, l := range refused {
		told = append(told, proof.Of(l.text, nil))
	}
	in, folded := turnsOf(c), map[int]string{}
	for _, i := range in {
		folded[i] = proof.Folded(s.turns[i].body())
	}
	for _, b := range sum.Bullets {
		text := proof.Line(proof.Visible(b.Text))
		i := sayer(text, in, folded)
		if len(data) < room && i >= 0 && s.person(i) && !slices.ContainsFunc(told, func(e *proof.Evidence) bool { return e.Bears(text) }) {
			data.add(fmt.Sprintf("said in t%d, and in no line", i+1), text)
			turns = append(turns, i)
		}
	}
	return data, turns
}

// mend asks once more about the lines of an answer that were left out, with the reason of each and the turns that it
// names, about a title and a context that were, and about what the person said and no line tells. What is left out again
// stays out, and with sure also that of which code cannot tell whether it follows. The error is ask.ErrAside.
func (s *stretch) mend(ctx context.Context, c chunk, r reply, p *part, known []Memory, refused []leftOut, sure bool) error {
	if !s.Verify {
		return nil
	}
	title, about := r.title != "" && p.title == "", r.context != "" && p.context == ""
	out := len(refused) > 0 || len(p.bullets) > 0 && (title || about)
	var data quoted
	var turns []int
	if !sure {
		data, turns = s.untold(ctx, c, p, refused)
	}
	if !out && len(data) < untoldLeast {
		return nil
	}
	untold, in := len(data) > 0, turnsOf(c)
	turns, memories := s.addLeftOut(&data, refused, known, turns)
	if title {
		data.add("left out, since the turns do not say it", "title: "+r.title)
	}
	if about {
		data.add("left out, since the turns do not say it", "context: "+r.context)
	}
	s.restsOn(&data, s.answered(turns, in), memories, known)
	again, err := s.askAgain(ctx, data, out, untold)
	switch {
	case errors.Is(err, ask.ErrAside):
		return err
	case err != nil:
		s.tell(Again, "not asked again about what was left out", err.Error())
		return nil
	}
	for _, l := range again.lines {
		switch b, why := s.check(c, l, known); {
		case why != "":
			s.tell(LeftOut, "left out once more a "+l.name, why)
		case sure && s.unsure(b, in):
		case !p.has(b):
			p.bullets = append(p.bullets, b)
		}
	}
	all := append(s.saidBy(in), s.did(in)...)
	if title || p.title == "" {
		p.title = s.heading("title", again.title, titleMost, all)
	}
	if about || p.context == "" {
		p.context = s.heading("context", again.context, contextMost, all)
	}
	return nil
}

// addLeftOut adds the lines that were left out, and returns the turns, behind those given, and the memories that they name.
func (s *stretch) addLeftOut(data *quoted, refused []leftOut, known []Memory, turns []int) (_, memories []int) {
	for _, x := range refused[:min(len(refused), mendLines)] {
		data.add("left out, since "+proof.Line(x.why), fmt.Sprintf("%s [%s]: %s", x.name, strings.Join(x.refs, " "), x.text))
		for _, ref := range x.refs {
			switch letter, n := number(ref); {
			case letter == 't' && n > 0 && n <= len(s.turns):
				turns = append(turns, n-1)
			case letter == 'k' && n > 0 && n <= len(known):
				memories = append(memories, n)
			}
		}
	}
	slices.Sort(memories)
	return turns, slices.Compact(memories)
}

// restsOn adds what lines rest on: memories, and as many turns as there is room for.
func (s *stretch) restsOn(data *quoted, turns, memories []int, known []Memory) {
	for _, n := range memories {
		data.add(fmt.Sprintf("k%d, already known", n), known[n-1].Text)
	}
	room := mendMost
	for _, i := range turns {
		text := s.turns[i].body() + "\n" + s.turns[i].tools()
		if room -= len(text); room < 0 {
			return
		}
		data.add(s.head(unit{turn: i}), text)
	}
}

// askAgain asks about lines that were left out, where there are some, and about what a person said and no line tells.
func (s *stretch) askAgain(ctx context.Context, data quoted, out, untold bool) (again reply, err error) {
	q := data.asking(s.Model.Name(), form())
	told, what := "", ""
	if out {
		told, what = " Lines that you wrote about a stretch were left out.", "Write anew what can be told so that it holds, nearer to the words of its turns; a title and a context only where they are among these. Leave out what cannot. "
	}
	if untold {
		told += " Some of what the person said stands in none of your lines."
		what += "Of what the person said write a line for each that the rules hold worth one, which may be none. "
	}
	q.Prompt = fmt.Sprintf("The mark of these pieces is %s.%s The turns follow.\n\n%s\nThat was all. %sAnswer in the form above, with the mark %s, in the language of the turns.\n", q.mark, told, data.under(q.mark), what, q.mark)
	a, err := s.answer(ctx, q)
	if err != nil {
		return reply{}, err
	}
	return parse(a.Text, q.mark)
}
