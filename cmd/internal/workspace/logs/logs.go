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
	want, in := v.Config.Daily, standing.In(v.Dir)
	if v.Wanted = want; want.Folder() == in.Folder() && want == "" {
		return nil
	}
	if err := isFolder(v.Dir, want.Folder()); err != nil {
		return err
	}
	switch {
	case want.Folder() == in.Folder(), !standing.Any(v.Dir, in):
		stand(v, want)
	case !standing.Any(v.Dir, want):
		v.Config.Daily = in
		v.Warnings = append(v.Warnings, fmt.Sprintf("config %s: daily: the logs stand in %s/ still; memoria mv %s %s moves them",
			layout.Config, in.Folder(), vault.Quote(in.Folder()+"/"), vault.Quote(want.Folder()+"/")))
	default:
		p, err := move.Look(v.Dir, in, want)
		if err == nil {
			ctx, cancel := context.WithTimeout(context.Background(), moveRest)
			defer cancel()
			err = p.Apply(ctx)
		}
		if v.Config.Daily = want; err != nil {
			v.Warnings = append(v.Warnings, fmt.Sprintf("some logs stand in %s/ still, and are not read: %v", in.Folder(), err))
			return nil
		}
		stand(v, want)
	}
	return nil
}

// isFolder returns an error if a name in the vault is that of something else than a folder of it.
func isFolder(dir *fsutil.Dir, name string) error {
	info, err := dir.Stat(name)
	why := "is no folder"
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.IsDir():
		return nil
	case err != nil:
		why = "is not in the vault: " + err.Error()
	}
	return &vault.ConfigError{Where: layout.Config, Key: "daily", Why: fmt.Sprintf("%q %s", name, why)}
}

// stand has the logs stand in a folder from now on. What cannot be recorded is found out the next time.
func stand(v *vault.Vault, in layout.Daily) {
	v.Config.Daily = in
	_ = standing.Record(v.Dir, in)
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
	return move.Look(v.Dir, v.Config.Daily, daily)
}

// Move carries out a plan and goes on with the logs there. The caller holds the import's lock.
func Move(ctx context.Context, v *vault.Vault, p *move.Plan) error {
	unlock, err := v.Dir.Lock(ctx, layout.LockCompile)
	if err != nil {
		return fmt.Errorf("move the logs: %w", err)
	}
	defer unlock()
	if err := p.Apply(ctx); err != nil {
		return err
	}
	stand(v, p.To)
	return v.MoveViews(p.From, p.To)
}
