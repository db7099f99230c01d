//go:build unix

package opencode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A scan asks OpenCode only where its database changed, not too often, and tidies; what it brings is there once.
func TestScan(t *testing.T) {
	home, bin := t.TempDir(), t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(text), mode))
	}
	asked := filepath.Join(home, "asked")
	write(filepath.Join(bin, "opencode"), `#!/bin/sh
echo "$5" >>`+asked+`
case "$5" in
*"FROM session s"*) echo '[{"id":"ses_a","directory":"/w","updated":2000,"size":9}]' ;;
*) echo '[{"id":"msg_1","session":"ses_a","info":"{\"role\":\"user\",\"time\":{\"created\":1777885200000}}","parts":"[{\"type\":\"text\",\"text\":\"hello\"}]"},'
   echo '{"id":"msg_2","session":"ses_a","info":"{\"role\":\"user\"}","parts":"[]"},{"id":"msg_3","session":"ses_a","info":"no JSON","parts":"[]"}]' ;;
esac
`, 0o755)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	s := &Store{Getenv: func(string) string { return "" }, Home: home, Folder: filepath.Join(home, "spool"), Now: time.Now()}
	scan := func(calls int) {
		t.Helper()
		must.Do(t, s.Scan(t.Context(), time.UnixMilli(1500)))
		b, _ := os.ReadFile(asked)
		n := strings.Count(string(b), "SELECT")
		must.Hold(t, n == calls, "it was asked %d selects, not %d:\n%s", n, calls, b)
	}
	scan(0) // it never ran here
	db := filepath.Join(home, ".local", "share", "opencode", "opencode.db")
	write(db+"-wal", "", 0o600)
	scan(5) // of sessions with the size of their parts, and of messages with their parts
	b, _ := os.ReadFile(asked)
	must.Hold(t, strings.Contains(string(b), "time_updated > 1500"), "it was asked\n%s", b)
	file := filepath.Join(s.Folder, "ses_a.jsonl")
	const want = `{"id":"ses_a","directory":"/w"}
{"info":{"id":"msg_1","sessionID":"ses_a","role":"user","time":{"created":"2026-05-04T09:00:00Z"}},"after":"ses_a","parts":[{"type":"text","text":"hello"}]}
`
	b, _ = os.ReadFile(file)
	must.Hold(t, string(b) == want, "it brings\n%s", b)
	scan(5) // a moment later
	s.Now = s.Now.Add(2 * scanEvery)
	scan(5) // nothing changed since
	old := filepath.Join(s.Folder, "ses_old.jsonl")
	write(old, "", 0o600)
	write(file, strings.TrimSuffix(want, "\n"), 0o600) // whose last line was cut off
	for name, at := range map[string]time.Time{db + "-wal": s.Now, old: s.Now.Add(-2 * keptFor), filepath.Join(s.Folder, fetched): s.Now.Add(-2 * scanEvery)} {
		must.Do(t, os.Chtimes(name, at, at))
	}
	scan(7) // the list, of which nothing is new
	must.Hold(t, must.Err(os.Stat(old)) != nil, "an old file stays")
	must.Do(t, os.Remove(filepath.Join(s.Folder, fetched)))
	scan(12)
	b, _ = os.ReadFile(file)
	must.Hold(t, string(b) == strings.TrimSuffix(want, "\n"), "it has\n%s", b)
}

// Sessions that only a program reads that is not there are told of, but for the scan of a worker.
func TestWithoutTheProgram(t *testing.T) {
	home := t.TempDir()
	t.Setenv("PATH", home)
	s := Store{Getenv: func(string) string { return "" }, Home: home, Folder: filepath.Join(home, "files"), Now: time.Now()}
	must.Is(t, Bring(t.Context(), s, time.Time{}, false), nil, "where OpenCode never ran")
	fsutiltest.Write(t, filepath.Join(home, ".local", "share", "opencode", "opencode.db"), []byte("x"))
	must.Is(t, Bring(t.Context(), s, time.Time{}, false), ErrNoProgram, "a fetch")
	must.Is(t, Bring(t.Context(), s, time.Time{}, true), nil, "a scan")
}
