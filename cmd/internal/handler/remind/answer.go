package remind

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
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
	wholeWait  = time.Second            // of beginWait, for a whole brief
	unsaidWait = 400 * time.Millisecond // of beginWait, for what a session said and no log has yet

	roughLogs = 10 // newest logs, from which a brief is made if a whole one takes too long
)

// errLate says that something took too long.
var errLate = errors.New("it took too long")

// within calls f and waits for it until ctx is done; f need not check ctx. The error is errLate if f takes too long.
// A panic of f is returned as an error.
func within[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("panic: %v: %s", p, debug.Stack())
			}
			done <- r
		}()
		r.value, r.err = f()
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, errLate
	}
}

// Answer answers a question of a hook on out. If it fails, it logs the error and prints nothing.
func Answer(v *workspace.Vault, q *agent.Question, out io.Writer) {
	wait, find, way := beginWait, known, receipt.Start
	if q.Kind == queue.Prompt {
		wait, find, way = promptWait, recalled, receipt.Recall
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	c, err := within(ctx, func() (prepared.Choice, error) { return find(ctx, v, q) })
	if err == nil {
		err = agent.Give(out, v.Dir, q, c, way, v.Now)
	}
	if errors.Is(err, errLate) {
		err = fmt.Errorf("nothing was found to tell it within %v", wait)
	}
	if err != nil {
		v.Log().Printf("hook", "session %s: %v", q.Session, err)
	}
}

// recalled returns what a prompt asks about, of what this session was not given yet. It takes the index as the worker
// left it.
func recalled(ctx context.Context, v *workspace.Vault, q *agent.Question) (c prepared.Choice, err error) {
	if v.Config.Recall == 0 {
		return c, nil
	}
	rules := v.Filter()
	if rules.Withheld(q.Dir) != "" {
		return c, nil
	}
	given, err := receipt.GivenTo(v.Dir, q.Session)
	if err != nil {
		return c, err
	}
	x, err := v.Search().OpenKept(ctx)
	if err != nil {
		return c, err
	}
	defer x.Close()
	r := &brief.Recall{Index: x, Holds: v.HoldsKept(), Clean: v.Clean(), Given: func(id string) bool { return given[id] },
		Apart: rules.Projects.Namesakes(rules.PlaceOf(q.Dir).Name), Reader: v.Reader()}
	if r.Reader != nil && r.Holds == nil { // it is not known yet who said what
		return c, nil
	}
	items, err := r.Find(ctx, q.Prompt)
	return prepared.Beside(items, v.Config.Recall), err
}

// known returns what a new session is told.
func known(ctx context.Context, v *workspace.Vault, q *agent.Question) (c prepared.Choice, err error) {
	if v.Config.Context == 0 {
		return c, nil
	}
	place, _ := v.Place(q.Dir)
	if err := prepared.Remember(v.Dir, place); err != nil {
		return c, err
	}
	if place.Project == "" {
		return c, nil
	}
	var unsaid []prepared.Item
	if q.Source == prepared.Compacted {
		unsaid = unwritten(ctx, v, q) // before the brief, which may get it meanwhile
	}
	b, fresh := prepared.Read(v.Dir, place.Project)
	if fresh == prepared.Missing || fresh == prepared.Stale && b.Small {
		if b, err = madeNow(ctx, v, place.Project, b); err != nil {
			return c, err
		}
	}
	b.Items = append(b.Items, unsaid...)
	return b.Choose(prepared.Ask{Vault: v.Path(), Session: q.Session, Source: q.Source, Branch: prepared.Branch(place.Head), Max: v.Config.Context,
		Files: agent.Lately(q.Dir, v.Now()), Elsewhere: place.Elsewhere(v.Dir, q.Agent)}), nil
}

// unwritten returns what a session said that is in no log yet, since the worker has not read it or a model still
// writes the entry. It asks no model.
func unwritten(ctx context.Context, v *workspace.Vault, q *agent.Question) []prepared.Item {
	ctx, cancel := context.WithTimeout(ctx, unsaidWait)
	defer cancel()
	items, err := within(ctx, func() ([]prepared.Item, error) {
		a := agents.Of(q.Agent)[0]
		src, err := a.Source(ctx, q.Transcript, a.Root(v.Machine.Getenv, v.Machine.Home), q.Session, q.Dir)
		if err != nil {
			return nil, nil // nothing was said yet
		}
		f := v.Flusher()
		entries, err := f.Unwritten(ctx, flush.Capture{Source: src, Session: q.Session}, v.Now())
		return brief.Unwritten(entries, f.Clean), err
	})
	if err != nil && !errors.Is(err, errLate) {
		v.Log().Printf("hook", "session %s: %v", q.Session, err)
		return nil
	}
	return items
}

// madeNow makes the brief of a project, and keeps it if it is whole. old is one that lacks the news, or nil.
//
// A brief that was not prepared is made while a session waits: after an update of the program that keeps them in
// another form, or in a vault whose caches are gone. Of a large wiki that takes too long; then the session is told
// what the newest logs alone say, and the worker, which its begin starts, prepares the rest.
func madeNow(ctx context.Context, v *workspace.Vault, project string, old *prepared.Brief) (*prepared.Brief, error) {
	wait, cancel := context.WithTimeout(ctx, wholeWait)
	defer cancel()
	b, err := within(wait, func() (*prepared.Brief, error) {
		builder, err := Builder(ctx, v)
		if err != nil {
			return nil, err
		}
		return builder.Build(project), nil
	})
	switch {
	case err == nil:
		_, err = prepared.Write(v.Dir, b)
		return b, err
	case !errors.Is(err, errLate):
		return nil, err
	case old != nil:
		return old, nil
	}
	return Rough(v, project)
}

// Rough returns a brief of the last sessions, from the newest logs alone. It leaves decisions out, since only the
// wiki knows whether they still hold.
func Rough(v *workspace.Vault, project string) (*prepared.Brief, error) {
	store := v.Daily()
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
	b := &brief.Builder{Dir: v.Dir, Wiki: v.Wiki().New(nil), Logs: logs, Clean: v.Flusher().Clean, Reader: v.Reader()}
	out := b.Build(project)
	out.Items = slices.DeleteFunc(out.Items, func(it prepared.Item) bool {
		return it.Section != prepared.Own && (it.Section != prepared.Last || it.Kind != "session")
	})
	return out, nil
}
