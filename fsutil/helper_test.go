package fsutil

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// The test binary runs itself as another process: the first argument names what it then does.
const helperEnv = "FSUTIL_TEST_HELPER"

var helpers = map[string]func(dir string, args []string) error{
	"append":  helpAppend,
	"hold":    helpHold,
	"pending": helpPending,
	"list":    helpList,
}

func TestMain(m *testing.M) {
	name := os.Getenv(helperEnv)
	if name == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // a process with -race else sleeps a second at its end
		os.Exit(m.Run())
	}
	if err := helpers[name](os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A helper is another process that talks in lines.
type helper struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

func startHelper(t testing.TB, name, dir string, args ...string) *helper {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	cmd := exec.Command(exe, append([]string{dir}, args...)...)
	cmd.Env = append(os.Environ(), helperEnv+"="+name)
	cmd.Stderr = os.Stderr
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	h := &helper{cmd: cmd, in: in, lines: bufio.NewScanner(out)}
	t.Cleanup(h.kill)
	return h
}

// line returns the next line the process says, "" when it has ended.
func (h *helper) line() string {
	if !h.lines.Scan() {
		return ""
	}
	return h.lines.Text()
}

func (h *helper) expect(t testing.TB, want string) {
	t.Helper()
	got := h.line()
	must.Be(t, got == want, "process said %q, want %q", got, want)
}

// kill ends the process as a power cut would, and waits for it.
func (h *helper) kill() {
	h.cmd.Process.Kill()
	h.cmd.Wait()
}

// finish lets the process go on to its end.
func (h *helper) finish(t testing.TB) {
	t.Helper()
	h.in.Close()
	must.Do(t, h.cmd.Wait())
}

func say(line string) error {
	_, err := fmt.Println(line)
	return err
}

func awaitInput() { io.Copy(io.Discard, os.Stdin) }

func openTemp(t testing.TB) *Dir {
	t.Helper()
	return open(t, t.TempDir())
}

func open(t testing.TB, dir string) *Dir {
	t.Helper()
	d := must.Get(OpenDir(dir))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

// plant writes files without the package under test.
func plant(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, []byte(files[name]), 0o644))
	}
}

func link(t testing.TB, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skipf("symbolic links are not to be had: %v", err)
	}
}

// tree lists everything under dir: what it is and what it holds.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Do(t, filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, file)
		switch {
		case e.IsDir():
			all[name] = "directory"
		case e.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(file)
			all[name] = "-> " + to
			return err
		default:
			b, err := os.ReadFile(file)
			all[name] = string(b)
			return err
		}
		return nil
	}))
	return all
}

func noTemps(t testing.TB, dir string) {
	t.Helper()
	for name := range tree(t, dir) {
		must.Hold(t, !IsTemp(filepath.ToSlash(name)), "%s was left", name)
	}
}
