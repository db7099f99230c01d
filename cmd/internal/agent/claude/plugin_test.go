package claude

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestPlugin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plugin")
	p := Plugin{Command: one, Version: "v1.2.3-0.20260101000000-abcdef"}
	files, err := p.Plan(dir)
	must.Be(t, err == nil && len(files) == 4, "%d files, %v", len(files), err)
	must.Do(t, p.Write(dir, files))
	read := func(name string, into any) string {
		t.Helper()
		b := fsutiltest.Read(t, filepath.Join(dir, filepath.FromSlash(name)))
		if into != nil {
			err := json.Unmarshal(b, into)
			must.Be(t, err == nil, "%s: %v", name, err)
		}
		return string(b)
	}
	var manifest struct{ Name, Version, Description string }
	if read(".claude-plugin/plugin.json", &manifest); manifest.Name != "memoria" || manifest.Version != "1.2.3" || manifest.Description == "" {
		t.Errorf("manifest %+v", manifest)
	}
	installedOnce(t, read("hooks/hooks.json", nil), one)
	var servers struct {
		MCPServers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	read(".mcp.json", &servers)
	s := servers.MCPServers["memoria"]
	must.Hold(t, s.Command == one.Binary && slices.Equal(s.Args, []string{"mcp", "--vault", one.Vault}), "servers %+v", servers)
	readme := read("README.md", nil)
	for _, want := range []string{
		"\n    " + one.Vault + "\n", "\n    " + one.Binary + "\n", "\n    claude --plugin-dir " + one.Quote(dir) + "\n",
		"\n    memoria install claude --plugin " + one.Quote(dir) + " --vault " + one.Quote(one.Vault) + "\n",
	} {
		must.Hold(t, strings.Contains(readme, want), "README has no %q\n%s", want, readme)
	}
	must.Hold(t, !strings.Contains(readme, "{{"), "README\n%s", readme)
	if again, err := p.Plan(dir); err != nil || len(again) > 0 {
		t.Errorf("the second time: %v, %v", again, err)
	}
	if update, err := (Plugin{Command: two}).Plan(dir); err != nil || len(update) == 0 {
		t.Errorf("an update: %v, %v", update, err)
	}
}

// A folder with anything else in it is not written to.
func TestPluginRefused(t *testing.T) {
	for _, c := range [][2]string{{"notes.md", "mine"}, {manifest, `{"name": "other"}`}, {manifest, "{"}, {manifest, "[]"}} {
		name, content := c[0], c[1]
		dir := t.TempDir()
		path := filepath.Join(dir, filepath.FromSlash(name))
		fsutiltest.Write(t, path, content)
		files, err := (Plugin{Command: one}).Plan(dir)
		must.Hold(t, err != nil, "with %s in it: %v", name, files)
	}
}

func TestRelease(t *testing.T) {
	for v, want := range map[string]string{"v1.2.3": "1.2.3", "1.2.3+dirty": "1.2.3", "(devel)": "0.0.0", "": "0.0.0", "v1.2": "0.0.0"} {
		must.Equal(t, release(v), want, "%q", v)
	}
}

func TestConflicts(t *testing.T) {
	dir := t.TempDir()
	file := func(name, s string) string {
		path := filepath.Join(dir, name)
		fsutiltest.Write(t, path, s)
		return path
	}
	off := file("off.json", `{"disableAllHooks": /* yes */ true}`)
	managed := file("managed.json", `{"allowManagedHooksOnly": true}`)
	got := Conflicts([]string{off, managed, file("on.json", `{"disableAllHooks": false}`), file("broken.json", `{"disableAllHooks": true`), filepath.Join(dir, "none")})
	must.Hold(t, len(got) == 2 && got[0].Path == off && got[0].Key == "disableAllHooks" && got[1].Path == managed, "got %+v", got)
	for s, want := range map[string]bool{"": false, jsonc.BOM + "{}": false, "{": false, `{"a": "//"}`: false, "{} // c": true, "{/**/}": true, `{"a": [1,]}`: true} {
		got := Ignored(file("some.json", s))
		must.Hold(t, got == want, "%q is ignored: %t", s, got)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		must.Hold(t, len(ManagedSettings(system)) != 0, "none on %s", system)
	}
}

func TestHooks(t *testing.T) {
	b := newBench(t)
	if hooks, _, err := Hooks(b.path); err != nil || len(hooks) > 0 {
		t.Errorf("of no file: %v, %v", hooks, err)
	}
	b.write(b.path, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "memoria hook claude Stop && true"}]}]}}`)
	b.install(one)
	hooks, mixed, err := Hooks(b.path)
	must.Be(t, err == nil && len(hooks) == len(Events) && len(mixed) == 1, "%+v, %q, %v", hooks, mixed, err)
	if h := hooks[0]; h.Event != "Stop" || h.Line != one.Line("Stop") || h.Timeout != "10" || h.Call != (hookline.Call{Binary: one.Binary, Event: "Stop", Vault: one.Vault, Agent: Name}) {
		t.Errorf("the first is %+v", h)
	}
	b.write(b.path, "{")
	if _, _, err := Hooks(b.path); err == nil {
		t.Error("a broken file has hooks")
	}
}

func TestSettingsPath(t *testing.T) {
	home, project := filepath.FromSlash("/home/ana"), filepath.FromSlash("/src/x")
	for _, c := range []struct {
		scope  Scope
		config string
		want   string
	}{
		{User, "", "/home/ana/.claude/settings.json"},
		{User, filepath.FromSlash("/etc/cc"), "/etc/cc/settings.json"},
		{Project, "/etc/cc", "/src/x/.claude/settings.json"},
		{Local, "", "/src/x/.claude/settings.local.json"},
	} {
		must.Equal(t, filepath.ToSlash(SettingsPath(c.scope, home, c.config, project)), c.want, "%s", c.scope)
	}
}
