package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// A brief that nobody prepared is made while a session waits: after an update of the program that keeps them in
// another form, or in a vault whose caches are gone. Of a large wiki that takes too long; then the session is told
// what the newest logs alone say, and the worker, which its begin starts, prepares the rest.
const (
	wholeWait = time.Second // of beginWait, for a whole brief
	roughLogs = 10          // newest logs
)

// madeNow makes the brief of a project, and keeps it if it is whole. old is one that lacks the news, or nil.
func (a *app) madeNow(ctx context.Context, v *vault.Vault, project string, old *prepared.Brief) (*prepared.Brief, error) {
	type made struct {
		b   *prepared.Brief
		err error
	}
	done := make(chan made, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- made{err: fmt.Errorf("panic: %v: %s", p, debug.Stack())}
			}
		}()
		builder, err := a.builder(ctx, v)
		if err != nil {
			done <- made{err: err}
			return
		}
		done <- made{b: builder.Build(project)}
	}()
	select {
	case m := <-done:
		if m.err == nil {
			_, m.err = prepared.Write(v.Dir, m.b)
		}
		return m.b, m.err
	case <-time.After(wholeWait):
	case <-ctx.Done():
	}
	if old != nil {
		return old, nil
	}
	return a.rough(v, project)
}

// rough is what the newest logs say of the last sessions. What was decided in them is left out: only the wiki knows
// whether it still holds.
func (a *app) rough(v *vault.Vault, project string) (*prepared.Brief, error) {
	store := a.daily(v)
	dates, _, err := store.Dates()
	if err != nil {
		return nil, err
	}
	var logs []*daily.Log
	for _, d := range dates[max(0, len(dates)-roughLogs):] {
		l, err := store.Read(d)
		if err != nil {
			return nil, err
		}
		logs = append(logs, l)
	}
	b := &brief.Builder{Dir: v.Dir, Wiki: wiki.New(v.Config.Wiki, nil), Logs: logs, Clean: a.flusher(v).Clean}
	out := b.Build(project)
	out.Items = slices.DeleteFunc(out.Items, func(it prepared.Item) bool {
		return it.Section != prepared.Own && (it.Section != prepared.Last || it.Kind != "session")
	})
	return out, nil
}
