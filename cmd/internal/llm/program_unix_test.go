//go:build unix

package llm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

func init() { apart = &syscall.SysProcAttr{Setsid: true} }

// A program that does not end, and ignores the request to, is ended with its descendants.
func TestHangingProgramIsEndedWhole(t *testing.T) {
	for _, s := range []scene{{Hang: true}, {Hang: true, Apart: true}} {
		if !s.Apart || runtime.GOOS == "linux" { // elsewhere a system may not show an environment
			t.Run(fmt.Sprint(s.Apart), s.isEndedWhole)
		}
	}
}

func (s scene) isEndedWhole(t *testing.T) {
	t.Parallel()
	w, path := s.program(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil { // until it has started its own
			if _, err := os.Stat(path + ".given"); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	c := &Command{Settings: Settings{Argv: []string{self(t), "ask"}, Timeout: time.Minute}, World: w}
	_, err := c.Generate(ctx, ask.Question{Prompt: "x"})
	must.Be(t, errors.Is(err, context.Canceled), "%v", err)
	child := readGiven(t, path).Child
	for range 200 { // somebody else reaps it
		if err := syscall.Kill(child, 0); err != nil || zombie(child) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d, which the program started, is there still", child)
}

func zombie(pid int) bool {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err == nil && strings.Contains(string(b), ") Z ")
}
