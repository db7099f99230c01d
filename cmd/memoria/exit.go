package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Short names of package exit.
const (
	exitDone        = exit.Done
	exitFailure     = exit.Failure
	exitUsage       = exit.Usage
	exitVault       = exit.Vault
	exitLocked      = exit.Locked
	exitProvider    = exit.Provider
	exitBudget      = exit.Budget
	exitInterrupted = exit.Interrupted
)

var hint = exit.Hint

// fixes holds the hints for one kind of failure, and its exit code.
var mends = []struct {
	is   func(error) bool
	code int
	hint string
}{
	{as[*fsutil.NewerStateError], exitVault, "this vault was written by a newer memoria: update this one"},
	{as[*compiler.NoProposalError], exitFailure, "memoria compile --proposals lists what waits"},
	{as[*journal.NothingToUndoError], exitFailure, "memoria undo --list shows what can be taken back"},
	{as[*wiki.AmbiguousError], exitFailure, "name one of them by its path"},
	{as[*wiki.SlugError], exitFailure, "that name breaks on some system, or is memoria's own: take another"},
	{as[*target.ManyError], exitFailure, "name one of them"},
	{as[*target.DayError], exitFailure, "name an entry of it"},
	{is(project.ErrUnknown), exitFailure, "memoria project list shows the projects, and what each is made of"},
	{is(project.ErrTaken), exitFailure, "take another name, or make one project of both: memoria project merge"},
	{is(project.ErrPart), exitFailure, "memoria project list shows what each project is made of"},
	{is(project.ErrWhole), exitFailure, "memoria project list shows what a project is made of: name a part of it"},
	{as[*why.SessionsError], exitFailure, "name more of it"},
	{as[*why.NothingError], exitFailure, "memoria why WORDS finds the line that says them, and its id"},
	{is(fsutil.ErrLocked), exitLocked, "wait for the other run to end, then run this again"},
	{is(syscall.ENOSPC), exitFailure, "make room on that disk, then run the same command again: it goes on where it stopped"},
	{is(syscall.EROFS), exitFailure, "the file system is mounted read-only: remount it, or name another vault with --vault"},
	{is(fs.ErrPermission), exitFailure, "give yourself the right to it (chmod u+rw), then run the same command again"},
	{isUsage, exitUsage, "memoria help shows every command"},
}

func as[T error](err error) bool { return errors.As(err, new(T)) }

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

// explain returns the exit code and hints of err: its own, or those of the failure it wraps.
func explain(err error) (code int, hints []string) {
	var h *exit.HintError
	var none *vault.NotFoundError
	var conf *vault.ConfigError
	var folder *state.FolderError
	var settings *claude.SettingsError
	var refused *refactor.RefusedError
	if code, hints, ok := explainModel(err); ok && !errors.As(err, &h) {
		return code, hints
	}
	switch {
	case errors.As(err, &h):
		return h.Code, h.Hints
	case errors.As(err, &settings):
		return explainSettings(settings)
	case errors.As(err, &none):
		return exitVault, none.Hints()
	case errors.As(err, &conf) && strings.HasPrefix(conf.Where, "MEMORIA_"):
		return exitVault, []string{"correct the environment variable " + conf.Where + ", or unset it to have the vault's setting"}
	case errors.As(err, &conf):
		return exitVault, []string{"correct that setting, or remove the line to have the default"}
	case errors.As(err, &folder):
		return exitVault, []string{fmt.Sprintf("move the folder %s to %s, or set wiki: %s in .memoria/config.yaml", folder.Found, folder.Set, folder.Found)}
	case errors.As(err, &refused) && refused.Hint != "":
		return exitFailure, []string{refused.Hint}
	}
	for _, m := range mends {
		if m.is(err) {
			return m.code, []string{m.hint}
		}
	}
	return exitFailure, nil
}

// isUsage recognises the command-line library's own errors, which have no type.
func isUsage(err error) bool {
	s := err.Error()
	for _, p := range []string{"unknown command", "unknown flag", "unknown shorthand flag", "flag needs an argument", "invalid argument", "accepts ", "requires ", "bad flag syntax"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// explainModel returns the exit code and hints of a failed call of a model.
func explainModel(err error) (code int, hints []string, ok bool) {
	var e *llm.Error
	if !errors.As(err, &e) {
		return 0, nil, false
	}
	hints = e.Hints
	switch {
	case e.Kind == ask.OverBudget:
		return exitBudget, hints, true
	case len(hints) == 0 && e.After > 0:
		hints = []string{fmt.Sprintf("run the same command again in %s", e.After.Round(1e9))}
	case len(hints) == 0:
		hints = []string{"run the same command again; memoria doctor --ask tries what models can be had"}
	}
	return exitProvider, hints, true
}

// explainSettings returns the exit code and hints of a settings file that was not changed.
func explainSettings(s *claude.SettingsError) (code int, hints []string) {
	switch code, hints = explain(s.Err); {
	case errors.Is(s.Err, claude.ErrNoHome):
		hints = []string{"set HOME to your home folder, then run this again"}
	case errors.Is(s.Err, fsutil.ErrChanged):
		hints = []string{"another program keeps writing that file: end it, then run this again"}
	case errors.Is(s.Err, fs.ErrPermission):
		hints = []string{"chmod u+w " + vault.Quote(s.Path) + ", then run this again"}
	case len(hints) == 0:
		hints = []string{"nothing was written; correct the file, then run this again"}
	}
	return code, hints
}
