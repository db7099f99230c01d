package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A scribe is who writes entries in this run: a model, or the extractive author where there is none.
type scribe struct {
	flush.Author
	model *desk     // nil: no model is asked
	asker ask.Asker // has the model answer for good

	mu      sync.Mutex
	told    map[summary.Note]bool
	leftOut int // lines of answers that their turns do not bear out
}

// extractor asks no model.
func extractor() *scribe { return &scribe{Author: extract.Author{}} }

// scribe finds who writes entries: whom the flag --provider names, else the settings. tell says what
// a person should know, log what only who looks for it.
func (a *app) scribe(v *vault.Vault, flag, budget string, tell func(format string, a ...any)) (*scribe, error) {
	c, err := a.hire(v, flag, budget, tell)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return extractor(), nil
	}
	s := a.scribeOf(v, c, tell)
	return s, (&ask.Replies{Dir: v.Dir}).Clean(a.Now())
}

// scribeOf has c write.
func (a *app) scribeOf(v *vault.Vault, c *llm.Client, tell func(format string, a ...any)) *scribe {
	s := &scribe{model: &desk{Client: c}}
	s.asker = ask.Asker{Model: s.model, Replies: &ask.Replies{Dir: v.Dir}, Clean: a.cleaner(v)}
	log := a.log(v)
	s.Author = &summary.Author{
		Asker: s.asker, Fallback: extract.Author{},
		Known: &summary.Articles{Store: wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki}},
		Tell: func(n summary.Note) {
			if !s.news(n) {
				return
			}
			log.Printf("flush", "session %s: %s: %s", n.Session, n.What, oneLine(printable(n.Why)))
			if n.Fate == summary.Without {
				tell("session %s: %s: %s", printable(n.Session), n.What, oneLine(printable(n.Why)))
			}
		},
	}
	return s
}

// news reports whether a note was not told before: a capture that is begun again tells it again.
func (s *scribe) news(n summary.Note) bool {
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

// A desk is a model that answers what it is asked, or where the asker holds locks that others wait for,
// takes a question down for whoever holds none.
type desk struct {
	*llm.Client
	aside  bool // take down
	open   *ask.Question
	failed map[string]error // what became of those that were taken down and not answered
	shut   error            // what every question is answered with; nil asks
}

func (d *desk) Ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	switch {
	case d.shut != nil:
		return ask.Answer{}, d.shut
	case !d.aside:
		return d.Client.Ask(ctx, q)
	case d.failed[q.Recipe] != nil:
		return ask.Answer{}, d.failed[q.Recipe]
	}
	d.open = &q
	return ask.Answer{}, errTaken
}

// asksAside bounds how often a capture is begun again for a question: a session that goes on faster
// than the model answers asks another one each time.
const asksAside = 16

// unlocked does what asks questions, under a lock that f takes, so that none is asked under it: f
// ends where an answer is missing, and begins again once that is there.
func (s *scribe) unlocked(ctx context.Context, f func() error) error {
	if s.model == nil {
		return f()
	}
	d := s.model
	d.failed = map[string]error{}
	defer func() { d.aside = false }()
	for n := 0; ; n++ {
		d.aside, d.open = n < asksAside, nil
		err := f()
		if d.open == nil || !errors.Is(err, errTaken) {
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

// writers are s, and whom it has edit the articles, for a worker. tell says what a person should know.
func (a *app) writers(v *vault.Vault, s *scribe, tell func(format string, a ...any)) capture.Writers {
	if s.model == nil {
		return capture.Writers{Author: s.Author}
	}
	return capture.Writers{Author: s.Author, Unlocked: s.unlocked, Articles: func() compiler.Author { return a.editor(v, s.model.Client, tell) }}
}

// tellLeftOut says how much of what the model wrote was not let in.
func (a *app) tellLeftOut(s *scribe) {
	if s.leftOut > 0 {
		a.ui.Warn("left out %s of what the model wrote, which its turns do not bear out; .memoria/logs/memoria.log says why", count(s.leftOut, "line"))
	}
}

// taken says that a question was taken down, to be asked without the lock.
type taken struct{}

func (taken) Error() string             { return "the question is asked without the lock" }
func (taken) Outcome() ask.Outcome      { return ask.Retry }
func (taken) RetryAfter() time.Duration { return 0 }

var errTaken error = taken{}
