// Package doctor checks everything that capturing sessions depends on, and names the command that fixes a problem.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Level says how bad a finding is.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, but a person should know
	Problem Level = "problem" // something is lost, or will be
	Unknown Level = "unknown" // it could not be checked
)

// A Finding is one line of the output of doctor.
type Finding struct {
	Level  Level  `json:"level"`
	What   string `json:"what"`
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"` // a command
}

// A Handler examines a machine and the vault that a command works on.
type Handler struct {
	Machine *workspace.Machine               // required
	Flag    string                           // --vault
	Version string                           // of memoria
	Warn    func(format string, args ...any) // required: reports what could not be read
	Ask     bool                             // also ask each available model
}

// An Exam is one run of the doctor. Checks report what they cannot find out as Unknown.
type Exam struct {
	*Handler
	Vault    *workspace.Vault // nil if there is none
	Findings []Finding

	st *status.Report // what was captured; nil if unknown
}

// Add adds a finding, with the command that fixes it.
func (x *Exam) Add(l Level, what, mend, format string, args ...any) {
	x.Findings = append(x.Findings, Finding{l, what, say.OneLine(say.Printable(fmt.Sprintf(format, args...))), mend})
}

func (x *Exam) ok(what, format string, args ...any) { x.Add(OK, what, "", format, args...) }

func (x *Exam) warn(what, mend, format string, args ...any) {
	x.Add(Warning, what, mend, format, args...)
}

func (x *Exam) problem(what, mend, format string, args ...any) {
	x.Add(Problem, what, mend, format, args...)
}

func (x *Exam) unknown(what, mend, format string, args ...any) {
	x.Add(Unknown, what, mend, format, args...)
}

// What a check needs to have been found before.
const (
	nothing = iota
	aVault
	aReport // what was captured
)

// checks are made in this order. A new one is a line here and a method of Exam.
var checks = []struct {
	id    string
	needs int
	look  func(*Exam, context.Context)
}{
	{"disk", aVault, (*Exam).disk},
	{"modes", aVault, (*Exam).modes},
	{"shared", aVault, (*Exam).shared},
	{"environment", nothing, (*Exam).environment},
	{"ledger", aVault, (*Exam).captured},
	{"hooks", nothing, (*Exam).hooks},
	{"queue", aVault, (*Exam).queue},
	{"worker", aVault, (*Exam).worker},
	{"sync", aVault, (*Exam).sync},
	{"states", nothing, (*Exam).states},
	{"spool", nothing, (*Exam).spool},
	{"log", nothing, (*Exam).logs},
	{"model", aVault, (*Exam).models},
	{"projects", aVault, (*Exam).projects},
	{"transcripts", aReport, (*Exam).transcripts},
	{"sessions", aReport, (*Exam).sessions},
}

// Examine runs all checks. The error says that there is no vault.
func (h *Handler) Examine(ctx context.Context) (*Exam, error) {
	x := &Exam{Handler: h}
	err := x.find()
	if x.Vault != nil {
		defer x.Vault.Dir.Close()
	}
	for _, c := range checks {
		if c.needs >= aVault && x.Vault == nil || c.needs == aReport && x.st == nil {
			continue
		}
		c.look(x, ctx)
	}
	return x, err
}

// Problems counts the findings that are problems.
func (x *Exam) Problems() (n int) {
	return pick.Count(x.Findings, func(f Finding) bool { return f.Level == Problem })
}

// find finds the vault and reads its settings; with settings that cannot be read the rest is looked at
// with the defaults.
func (x *Exam) find() error {
	m := x.Machine
	path, err := m.Finder().Locate(x.Flag)
	if _, ok := errors.AsType[*vault.ConfigError](err); ok {
		x.problem("config", "correct that line, or remove it", "%v", err)
		return err
	}
	if err != nil {
		x.problem("vault", "memoria init DIR", "%v", err)
		return err
	}
	dir, err := vault.OpenDir(path, m.StateDir())
	if err != nil {
		mend := "chmod u+rwx " + vault.Quote(path)
		if late := (*vault.NotArrivedError)(nil); errors.As(err, &late) {
			mend = late.Hints()[0]
		} else if changed := (*vault.ChangedError)(nil); errors.As(err, &changed) {
			mend = changed.Hints()[0]
		}
		x.problem("vault", mend, "%v", err)
		return err
	}
	x.ok("vault", "%s, %s", path, x.foundBy(path))
	if v, err := m.Open(path); err == nil {
		dir.Close()
		x.Vault = v
		for _, w := range v.Warnings {
			x.warn("config", "correct that line, or update memoria", "%s", w)
		}
		if len(v.Warnings) == 0 {
			x.ok("config", ".memoria/config.yaml and %s can be read", m.Finder().UserConfig())
		}
	} else {
		x.Vault = &workspace.Vault{Vault: &vault.Vault{Dir: dir, Config: vault.Defaults(m.Local)}, Machine: m}
		x.problem("config", "correct that line, or remove it to have the default", "%v", err)
	}
	zone := x.Vault.Config.Zone
	now := m.Now().In(zone).Format("2006-01-02 15:04 -07:00")
	if name := zone.String(); name == m.Local.String() {
		x.ok("zone", "this machine's: it is %s", now)
	} else {
		x.ok("zone", "%s: it is %s there", name, now)
	}
	return nil
}

// foundBy says what named the vault.
func (x *Exam) foundBy(path string) string {
	switch {
	case x.Flag != "":
		return "named by --vault"
	case x.Machine.Getenv("MEMORIA_VAULT") != "":
		return "named by MEMORIA_VAULT"
	case workspace.Below(x.Machine.Dir, path):
		return "the folder you are in"
	}
	return "your default, from " + x.Machine.Finder().UserConfig()
}

// environment reports variables that would stop hooks started from this shell.
func (x *Exam) environment(context.Context) {
	if x.Machine.Getenv(agent.ChildVariable) != "" {
		x.problem("environment", "unset "+agent.ChildVariable, "%s is set: hooks of an agent that is started from this shell do nothing", agent.ChildVariable)
	}
	if exe, err := os.Executable(); err != nil {
		x.unknown("program", "", "where this memoria lies: %v", err)
	} else {
		x.ok("program", "%s, version %s", exe, x.Version)
	}
}
