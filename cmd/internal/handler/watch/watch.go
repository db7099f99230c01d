// Package watch keeps the articles of a vault up to date with its logs, and captures sessions meanwhile.
package watch

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	vaultLooks = 2 * time.Second // between two looks for a vault that went away, as with a disk

	// A process that stays collects garbage more often than others: what memory a compile took at its
	// height, the runtime never gives back the whole of.
	gcPercent = 25
)

// A Handler compiles a vault as it changes.
type Handler struct {
	Client   *llm.Client                                   // edits the articles; nil asks no model
	Teller   func(*workspace.Vault) Teller                 // required: returns the Teller of a vault; called again when the vault is opened again
	Worker   func(*workspace.Vault) *capture.Worker        // required: captures what hooks reported
	Finish   func(context.Context, *workspace.Vault) error // required: ends a forget that was interrupted
	Say      func(format string, args ...any)              // required
	Warn     func(format string, args ...any)              // required
	Progress func(done, total int)                         // may be nil
}

// A Teller reports to the person what a watch does.
type Teller interface {
	watch.Teller
	Captured(capture.Report)
	Compiled(compiler.Report)
}

// Run compiles v whenever it changes, until ctx is done. It returns nil then, unless it was in the middle of a
// compile.
func (h *Handler) Run(ctx context.Context, v *workspace.Vault) error {
	debug.SetGCPercent(gcPercent)
	interval := v.Config.Interval
	for {
		v.Config.Interval = interval // as it was when the watch began, since a flag may have set it
		err := h.watch(ctx, v)
		if !errors.Is(err, watch.ErrVaultGone) {
			return err
		}
		h.Warn("%s is not there any more; waiting until it is back", v.Path())
		if v, err = reopen(ctx, v); err != nil || v == nil {
			return err
		}
		defer v.Dir.Close()
	}
}

// watch takes the lock of the watch, since two watches would do everything twice, and watches. Other commands and
// workers may compile meanwhile.
func (h *Handler) watch(ctx context.Context, v *workspace.Vault) error {
	unlock, err := v.Dir.TryLock(layout.LockWatch)
	switch {
	case errors.Is(err, fsutil.ErrLocked):
		return exit.Hint(fmt.Errorf("compile --watch: another one watches %s: %w", v.Path(), err), exit.Locked, "end that one with Ctrl-C, or leave it to it")
	case err != nil:
		return fmt.Errorf("compile --watch: %w", err)
	}
	defer unlock()
	h.Say("watching %s and %s in %s, Ctrl-C ends it", v.Config.Daily.Folder(), v.Config.Wiki, v.Path())
	if !v.TakesSessions() {
		h.Say("sessions are not looked for, as no hooks name this vault and it is not your default: memoria import reads them")
	}
	if err := h.Finish(ctx, v); err != nil {
		return err
	}
	c, t := v.Compiler(), h.Teller(v)
	if h.Progress != nil {
		c.Progress = func(done, total int, _ string) { h.Progress(done, total) }
	}
	if h.Client != nil {
		c.Author = author.Hire{Vault: v, Tell: h.Warn}.Editor(h.Client)
	}
	w := c.Watch(t.Compiled)
	w.Teller = t
	w.Sessions = func(ctx context.Context) error { // which a worker that is at it already does as well
		worker := h.Worker(v)
		worker.Scan, worker.Leave = v.TakesSessions(), true
		if err := worker.Hire("", ""); err != nil {
			return err
		}
		worker.Settle()
		err := worker.Run(ctx)
		t.Captured(worker.Report)
		return err
	}
	return w.Run(ctx)
}

// reopen waits until the vault is there again; it returns nil if ctx ends before.
func reopen(ctx context.Context, v *workspace.Vault) (*workspace.Vault, error) {
	at := v.Path()
	v.Dir.Close()
	for {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-time.After(vaultLooks):
		}
		if found, err := v.Machine.Finder().Locate(at); err == nil {
			return v.Machine.Open(found)
		}
	}
}
