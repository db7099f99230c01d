package claude

import (
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

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
