package main

import (
	"context"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// held says which locks the caller of endForget has.
type held struct{ worker, writer bool }

// endForget ends a forget that was interrupted, before anything else is written to the vault. Where
// a worker is at work it is left to that one.
func (a *app) endForget(ctx context.Context, v *workspace.Vault, has held) error {
	p, err := v.Flusher().Forgetting()
	if err != nil || p == nil {
		return err
	}
	if !has.worker {
		unlock, err := v.Dir.TryLock(layout.LockWorker)
		if err != nil {
			return nil
		}
		defer unlock()
	}
	if !has.writer {
		unlock, err := a.writer(ctx, v, "forget")
		if err != nil {
			return err
		}
		defer unlock()
	}
	x := &oblivion{app: a, v: v, promise: *p}
	if err := x.take(ctx); err != nil {
		return fmt.Errorf("end what forget began: %w", err)
	}
	return nil
}
