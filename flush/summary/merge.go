package summary

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// merge puts parts together: it asks a model which of their bullets say the same, in groups that each fit
// one question. A bullet that the answer leaves out stays as it was.
func (s *stretch) merge(ctx context.Context, parts []part) (whole part, err error) {
	parts = slices.DeleteFunc(parts, func(p part) bool { return len(p.bullets) == 0 })
	if len(parts) < 2 {
		for _, p := range parts {
			whole = p
		}
		return whole, nil
	}
	var united []part
	for _, group := range s.groups(parts) {
		p := concat(group)
		if len(group) > 1 && s.isDown() == nil {
			if p, err = s.united(ctx, p); err != nil {
				return whole, err
			}
		}
		united = append(united, p)
	}
	return concat(united), nil
}

// groups divides the parts into runs whose bullets fit one question.
func (s *stretch) groups(parts []part) (out [][]part) {
	size := 0
	for _, p := range parts {
		n := len(p.title) + len(p.context)
		for _, b := range p.bullets {
			n += len(b.Text) + 60
		}
		if len(out) == 0 || size+n > s.room()/2 {
			out, size = append(out, nil), 0
		}
		size += n
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// concat puts parts together in order, under the title of the part with the most bullets.
func concat(parts []part) (p part) {
	most := 0
	for _, x := range parts {
		if len(x.bullets) > most {
			most, p.title, p.context = len(x.bullets), x.title, x.context
		}
		for _, b := range x.bullets {
			if !p.has(b) {
				p.bullets = append(p.bullets, b)
			}
		}
	}
	return p
}

// united asks a model to merge the bullets of p; it returns p if the answer cannot be used.
func (s *stretch) united(ctx context.Context, p part) (part, error) {
	var data quoted
	for i, b := range p.bullets {
		data.add(fmt.Sprintf("b%d %s", i+1, nameOf(b.Bullet)), b.Text)
	}
	q := data.asking(s.Model.Name(), form()+"\n"+mergeForm())
	q.Prompt = fmt.Sprintf("The mark of these notes is %s.\n\n%s\nThat was all. Put b1 to b%d together, in the form of the section \"Putting notes together\", with the mark %s, in the language of the notes.\n",
		q.mark, data.under(q.mark), len(p.bullets), q.mark)
	a, err := s.answer(ctx, q)
	if err == nil {
		var r reply
		if r, err = parse(a.Text, q.mark); err == nil && len(r.lines) > 0 {
			return s.unite(p, r), nil
		}
		if err == nil {
			err = ask.ErrForm
		}
	}
	outcome := ask.OutcomeOf(err)
	switch {
	case ctx.Err() != nil:
		return p, ctx.Err()
	case outcome.OfModel():
		s.goesDown(err)
	case !outcome.OfQuestion() && !errors.Is(err, ask.ErrCut) && !ask.Malformed(err):
		return p, err
	}
	s.tell(Without, "put together without the model", err.Error())
	return p, nil
}

func nameOf(b daily.Bullet) string {
	if b.Done {
		return "done"
	}
	return b.Kind.String()
}

// unite returns p with those bullets joined that a reply joins, and all others as they were.
func (s *stretch) unite(p part, r reply) (out part) {
	told := make([]bool, len(p.bullets))
	for _, l := range r.lines {
		var of []int
		for _, ref := range l.refs {
			if letter, n := number(ref); letter == 'b' && n > 0 && n <= len(p.bullets) && !told[n-1] {
				of = append(of, n-1)
			}
		}
		if len(of) < 2 { // one by itself stays as it is
			continue
		}
		b, why := s.uniteLine(p, l, of)
		if why != "" {
			s.tell(LeftOut, "left apart what was to be one "+l.name, why)
			continue
		}
		for _, n := range of {
			told[n] = true
		}
		out.bullets = append(out.bullets, b)
	}
	for i, b := range p.bullets {
		if !told[i] {
			out.bullets = append(out.bullets, b)
		}
	}
	var all []int
	for _, b := range p.bullets {
		all = append(all, b.turns...)
	}
	slices.Sort(all)
	said := s.saidBy(slices.Compact(all))
	out.title, out.context = s.heading("title", r.title, titleMost, said), s.heading("context", r.context, contextMost, said)
	if out.title == "" {
		out.title = p.title
	}
	if out.context == "" {
		out.context = p.context
	}
	return out
}

// uniteLine makes one bullet of several, or returns why not. It may say only what they say, and must keep
// all of their values.
func (s *stretch) uniteLine(p part, l line, of []int) (b bullet, why string) {
	if len(l.text) > lineBytes {
		return b, "it is too long"
	}
	b = bullet{Bullet: daily.Bullet{Kind: l.kind, Text: tidy(l.text), Done: l.done}}
	var said []*proof.Evidence
	same := false
	for _, n := range of {
		o := p.bullets[n]
		b.turns, b.known = append(b.turns, o.turns...), append(b.known, o.known...)
		b.Settles = strings.Trim(b.Settles+","+o.Settles, ",")
		said = append(said, proof.Of(o.Text, nil))
		same = same || o.Kind == l.kind
	}
	slices.Sort(b.turns)
	b.turns = slices.Compact(b.turns)
	if len([]rune(b.Text)) > lineMost {
		return b, "it is too long"
	}
	if !same {
		return b, "it is of another kind than what it is made of"
	}
	if why = proof.Amiss(b.Text, said); why != "" {
		return b, why
	}
	if name := proof.Stranger(b.Text, said); name != "" {
		return b, fmt.Sprintf("none of them speaks of %q", name)
	}
	if proof.Reversed(b.Text, said) {
		return b, "one of them says it the other way round"
	}
	own := proof.Of(b.Text, nil)
	for _, n := range of {
		o := p.bullets[n]
		if why = proof.Amiss(o.Text, []*proof.Evidence{own}); why != "" {
			return b, "it loses something: " + strings.TrimSuffix(why, " is not in what it rests on")
		}
		if !own.Bears(o.Text) {
			return b, "it loses what one of them says"
		}
		if proof.SaysNot(proof.Folded(o.Text)) && !proof.Denies(proof.Folded(b.Text), nil) {
			return b, "it loses a not"
		}
	}
	return b, ""
}
