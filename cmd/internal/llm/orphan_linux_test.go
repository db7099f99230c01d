package llm

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A process that is killed outright takes the program that it asked, and what that started, with it.
func TestProgramDiesWithItsCaller(t *testing.T) {
	t.Run("in its group", scene{Hang: true}.diesWithItsCaller)
	t.Run("in a session of its own", scene{Hang: true, Apart: true}.diesWithItsCaller)
}

func (s scene) diesWithItsCaller(t *testing.T) {
	t.Parallel()
	_, path := s.program(t)
	c := exec.Command(self(t))
	c.Env = append(os.Environ(), orphanVariable+"="+path)
	must.Do(t, c.Start())
	for range 2000 {
		if _, err := os.Stat(path + ".given"); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	sleeper := readGiven(t, path).Child
	stat := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", sleeper)))(t)
	asked, _ := strconv.Atoi(strings.Fields(string(stat[bytes.LastIndexByte(stat, ')'):]))[2]) // its parent
	t.Cleanup(func() { syscall.Kill(-asked, syscall.SIGKILL) })
	must.Do(t, syscall.Kill(asked, 0))
	c.Process.Kill()
	c.Wait()
	for range 500 {
		gone := func(pid int) bool { return syscall.Kill(pid, 0) != nil || zombie(pid) }
		if gone(asked) && gone(sleeper) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d, which was asked, or %d, which that started, is there still", asked, sleeper)
}
