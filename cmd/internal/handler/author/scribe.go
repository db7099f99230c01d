package author

import (
	"context"
	"errors"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/wiki/ask"
)

var _ flush.Scribe = (*summary.Author)(nil)

// A Scribe writes the entries of a run, with a model or with the built-in author.
type Scribe struct {
	flush.Author
	hire  Hire
	model *deferring // nil: no model is asked
	asker ask.Asker  // has the model answer at once

	mu      sync.Mutex
	told    map[summary.Note]bool
	leftOut int
}

// Extractor returns a Scribe that asks no model.
func Extractor() *Scribe { return &Scribe{Author: extract.Author{}} }

// Scribe returns the author of entries.
func (h Hire) Scribe() (*Scribe, error) {
	c, err := h.Client()
	if err != nil {
		return nil, err
	}
	if c == nil {
		return Extractor(), nil
	}
	return h.ScribeOf(c), h.Vault.Replies().Clean(h.Vault.Now())
}

// ScribeOf returns a Scribe that asks c.
func (h Hire) ScribeOf(c *llm.Client) *Scribe {
	v := h.Vault
	s := &Scribe{hire: h, model: &deferring{Client: c}}
	s.asker = ask.Asker{Model: s.model, Replies: v.Replies(), Clean: v.Clean()}
	s.Author = &summary.Author{Asker: s.asker, Fallback: extract.Author{}, Known: &summary.Articles{Store: v.Wiki()}, Verify: v.Config.Verify, Tell: func(n summary.Note) {
		if !s.news(n) {
			return
		}
		v.Log().Printf("flush", "session %s: %s: %s", n.Session, n.What, line(n.Why))
		if n.Fate == summary.Without {
			h.Tell("session %s: %s: %s", say.Printable(n.Session), n.What, line(n.Why))
		}
	}}
	return s
}

// news reports whether a note was not reported before: a capture that starts again reports it again.
func (s *Scribe) news(n summary.Note) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.told[n] {
		return false
	}
	if s.told == nil {
		s.told = map[summary.Note]bool{}
	}
	s.told[n] = true
	if n.Fate == summary.LeftOut {
		s.leftOut++
	}
	return true
}

// Asks reports whether a model is asked.
func (s *Scribe) Asks() bool { return s.model != nil }

// LeftOut returns how many lines of answers were dropped because their turns do not support them.
func (s *Scribe) LeftOut() int { return s.leftOut }

// Editor returns the author of articles that asks the same model, nil if there is none.
func (s *Scribe) Editor() *editor.Author {
	if s.model == nil {
		return nil
	}
	return s.hire.Editor(s.model.Client)
}

// Answered returns a Scribe that writes with the answers that s got and did not use yet, and asks nothing: the built-in
// author writes the rest.
func (s *Scribe) Answered() *Scribe {
	a, ok := s.Author.(*summary.Author)
	if !ok {
		return s
	}
	return &Scribe{Author: &summary.Author{Asker: ask.Asker{Model: mute{s.model}, Replies: a.Replies, Clean: a.Clean}, Fallback: a.Fallback, Known: a.Known, Verify: a.Verify}}
}

// A mute model answers nothing.
type mute struct{ ask.Model }

func (mute) Ask(context.Context, ask.Question) (ask.Answer, error) {
	return ask.Answer{}, &llm.Error{Kind: ask.Refused, What: "it is not asked any more"}
}

// Shut makes every question fail with err; nil asks the model again.
func (s *Scribe) Shut(err error) { s.model.shut = err }

// A deferring model answers a question, or, while the caller holds locks, records it and answers ask.ErrAside, so that
// the question can be asked after the locks are released.
type deferring struct {
	*llm.Client
	aside  bool // record the question and do not ask it
	open   *ask.Question
	failed map[string]error // errors of recorded questions
	shut   error            // what every question is answered with; nil asks
}

func (d *deferring) Ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	switch {
	case d.shut != nil:
		return ask.Answer{}, d.shut
	case !d.aside:
		return d.Client.Ask(ctx, q)
	case d.failed[q.Recipe] != nil:
		return ask.Answer{}, d.failed[q.Recipe]
	}
	d.open = &q
	return ask.Answer{}, ask.ErrAside
}

// mostDeferred bounds how often a capture starts again for a question: a session that grows faster than the model
// answers asks a new one each time.
const mostDeferred = 64

// Unlocked runs f, which takes a lock and asks questions, so that no question is asked under the lock: f returns when
// an answer is missing, and runs again when the answer is there.
func (s *Scribe) Unlocked(ctx context.Context, f func() error) error {
	if s.model == nil {
		return f()
	}
	d := s.model
	d.failed = map[string]error{}
	defer func() { d.aside = false }()
	for n := 0; ; n++ {
		d.aside, d.open = n < mostDeferred, nil
		err := f()
		if d.open == nil || !errors.Is(err, ask.ErrAside) {
			return err
		}
		q := *d.open
		d.aside = false
		if _, err := s.asker.Ask(ctx, q); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			d.failed[q.Recipe] = err
		}
	}
}
