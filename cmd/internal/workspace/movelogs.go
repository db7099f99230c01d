package workspace

import (
	"context"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/daily/move"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// MoveLogs moves the logs as planned, and rewrites the links to them; dry, it says what it would do. args are those of the
// command mv. The caller holds the lock of the import, unless dry.
func (v *Vault) MoveLogs(ctx context.Context, p *move.Plan, args []string, dry bool) (*journal.Change, error) {
	compiler := func() (func(), error) {
		ctx, cancel := context.WithTimeout(ctx, WriterPatience)
		defer cancel()
		unlock, err := v.Dir.Lock(ctx, layout.LockCompile)
		if err != nil {
			return nil, fmt.Errorf("move the logs: %w", err)
		}
		return unlock, nil
	}
	if !dry { // the journal does not wait for a compile under way
		unlock, err := compiler()
		if err != nil {
			return nil, err
		}
		unlock()
	}
	f := journal.Folder{From: p.From, To: p.To, Files: p.Files, Joined: p.Joined}
	ch, err := refactor.MoveLogs(ctx, v.Compiler().Journal(), args, f, dry)
	if err != nil || dry {
		return ch, err
	}
	unlock, err := compiler()
	if err != nil {
		return nil, err
	}
	defer unlock()
	return ch, logs.Move(ctx, v.Vault, p)
}
