package vault

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestStateDir(t *testing.T) {
	home := t.TempDir()
	state := filepath.Join(home, "elsewhere")
	for set, want := range map[string]string{
		"": filepath.Join(home, ".local", "state", "memoria"), "relative": filepath.Join(home, ".local", "state", "memoria"), state: filepath.Join(state, "memoria"),
	} {
		must.Equal(t, StateDir(func(string) string { return set }, home), want, "XDG_STATE_HOME=%q", set)
	}
}

// A person without a home has no state folder, least of all one in the working directory.
func TestStateDirOfNobody(t *testing.T) {
	got := StateDir(func(string) string { return "" }, "")
	must.Hold(t, got == "", "%q", got)
}

// A line goes to the vault, else to the state folder, else nowhere; none makes a vault or breaks a line.
func TestLog(t *testing.T) {
	root := t.TempDir()
	d := fsutiltest.Open(t, root)
	l := &Log{Dir: d, State: filepath.Join(root, "state"), Now: func() time.Time { return time.Date(2026, 11, 27, 13, 0, 0, 0, time.FixedZone("", 3600)) }}
	read := func(name string) string {
		b, _ := os.ReadFile(filepath.Join(root, name))
		return string(b)
	}
	must.Hold(t, l.Printf("hook", "no %s", "vault") && read("state/memoria.log") == "2026-11-27T12:00:00Z hook: no vault\n", "%q", read("state/memoria.log"))
	must.Do(t, d.MkdirAll(Marker, 0o700))
	must.Hold(t, l.Printf("worker", "a\nb\x1b[31m\u2028\xff%s", strings.Repeat("x", 5000)), "not written")
	got := read(".memoria/logs/memoria.log")
	must.Hold(t, strings.HasPrefix(got, "2026-11-27T12:00:00Z worker: a b [31m \ufffdxxx") && strings.Count(got, "\n") == 1 && len(got) <= 3000, "%.80q, %d bytes", got, len(got))
	must.Do(t, os.WriteFile(filepath.Join(root, "file"), nil, 0o600))
	must.Hold(t, !(&Log{State: filepath.Join(root, "file", "state"), Now: l.Now}).Printf("hook", "x") && !(&Log{Now: l.Now}).Printf("hook", "x"), "claims to have written")
}

// A line outside the vault says which one it is about, whatever is in the path.
func TestLogNamesTheVault(t *testing.T) {
	state := t.TempDir()
	l := &Log{State: state, Now: func() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC) }}
	for _, path := range []string{"/v", "/my \"notes\" for\nme", ""} {
		l.Vault = path
		l.Printf("hook", "for \"x\" nothing")
		b, _ := os.ReadFile(filepath.Join(state, "memoria.log"))
		lines := strings.Split(strings.TrimSpace(string(b)), "\n")
		last := lines[len(lines)-1]
		must.Hold(t, LineVault(last) == path && strings.HasSuffix(last, `hook: for "x" nothing`), "%q: %q is about %q", path, last, LineVault(last))
	}
}
