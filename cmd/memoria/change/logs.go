package change

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	"github.com/agent-admin/memoria/compiler/journal"
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

func (a *app) takeLogs(ctx context.Context, v *workspace.Vault, p *move.Plan) error {
	unlock, err := a.Writer(ctx, v, "mv")
	if err != nil {
		return err
	}
	defer unlock()
	if v.Wanted.Folder() != p.To.Folder() {
		if err := v.SetDaily(p.To); err != nil {
			return err
		}
	}
	return logs.Move(ctx, v.Vault, p)
}

// moveLogs moves the folder of the logs.
func (a *app) moveLogs(ctx context.Context, v *workspace.Vault, args []string, o changeFlags) error {
	from, to := v.Config.Daily.Folder(), strings.TrimSuffix(args[1], "/")
	p, err := logs.Look(v.Vault, to)
	if bad := new(vault.ConfigError); errors.As(err, &bad) {
		return exit.Hint(fmt.Errorf("mv: %s", bad.Why), exit.Failure)
	}
	if err == nil && !o.dryRun {
		err = a.takeLogs(ctx, v, p)
	}
	if err != nil {
		return err
	}
	ch := journal.Change{What: journal.Moving, Args: args}
	for _, name := range p.Files {
		e := journal.Edit{Path: to + "/" + name, Verb: journal.Rename, Was: from + "/" + name}
		if slices.Contains(p.Joined, name) {
			e.Verb = journal.Update
			ch.Notes = append(ch.Notes, journal.Note{Path: e.Path, Text: "is there already, and gets what " + e.Was + " has"})
		}
		ch.Edits = append(ch.Edits, e)
	}
	return a.UI.Answer(o.json, struct {
		DryRun bool `json:"dry_run"`
		changeJSON
	}{o.dryRun, changeOf(ch)}, func() {
		for _, n := range ch.Notes {
			a.UI.Print("note    %s", say.Printable(n.String()))
		}
		logs := say.Count(len(p.Files), "log")
		switch {
		case from == to:
			a.UI.Print("Nothing to do: the logs stand in %s/ already", to)
		case o.dryRun:
			a.UI.Print("%s of %s/ would move to %s/", logs, from, to)
			a.UI.Say("a dry run: nothing was written")
		default:
			a.UI.Print("Moved %s from %s/ to %s/, where new ones are written from now on (memoria mv %s %s moves them back)", logs, from, to,
				vault.Quote(to+"/"), vault.Quote(from+"/"))
		}
	})
}
