package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-poll" { // run as the program
		main()
		return
	}
	os.Exit(m.Run())
}

// A reader answers what memoria asks its command; what was answered once is answered at once.
func TestReaderAnswers(t *testing.T) {
	t.Parallel()
	self := must.Get(os.Executable())(t)
	folder := filepath.Join(t.TempDir(), "prompts")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
			if left, _ := filepath.Glob(filepath.Join(folder, "*.prompt.md")); len(left) == 1 {
				os.WriteFile(strings.Replace(left[0], ".prompt.", ".answer.", 1), []byte("Words of a reader.\n"), 0o600)
				return
			}
		}
	}()
	for range 2 {
		c := exec.CommandContext(ctx, self, "-poll", "20ms", folder)
		c.Stdin = strings.NewReader("Rules.\n\nWhat was decided?")
		if reply, err := c.Output(); err != nil || string(reply) != "Words of a reader.\n" {
			t.Fatalf("%q, %v", reply, err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(folder, "*.prompt.md"))
	must.Hold(t, len(left) == 1 && string(fsutiltest.Read(t, left[0])) == "Rules.\n\nWhat was decided?", "prompts %q", left)
	// Nobody answers, and whoever asked ends it.
	late, end := context.WithTimeout(ctx, 50*time.Millisecond)
	defer end()
	if answer, err := spool(late, folder, []byte("Another question"), time.Millisecond); err == nil {
		t.Errorf("answered %q", answer)
	}
}
