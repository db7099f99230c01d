package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A diagnosis is what the doctor said.
type diagnosis struct {
	t      *testing.T
	checks []doctor.Finding
	code   int
}

func (b *bench) doctor() diagnosis {
	b.t.Helper()
	var answer struct {
		Schema int
		Checks []doctor.Finding
	}
	code := b.answer(&answer, "doctor")
	check(b.t, "schema", answer.Schema, 1)
	for _, f := range answer.Checks {
		must.Hold(b.t, f.Level == doctor.OK || f.Level == doctor.Unknown || f.Mend != "" || f.What == "hooks", "%+v names no command that mends it", f)
	}
	problem := slices.ContainsFunc(answer.Checks, func(f doctor.Finding) bool { return f.Level == doctor.Problem })
	must.Hold(b.t, (code == exit.Failure) == problem, "exit %d with %v", code, answer.Checks)
	return diagnosis{b.t, answer.Checks, code}
}

func (d diagnosis) has(l doctor.Level, what, detail string) {
	d.t.Helper()
	if !slices.ContainsFunc(d.checks, func(f doctor.Finding) bool {
		return f.Level == l && f.What == what && strings.Contains(f.Detail, detail)
	}) {
		d.t.Errorf("no %s %s %q in %s", l, what, detail, d)
	}
}

// only tells that of what, nothing but lines of the level were said.
func (d diagnosis) only(l doctor.Level, what string) {
	d.t.Helper()
	for _, f := range d.checks {
		must.Hold(d.t, f.What != what || f.Level == l, "%+v", f)
	}
	d.has(l, what, "")
}

func (d diagnosis) String() string {
	var s strings.Builder
	for _, f := range d.checks {
		fmt.Fprintf(&s, "\n  %s %s: %s [%s]", f.Level, f.What, f.Detail, f.Mend)
	}
	return s.String()
}

func (b *bench) write(name, text string) string {
	b.t.Helper()
	path := filepath.Join(b.home, filepath.FromSlash(name))
	must.Do(b.t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(b.t, os.WriteFile(path, []byte(text), 0o700))
	return path
}

func TestDoctorOfAHealthyVault(t *testing.T) {
	b := newBench(t)
	d := b.doctor()
	for _, what := range []string{"vault", "config", "zone", "disk", "writing", "modes", "program", "queue", "worker", "spool", "log", "sessions"} {
		d.only(doctor.OK, what)
	}
	d.has(doctor.Warning, "hooks", "no settings file has hooks")
	d.has(doctor.Unknown, "transcripts", "no agent keeps any here")
	check(t, "exit", d.code, exit.Done)
}

func TestDoctorOfWhatSurroundsTheVault(t *testing.T) {
	tests := []struct {
		name         string
		make         func(b *bench)
		level        doctor.Level
		what, detail string
	}{
		{"a setting nobody knows", func(b *bench) { b.write("v/.memoria/config.yaml", "timezon: UTC\n") }, doctor.Warning, "config", "timezon"},
		{"a vault that cannot be written", func(b *bench) { b.write("v/.memoria/doctor/x", "") }, doctor.Problem, "writing", "cannot be written"},
		{"a folder that others can read", func(b *bench) {
			must.Do(b.t, os.Chmod(filepath.Join(b.home, "v", ".memoria"), 0o755))
		}, doctor.Warning, "modes", "others on this machine"},
		{"notes in the spool", func(b *bench) { b.spool(b.vault.Path()) }, doctor.Warning, "spool", "from when the vault could not be written"},
		{"notes for a vault that is gone", func(b *bench) { b.spool("/gone") }, doctor.Warning, "spool", "for the vault /gone, which is not there"},
		{"notes for another vault", func(b *bench) { b.spool(b.other()) }, doctor.OK, "spool", "nothing waits"},
		{"a line about a vault", func(b *bench) { b.stateLog(b.vault.Path()) }, doctor.Warning, "log", "1 line within a week"},
		{"a line about another vault", func(b *bench) { b.stateLog("/other") }, doctor.OK, "log", "no trouble"},
		{"a line about no vault", func(b *bench) { b.stateLog("") }, doctor.Warning, "log", "1 line within a week"},
		{"a line in the log", func(b *bench) { b.log("full") }, doctor.Warning, "log", "1 line within a week"},
		{"an old line in the log", func(b *bench) {
			b.now = b.now.Add(-8 * 24 * time.Hour)
			b.log("full")
			b.now = b.now.Add(8 * 24 * time.Hour)
		}, doctor.OK, "log", "no trouble"},
		{"calls of memoria's own", func(b *bench) {
			b.record(ledger.Record{Session: "own", Turns: 1, Skipped: 1, State: ledger.Skipped, Reason: ledger.ReasonOwnCall})
		}, doctor.OK, "sessions", "1 transcript of memoria's own calls"},
		{"what does not add up", func(b *bench) {
			b.record(ledger.Record{Session: "a", Turns: 1, Flushed: 1, State: ledger.Flushed, Entries: []string{"9f2c1e7ab03d"}})
		}, doctor.Problem, "sessions", "9f2c1e7ab03d is in no day log"},
		{"a session without a transcript", func(b *bench) {
			b.record(ledger.Record{Session: "a", State: ledger.Pending, Reason: "not found yet"})
		}, doctor.Warning, "sessions", "session a, told of by a hook: no transcript of it yet; the next scan leaves it out"},
		{"one that is looked for", func(b *bench) {
			b.record(ledger.Record{Session: "a", Project: "tide", Last: b.now.Add(-time.Minute), State: ledger.Pending})
		}, doctor.OK, "sessions", "session a, told of by a hook: tide: no transcript of it yet; each scan looks for it, and leaves it out from 12:59 on"},
		{"a transcript at risk", func(b *bench) { b.transcript("a", 28) }, doctor.Warning, "transcripts", "deleted within a week, the first (session a) from 2026-05-06 on"},
		{"the retention", func(b *bench) {
			b.write(".claude/settings.json", `{"cleanupPeriodDays": 99}`)
			b.transcript("a", 28)
		}, doctor.OK, "transcripts", "the oldest of 2026-04-06; Claude Code deletes each 99 days after"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			tt.make(b)
			b.doctor().has(tt.level, tt.what, tt.detail)
		})
	}
}

