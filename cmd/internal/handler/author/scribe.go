package author

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Scribe writes the entries of a run: a model, or the built-in author where there is none.
type Scribe struct {
	flush.Author
	hire  Hire
	model *deferring // nil: no model is asked
	asker ask.Asker  // has the model answer at once

	mu      sync.Mutex
	told    map[summary.Note]bool
	leftOut int
}

// Extractor asks no model.
func Extractor() *Scribe { return &Scribe{Author: extract.Author{}} }

// Scribe finds who writes entries.
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

// ScribeOf has c write.
func (h Hire) ScribeOf(c *llm.Client) *Scribe {
	v := h.Vault
	s := &Scribe{hire: h, model: &deferring{Client: c}}
	s.asker = ask.Asker{Model: s.model, Replies: v.Replies(), Clean: v.Clean()}
	s.Author = &summary.Author{Asker: s.asker, Fallback: extract.Author{}, Known: &summary.Articles{Store: v.Wiki()}, Tell: func(n summary.Note) {
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

// news reports whether a note was not told before: a capture that is begun again tells it again.
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

// LeftOut is how many lines of answers their turns do not bear out.
func (s *Scribe) LeftOut() int { return s.leftOut }

// Editor is the author of articles that has the same model edit them; nil where none is asked.
func (s *Scribe) Editor() *editor.Author {
	if s.model == nil {
		return nil
	}
	return s.hire.Editor(s.model.Client)
}

// Shut has every question of the scribe's answered with err; nil asks the model again.
func (s *Scribe) Shut(err error) { s.model.shut = err }

// ErrDeferred is what a question is answered with that is to be asked later, without the lock.
var ErrDeferred error = deferred{}

type deferred struct{}

func (deferred) Error() string             { return "the question is asked without the lock" }
func (deferred) Outcome() ask.Outcome      { return ask.Retry }
func (deferred) RetryAfter() time.Duration { return 0 }

// A deferring model answers what it is asked, or where the asker holds locks that others wait for,
// takes the question down for whoever holds none.
type deferring struct {
	*llm.Client
	aside  bool // take down
	open   *ask.Question
	failed map[string]error // what became of those that were taken down and not answered
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
	return ask.Answer{}, ErrDeferred
}

// mostDeferred bounds how often a capture is begun again for a question: a session that goes on faster
// than the model answers asks another one each time.
const mostDeferred = 16

// Unlocked does what asks questions, under a lock that f takes, so that none is asked under it: f
// ends where an answer is missing, and begins again once that is there.
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
		if d.open == nil || !errors.Is(err, ErrDeferred) {
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
