//go:build unix

package process

import (
	"io"
	"os/exec"
	"strconv"
	"syscall"
)

// A group is a program with its descendants.
type group struct {
	leader int
	guard  *exec.Cmd // ends the group if memoria is killed; nil if there is no shell
	input  io.WriteCloser
}

// start starts a program at the head of a group of its own, which is asked to end with its context. mark stands in its
// environment.
func start(c *exec.Cmd, outlive bool, mark string) (group, error) {
	c.SysProcAttr = attributes()
	if outlive {
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	if err := c.Start(); err != nil {
		return group{}, err
	}
	g := group{leader: c.Process.Pid}
	if !outlive {
		g.watch(mark)
	}
	return g, nil
}

// watching is what a guard does: it waits for a second line or the end of its input, which comes when memoria is gone, and
// ends the group then: the system ends at most the program itself, not what that has started. Then it ends those that left
// the group and have the mark in their environment, as far as the system shows that.
const watching = `read -r mark
read -r _ || kill -KILL "-$1"
for _ in 1 2 3 4 5; do
	if [ -e /proc/self/environ ]; then
		all=$(grep -aslF -e "$mark" /proc/[0-9]*/environ | tr -dc '0-9\n')
	else
		all=$(ps -axwwE -o pid= -o command= | grep -F -e "$mark" | grep -v 'grep -F' | sed 's/^ *\([0-9]*\).*/\1/')
	fi
	[ -n "$all" ] || exit
	kill -KILL $all
done`

// watch starts the guard. The mark goes to it by its input, since its arguments are seen as an environment is.
func (g *group) watch(mark string) {
	guard := exec.Command("/bin/sh", "-c", watching, "sh", strconv.Itoa(g.leader))
	guard.Env, guard.SysProcAttr = []string{}, &syscall.SysProcAttr{Setpgid: true}
	input, err := guard.StdinPipe()
	if err == nil && guard.Start() == nil {
		io.WriteString(input, mark+"\n")
		g.guard, g.input = guard, input
	}
}

// kill ends what is left of the group, and what left it if the program did not end by itself.
func (g group) kill(strays bool) {
	syscall.Kill(-g.leader, syscall.SIGKILL)
	if g.guard == nil {
		return
	}
	if strays {
		io.WriteString(g.input, "\n")
	} else {
		g.guard.Process.Kill() // before it sees the end of its input
	}
	g.guard.Wait()
}
