//go:build unix

package process

import (
	"os/exec"
	"strconv"
	"syscall"
)

// A group is a program with its descendants.
type group struct {
	leader int
	guard  *exec.Cmd // ends the group if memoria is killed; nil if there is no shell
}

// start starts a program at the head of a group of its own, which is asked to end with its context.
func start(c *exec.Cmd, outlive bool) (group, error) {
	c.SysProcAttr = attributes()
	if outlive {
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	if err := c.Start(); err != nil {
		return group{}, err
	}
	if outlive {
		return group{leader: c.Process.Pid}, nil
	}
	return group{c.Process.Pid, watch(c.Process.Pid)}, nil
}

// watch starts a shell that waits for the end of its input, which comes when memoria is gone, and ends a group then: the
// system ends at most the program itself, not what that has started. It is ended before memoria lets go of the input
// otherwise.
func watch(leader int) *exec.Cmd {
	guard := exec.Command("/bin/sh", "-c", `read -r _; kill -KILL "-$1"`, "sh", strconv.Itoa(leader))
	guard.Env, guard.SysProcAttr = []string{}, &syscall.SysProcAttr{Setpgid: true}
	if _, err := guard.StdinPipe(); err != nil || guard.Start() != nil {
		return nil
	}
	return guard
}

// kill ends what is left of the group.
func (g group) kill() {
	syscall.Kill(-g.leader, syscall.SIGKILL)
	if g.guard != nil {
		g.guard.Process.Kill()
		g.guard.Wait()
	}
}
