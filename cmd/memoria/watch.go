package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/handler/watch"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	compilerwatch "github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	fswatch "github.com/agent-admin/memoria/fsutil/watch"
)

// watch compiles the vault as it changes until the person stops it.
func (a *app) watch(ctx context.Context, v *workspace.Vault, o compileFlags) error {
	if o.all || o.dryRun || o.diff || o.json || len(o.days) > 0 {
		return hint(errors.New("compile --watch compiles what is stale, and tells it line by line"), exitUsage,
			"leave out --all, --file, --dry-run, --diff and --json, or --watch")
	}
	client, err := a.hire(v, o.model).Client()
	if err != nil {
		return err
	}
	h := &watch.Handler{Client: client, Say: a.ui.Say, Warn: a.ui.Warn, Progress: o.progress,
		Teller: func(v *workspace.Vault) watch.Teller {
			return &watcher{app: a, v: v, told: map[string]bool{}, waits: o.waits}
		},
		Worker: func(v *workspace.Vault) *capture.Worker { return a.worker(v, false) },
		Finish: func(ctx context.Context, v *workspace.Vault) error {
			return a.forgetHandler(v).Finish(ctx, forget.Held{})
		}}
	return h.Run(ctx, v)
}

// A watcher prints what a watch does.
type watcher struct {
	*app
	v     *workspace.Vault
	ran   bool
	told  map[string]bool // warnings, each printed once while it lasts
	fault bool            // an error was printed that is not over
	waits func(daily.Date, time.Time)
}

var _ watch.Teller = (*watcher)(nil)

func (w *watcher) line(format string, a ...any) {
	w.ui.Print("%s  %s", w.Now().In(w.v.Config.Zone).Format(time.TimeOnly), printable(fmt.Sprintf(format, a...)))
}

// Captured implements watch.Teller.
func (w *watcher) Captured(r capture.Report) {
	if r.Entries > 0 {
		w.line("flushed %s: %s in %s", count(r.Sessions, "session"), count(r.Entries, "entry"), count(len(r.Days), "day log"))
	}
}

// Compiled says in one line what a run compiled and changed; nothing is said of one that found nothing
// to do, but for the first.
func (w *watcher) Compiled(rep compiler.Report) {
	w.Trouble(nil) // that there was is over
	switch {
	case rep.Changed():
		w.line("%s of %s: %s", count(rep.Entries, "entry"), count(rep.Logs, "day log"), changesOf(rep))
	case rep.Logs > 0:
		w.line("%s of %s: no article changes", count(rep.Entries, "entry"), count(rep.Logs, "day log"))
	case !rep.Plan.Empty():
		w.line("wrote %s", pathsOf(rep.Plan.Edits))
	case !w.ran:
		w.line("the articles are up to date")
	}
	w.ran = true
	for _, n := range rep.Plan.ByHand {
		w.line("%s", n)
	}
	notes := map[string]bool{}
	for _, n := range slices.Concat(rep.Plan.Problems, rep.Plan.Notes) {
		if notes[n.String()] = true; !w.told[n.String()] {
			w.ui.Warn("%s", printable(n.String()))
		}
	}
	w.told = notes
	for _, p := range rep.Conflicts {
		w.ui.Warn("%s: changed meanwhile, left as it is", printable(p))
	}
}

// Waits prints until when a log waits.
func (w *watcher) Waits(day daily.Date, until time.Time) {
	w.line("%s waits until %s (memoria compile --file %s does it now)", day, until.In(w.v.Config.Zone).Format("15:04"), day)
	if w.waits != nil {
		w.waits(day, until)
	}
}

// Trouble says what keeps the vault from being compiled, and when that is over.
func (w *watcher) Trouble(err error) {
	var poll *fswatch.PollError
	var missing *compilerwatch.MissingFolderError
	switch {
	case err == nil:
		if w.fault {
			w.line("it goes on")
		}
		w.fault = false
		return
	case errors.As(err, &poll):
		w.ui.Warn("%s; its files are listed every %s instead", printable(poll.Error()), poll.Every)
		if poll.Raise != "" {
			w.ui.Hint(poll.Raise + " raises it; then start memoria compile --watch again")
		}
		return
	case errors.Is(err, fsutil.ErrLocked):
		w.ui.Warn("another run is compiling; waiting until it ends")
	case errors.As(err, &missing):
		w.ui.Warn("%s; nothing is compiled until it is back", printable(err.Error()))
	default:
		w.ui.Warn("%s", printable(oneLine(err.Error())))
		if _, hints := explain(err); len(hints) > 0 {
			w.ui.Hint(hints...)
		}
	}
	w.fault = true
}

// namesTold is how many pages a line names.
const namesTold = 4

// changesOf names the articles that a run changed: "created queue, lock; updated 12 articles".
func changesOf(rep compiler.Report) string {
	var parts []string
	for _, p := range []struct {
		verb  string
		paths []string
	}{{"created", rep.Created}, {"updated", rep.Updated}, {"removed", rep.Removed}} {
		switch n := len(p.paths); {
		case n > namesTold:
			parts = append(parts, p.verb+" "+count(n, "article"))
		case n > 0:
			parts = append(parts, p.verb+" "+namesOf(p.paths))
		}
	}
	return strings.Join(parts, "; ")
}

func namesOf(paths []string) string {
	var names []string
	for _, p := range paths {
		names = append(names, strings.TrimSuffix(path.Base(p), ".md"))
	}
	return strings.Join(names, ", ")
}

func pathsOf(edits []journal.Edit) string {
	var paths []string
	for _, e := range edits {
		paths = append(paths, e.Path)
	}
	return strings.Join(paths, ", ")
}
