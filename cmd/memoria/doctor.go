package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A level says how bad a finding is.
type level string

const (
	levelOK      level = "ok"
	levelWarning level = "warning" // it works, and somebody should know
	levelProblem level = "problem" // something is lost, or will be
	levelUnknown level = "unknown" // could not be looked at: that it is well is not said
)

// A finding is one line of the doctor's.
type finding struct {
	Level  level  `json:"level"`
	What   string `json:"what"`
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"` // a command
}

// An exam is one run of the doctor. Its parts find what they can and leave the rest unknown.
type exam struct {
	*app
	v        *vault.Vault // nil where there is none
	st       *status      // what was captured; nil where it cannot be told
	findings []finding
}

func (x *exam) add(l level, what, mend, format string, args ...any) {
	x.findings = append(x.findings, finding{l, what, oneLine(printable(fmt.Sprintf(format, args...))), mend})
}

func (x *exam) ok(what, format string, args ...any) { x.add(levelOK, what, "", format, args...) }

func (x *exam) warn(what, mend, format string, args ...any) {
	x.add(levelWarning, what, mend, format, args...)
}

func (x *exam) problem(what, mend, format string, args ...any) {
	x.add(levelProblem, what, mend, format, args...)
}

func (x *exam) unknown(what, mend, format string, args ...any) {
	x.add(levelUnknown, what, mend, format, args...)
}

func (a *app) doctorCmd() *cobra.Command {
	var asJSON, ask bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "What is wrong, and the command that mends it",
		Long: `Look at all that capturing your sessions depends on: vault, settings, disk, hooks as
installed, one real round trip of a hook, queue, worker, transcripts, models. Each line is ok,
warning, problem or, where it cannot be told, unknown. Nothing is left changed, but that
hooks whose project's folder is gone are forgotten.
Exit 1 on a problem, 3 without a vault.`,
		RunE: func(c *cobra.Command, _ []string) error {
			x, err := a.examine(c.Context(), ask)
			if c.Context().Err() != nil {
				return c.Context().Err()
			}
			if asJSON {
				if err := a.ui.JSON(struct {
					Schema int       `json:"schema"`
					Checks []finding `json:"checks"`
				}{1, x.findings}); err != nil {
					return err
				}
			} else {
				x.tell()
			}
			return errors.Join(err, x.verdict(err))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	c.Flags().BoolVar(&ask, "ask", false, "also ask each model that can be had, which may cost a little")
	return c
}

// examine looks at everything. The error says that there is no vault.
func (a *app) examine(ctx context.Context, ask bool) (*exam, error) {
	x := &exam{app: a}
	err := x.vault()
	if x.v != nil {
		defer x.v.Dir.Close()
		x.disk()
		x.modes()
	}
	x.environment()
	if x.v != nil {
		x.captured(ctx)
	}
	x.hooks(ctx)
	x.server()
	if x.v != nil {
		x.published()
		x.queue()
		x.worker()
	}
	x.spool()
	x.logs()
	if x.v != nil {
		x.models(ctx, ask)
	}
	if x.st != nil {
		x.transcripts()
		x.sessions()
	}
	return x, err
}

func (x *exam) tell() {
	for _, f := range x.findings {
		x.ui.Print("%-8s %-12s %s", f.Level, f.What, f.Detail)
		if f.Mend != "" {
			x.ui.Print("%-21s mend: %s", "", f.Mend)
		}
	}
}

// verdict is the error that a problem ends in. noVault has its own.
func (x *exam) verdict(noVault error) error {
	n := 0
	for _, f := range x.findings {
		if f.Level == levelProblem {
			n++
		}
	}
	if n == 0 || noVault != nil {
		return nil
	}
	return hint(fmt.Errorf("doctor: %s", count(n, "problem")), exitFailure, "each line above names the command that mends it")
}

// vault finds the vault and reads its settings; with settings that cannot be read the rest is looked
// at with the defaults.
func (x *exam) vault() error {
	path, err := x.finder().Locate(x.app.vault)
	var conf *vault.ConfigError
	if errors.As(err, &conf) {
		x.problem("config", "correct that line, or remove it", "%v", err)
		return err
	}
	if err != nil {
		x.problem("vault", "memoria init DIR", "%v", err)
		return err
	}
	dir, err := fsutil.OpenDir(path)
	if err != nil {
		x.problem("vault", "chmod u+rwx "+vault.Quote(path), "%v", err)
		return err
	}
	x.ok("vault", "%s, %s", path, x.foundBy(path))
	if v, err := x.finder().Open(path); err == nil {
		dir.Close()
		x.v = v
		for _, w := range v.Warnings {
			x.warn("config", "correct that line, or update memoria", "%s", w)
		}
		if len(v.Warnings) == 0 {
			x.ok("config", layout.Config+" and %s can be read", x.finder().UserConfig())
		}
	} else {
		x.v = &vault.Vault{Dir: dir, Config: vault.Defaults(x.Local)}
		x.problem("config", "correct that line, or remove it to have the default", "%v", err)
	}
	zone := x.v.Config.Zone
	if name := zone.String(); name == x.Local.String() {
		x.ok("zone", "this machine's: it is %s", x.Now().In(zone).Format("2006-01-02 15:04 -07:00"))
	} else {
		x.ok("zone", "%s: it is %s there", name, x.Now().In(zone).Format("2006-01-02 15:04 -07:00"))
	}
	return nil
}

// foundBy says what named the vault.
func (x *exam) foundBy(path string) string {
	switch {
	case x.app.vault != "":
		return "named by --vault"
	case x.Getenv("MEMORIA_VAULT") != "":
		return "named by MEMORIA_VAULT"
	case below(x.Dir, path):
		return "the folder you are in"
	}
	return "your default, from " + x.finder().UserConfig()
}

// environment looks for what would keep hooks that are started from this shell from their work.
func (x *exam) environment() {
	if v := x.Getenv(agent.ChildVariable); v != "" {
		x.problem("environment", "unset "+agent.ChildVariable, "%s is set: hooks of an agent that is started from this shell do nothing", agent.ChildVariable)
	}
	if exe, err := os.Executable(); err != nil {
		x.unknown("program", "", "where this memoria lies: %v", err)
	} else {
		x.ok("program", "%s, version %s", exe, version())
	}
}
