package claude

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A bench is a home with a settings file.
type bench struct {
	testing.TB
	in   *Installer
	home string
	path string
}

func newBench(t testing.TB) *bench {
	t.Helper()
	home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	return &bench{t, &Installer{StateDir: filepath.Join(home, "state", "memoria"), Scope: User}, home, SettingsPath(User, home, "", "")}
}

func (b *bench) write(path, s string) {
	b.Helper()
	must.Do(b, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(b, os.WriteFile(path, []byte(s), 0o640))
	old := time.Now().Add(-time.Hour) // nobody writes it at this moment
	must.Do(b, os.Chtimes(path, old, old))
}

func (b *bench) read(path string) string {
	b.Helper()
	s := fsutiltest.Read(b, path)
	return string(s)
}

func (b *bench) install(c hookline.Command) *Change {
	b.Helper()
	ch := must.Get(b.in.Install(context.Background(), b.path, c))(b)
	return ch
}

func (b *bench) uninstall() *Change {
	b.Helper()
	ch := must.Get(b.in.Uninstall(context.Background(), b.path))(b)
	return ch
}

func (b *bench) gone(path string) {
	b.Helper()
	must.Is(b, must.Err(os.Lstat(path)), fs.ErrNotExist, "%s is still there", path)
}

// Files come back byte for byte through the record on disk.
func TestFilesRoundTrip(t *testing.T) {
	b := newBench(t)
	for seed := range uint64(25) {
		s := newGenerator(seed).file()
		b.write(b.path, s)
		b.install(one)
		installedOnce(t, b.read(b.path), one)
		b.uninstall()
		got := b.read(b.path)
		must.Be(t, got == s, "file %d: got\n%q\nnot\n%q", seed, got, s)
	}
	entries, err := os.ReadDir(filepath.Join(b.in.StateDir, "install"))
	must.Hold(t, err == nil && len(entries) == 0, "records are left: %v, %v", entries, err)
}

// What was not there is not there afterwards; what the client put there meanwhile stays.
func TestNoFile(t *testing.T) {
	b := newBench(t)
	b.install(one)
	info, err := os.Stat(b.path)
	must.Hold(t, err == nil && (runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0), "%v, %v: the settings are for others to read", info.Mode(), err)
	ch := b.install(one)
	must.Hold(t, ch.None(), "the second install changed %+v", ch)
	b.install(two)
	b.uninstall()
	b.gone(filepath.Join(b.home, ".claude"))

	b.install(one)
	b.write(filepath.Join(b.home, ".claude", "history"), "x")
	b.uninstall()
	b.gone(b.path)
	b.read(filepath.Join(b.home, ".claude", "history"))

	b.install(one)
	b.write(b.path, strings.Replace(b.read(b.path), "{", `{"model": "x", `, 1))
	b.uninstall()
	must.Equal(t, plainJSON(b.read(b.path)), `{"model":"x"}`, "after an edit the file")
}

// Neither the vault nor the record is needed; whoever wrote memoria's entries, they go. An empty object of hooks stays where
// no record says that it is memoria's.
func TestRecordLost(t *testing.T) {
	b := newBench(t)
	const was = "{\n    \"model\": \"x\" // mine\n}"
	const left = "{\n    \"model\": \"x\", // mine\n    \"hooks\": {}\n}"
	b.write(b.path, left)
	b.install(one)
	must.Do(t, os.RemoveAll(b.in.StateDir))
	b.uninstall()
	got := b.read(b.path)
	must.Hold(t, got == left, "got\n%s", got)
	ch := b.uninstall()
	must.Hold(t, ch.None(), "nothing is left to do, but %+v", ch)
	for record, want := range map[string]string{"": left, "{": left, `{"version":9}`: left, `{"version":1,"settings":"elsewhere"}`: left,
		`{"version":1,"settings":"` + b.path + `","after":"` + hash(was) + `","undo":[{"at":99999,"len":-1}],` +
			`"added":{"hooks":true,"events":["` + strings.Join(Events, `","`) + `"]}}`: was} {
		b.write(b.path, was)
		b.install(one)
		target := must.Get(resolve(b.path))(t)
		b.write(filepath.Join(b.in.StateDir, recordName(target)), record)
		b.uninstall()
		got := b.read(b.path)
		must.Hold(t, got == want, "with the record %q the file became\n%s", record, got)
	}
}

// Entries of earlier versions, doubled, misplaced or limited to some occasions, become one an
// event, in their place where that is good.
func TestOlderEntries(t *testing.T) {
	b := newBench(t)
	b.write(b.path, `{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "memoria hook claude Stop || true", "timeout": 30}, {"type": "command", "command": "other"}]},
      {"hooks": [{"type": "command", "command": "/usr/local/bin/memoria hook claude Stop --vault /home/ana/notes"}]}
    ],
    "SessionStart": [
      {"matcher": "startup", "hooks": [{"type": "command", "command": "memoria hook claude SessionStart", "timeout": 5}]}
    ],
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "/old/memoria", "args": ["hook", "claude", "Stop", "--vault", "/v"]}]}
    ],
    "PostToolUse": [
      {"matcher": "Write", "hooks": [{"type": "command", "command": "memoria hook claude PostToolUse", "timeout": 5}]}
    ]
  }
}
`)
	b.install(one)
	want := `{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "/usr/local/bin/memoria hook claude Stop --vault /home/ana/notes 2>/dev/null || :", "timeout": 30}, {"type": "command", "command": "other"}]}
    ],
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/bin/memoria hook claude SessionStart --vault /home/ana/notes 2>/dev/null || :",
            "timeout": 10
          }
        ]
      }
    ],
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "/usr/local/bin/memoria hook claude SessionEnd --vault /home/ana/notes 2>/dev/null || :", "timeout": 10}]}
    ],
    "PostToolUse": [
      {"matcher": "Write", "hooks": [{"type": "command", "command": "/usr/local/bin/memoria hook claude PostToolUse --vault /home/ana/notes 2>/dev/null || :", "timeout": 5}]}
    ],
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/bin/memoria hook claude UserPromptSubmit --vault /home/ana/notes 2>/dev/null || :",
            "timeout": 10
          }
        ]
      }
    ],
    "PreCompact": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/bin/memoria hook claude PreCompact --vault /home/ana/notes 2>/dev/null || :",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`
	got := b.read(b.path)
	must.Hold(t, got == want, "got\n%s", got)
	ch := b.install(one)
	must.Hold(t, ch.None(), "the second install gave\n%s", ch.After)
	b.uninstall()
	must.Equal(t, plainJSON(b.read(b.path)), `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"other"}]}]}}`, "after uninstall the file")
}

// A program that writes the file in place leaves it empty for a moment.
func TestHalfWritten(t *testing.T) {
	b := newBench(t)
	for _, half := range []string{"", `{"model": "x`} {
		b.write(b.path, half)
		now := time.Now()
		must.Do(t, os.Chtimes(b.path, now, now))
		b.in.wait = func() { b.write(b.path, `{"model": "x"}`) }
		b.install(one)
		b.in.wait = nil
		v := parsed(t, b.read(b.path))
		must.Hold(t, v["model"] == "x", "the file became\n%s", b.read(b.path))
		b.uninstall()
		must.Equal(t, b.read(b.path), `{"model": "x"}`, "uninstall gave")
	}
}

// A program that saves what it read before we came takes memoria's entries away: they are put back.
func TestStaleSave(t *testing.T) {
	b := newBench(t)
	b.write(b.path, `{"model": "x"}`)
	now := time.Now()
	must.Do(t, os.Chtimes(b.path, now, now))
	saves := 0
	b.in.wait = func() {
		if saves++; saves < 4 {
			b.write(b.path, `{"model": "y"}`)
			now := time.Now()
			os.Chtimes(b.path, now, now)
		}
	}
	b.install(one)
	installedOnce(t, b.read(b.path), one)
	v := parsed(t, b.read(b.path))
	must.Hold(t, v["model"] == "y", "their change is lost:\n%s", b.read(b.path))
	b.uninstall()
	must.Equal(t, b.read(b.path), `{"model": "y"}`, "uninstall gave")
}

func TestLocked(t *testing.T) {
	b := newBench(t)
	state := must.Get(fsutil.CreateDir(b.in.StateDir, 0o700))(t)
	defer state.Close()
	unlock := must.Get(state.Lock(context.Background(), "lock/install"))(t)
	defer unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	must.Is(t, must.Err(b.in.Install(ctx, b.path, one)), fsutil.ErrLocked, "another run holds the lock")
	b.gone(b.path)
}
