//go:build linux

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Ctrl-C and SIGTERM in the middle of a run end it after the write in hand, with 130, and also a watch's
// run: no page is half written, nothing is left over, and the next run makes what an undisturbed one would.
func TestCompileSignalled(t *testing.T) {
	c := &crowd{t: t, dir: t.TempDir()}
	vault := func(name string) {
		c.vault = filepath.Join(c.dir, name)
		if out, err := c.run("", "init", c.vault); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		fsutiltest.Write(t, filepath.Join(c.vault, "daily", "2026-03-02.md"), bigLog(60))
	}
	compile := func() {
		if out, err := c.run("", "compile", "--vault", c.vault); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	vault("undisturbed")
	compile()
	want := vaultFiles(t, c.vault)
	all := len(c.concepts())
	if all < 30 {
		t.Fatalf("only %d articles: %v", all, c.concepts())
	}
	for _, x := range []struct {
		sig  syscall.Signal
		args []string
	}{
		{syscall.SIGINT, nil},
		{syscall.SIGTERM, []string{"--watch"}},
	} {
		vault(fmt.Sprint(x.sig))
		cmd := exec.Command("memoria", append([]string{"compile", "--vault", c.vault}, x.args...)...)
		cmd.Env, cmd.Dir = c.env(), c.dir
		must.Do(t, cmd.Start())
		for cmd.ProcessState == nil && len(c.concepts()) == 0 {
			time.Sleep(time.Millisecond)
		}
		err := errors.Join(cmd.Process.Signal(x.sig), cmd.Wait())
		if n := len(c.concepts()); n == all {
			t.Logf("%v came too late to be in the middle", x.sig)
		} else if code := cmd.ProcessState.ExitCode(); code != exit.Interrupted {
			t.Errorf("%v with %d articles: exit %d, %v", x.sig, n, code, err)
		}
		for name, text := range vaultFiles(t, c.vault) {
			must.Hold(t, !fsutil.IsTemp(filepath.Base(name)) && (!strings.HasPrefix(name, "wiki/concepts/") || text == want[name]), "%v leaves %s as it should not be:\n%s", x.sig, name, text)
		}
		compile()
		must.Equal(t, difference(want, vaultFiles(t, c.vault)), "", "after %v", x.sig)
	}
}

func (c *crowd) concepts() []fs.DirEntry {
	entries, err := os.ReadDir(filepath.Join(c.vault, "wiki", "concepts"))
	must.Hold(c.t, err == nil, "%v", err)
	return entries
}

// bigLog is a log that about so many articles are made of.
func bigLog(n int) string {
	syllables := []string{"kor", "bel", "mun", "tas", "rif", "gol", "ved", "sil"}
	var b strings.Builder
	b.WriteString("# Daily Log: 2026-03-02\n")
	for hour, does := range []string{"keeps its rows in one file", "is copied before each deploy", "answers in ten seconds"} {
		fmt.Fprintf(&b, "\n### Session (1%d:00) - Part %d\n\n**Decisions Made:**\n", hour, hour)
		for i := range n {
			name := syllables[i%8] + syllables[i/8%8] + "ix"
			fmt.Fprintf(&b, "- The `%s` %s, since %d of them are there\n", name, does, i+2)
		}
	}
	return b.String()
}
