package agent

import (
	"fmt"
	"syscall"

	"github.com/agent-admin/memoria/fsutil"
)

// The two steps of memoria flush between a hook and its worker.
const (
	flagDetach     = "--detach"
	flagBackground = "--background"
)

// StartWorker starts a worker for a vault: `memoria flush --background`, in a session of its own, with
// no stream and no file of this process, in the vault's folder. exe is memoria, env its environment.
// It is started by a process between that ends at once, so that it is no descendant of whoever calls:
// agents end those. Nothing is waited for; whether the worker is needed it finds out by itself.
func StartWorker(exe, vault string, env []string) error {
	return start(exe, flagDetach, vault, env)
}

// detach is what the process between does.
func detach(exe, vault string, env []string) error {
	closeOnExec()
	return start(exe, flagBackground, vault, env)
}

func start(exe, flag, vault string, env []string) error {
	null, err := fsutil.OpenNull()
	if err != nil {
		return fmt.Errorf("start a worker: %w", err)
	}
	defer null.Close()
	fd := null.Fd()
	// Not os.StartProcess: it first tries out by a process of its own what the kernel can do.
	_, _, err = syscall.StartProcess(exe, []string{exe, "flush", flag, "--vault", vault}, &syscall.ProcAttr{
		Dir: vault, Env: env, Files: []uintptr{fd, fd, fd}, Sys: apart(),
	})
	if err != nil {
		return fmt.Errorf("start a worker: %s: %w", exe, err)
	}
	return nil
}
