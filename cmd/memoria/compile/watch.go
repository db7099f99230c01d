package compile

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/handler/watch"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	compilerwatch "github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
	fswatch "github.com/agent-admin/memoria/fsutil/watch"
)

// watch compiles the vault as it changes until the person stops it.
func (a *app) watch(ctx context.Context, v *workspace.Vault, o compileFlags) error {
	if o.all || o.dryRun || o.diff || a.AsJSON || len(o.days) > 0 {
		return exit.Hint(errors.New("compile --watch compiles what is stale, and tells it line by line"), exit.Usage,
			"leave out --all, --file, --dry-run, --diff and --json, or --watch")
	}
	client, err := a.Hire(v, o.model).Client()
	if err != nil {
		return err
	}
	if client == nil && o.called {
		v.Config.Interval = 0
	}
	h := &watch.Handler{Client: client, Say: a.UI.Say, Warn: a.UI.Warn, Progress: o.progress,
		Teller: func(v *workspace.Vault) watch.Teller {
			return &watcher{app: a, v: v, told: map[string]bool{}, waits: o.waits}
		},
		Worker: func(v *workspace.Vault) *capture.Worker { return a.Worker(v, false) },
		Finish: func(ctx context.Context, v *workspace.Vault) error {
			return a.ForgetHandler(v).Finish(ctx, forget.Held{})
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
	w.UI.Print("%s  %s", w.Now().In(w.v.Config.Zone).Format(time.TimeOnly), say.Printable(fmt.Sprintf(format, a...)))
}

// Captured implements watch.Teller.
func (w *watcher) Captured(r capture.Report) {
	if r.Entries > 0 {
		w.line("flushed %s: %s in %s", say.Count(r.Sessions, "session"), say.Count(r.Entries, "entry"), say.Count(len(r.Days), "day log"))
	}
}

// Compiled says in one line what a run compiled and changed; nothing is said of one that found nothing
// to do, but for the first.
func (w *watcher) Compiled(rep compiler.Report) {
	w.Trouble(nil) // that there was is over
	switch {
	case rep.Changed():
		w.line("%s of %s: %s", say.Count(rep.Entries, "entry"), say.Count(rep.Logs, "day log"), changesOf(rep))
	case rep.Logs > 0:
		w.line("%s of %s: no article changes", say.Count(rep.Entries, "entry"), say.Count(rep.Logs, "day log"))
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
			w.UI.Warn("%s", say.Printable(n.String()))
		}
	}
	w.told = notes
	for _, p := range rep.Conflicts {
		w.UI.Warn("%s: changed meanwhile, left as it is", say.Printable(p))
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
		w.UI.Warn("%s; its files are listed every %s instead", say.Printable(poll.Error()), poll.Every)
		if poll.Raise != "" {
			w.UI.Hint(poll.Raise + " raises it; then start memoria compile --watch again")
		}
		return
	case errors.Is(err, fsutil.ErrLocked):
		w.UI.Warn("another run is compiling; waiting until it ends")
	case errors.As(err, &missing):
		w.UI.Warn("%s; nothing is compiled until it is back", say.Printable(err.Error()))
	default:
		w.UI.Warn("%s", say.Printable(say.OneLine(err.Error())))
		if _, hints := command.Explain(err); len(hints) > 0 {
			w.UI.Hint(hints...)
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
			parts = append(parts, p.verb+" "+say.Count(n, "article"))
		case n > 0:
			parts = append(parts, p.verb+" "+namesOf(p.paths))
		}
	}
	return strings.Join(parts, "; ")
}

func namesOf(paths []string) string {
	names := pick.Each(paths, func(p string) string { return strings.TrimSuffix(path.Base(p), ".md") })
	return strings.Join(names, ", ")
}

func pathsOf(edits []journal.Edit) string {
	paths := pick.Each(edits, func(e journal.Edit) string { return e.Path })
	return strings.Join(paths, ", ")
}
