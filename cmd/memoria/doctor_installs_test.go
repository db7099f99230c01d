package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/must"
)

// settingsOf writes hooks for a vault into a settings file and remembers them there as installed, if
// the vault is the bench's.
func (b *bench) settingsOf(name string, scope claude.Scope, to string) string {
	b.t.Helper()
	var events []string
	for _, e := range claude.Events {
		line := strings.ReplaceAll(hookline.Command{Binary: "/no/such/memoria", Vault: to}.Line(e), `"`, `\"`)
		events = append(events, `"`+e+`": [{"hooks": [{"type": "command", "command": "`+line+`", "timeout": 10}]}]`)
	}
	path := b.write(name, `{"hooks": {`+strings.Join(events, ",\n")+`}}`)
	if to == b.vault.Path() {
		in := vault.Install{Agent: "claude", Scope: string(scope), Settings: path, Since: b.now}
		must.Do(b.t, vault.RecordInstall(b.t.Context(), b.vault, in, b.now))
	}
	return path
}

func (d diagnosis) lacks(what, text string) {
	d.t.Helper()
	for _, f := range d.checks {
		must.Hold(d.t, f.What != what || !strings.Contains(f.Detail, text) && !strings.Contains(f.Mend, text), "%+v", f)
	}
}

func (d diagnosis) mends(what, mend string) {
	d.t.Helper()
	for _, f := range d.checks {
		if f.What == what && f.Mend == mend {
			return
		}
	}
	d.t.Errorf("nothing of %s is mended by %q in %s", what, mend, d)
}

// Hooks of another project are looked at in their own file, wherever the doctor is asked.
func TestDoctorOfHooksElsewhere(t *testing.T) {
	b := newBench(t)
	path := b.settingsOf("p/.claude/settings.local.json", claude.Local, b.vault.Path())
	d := b.doctor()
	d.has(doctor.OK, "hooks", "5 hooks in "+path+", for sessions started in "+filepath.Join(b.home, "p")+", write into this vault")
	d.lacks("hooks", "no settings file")

	must.Do(t, os.WriteFile(path, []byte("{}"), 0o600))
	d = b.doctor()
	d.has(doctor.Warning, "hooks", "they were installed in "+path+" on 2026-05-04 and are not there any more")
	again := "cd " + filepath.Join(b.home, "p") + " && memoria install claude --local --vault " + b.vault.Path()
	d.mends("hooks", again+", or to forget them "+strings.Replace(again, "install", "uninstall", 1))
	b.in = filepath.Join(b.home, "p")
	b.doctor().has(doctor.Warning, "hooks", "are not there any more")
	if _, stderr, code := b.run("uninstall", "claude", "--local", "--vault", b.vault.Path()); code != 0 {
		t.Fatal(stderr)
	}
	b.doctor().lacks("hooks", path)
}

// Hooks whose project is gone are gone with it, once: nobody can uninstall them there.
func TestDoctorForgetsHooksOfAFolderThatIsGone(t *testing.T) {
	b := newBench(t)
	b.settingsOf("p/.claude/settings.json", claude.Project, b.vault.Path())
	must.Do(t, os.RemoveAll(filepath.Join(b.home, "p")))
	d := b.doctor()
	d.has(doctor.OK, "hooks", filepath.Join(b.home, "p")+" is gone with its hooks")
	d.lacks("hooks", "not there any more")
	b.doctor().lacks("hooks", "is gone")
}

// Hooks that somebody set up for another vault are told of, and no command is named that would turn
// them to this one.
func TestDoctorTurnsNobodysHooks(t *testing.T) {
	b := newBench(t)
	other := b.other()
	user := b.settingsOf(".claude/settings.json", claude.User, other)
	d := b.doctor()
	d.has(doctor.Warning, "hooks", "the user hooks, in "+user+", write into another vault, "+other+", and none write into this one")
	d.mends("hooks", "memoria doctor --vault "+other)
	d.lacks("hooks", "memoria install")
	d.lacks("hooks", "cannot be run") // that is the other's

	b.settingsOf("p/.claude/settings.local.json", claude.Local, b.vault.Path())
	d = b.doctor()
	d.has(doctor.OK, "hooks", "the user hooks, in "+user+", write into another vault, "+other+": a session")
	b.in = filepath.Join(b.home, "p")
	d = b.doctor()
	d.has(doctor.OK, "hooks", "the user hooks, in "+user)
	d.has(doctor.Problem, "hooks", "runs /no/such/memoria, which cannot be run")
	d.mends("hooks", "memoria install claude --local --vault "+b.vault.Path())
}

// The command that fixes hooks names their vault: the default may be another.
func TestDoctorMendsWithTheVault(t *testing.T) {
	b := newBench(t)
	b.doctor().mends("hooks", "memoria install claude --vault "+b.vault.Path())
	b.settingsOf(".claude/settings.json", claude.User, "/no/such/vault")
	b.doctor().mends("hooks", "memoria install claude --vault "+b.vault.Path())
	b.settingsOf(".claude/settings.json", claude.User, b.vault.Path())
	b.doctor().mends("round trip", "memoria install claude --vault "+b.vault.Path())
}
