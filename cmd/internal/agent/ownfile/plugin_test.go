//go:build unix

package ownfile

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/fsutil/must"
)

// driver does with the plugin what OpenCode does: a session with two prompts, of which the first is taken back, one of a
// subagent, and one that no answer of the server's tells of.
const driver = `
import { Memoria } from "./memoria.mjs"
const text = (text, end) => ({ type: "text", text, time: end ? { start: 1, end } : undefined })
const call = (input) => ({ type: "tool", tool: "write", callID: "c1", state: { status: "completed", input, output: "x".repeat(20000), metadata: { big: 1 } } })
const user = (id, words) => ({ info: { id, role: "user", time: { created: 1 }, summary: { diffs: [1] } }, parts: [text(words), { type: "file", url: "data:..." }] })
const messages = { ses_a: [user("msg_1", "first")], ses_sub: [user("msg_9", "count")] }
const client = { session: {
  get: async ({ path }) => { if (path.id === "ses_gone") throw new Error("no session"); return { data: { id: path.id, directory: process.cwd(), parentID: path.id === "ses_sub" ? "ses_a" : undefined } } },
  messages: async ({ path }) => ({ data: messages[path.id] }),
} }
const p = await Memoria({ client })
const happens = (type, properties) => p.event({ event: { type, properties } })
const system = async (sessionID, first) => { const s = [first]; await p["experimental.chat.system.transform"]({ sessionID }, { system: s }); return s.length - 1 }
for (const id of ["ses_a", "ses_sub", "ses_gone"]) await p["chat.message"]({ sessionID: id }, {})
console.log("told", await system("ses_a", "You are opencode"), await system("ses_a", "You are a title generator"), await system("ses_sub", "x"), await system("ses_gone", "x"), await system(undefined, "x"))
await happens("session.idle", { sessionID: "ses_a" })
await happens("session.idle", { sessionID: "ses_a" })
messages.ses_a = [user("msg_2", "second"), { info: { id: "msg_3", role: "assistant", parentID: "msg_2", time: { created: 2 } }, parts: [text("half", 0), call({ filePath: "/a", content: "y".repeat(20000), list: [1] })] }]
await happens("session.idle", { sessionID: "ses_a" })
messages.ses_a[1].info.time.completed = 3
messages.ses_a[1].parts[0] = text("half and half", 3)
await happens("session.idle", { sessionID: "ses_sub" })
await happens("session.idle", { sessionID: "ses_gone" })
await happens("server.connected", {})
await p["experimental.session.compacting"]({ sessionID: "ses_a" }, {})
await p.dispose()
`

// The plugin writes each message as it grows, tells the events of a session once something is new, and says to the agent
// what its hook says; nothing that fails reaches OpenCode.
func TestPlugin(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node to run the plugin with")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "memoria-hook")
	write := func(name, text string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	write("memoria-hook", "#!/bin/sh\ncat >"+dir+"/.$3.$$ && mv "+dir+"/.$3.$$ "+dir+"/got.$3.$$\necho noise >&2\n[ $3 != SessionStart ] || echo '{\"hookSpecificOutput\":{\"additionalContext\":\"what is known\"}}'\n")
	write("memoria.mjs", Files(hookline.Command{Binary: program, Vault: "/v", Agent: hookline.OpenCode})[0].Text)
	write("driver.mjs", driver)
	c := exec.Command(node, "driver.mjs")
	c.Dir, c.Env = dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "XDG_STATE_HOME=" + dir}
	if out, err := c.CombinedOutput(); err != nil || string(out) != "told 1 0 0 0 0\n" {
		t.Errorf("%v: it says %s", err, out)
	}
	b, err := os.ReadFile(filepath.Join(dir, "memoria", "opencode", "ses_a.jsonl"))
	rows := strings.Split(strings.TrimSpace(string(b)), "\n")
	if err == nil && len(rows) == 5 && len(b) < 70000 {
		for i, want := range [][]string{{`{"id":"ses_a","directory":"`}, {`"text":"first"`, `"after":"ses_a"`}, {`"text":"second"`, `"after":"ses_a"`},
			{`"text":"half"`, `"after":"msg_2"`}, {`"text":"half and half"`, `"completed":3`}} {
			for _, w := range want {
				must.Hold(t, strings.Contains(rows[i], w) && !strings.Contains(rows[i], "data:") && !strings.Contains(rows[i], "diffs"), "row %d has no %s, or too much: %.300s", i, w, rows[i])
			}
		}
	} else {
		t.Errorf("%v: it wrote %d rows:\n%.500s", err, len(rows), b)
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) { // OpenCode does not wait for them
		if all, _ := filepath.Glob(filepath.Join(dir, "got.*")); len(all) >= 5 {
			break
		}
	}
	for event, want := range map[string]int{"SessionStart": 1, "Stop": 2, "PreCompact": 1, "SessionEnd": 1} {
		got, _ := filepath.Glob(filepath.Join(dir, "got."+event+".*"))
		must.Hold(t, len(got) == want, "%s was told %d times, not %d", event, len(got), want)
		for _, name := range got {
			b, _ := os.ReadFile(name)
			must.Hold(t, strings.Contains(string(b), `"session_id":"ses_a","transcript_path":"`+dir+`/memoria/opencode/ses_a.jsonl"`), "%s: %s", event, b)
		}
	}
	left, _ := filepath.Glob(filepath.Join(dir, "memoria", "opencode", ".*"))
	must.Hold(t, len(left) == 0, "it leaves %q", left)
}
