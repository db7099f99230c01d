package summary

import (
	"context"
	"errors"
	"fmt"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/ask"
)

const (
	asksMost   = 2 // attempts at one question
	halvesMost = 4 // times that a chunk is halved
)

// summarise asks about a chunk: once more where the answer is malformed, in halves where it or the question
// is too long. The fallback summarises what the model cannot.
func (s *stretch) summarise(ctx context.Context, c chunk, halved int) ([]part, error) {
	if s.isDown() != nil {
		return s.without(ctx, c)
	}
	q := s.question(ctx, c, func() string { return s.picked(ctx, c) })
	for try := 1; ; try++ {
		a, err := s.answer(ctx, q)
		var r reply
		if err == nil {
			r, err = parse(a.Text, q.mark)
		}
		outcome := ask.OutcomeOf(err)
		switch {
		case err == nil:
			p, refused := s.take(c, r, a.By, q.known)
			err := s.mend(ctx, c, r, &p, q.known, refused, false)
			var denied []leftOut
			if err == nil {
				denied, err = s.verify(ctx, c, &p)
			}
			if err == nil {
				err = s.mend(ctx, c, reply{}, &p, q.known, denied, true)
			}
			if err != nil {
				return nil, err
			}
			return []part{p}, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, ask.ErrCut), outcome == ask.Truncated, outcome == ask.TooLong:
			if halves := s.halve(c); halves != nil && halved < halvesMost {
				s.tell(Again, "asked again in halves", err.Error())
				return s.both(ctx, halves, halved+1)
			}
			return s.instead(ctx, c, err)
		case ask.Malformed(err), outcome == ask.Empty:
			if try == asksMost {
				return s.instead(ctx, c, err)
			}
			s.tell(Again, "asked again", err.Error())
			q = q.again(err)
		case outcome == ask.Refused:
			return s.instead(ctx, c, err)
		case outcome.OfModel() && s.Redo:
			return nil, err
		case outcome.OfModel():
			if s.goesDown(err) {
				return s.instead(ctx, c, err)
			}
			return s.without(ctx, c)
		case outcome != "":
			return nil, err
		default:
			return nil, fmt.Errorf("ask %s: %w", s.Model.Name(), err)
		}
	}
}

func (s *stretch) both(ctx context.Context, halves []chunk, halved int) (out []part, err error) {
	for _, h := range halves {
		some, err := s.summarise(ctx, h, halved)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// answer returns the answer to a question: a kept one, or a new one, which it then keeps.
func (s *stretch) answer(ctx context.Context, q asking) (ask.Answer, error) {
	q.About = []string{s.session}
	a, err := s.Ask(ctx, q.Question)
	if err == nil {
		s.used = append(s.used, q.Recipe)
	}
	return a, err
}

// instead has the fallback summarise a chunk, and reports why.
func (s *stretch) instead(ctx context.Context, c chunk, why error) ([]part, error) {
	what := "written without the model"
	if s.Redo {
		what = "no answer could be used"
	}
	s.tell(Without, what, why.Error())
	return s.without(ctx, c)
}

// without has the fallback summarise a chunk.
func (s *stretch) without(ctx context.Context, c chunk) ([]part, error) {
	sum, err := s.plainly(ctx, c)
	if err != nil {
		return nil, err
	}
	p := part{by: s.Fallback.Name(), title: sum.Title, context: sum.Context}
	for _, b := range sum.Bullets {
		p.bullets = append(p.bullets, bullet{Bullet: daily.Bullet{Kind: b.Kind, Text: b.Text, Done: b.Done}, turns: turnsOf(c)})
	}
	return []part{p}, nil
}

// plainly returns the summary of a chunk that the fallback makes.
func (s *stretch) plainly(ctx context.Context, c chunk) (daily.Summary, error) {
	var turns []transcript.Turn
	for _, u := range c {
		t := s.original[u.turn]
		if u.parts > 0 {
			t.Text = u.text
		}
		turns = append(turns, t)
	}
	return s.Fallback.Summarise(ctx, turns, s.titles)
}