func (b *bench) log(line string) {
	(&vault.Log{Dir: b.vault, Now: func() time.Time { return b.now }}).Printf("hook claude Stop", "%s", line)
}

// stateLog leaves a line about a vault in the user's state folder.
func (b *bench) stateLog(about string) {
	l := &vault.Log{State: filepath.Join(b.home, ".local", "state", "memoria"), Vault: about, Now: func() time.Time { return b.now }}
	l.Printf("hook claude Stop", "no room")
}

func TestDoctorOfTheQueue(t *testing.T) {
	b := newBench(t)
	b.note("dead", queue.End)
	must.Do(t, b.queue().GiveUp(b.claim(), b.now, "torn"))
	b.note("fails", queue.End)
	must.Do(t, b.queue().Retry(b.claim(), b.now, "locked", time.Hour))
	b.note("died", queue.End)
	b.claim() // by a worker on another machine, which never ends it
	must.Get(b.vault.WriteFile(".memoria/queue/damaged/x.json", []byte("?"), 0o600))(t)
	d := b.doctor()
	d.has(doctor.Problem, "queue", "session dead was given up after 1 attempt: torn")
	d.has(doctor.Warning, "queue", "session fails fails, tried once: locked; again at 13:")
	d.has(doctor.Warning, "queue", "1 note could not be understood")
	d.has(doctor.OK, "worker", "session died is worked by another machine, here")

	b.now = b.now.Add(time.Hour)
	d = b.doctor()
	d.has(doctor.Warning, "worker", "another machine, here, took session died and did not end it")
	d.has(doctor.Problem, "queue", "no worker takes them")
	unlock := must.Get(b.vault.TryLock(layout.LockWorker))(t)
	defer unlock()
	workspace.LastRun{Began: b.now}.Keep(b.vault)
	d = b.doctor()
	d.has(doctor.OK, "worker", "one is at work since 2026-05-04 13:00:00")
	d.has(doctor.OK, "queue", "2 sessions waiting")
	unlock()
	b.doctor().has(doctor.Warning, "worker", "was killed")
	workspace.LastRun{Began: b.now, Ended: b.now, Entries: 2, Failed: 1, Error: "disk full"}.Keep(b.vault)
	b.doctor().has(doctor.Warning, "worker", "last ran 2026-05-04 13:00:00: 2 entries, 1 session failed; it ended with: disk full")
}

// hooksFile writes settings that call binary for the vault, changed by edit.
func (b *bench) hooksFile(binary, vault string, edit func(string) string) {
	b.t.Helper()
	var events []string
	for _, e := range claude.Events {
		events = append(events, fmt.Sprintf(`%q: [{"hooks": [{"type": "command", "command": %q, "timeout": 10}]}]`, e, hookline.Command{Binary: binary, Vault: vault}.Line(e)))
	}
	text := `{"hooks": {` + strings.Join(events, ",\n") + `}}`
	if edit != nil {
		text = edit(text)
	}
	b.write(".claude/settings.json", text)
}

