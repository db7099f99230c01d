package main

import (
	"context"
	"errors"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/wiki"
)

// A scribe is who writes entries in this run: a model, or the extractive author where there is none.
type scribe struct {
	flush.Author
	model   *desk // nil: no model is asked
	replies *summary.Replies

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
	return s, s.replies.Clean(a.Now())
}

// scribeOf has c write.
func (a *app) scribeOf(v *vault.Vault, c *llm.Client, tell func(format string, a ...any)) *scribe {
	s := &scribe{model: &desk{client: c}, replies: &summary.Replies{Dir: v.Dir}}
	clean := redact.New(redact.Options{Paths: v.Config.Private, Home: a.Home})
	log := a.log(v)
	s.Author = &summary.Author{
		Model: s.model, Fallback: extract.Author{}, Replies: s.replies,
		Known: &summary.Articles{Store: wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki}},
		Clean: func(t string) string { t, _ = clean.Text(t); return t },
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

// A desk hands a model's questions to a provider. Where the asker holds locks that others wait for, it
// takes a question down instead, for whoever holds none.
type desk struct {
	client *llm.Client
	aside  bool // take down
	open   *summary.Question
	failed map[string]error // what became of those that were taken down and not answered
	shut   error            // what every question is answered with; nil asks
}

func (d *desk) Name() string { return d.client.Info().Name }
func (d *desk) Window() int  { return d.client.Info().Window }

func (d *desk) Ask(ctx context.Context, q summary.Question) (summary.Answer, error) {
	if d.shut != nil {
		return summary.Answer{}, d.shut
	}
	if !d.aside {
		return d.ask(ctx, q)
	}
	if err := d.failed[q.Recipe]; err != nil {
		return summary.Answer{}, err
	}
	d.open = &q
	return summary.Answer{}, errTaken
}

func (d *desk) ask(ctx context.Context, q summary.Question) (summary.Answer, error) {
	r, err := d.client.Generate(ctx, llm.Request{Job: "flush", System: q.System, Prefix: q.Prefix, Prompt: q.Prompt, MaxTokens: q.MaxTokens})
	return summary.Answer{Text: r.Text, By: r.By}, err
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
		a, err := d.ask(ctx, q)
		if err == nil {
			err = s.replies.Keep(q.Recipe, s.cleaned(a))
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			d.failed[q.Recipe] = err
		}
	}
}

func (s *scribe) cleaned(a summary.Answer) summary.Answer {
	if w, ok := s.Author.(*summary.Author); ok && w.Clean != nil {
		a.Text = w.Clean(a.Text)
	}
	return a
}

// asks has the worker's entries written by whom the flag --provider names, else the settings.
func (w *worker) asks(flag, budget string) error {
	s, err := w.app.scribe(w.v, flag, budget, w.tell)
	if err == nil {
		w.scribe = s
	}
	return err
}

// tellLeftOut says how much of what the model wrote was not let in.
func (a *app) tellLeftOut(s *scribe) {
	if s.leftOut > 0 {
		a.ui.Warn("left out %s of what the model wrote, which its turns do not bear out; .memoria/logs/memoria.log says why", count(s.leftOut, "line"))
	}
}
