//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// A group is a program with its descendants.
type group struct{ leader int }

// start starts a program at the head of a group of its own, which is asked to end with its context.
func start(c *exec.Cmd) (group, error) {
	c.SysProcAttr = attributes()
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	if err := c.Start(); err != nil {
		return group{}, err
	}
	return group{c.Process.Pid}, nil
}

// kill ends what is left of the group.
func (g group) kill() { syscall.Kill(-g.leader, syscall.SIGKILL) }
