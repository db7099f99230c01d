package sync

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	places "github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// The setting daily is the same on all machines. Where the person moved the logs here, the trunk and other machines have them
// where they were, and what comes goes where they are. Where they were moved elsewhere, they are moved here too, before both
// are merged.

// formers are the folders where the logs of a vault stood before.
func formers(v *vault.Vault) []string {
	was := standing.Read(v.Dir).Was
	out := []string{}
	for _, d := range slices.Sorted(maps.Keys(was)) {
		if d.Folder() != v.Config.Daily.Folder() {
			out = append(out, d.Folder())
		}
	}
	return out
}

// stray returns the path where a log stands now that a machine has in a folder where the logs stood before, "" for others.
func stray(daily layout.Daily, formers []string, name string) string {
	if slices.Contains(formers, path.Dir(name)) {
		log, _ := layout.Daily(path.Dir(name)).Log(name)
		if _, err := logs.ParseDate(log); err == nil {
			return daily.Path(log)
		}
	}
	return ""
}

// gather has the logs of a side stand where they do here. out gets what is left of the others: nothing.
func (m *merger) gather(side, out map[string][]byte) {
	for _, name := range slices.Sorted(maps.Keys(side)) {
		if to := stray(m.daily, m.formers, name); to != "" {
			side[to] = logs.Merge(nil, side[to], side[name])
			out[name] = nil
			delete(side, name)
		}
	}
}

// follow moves the logs where another machine moved them, and has git's attributes name their folder.
func (r *run) follow(ctx context.Context, trunk string) error {
	to, moved, err := r.movedTo(ctx, trunk)
	if err != nil {
		return err
	}
	if moved {
		p, err := places.Look(r.Vault.Vault, to)
		if err == nil && !standing.Only(r.Vault.Dir, layout.Daily(to)) {
			err = fmt.Errorf("notes of yours lie in %s/", to)
		}
		if err != nil {
			return exit.Hint(fmt.Errorf("sync: the logs of this vault were moved to %s/ on another machine: %w", to, err), exit.Failure,
				fmt.Sprintf("move these notes, or memoria mv %s %s has the logs lie beside them", vault.Quote(r.Vault.Config.Daily.Folder()+"/"), vault.Quote(to+"/")))
		}
		unlock, err := r.lock(ctx, layout.LockImport, r.Options)
		if err != nil {
			return err
		}
		defer unlock()
		if err := places.Move(ctx, r.Vault.Vault, p); err != nil {
			return err
		}
		is, _ := json.Marshal(to) // of a text: no error
		if err := r.Vault.Gate.Accept([]accept.Wait{{Key: "daily", Is: string(is)}}); err != nil {
			return err
		}
	}
	r.work.Own = paths(r.Vault.Config, formers(r.Vault.Vault)...)
	old, err := r.Vault.Dir.ReadFile(attributes)
	if now := withBlock(old, r.Vault.Config); err == nil && bytes.Contains(old, []byte(blockBegin)) && !bytes.Equal(now, old) {
		return r.Vault.Dir.SwapFile(attributes, old, now, 0o644)
	}
	return nil
}

// movedTo returns the folder to which another machine moved the logs since the trunk was last merged here.
func (r *run) movedTo(ctx context.Context, trunk string) (to string, moved bool, err error) {
	if trunk == "" || r.work.Head == "" {
		return "", false, nil
	}
	base, err := r.work.Base(ctx, trunk)
	if err != nil || base == "" {
		return "", false, err
	}
	var in [2]layout.Daily
	for i, commit := range []string{base, trunk} {
		text, err := r.work.File(ctx, commit, layout.Config)
		if err != nil {
			return "", false, err
		}
		in[i] = vault.DailyIn(text)
	}
	to = in[1].Folder()
	return to, to != in[0].Folder() && to != r.Vault.Config.Daily.Folder(), nil
}
