// Package logs finds out where the logs of a vault stand, and moves them to where they are to stand.
//
// The setting daily says where that is. They are read and written where they stand: a setting that a person edited moves
// nothing until they say so. Where logs stand in both folders, a move was cut off, or another machine or the person made it,
// and the next that opens the vault does the rest.
package logs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/daily/move"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// moveRest is how long the locks are waited for while the rest of the logs is moved.
const moveRest = 5 * time.Second

// Settle has the settings of a vault that was opened say where its logs stand.
func Settle(v *vault.Vault) error {
	was := standing.Read(v.Dir)
	want := layout.Daily(v.Config.Daily.Folder())
	if v.Wanted = want; want == layout.DefaultDaily && was.Folder == want && was.Was == nil {
		return nil
	}
	if err := isFolder(v.Dir, want.Folder()); err != nil {
		return err
	}
	if was.Folder != want && standing.Any(v.Dir, was.Folder) {
		if !standing.Any(v.Dir, want) {
			v.Config.Daily = was.Folder
			v.Warnings = append(v.Warnings, fmt.Sprintf("config %s: daily: the logs stand in %s/ still; memoria mv %s %s moves them",
				layout.Config, was.Folder, vault.Quote(was.Folder.Folder()+"/"), vault.Quote(want.Folder()+"/")))
			return nil
		}
		bring(v, was.Folder, want, true)
	}
	now := stand(v, want)
	for _, left := range now.Left(v.Dir) {
		bring(v, left, want, false)
	}
	if was.Folder != now.Folder || !maps.Equal(was.Was, now.Was) {
		_ = now.Write(v.Dir) // else it is found out the next time
	}
	return nil
}

// bring moves logs that stand elsewhere to where the others are; without all, only those that memoria wrote.
func bring(v *vault.Vault, from, to layout.Daily, all bool) {
	p, err := move.Look(v.Dir, from, to, all)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), moveRest)
		defer cancel()
		err = p.Apply(ctx, func() error { return nil })
	}
	if err != nil {
		v.Warnings = append(v.Warnings, fmt.Sprintf("some logs stand in %s/ still, and are not read: %v", from, err))
	}
}

// isFolder returns an error if a name in the vault is that of something else than a folder of it.
func isFolder(dir *fsutil.Dir, name string) error {
	info, err := dir.Stat(name)
	why := "is no folder"
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.IsDir():
		return nil
	case err != nil:
		why = "cannot be a folder of the vault: a link leads out of it, or a file is in the way"
	}
	return &vault.ConfigError{Where: layout.Config, Key: "daily", Why: fmt.Sprintf("%q %s", name, why)}
}

// stand has the logs stand in a folder from now on, and returns the record of it.
func stand(v *vault.Vault, in layout.Daily) standing.Record {
	v.Config.Daily = in
	r := standing.Read(v.Dir)
	was := maps.Clone(r.Was)
	if was == nil {
		was = map[layout.Daily]int64{}
	}
	for _, other := range []layout.Daily{layout.DefaultDaily, r.Folder} {
		if _, known := was[other]; !known {
			was[other] = 0
		}
	}
	delete(was, in)
	return standing.Record{Folder: in, Was: was}
}

// Look plans to move the logs to another folder. The error is a *vault.ConfigError if that cannot be theirs.
func Look(v *vault.Vault, to string) (*move.Plan, error) {
	daily, err := v.Config.CheckDaily(to)
	if err == nil {
		err = isFolder(v.Dir, to)
	}
	if err != nil {
		return nil, err
	}
	return move.Look(v.Dir, v.Config.Daily, daily, true)
}

// Move carries out a plan and goes on with the logs there. The caller holds the locks of the import and the compiler.
func Move(ctx context.Context, v *vault.Vault, p *move.Plan) error {
	if v.Wanted.Folder() != p.To.Folder() {
		if err := v.SetDaily(p.To); err != nil {
			return err
		}
	}
	if err := p.Apply(ctx, func() error { return stand(v, p.To).Write(v.Dir) }); err != nil {
		return err
	}
	return v.MoveViews(p.From, p.To)
}
