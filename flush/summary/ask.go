package summary

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/ask"
)

const (
	asksMost = 2 // attempts at one question
	missMost = 8 // questions about one chunk and its parts that nothing comes of
)

// summarise asks about a chunk: once more where the answer is malformed, in parts where it or the question
// is too long. The fallback summarises what the model cannot, and what is left when so many more have failed.
func (s *stretch) summarise(ctx context.Context, c chunk, left *int) ([]part, error) {
	if s.isDown() != nil {
		return s.without(ctx, c)
	}
	if err := s.narrow(); err != nil {
		return s.broken(ctx, c, err)
	}
	q := s.question(ctx, c, func() string { return s.picked(ctx, c) })
	for try := 1; ; try++ {
		a, err := s.answer(ctx, q)
		var r reply
		if err == nil {
			r, err = parse(a.Text, q.mark)
		}
		if err != nil {
			*left--
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
			var parts []chunk
			if room := min(s.room(), c.bytes()/2+headRoom); room >= chunkMin { // where the window was found to be smaller, that
				parts = s.pack(recut(c, room), room)
			}
			if narrow := s.narrow(); narrow != nil {
				return s.broken(ctx, c, narrow)
			}
			if len(parts) > 1 && *left > 0 {
				s.tell(Again, "asked again in parts", err.Error())
				return s.each(ctx, parts, left)
			}
			return s.instead(ctx, c, err)
		case ask.Malformed(err), outcome == ask.Empty:
			if try == asksMost || *left <= 0 {
				return s.instead(ctx, c, err)
			}
			s.tell(Again, "asked again", err.Error())
			q = q.again(err)
		case outcome == ask.Refused:
			return s.instead(ctx, c, err)
		case outcome.OfModel():
			return s.broken(ctx, c, err)
		case outcome != "":
			return nil, err
		default:
			return nil, fmt.Errorf("ask %s: %w", s.Model.Name(), err)
		}
	}
}

// each summarises the parts of a chunk, without the model once enough have failed.
func (s *stretch) each(ctx context.Context, parts []chunk, left *int) (out []part, err error) {
	for _, h := range parts {
		ask := s.summarise
		if *left <= 0 {
			ask = func(ctx context.Context, c chunk, _ *int) ([]part, error) {
				return s.instead(ctx, c, fmt.Errorf("ask %s: %d questions about one stretch came to nothing", s.Model.Name(), missMost))
			}
		}
		some, err := ask(ctx, h, left)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// broken has the fallback summarise a chunk, and asks the model no more in this run.
func (s *stretch) broken(ctx context.Context, c chunk, why error) ([]part, error) {
	switch {
	case s.Redo:
		return nil, why
	case s.goesDown(why):
		return s.instead(ctx, c, why)
	}
	return s.without(ctx, c)
}

// A narrowError says that the context of a model does not hold a question.
type narrowError struct {
	name         string
	window, need int // bytes
}

func (e narrowError) Error() string {
	return fmt.Sprintf("ask %s: its context leaves %d bytes for a question, and one about the shortest stretch has %d; take a model with a larger context", e.name, e.window, e.need)
}
func (narrowError) Outcome() ask.Outcome      { return ask.Fatal }
func (narrowError) RetryAfter() time.Duration { return 0 }

// narrow returns an error if the model's window does not hold a question.
func (s *stretch) narrow() error {
	if w, need := s.Model.Window(), len(rules())+len(form())+chunkMin; 0 < w && w < need {
		return narrowError{s.Model.Name(), w, need}
	}
	return nil
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
