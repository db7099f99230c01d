package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
)

// rebuild writes entries that the logs lost again, from the archive.
func (a *app) rebuild(ctx context.Context, v *vault.Vault, o flushFlags) error {
	unlock, err := a.writer(ctx, v, "flush --rebuild")
	if err != nil {
		return err
	}
	defer unlock()
	got, err := a.flusher(v).Rebuild(ctx, claude.Name, o.rebuild, a.Now())
	if errors.Is(err, flush.ErrNoArchive) {
		return hint(fmt.Errorf("flush --rebuild %q: the archive holds nothing of that session", o.rebuild), exitFailure, "memoria status --json lists the sessions that were seen")
	}
	if err != nil {
		return fmt.Errorf("flush --rebuild %q: %w", o.rebuild, err)
	}
	unlock()
	w := a.worker(v)
	w.add(got)
	if got.Entries > 0 {
		if w.report.Compiled, err = a.compiler(v).Compile(ctx, compiler.Options{}); err != nil {
			return err
		}
	}
	return a.tellWork(w, o.json)
}
