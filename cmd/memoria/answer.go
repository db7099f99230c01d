package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// What a session waits for at most, when nothing is prepared for it. The worker prepares it then, for
// the next one.
const (
	beginWait  = 1500 * time.Millisecond
	promptWait = 300 * time.Millisecond
	unsaidWait = 400 * time.Millisecond // of beginWait, for what a session said and no log has yet
)

// answer tells an agent what its hook had no answer prepared for.
func (a *app) answer(q *agent.Question) error {
	v, err := a.finder().Open(q.Vault)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	wait, find, way := beginWait, a.known, receipt.Start
	if q.Kind == queue.Prompt {
		wait, find, way = promptWait, a.recalled, receipt.Recall
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	type found struct {
		prepared.Choice
		err error
	}
	done := make(chan found, 1)
	go func() { // what it does may not look at ctx
		defer func() {
			if p := recover(); p != nil {
				done <- found{err: fmt.Errorf("panic: %v: %s", p, debug.Stack())}
			}
		}()
		c, err := find(ctx, v, q)
		done <- found{c, err}
	}()
	select {
	case f := <-done:
		if f.err == nil {
			f.err = agent.Give(a.Stdout, v.Dir, q, f.Choice, way, a.Now)
		}
		if f.err != nil {
			a.log(v).Printf("hook", "session %s: %v", q.Session, f.err)
		}
	case <-ctx.Done():
		a.log(v).Printf("hook", "session %s: nothing was found to tell it within %v", q.Session, wait)
	}
	return nil
}

// known is what a session that begins is told.
func (a *app) known(ctx context.Context, v *vault.Vault, q *agent.Question) (c prepared.Choice, err error) {
	if v.Config.Context == 0 {
		return c, nil
	}
	place, _ := a.place(v, q.Dir)
	if err := prepared.Remember(v.Dir, place); err != nil {
		return c, err
	}
	if place.Project == "" {
		return c, nil
	}
	var unwritten []prepared.Item
	if q.Source == prepared.Compacted {
		unwritten = a.unwritten(ctx, v, q) // before the brief, which may get it meanwhile
	}
	b, fresh := prepared.Read(v.Dir, place.Project)
	if fresh == prepared.Missing || fresh == prepared.Stale && b.Small {
		if b, err = a.madeNow(ctx, v, place.Project, b); err != nil {
			return c, err
		}
	}
	b.Items = append(b.Items, unwritten...)
	return b.Choose(prepared.Ask{Vault: v.Dir.Path(), Session: q.Session, Source: q.Source, Branch: prepared.Branch(place.Head), Max: v.Config.Context,
		Files: agent.Lately(q.Dir, a.Now()), Elsewhere: place.Elsewhere(v.Dir)}), nil
}

// unwritten is what a session said that is in no log yet: it was compacted before the worker came to it, or while a
// model writes of it. No model is asked here.
func (a *app) unwritten(ctx context.Context, v *vault.Vault, q *agent.Question) []prepared.Item {
	ctx, cancel := context.WithTimeout(ctx, unsaidWait)
	defer cancel()
	done := make(chan []prepared.Item, 1)
	go func() { // a long transcript may take longer than ctx
		var items []prepared.Item
		defer func() {
			if p := recover(); p != nil {
				a.log(v).Printf("hook", "session %s: panic: %v", q.Session, p)
			}
			done <- items
		}()
		src, err := claude.Open(q.Transcript)
		if err != nil {
			return // nothing was said yet
		}
		f := a.flusher(v)
		entries, err := f.Unwritten(ctx, flush.Capture{Source: src, Session: q.Session}, a.Now())
		if err != nil {
			a.log(v).Printf("hook", "session %s: %v", q.Session, err)
			return
		}
		items = brief.Unwritten(entries, f.Clean)
	}()
	select {
	case items := <-done:
		return items
	case <-ctx.Done():
		return nil
	}
}
