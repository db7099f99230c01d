package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// hookCalls are events as an agent tells them, and what its environment says besides.
var hookCalls = []struct{ event, env, payload string }{
	{"SessionStart", "", `{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"DIR","source":"startup"}`}, // found out
	{"SessionStart", "", `{"session_id":"s2","transcript_path":"/t/s2.jsonl","cwd":"DIR","source":"startup"}`}, // prepared
	{"SessionStart", "", `{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"DIR","source":"compact"}`},
	{"SessionStart", "", `{"session_id":"s3","cwd":"/nobody/knows"}`},
	{"UserPromptSubmit", "MEMORIA_RECALL=1500", `{"session_id":"s6","cwd":"DIR","prompt":"which busy_timeout makes SQLite wait up to five seconds?"}`},
	{"UserPromptSubmit", "", `{"session_id":"s2","cwd":"DIR","prompt":"which busy_timeout makes SQLite wait up to five seconds?"}`},
	{"Stop", "", `{"session_id":"s1","cwd":"DIR","last_assistant_message":"done & <b>, the token is abc123def456"}`},
	{"stop", "", `{"session_id":"s2","cwd":"C:\Users\me","last_assistant_message":"half a`},
	{"PreCompact", "", `{"session_id":"s1","trigger":"auto"}`},
	{"SessionEnd", "", `{"session_id":42,"transcript_path":"/t/s4.jsonl","reason":"no word"}`},
	{"PostToolUse", "", `{"session_id":"s1","tool_input":{"session_id":"no"}}`},
	{"Notification", "", `{"session_id":"s1"}`},
	{"SessionEnd", "", `[]`},
	{"SessionEnd", "MEMORIA_CHILD=1", `{"session_id":"s5"}`},
}

// TestHookPrograms holds memoria hook and the program that is the hook alone to the same bytes: what
// an agent is told, which notes are left, and what is logged.
func TestHookPrograms(t *testing.T) {
	home := t.TempDir()
	dir, v := filepath.Join(home, "src", "tidewatch"), filepath.Join(home, "vault")
	made := filepath.Join(home, "made")
	must.Do(t, os.MkdirAll(dir, 0o755))
	run := func(env, stdin string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		c := exec.Command(args[0], args[1:]...)
		c.Dir, c.Stdin, c.Stdout, c.Stderr = home, strings.NewReader(stdin), &out, &errs
		c.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH"), "GORACE=" + os.Getenv("GORACE"), "LOCALAPPDATA=" + home, env}
		if err := c.Run(); err != nil || errs.Len() > 0 && args[1] != "demo" {
			t.Fatalf("%q: %v, %s", args, err, errs.String())
		}
		return out.String()
	}
	run("", "", "memoria", "demo", v)
	must.Do(t, os.Rename(v, made))
	outcome := func(program ...string) map[string]string {
		must.Do(t, os.CopyFS(v, os.DirFS(made)))
		d := fsutiltest.Open(t, v)
		unlock, err := d.TryLock(layout.LockWorker) // so that no worker takes the notes away
		must.Do(t, err)
		defer unlock()
		all := map[string]string{}
		for i, c := range hookCalls {
			payload := strings.ReplaceAll(c.payload, "DIR", filepath.ToSlash(dir))
			all["said "+string(rune('a'+i))] = run(c.env, payload, append(program, "hook", "claude", c.event, "--vault", v)...)
		}
		for _, folder := range []string{layout.Queue, layout.Logs, layout.ReceiptsGiven} {
			maps.Copy(all, timeless(t, filepath.Join(v, filepath.FromSlash(folder))))
		}
		must.Do(t, os.RemoveAll(v))
		return all
	}
	whole, alone := outcome("memoria"), outcome("memoria-hook")
	for _, said := range []string{"said a", "said b", "said e"} {
		must.Hold(t, strings.Contains(whole[said], "additionalContext"), "%s: %q", said, whole[said])
	}
	for name, want := range whole {
		if got, ok := alone[name]; !ok || got != want {
			t.Errorf("%s: memoria-hook makes\n%s\nmemoria hook\n%s", name, got, want)
		}
	}
	must.Hold(t, len(alone) == len(whole) && len(whole) >= len(hookCalls)+8, "%d and %d things came of the calls", len(whole), len(alone))
}

var (
	instant = regexp.MustCompile(`20\d\d-\d\d-\d\dT[0-9:.]+Z`)
	unique  = regexp.MustCompile(`\.\d+-[0-9a-f]{8}\.`)
)

// timeless is what the files of a folder hold, without the times and random numbers in it.
func timeless(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	names := must.Get(filepath.Glob(filepath.Join(folder, "*")))(t)
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // a folder
		}
		key := unique.ReplaceAllString(filepath.Base(name), ".")
		files[filepath.Base(folder)+"/"+key] += instant.ReplaceAllString(string(b), "NOW")
	}
	return files
}