func TestDoctorOfTheHooks(t *testing.T) {
	replace := func(old, new string) func(string) string {
		return func(s string) string { return strings.ReplaceAll(s, old, new) }
	}
	tests := []struct {
		name   string
		make   func(b *bench)
		level  doctor.Level
		detail string
	}{
		{"an event is missing", func(b *bench) {
			b.hooksFile("/bin/true-memoria", b.vault.Path(), replace(`"PreCompact"`, `"PreTool"`))
		}, doctor.Problem, "has no hook for PreCompact"},
		{"the program is gone", func(b *bench) { b.hooksFile("/no/such/memoria", b.vault.Path(), nil) }, doctor.Problem, "runs /no/such/memoria, which cannot be run"},
		{"another program", func(b *bench) {
			b.hooksFile(b.write("bin/memoria", "#!/bin/sh\n"), b.vault.Path(), nil)
		}, doctor.Warning, "runs another memoria"},
		{"another vault", func(b *bench) { b.hooksFile("/no/such/memoria", b.other(), nil) }, doctor.Warning, "write into another vault"},
		{"a vault that is gone", func(b *bench) { b.hooksFile("/no/such/memoria", "/no/such/vault", nil) }, doctor.Problem, "write into /no/such/vault, which is no vault"},
		{"no timeout", func(b *bench) {
			b.hooksFile("/no/such/memoria", b.vault.Path(), replace(`, "timeout": 10`, ""))
		}, doctor.Warning, "has no timeout of its own: it shares 1.5 s"},
		{"hooks turned off", func(b *bench) { b.write(".claude/settings.json", `{"disableAllHooks": true}`) }, doctor.Problem, "disableAllHooks in "},
		{"hooks turned off in the project", func(b *bench) {
			b.write("p/.claude/settings.local.json", `{"disableAllHooks": true}`)
			b.in = filepath.Join(b.home, "p")
		}, doctor.Problem, "it turns every hook off"},
		{"a plugin", func(b *bench) {
			b.write(".claude/settings.json", `{"enabledPlugins": {"memoria@home": true}}`)
		}, doctor.Warning, "the plugin memoria@home has hooks, too: of a plugin's SessionEnd the agent takes no timeout"},
		{"a file that does not parse", func(b *bench) { b.write(".claude/settings.json", `{"hooks": `) }, doctor.Unknown, "settings file"},
		{"a line that does more", func(b *bench) {
			b.write(".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/x/memoria hook claude Stop --vault /v && say done"}]}]}}`)
		}, doctor.Warning, "runs memoria and something else"},
		{"installed and gone", func(b *bench) {
			in := vault.Install{Agent: "claude", Scope: "user", Settings: filepath.Join(b.home, ".claude", "settings.json"), Since: b.now}
			must.Do(b.t, vault.RecordInstall(b.t.Context(), b.vault, in, b.now))
		}, doctor.Warning, "are not there any more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			tt.make(b)
			b.doctor().has(tt.level, "hooks", tt.detail)
		})
	}
}

// other is a second vault.
func (b *bench) other() string {
	b.t.Helper()
	if _, stderr, code := b.run("init", "other"); code != 0 {
		b.t.Fatal(stderr)
	}
	return filepath.Join(b.home, "other")
}

// A hook is run as the agent runs it; what is wrong with it then is said, and nothing is left behind.
func TestDoctorRunsTheHook(t *testing.T) {
	tests := []struct{ name, script, detail string }{
		{"it prints", "echo hello", `it printed "hello`},
		{"it fails", "echo oh >&2; exit 2", "exit status 2 oh"},
		{"it does nothing", "exit 0", "its note did not arrive"},
		{"it asks for another vault", `test "$5" = "$PWD" || exit 0; exit 9`, "its note did not arrive"}, // a scratch vault, not the real one
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			b.hooksFile(b.write("bin/memoria", "#!/bin/sh\n"+tt.script+"\n"), b.vault.Path(), nil)
			b.doctor().has(doctor.Problem, "round trip", tt.detail)
			left := must.Get(b.vault.ReadDir(".memoria"))(t)
			for _, e := range left {
				must.Hold(t, !strings.HasPrefix(e.Name(), ".") || e.Name() == ".gitignore", "left behind: %s", e.Name())
			}
		})
	}
}
