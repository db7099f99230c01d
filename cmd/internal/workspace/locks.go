package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// WriterPatience is how long another writer is waited for. The worker holds the lock for moments.
const WriterPatience = 10 * time.Second

// Writer takes the locks of flushing for a command of this name, until unlock. The error is fsutil.ErrLocked if
// another process holds them for longer than WriterPatience.
func (v *Vault) Writer(ctx context.Context, cmd string) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, WriterPatience)
	defer cancel()
	free, err := v.Dir.Lock(ctx, layout.LockImport)
	if who, _ := v.Dir.ReadFile(layout.LockImport); errors.Is(err, fsutil.ErrLocked) && len(who) > 0 {
		return nil, fmt.Errorf("%s: %s writes into %s: %w", cmd, who, v.Path(), fsutil.ErrLocked)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	v.Dir.Sign(layout.LockImport, fmt.Sprintf("memoria %s (process %d)", cmd, os.Getpid()))
	return func() { v.Dir.Sign(layout.LockImport, ""); free() }, nil
}

// Busy reports whether a worker holds its lock on the vault in dir.
func Busy(dir *fsutil.Dir) bool {
	unlock, err := dir.TryLock(layout.LockWorker)
	if err == nil {
		unlock()
	}
	return errors.Is(err, fsutil.ErrLocked)
}
