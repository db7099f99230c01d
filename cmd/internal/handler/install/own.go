package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/ownfile"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
)

// ownHooks adds the hooks of an agent that takes them from files of memoria's own.
func (h *Handler) ownHooks(ctx context.Context, command hookline.Command) (out Answer, done bool, err error) {
	changes, err := ownfile.Plan(h.folder(), command)
	if err != nil {
		return out, false, h.ownHint(err)
	}
	had, _, _ := ownfile.Standing(h.folder(), h.Agent.Name)
	out = h.ownAnswer(changes)
	out.Vault, out.Binary, out.Events = command.Vault, command.Binary, h.Agent.Events()
	if out.Changed && h.Agent.Wait != nil {
		if what := h.Agent.Wait(h.folder()); what != "" {
			out.warn("%s", what)
		}
	}
	do, stop, err := h.agreed(ctx, out, "Install these hooks?")
	if err != nil || stop {
		return out, false, err
	}
	if do {
		for dir := filepath.Dir(out.Settings); missing(dir); dir = filepath.Dir(dir) {
			h.made = dir
		}
		if err := ownfile.Apply(h.folder(), changes); err != nil {
			return out, false, err
		}
	}
	if !h.DryRun {
		change := &claude.Change{Target: out.Settings}
		if had.Vault != "" {
			change.Vaults = []string{had.Vault}
			h.made = cmp.Or(h.made, h.madeBefore(had.Vault, out.Settings))
		}
		h.record(ctx, &out, change)
	}
	return out, true, nil
}

// removeOwnHooks removes them. at is the vault of the command, "" if there is none.
func (h *Handler) removeOwnHooks(ctx context.Context, at string) (out Answer, done bool, err error) {
	changes, err := ownfile.PlanRemoval(h.folder(), h.Agent.Name)
	if err != nil {
		return out, false, h.ownHint(err)
	}
	had, _, _ := ownfile.Standing(h.folder(), h.Agent.Name)
	out = h.ownAnswer(changes)
	if do, done, err := h.removes(ctx, &out, "Take these out?"); !do {
		return out, done, err
	}
	if err := ownfile.Apply(h.folder(), changes); err != nil {
		return out, false, err
	}
	for _, path := range []string{had.Vault, at} {
		if path != "" {
			if made := h.madeBefore(path, out.Settings); made != "" {
				ownfile.RemoveEmpty(filepath.Dir(out.Settings), made)
			}
			h.recordRemoval(ctx, path, out.Settings)
		}
	}
	return out, true, nil
}

func missing(dir string) bool {
	_, err := os.Stat(dir)
	return errors.Is(err, fs.ErrNotExist)
}

// madeBefore returns the highest folder that the install which a vault records made; "" if it made none.
func (h *Handler) madeBefore(path, settings string) (made string) {
	err := h.withVault(path, func(d *fsutil.Dir) error {
		list, _, err := vault.Installed(d, h.Machine.Now())
		for _, in := range list {
			if in.Agent == h.Agent.Name && in.Settings == settings {
				made = in.Folder
			}
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.Warn("folders around %s may stay: %v", settings, err)
	}
	return made
}

// ownAnswer tells changes of files.
func (h *Handler) ownAnswer(changes []ownfile.Change) Answer {
	out := Answer{Agent: h.Agent.Name, Scope: string(h.Scope), Settings: h.Settings(), Changed: len(changes) > 0, DryRun: h.DryRun, Warnings: []string{}}
	for _, c := range changes {
		switch {
		case c.Left:
			out.warn("%s was changed by somebody else and stays; without its hooks it runs nothing of memoria's", c.Path)
			continue
		case c.Link != "":
			out.warn("%s is a link to %s, which stays: remove that too, or what made the link may make it again", c.Path, c.Link)
		}
		out.Diff += h.Diff(c.Path, c.Before, c.After)
	}
	return out
}

// ownHint adds what to do about a file that is not as memoria left it.
func (h *Handler) ownHint(err error) error {
	if foreign := (*ownfile.ForeignError)(nil); errors.As(err, &foreign) {
		return exit.Hint(fmt.Errorf("%s: %w", h.Agent.Name, err), exit.Failure, "move it away, then run this again")
	}
	if errors.As(err, new(*ownfile.LinkError)) {
		return exit.Hint(fmt.Errorf("%s: %w", h.Agent.Name, err), exit.Failure, "remove the link, then run this again: memoria writes a file in its place")
	}
	return err
}
