//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// oracle is a model that decides for one table in each stretch, and has nothing to change in articles.
const oracle = `cat >prompt
mark=$(sed -n 's/^The mark of this [a-z]* is \([A-Z][0-9a-f]*\)\.$/\1/p' prompt)
echo once >>%s
grep -q '^The mark of this question' prompt && echo NOTHING_TO_CHANGE && exit
table=$(sed -n 's/^We decided that table \([0-9]*\) .*/\1/p' prompt)
printf '=== %%s\ntitle: Table %%s\ndecision [t1]: Table %%s lies in SQLite, because one file is easy to copy\n=== end %%s\n' $mark $table $table $mark
`

// A newcomer is a person with two sessions of the past, one of them long ago, and a model.
func newcomer(t *testing.T) *crowd {
	c := newCrowd(t)
	dir := c.dir
	fsutiltest.Write(t, filepath.Join(dir, "oracle"), fmt.Sprintf(oracle, filepath.Join(dir, "asked")))
	fsutiltest.Write(t, filepath.Join(dir, "memoria", "config.yaml"), "provider: command\nmodels:\n  command: {argv: [sh, "+filepath.Join(dir, "oracle")+"], model: oracle}\n")
	for n, days := range []int{2, 90} {
		id := fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n)
		fsutiltest.Write(t, filepath.Join(dir, ".claude", "projects", "-w-tide", id+".jsonl"), fmt.Sprintf(
			`{"type":"user","uuid":"u-%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":"We decided that table %[1]d lies in SQLite, because one file is easy to copy."}}`+"\n",
			n, id, time.Now().AddDate(0, 0, -days).UTC().Format(time.RFC3339)))
	}
	return c
}

// types runs memoria on a terminal, types a line once it is asked, and returns what the terminal shows.
func (c *crowd) types(line string, args ...string) string {
	c.t.Helper()
	pty, tty, err := openTerminal()
	if err != nil {
		c.t.Skip(err)
	}
	defer pty.Close()
	cmd := exec.Command("memoria", args...)
	cmd.Env, cmd.Dir = append(c.env(), "TERM=xterm"), c.dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must.Do(c.t, cmd.Start())
	tty.Close()
	defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
	var screen bytes.Buffer
	for b := make([]byte, 4096); ; {
		n, err := pty.Read(b)
		screen.Write(b[:n])
		if line != "" && bytes.Contains(screen.Bytes(), []byte("or Enter for 1: ")) {
			pty.WriteString(line)
			line = ""
		}
		if err != nil {
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		c.t.Errorf("memoria %s: %v\n%s", strings.Join(args, " "), err, screen.String())
	}
	return screen.String()
}

// by returns who wrote the entries of the logs, in their order.
func (c *crowd) by() (out string) {
	days, _ := filepath.Glob(filepath.Join(c.vault, "daily", "*.md"))
	for _, name := range days {
		for line := range strings.Lines(string(fsutiltest.Read(c.t, name))) {
			if _, by, ok := strings.Cut(line, " by="); ok {
				out += strings.Fields(by)[0] + " "
			}
		}
	}
	return strings.TrimSpace(out)
}

func (c *crowd) log() string {
	b, _ := os.ReadFile(filepath.Join(c.vault, ".memoria", "logs", "memoria.log"))
	return string(b)
}

func (c *crowd) asked() int {
	b, _ := os.ReadFile(filepath.Join(c.dir, "asked"))
	return bytes.Count(b, []byte("\n"))
}

// On a terminal a newcomer is told which model is there and what it would take, and has the choice; what is not chosen
// is not spent.
func TestOffer(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, line string
		first      bool // init asks, else import
		by         string
		asked      int // entries, whether they hold, and questions about articles; -1 waits for the background
	}{
		{"without a model", "\r", false, "extractive extractive", 0},
		{"the last days", "2\r", false, "extractive command/oracle", 3},
		{"all of it", "3\r", false, "command/oracle command/oracle", 5},
		{"both", "4\r", false, "extractive command/oracle extractive command/oracle", -1},
		{"from the first command on", "3\r", true, "command/oracle command/oracle", 5},
		{"not at the first command", "5\r", true, "", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			c := newcomer(t)
			cmd := []string{"init", c.vault}
			if !x.first {
				if out, err := c.run("", cmd...); err != nil || strings.Contains(out, "oracle") || c.asked() > 0 {
					t.Fatalf("init: %v\n%s", err, out)
				}
				cmd = []string{"import", "--vault", c.vault}
			}
			screen := c.types(x.line, cmd...)
			for _, want := range []string{
				"command/oracle is there. How are the entries of these sessions to be written?",
				"1  without a model, now: seconds, and nothing is asked",
				"2  by the model, now, the last 30 days: 1 session, command/oracle would be asked about 3 times, some ",
				"3  by the model, now, all of it: 2 sessions, command/oracle would be asked about 7 times, some ",
				"4  both: without a model now, and by the model in the background, newest first",
			} {
				must.Hold(t, strings.Contains(screen, want), "%q is not shown", want)
			}
			for end := time.Now().Add(30 * time.Second); x.asked < 0 && !strings.Contains(c.log(), "improve: wrote 2 entries") && time.Now().Before(end); {
				time.Sleep(20 * time.Millisecond)
			}
			if got := c.by(); got != x.by || x.asked >= 0 && c.asked() != x.asked {
				t.Errorf("written by %q, want %q; asked %d times, want %d\n%s", got, x.by, c.asked(), x.asked, screen)
			}
		})
	}
}

// Without a terminal nobody is asked, and nothing is spent without a word; a flag says the same as a choice.
func TestOfferToScripts(t *testing.T) {
	t.Parallel()
	for flag, x := range map[string]struct {
		by    string
		asked int
	}{
		"":                   {"extractive extractive", 0},
		"--improve=no":       {"extractive extractive", 0},
		"--improve=30d":      {"extractive command/oracle", 3},
		"--improve=all":      {"command/oracle command/oracle", 5},
		"--budget=1 call":    {"extractive extractive", 0},
		"--provider=command": {"command/oracle command/oracle", 5},
	} {
		t.Run(flag, func(t *testing.T) {
			t.Parallel()
			c := newcomer(t)
			c.run("", "init", c.vault)
			args := []string{"import", "--vault", c.vault}
			if flag != "" {
				args = append(args, flag)
			}
			if out, err := c.run("", args...); err != nil || c.by() != x.by || c.asked() != x.asked {
				t.Errorf("%v; written by %q, asked %d times\n%s", err, c.by(), c.asked(), out)
			}
		})
	}
	c := newcomer(t)
	c.run("", "init", c.vault)
	if out, err := c.run("", "import", "--vault", c.vault, "--improve", "soon"); !exitedWith(err, 2) || c.by() != "" {
		t.Errorf("%v\n%s", err, out)
	}
	// A model that stops leaves no session out.
	out, err := c.run("", "import", "--vault", c.vault, "--improve", "all", "--budget", "1 call")
	must.Hold(t, exitedWith(err, 6) && strings.Count(c.by(), "extractive") == 1 && strings.Count(c.by(), "oracle") == 1 && strings.Contains(out, "memoria improve"), "%v; written by %q\n%s", err, c.by(), out)
}
