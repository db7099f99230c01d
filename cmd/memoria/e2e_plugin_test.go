//go:build linux

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// packagings is the folder of what is given out.
func packagings(t *testing.T) string {
	t.Helper()
	return must.Get(filepath.Abs(filepath.Join("..", "..")))(t)
}

// How each client of TestRealAgents installs a plugin from a folder. OpenCode has it named in its settings.
var installPlugin = map[string]struct {
	args  []string
	typed string
}{
	"gemini": {[]string{"extensions", "install", "--consent"}, "y\n"},
	"qwen":   {[]string{"extensions", "install", "--consent"}, ""},
	"pi":     {[]string{"install"}, ""},
}

// The plugins that are given out, installed by the real clients: a session goes into the person's default vault, and the next one
// is told of it.
func TestRealAgentsWithPlugins(t *testing.T) {
	folder := os.Getenv("MEMORIA_AGENTS")
	if folder == "" {
		t.Skip("MEMORIA_AGENTS names no folder for clients")
	}
	program := buildProgram(t)
	for _, a := range realAgents {
		if _, ok := installPlugin[a.name]; !ok && a.name != "opencode" {
			continue // its plugin comes from a marketplace alone
		}
		t.Run(a.name, func(t *testing.T) {
			g := newGuest(t, a, folder, filepath.Dir(program))
			g.memoria("init", g.vault)
			g.plug(filepath.Join(packagings(t), "packaging", "plugins", a.name))
			g.say(a.first, saySqlite)
			g.say(a.again, sayPostgres)
			g.memoria("flush", "--scan", "--wait")
			from := len(g.model.asked(0))
			g.say(a.first, "This is another session, and it asks for nothing.")
			must.Text(t, strings.Join(g.model.asked(from), "\n"), "it is not told").Has("memoria: notes from earlier sessions")
			if logs := g.logs(); strings.Count(logs, saySqlite) == 0 || strings.Count(logs, sayPostgres) == 0 || !strings.Contains(logs, "agent="+a.name+" ") {
				t.Errorf("the logs lack what was said:\n%s", logs)
			}
			g.memoria("flush", "--wait") // the worker of the last session writes until it is done
		})
	}
}

// plug installs the plugin in a folder, as its client does.
func (g *guest) plug(folder string) {
	g.Helper()
	how, ok := installPlugin[g.a.name]
	if !ok {
		path := filepath.Join(g.home, filepath.FromSlash(g.a.settings))
		b, err := os.ReadFile(path)
		settings := map[string]any{}
		if err == nil {
			err = json.Unmarshal(b, &settings)
		}
		if err == nil {
			settings["plugin"] = []string{"file://" + folder}
			b, err = json.Marshal(settings)
		}
		if err == nil {
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			g.Fatal(err)
		}
		return
	}
	c := g.command(append(append(g.argv[:len(g.argv):len(g.argv)], how.args...), folder)...)
	c.Stdin = strings.NewReader(how.typed)
	if out, err := c.CombinedOutput(); err != nil {
		g.Fatalf("%s: %v: %s", g.a.name, err, out)
	}
}

// The same with Claude Code, by its marketplace. Without the program the person is told, and the session goes on.
func TestRealClientWithPlugin(t *testing.T) {
	client := clientCommand(t)
	s := newPerson(t, buildProgram(t), client, 1)
	s.must("uninstall", "claude", "--yes", "--vault", s.vault)
	for _, args := range [][]string{{"plugin", "validate", packagings(t)}, {"plugin", "marketplace", "add", packagings(t)}, {"plugin", "install", "memoria@memoria"}} {
		c := exec.Command(client[0], append(client[1:len(client):len(client)], args...)...)
		c.Dir, c.Env = s.project, s.env()
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("claude %s: %v: %s", strings.Join(args, " "), err, out)
		}
	}
	c := s.chat()
	c.say(saySqlite)
	c.leave()
	s.must("flush", "--wait")
	must.Text(t, s.logs(), "the logs lack what was").Has(saySqlite)
	n := s.asked()
	c = s.chat()
	c.say(saySecond)
	c.leave()
	must.Text(t, s.toldIn(n), "the next session is told").Has("sqlite")
	must.Hold(t, len(c.bad) == 0, "hooks failed: %q", c.bad)
	must.Do(t, os.Remove(s.bin))
	argv := append(client[1:len(client):len(client)], "-p", "--output-format", "stream-json", "--verbose", "--include-hook-events", sayBranches)
	e := exec.Command(client[0], argv...)
	e.Dir, e.Env = s.project, s.env()
	out, err := e.CombinedOutput()
	must.Hold(t, err == nil && strings.Contains(string(out), "the program memoria is not installed") && !strings.Contains(string(out), `"outcome":"error"`), "without the program: %v: %.4000s", err, out)
}
