//go:build unix

package llm

import (
	"os/exec"
	"syscall"
)

// A group is a program with its descendants.
type group struct{ leader int }

// start starts a program at the head of a group of its own.
func start(c *exec.Cmd) (group, error) {
	c.SysProcAttr = attributes()
	if err := c.Start(); err != nil {
		return group{}, err
	}
	return group{c.Process.Pid}, nil
}

// ask lets the group end by itself.
func (g group) ask() { syscall.Kill(-g.leader, syscall.SIGTERM) }

// kill ends what is left of the group.
func (g group) kill() { syscall.Kill(-g.leader, syscall.SIGKILL) }
