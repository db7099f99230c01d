package change

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/daily/move"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// logsNamed reports whether a name is that of the folder of the logs, and of no page, or of one that they were moved from.
func logsNamed(ctx context.Context, v *workspace.Vault, name, to string) bool {
	_, was := standing.Read(v.Dir).Was[layout.Daily(path.Clean(name))]
	if is := v.Config.Daily.Folder(); path.Clean(name) != is && !(was && path.Clean(to) == is) {
		return false
	}
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return false
	}
	_, err = w.Resolve(name)
	return err != nil || strings.HasSuffix(name, "/")
}

// takeLogs moves the logs and rewrites the links to them.
func (a *app) takeLogs(ctx context.Context, v *workspace.Vault, p *move.Plan, args []string, dry bool) (*journal.Change, error) {
	if !dry {
		unlock, err := a.Writer(ctx, v, "mv")
		if err != nil {
			return nil, err
		}
		defer unlock()
		if p, err = logs.Look(v.Vault, p.To.Folder()); err != nil { // another run may have moved them before this one got the lock
			return nil, err
		}
	}
	return v.MoveLogs(ctx, p, args, dry)
}

// moveLogs moves the folder of the logs. Where they stand in the new one already, it rewrites what links still lead to the old.
func (a *app) moveLogs(ctx context.Context, v *workspace.Vault, args []string, o changeFlags) error {
	from, to := path.Clean(args[0]), path.Clean(args[1])
	p, err := logs.Look(v.Vault, to)
	if bad := new(vault.ConfigError); errors.As(err, &bad) {
		return exit.Hint(fmt.Errorf("mv: %s", bad.Why), exit.Failure)
	}
	ch := &journal.Change{What: journal.Moving, Args: args}
	switch there := v.Config.Daily.Folder() == to; {
	case err != nil:
	case !there:
		ch, err = a.takeLogs(ctx, v, p, args, o.dryRun)
	case from != to:
		if p, err = move.Look(v.Dir, p.To, layout.Daily(from), true); err == nil {
			f := journal.Folder{From: p.To, To: p.From, Files: p.Files}
			ch, err = refactor.MoveLogs(ctx, v.Compiler().Journal(), args, f, o.dryRun)
		}
	}
	if err != nil {
		return err
	}
	return a.Answer(struct {
		DryRun bool `json:"dry_run"`
		changeJSON
	}{o.dryRun, changeOf(*ch)}, func() {
		a.tellEdits(ch)
		logs := say.Count(len(p.Files), "log")
		switch {
		case ch.Folder == nil && len(ch.Edits) == 0:
			a.UI.Print("Nothing to do: the logs stand in %s/ already", to)
		case o.dryRun && ch.Folder != nil:
			a.UI.Print("%s of %s/ would move to %s/", logs, from, to)
			fallthrough
		case o.dryRun:
			a.UI.Say("a dry run: nothing was written")
		case ch.Folder == nil:
			a.UI.Print("The logs stand in %s/ already; links that led to %s/ lead there now (memoria undo takes it back)", to, from)
		default:
			a.UI.Print("Moved %s from %s/ to %s/, where new ones are written from now on (memoria undo takes it back)", logs, from, to)
		}
	})
}
