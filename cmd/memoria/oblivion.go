package main

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/wording"
)

// An oblivion is what is about to be forgotten, and what it will take. Its promise holds no words, so
// that it can be kept until all is done, and by another run.
type oblivion struct {
	*app
	v          *workspace.Vault
	kind, name string
	texts      []string // its words
	promise    flush.Promise
	kept       []daily.Dated // what the archive and the ledger have of the logs
	doubts     []compiler.Doubt
	touched    []flush.SessionName // that something is forgotten of

	foresight *compiler.Foresight
	forgone   flush.Forgone
	went      []gone
	rest      []stay
}

// gone is something that goes.
type gone struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

// stay is a place that goes on saying it.
type stay struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
	Why  string `json:"why"`
}

// of writes down a target as a promise.
func (x *oblivion) of(t *compiler.Target) {
	t.Again(wording.Says)
	x.texts, x.doubts = t.Texts(), t.Doubts()
	f := t.Forgetting()
	x.promise = flush.Promise{Cuts: t.Cuts(), Cites: sortedKeys(f.Cites), Said: sortedKeys(f.Said)}
	for _, e := range t.Entries {
		if s := (flush.SessionName{Agent: e.Agent, ID: e.Session}); t.Kind == "session" && !slices.Contains(x.promise.Sessions, s) {
			x.promise.Sessions = append(x.promise.Sessions, s)
		}
	}
	for _, l := range t.Lines {
		if l.Of.Hand || l.Of.Date.IsZero() {
			continue
		}
		cut := x.promise.Cuts[l.Of.Date]
		if wording.Says(l.Of.Title, l.Bullet.Text) {
			cut.Add(daily.Cut{Titles: map[string]bool{l.Of.ID: true}})
			x.texts = append(x.texts, l.Of.Title)
		}
		if wording.Says(l.Of.Context, l.Bullet.Text) {
			cut.Add(daily.Cut{Contexts: map[string]bool{l.Of.ID: true}})
			x.texts = append(x.texts, l.Of.Context)
		}
		x.promise.Cuts[l.Of.Date] = cut
	}
}

func sortedKeys(m map[string]bool) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// forgetting is the promise as the compiler takes it.
func (x *oblivion) forgetting() compiler.Forgetting {
	f := compiler.Forgetting{Cites: map[string]bool{}, Said: map[string]bool{}, Days: map[daily.Date]bool{}}
	for _, c := range x.promise.Cites {
		f.Cites[c] = true
	}
	for _, s := range x.promise.Said {
		f.Said[s] = true
	}
	for d := range x.promise.Cuts {
		f.Days[d] = true
	}
	return f
}

// days are those whose logs lose something, in order.
func (x *oblivion) days() []daily.Date {
	var out []daily.Date
	for d := range x.promise.Cuts {
		out = append(out, d)
	}
	slices.SortFunc(out, daily.Date.Compare)
	return out
}

func (x *oblivion) goes(where, what string) { x.went = append(x.went, gone{where, what}) }

// queued takes the words out of what waits in the queue, or with dry counts them.
func (x *oblivion) queued(ask *flush.Forget, dry bool) (n int, err error) {
	q := &queue.Queue{Dir: x.v.Dir, Warn: func(s string) { x.ui.Warn("%s", printable(s)) }}
	lines := map[flush.SessionName][]string{}
	whole := map[flush.SessionName]bool{}
	for _, s := range ask.Sessions {
		whole[s], lines[s] = true, nil
	}
	for _, e := range ask.Entries {
		s := flush.SessionName{Agent: e.Agent, ID: e.Session}
		whole[s], lines[s] = true, nil
	}
	for _, l := range ask.Lines {
		s := flush.SessionName{Agent: l.Of.Agent, ID: l.Of.Session}
		lines[s] = append(append(lines[s], l.Bullet.Text), l.Was...)
	}
	for s, texts := range lines {
		k, err := q.Forget(s.Agent, s.ID, func(said string) bool {
			return whole[s] || slices.ContainsFunc(texts, func(l string) bool { return wording.Says(said, l) })
		}, dry)
		if n += k; err != nil {
			return n, err
		}
	}
	return n, nil
}

// take takes all of it out. The promise is written down first and taken back last, so that a run that
// is killed between can only have forgotten less than all, and never bring anything back.
func (x *oblivion) take(ctx context.Context) error {
	if err := capture.Adopt(x.v, capture.NewQueue(x.v, func(s string) { x.ui.Warn("%s", s) })); err != nil {
		x.ui.Warn("notes that hooks put outside of the vault could not be taken in, and may hold it")
	}
	ask, err := x.asked(ctx)
	if err != nil {
		return err
	}
	f := x.v.Flusher()
	_, err = x.v.Compiler().Forget(ctx, x.forgetting(), func() error {
		if _, err := f.Forget(ctx, ask, false, x.Now()); err != nil {
			return err
		}
		if _, err := x.queued(ask, false); err != nil {
			return err
		}
		for _, d := range x.days() {
			if _, err := x.v.Daily().CutTorn(x.promise.Cuts[d], false); err != nil {
				return err
			}
			if _, err := x.v.Daily().Cut(ctx, d, x.promise.Cuts[d]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.Forgot(x.Now())
}
