package claude

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A run that was killed leaves a copy of the settings beside them. The next one takes it away, and nothing that
// is not memoria's, nor in another folder.
func TestLeftovers(t *testing.T) {
	b := newBench(t)
	dir := filepath.Dir(b.path)
	b.write(b.path, `{"model": "x"}`)
	const left = ".memoria-0123456789abcdef.tmp"
	others := []string{".memoria-0123.tmp", ".memoria-0123456789abcdeX.tmp", "memoria-0123456789abcdef.tmp", "sub/" + left}
	for _, name := range others {
		b.write(filepath.Join(dir, name), "theirs")
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, ".memoria-1123456789abcdef.tmp"), 0o700))
	for what, run := range map[string]func(){
		"install":                   func() { b.install(one) },
		"uninstall":                 func() { b.uninstall() },
		"uninstall without a hook":  func() { b.uninstall() },
		"install into a bad file":   func() { b.write(b.path, "{"); b.in.Install(t.Context(), b.path, one) },
		"uninstall without a file ": func() { os.Remove(b.path); b.uninstall() },
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, left), []byte("{"), 0o600))
		if _, err := b.in.Plan(b.path, one); err == nil {
			b.read(filepath.Join(dir, left)) // a plan changes nothing
		}
		run()
		b.gone(filepath.Join(dir, left))
		must.Be(t, !t.Failed(), "%v", what)
		b.write(b.path, `{"model": "x"}`)
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, left), nil, 0o600))
	for range 2 {
		must.Do(t, b.in.Clean(t.Context(), b.path))
		b.gone(filepath.Join(dir, left))
	}
	for _, name := range others {
		b.read(filepath.Join(dir, name))
	}
	// What it left where it made the folder goes with the folder.
	b.in.StateDir = filepath.Join(b.home, "state2")
	b.path = SettingsPath(User, filepath.Join(b.home, "new"), "", "")
	b.install(one)
	b.write(filepath.Join(filepath.Dir(b.path), left), "{")
	b.uninstall()
	b.gone(filepath.Dir(b.path))
}
