package agent

import (
	"fmt"
	"os"
	"syscall"

	"github.com/agent-admin/memoria/fsutil"
)

// StartWorker starts a worker for a vault, `memoria flush --background`. The worker finds out by itself whether it is
// needed.
func StartWorker(exe, vault string) error { return Start(exe, vault, "flush", "--background") }

// Start starts memoria, which is exe, on a vault: in a session of its own, with no stream and no file of this process,
// in the vault's folder. It does not wait. This process has to exit soon: until then the worker is its child, and agents end the
// descendants of a hook that takes too long.
func Start(exe, vault string, args ...string) error {
	null, err := fsutil.OpenNull()
	if err != nil {
		return fmt.Errorf("start a worker: %w", err)
	}
	defer null.Close()
	fd := null.Fd()
	closeOnExec()
	// Not os.StartProcess: it first tries out by a process of its own what the kernel can do.
	_, _, err = syscall.StartProcess(exe, append(append([]string{exe}, args...), "--vault", vault), &syscall.ProcAttr{
		Dir: vault, Env: os.Environ(), Files: []uintptr{fd, fd, fd}, Sys: apart(),
	})
	if err != nil {
		return fmt.Errorf("start a worker: %s: %w", exe, err)
	}
	return nil
}
