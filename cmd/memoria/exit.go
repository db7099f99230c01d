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
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
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

// explain finds the exit code and hints of err: its own, or those of the kind of failure it wraps.
func explain(err error) (code int, hints []string) {
	var h *exit.HintError
	var none *vault.NotFoundError
	var conf *vault.ConfigError
	var newer *fsutil.NewerStateError
	var folder *state.FolderError
	if code, hints, ok := explainModel(err); ok && !errors.As(err, &h) {
		return code, hints
	}
	var settings *claude.SettingsError
	switch {
	case errors.As(err, &h):
		return h.Code, h.Hints
	case errors.As(err, &settings):
		return explainSettings(settings)
	case errors.As(err, &none):
		return exitVault, none.Hints()
	case errors.As(err, &conf):
		if strings.HasPrefix(conf.Where, "MEMORIA_") {
			return exitVault, []string{"correct the environment variable " + conf.Where + ", or unset it to have the vault's setting"}
		}
		return exitVault, []string{"correct that setting, or remove the line to have the default"}
	case errors.As(err, &folder):
		return exitVault, []string{fmt.Sprintf("move the folder %s to %s, or set wiki: %s in .memoria/config.yaml", folder.Found, folder.Set, folder.Found)}
	case errors.As(err, &newer):
		return exitVault, []string{"this vault was written by a newer memoria: update this one"}
	case errors.As(err, new(*state.InterruptedError)):
		return exitFailure, []string{"memoria compile does the rest; then run this again"}
	case errors.As(err, new(*compiler.NoProposalError)):
		return exitFailure, []string{"memoria compile --proposals lists what waits"}
	case errors.Is(err, fsutil.ErrLocked):
		return exitLocked, []string{"wait for the other run to end, then run this again"}
	case errors.Is(err, syscall.ENOSPC):
		return exitFailure, []string{"make room on that disk, then run the same command again: it goes on where it stopped"}
	case errors.Is(err, syscall.EROFS):
		return exitFailure, []string{"the file system is mounted read-only: remount it, or name another vault with --vault"}
	case errors.Is(err, fs.ErrPermission):
		return exitFailure, []string{"give yourself the right to it (chmod u+rw), then run the same command again"}
	case isUsage(err):
		return exitUsage, []string{"memoria help shows every command"}
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

// explainModel finds the exit code and hints of what a model's call failed with.
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

// explainSettings finds the exit code and hints of a settings file that was left alone.
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
