package command

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/share"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/advisory"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
)

// remedies says how each kind of failure is mended, and its exit code. The first row that fits counts.
var remedies = []struct {
	is   func(error) bool
	code int
	hint string
}{
	{As[*fsutil.NewerStateError], exit.Vault, "this vault was written by a newer memoria: update this one"},
	{As[*proposal.NoProposalError], exit.Failure, "memoria compile --proposals lists what waits"},
	{As[*journal.NothingToUndoError], exit.Failure, "memoria undo --list shows what can be taken back"},
	{As[*forgotten.DamagedError], exit.Vault, "put the file back from a copy; without one, remove it, and memoria goes by the markers in the logs alone: what logs and archive have lost could then come back"},
	{As[*wiki.AmbiguousError], exit.Failure, "name one of them by its path"},
	{As[*wiki.SlugError], exit.Failure, "that name breaks on some system, or is memoria's own: take another"},
	{As[*logs.MissingError], exit.Failure, "see that its drive is mounted and the sync done: nothing was changed; articles that are gone, memoria compile makes again"},
	{As[*target.ManyError], exit.Failure, "name one of them"},
	{As[*target.DayError], exit.Failure, "name an entry of it"},
	{As[*target.LogError], exit.Failure, "name one of these logs, or the day without a machine for all of them"},
	{is(project.ErrUnknown), exit.Failure, "memoria project list shows the projects, and what each is made of"},
	{is(project.ErrTaken), exit.Failure, "take another name, or make one project of both: memoria project merge"},
	{is(project.ErrPart), exit.Failure, "memoria project list shows what each project is made of"},
	{is(project.ErrWhole), exit.Failure, "memoria project list shows what a project is made of: name a part of it"},
	{As[*why.SessionsError], exit.Failure, "name one of them"},
	{As[*why.NothingError], exit.Failure, "memoria why WORDS finds the line that says them, and its id"},
	{As[*advisory.Error], exit.Failure, "keep the vault on a disk of this machine, or have that file system mounted with locks"},
	{is(fsutil.ErrLocked), exit.Locked, "wait for the other run to end, then run this again"},
	{is(share.ErrZone), exit.Vault, "name the zone that decides the day of an entry in .memoria/config.yaml, such as timezone: Europe/Berlin"},
	{is(syscall.ENOSPC), exit.Failure, "make room on that disk, then run the same command again: it goes on where it stopped"},
	{is(syscall.EROFS), exit.Failure, "the file system is mounted read-only: remount it, or name another vault with --vault"},
	{is(fs.ErrPermission), exit.Failure, "give yourself the right to it (chmod u+rw), then run the same command again"},
	{isUsage, exit.Usage, "memoria help shows every command"},
}

// As reports whether err is or wraps a T.
func As[T error](err error) bool { return errors.As(err, new(T)) }

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

// Explain returns the exit code and hints of err: its own, or those of the failure it wraps.
func Explain(err error) (code int, hints []string) {
	var h *exit.HintError
	var none *vault.NotFoundError
	var late *vault.NotArrivedError
	var changed *vault.ChangedError
	var conf *vault.ConfigError
	var folder *state.FolderError
	var settings *claude.SettingsError
	var refused *refactor.RefusedError
	if code, hints, ok := ExplainModel(err); ok && !errors.As(err, &h) {
		return code, hints
	}
	switch {
	case errors.As(err, &h):
		return h.Code, h.Hints
	case errors.As(err, &settings):
		return explainSettings(settings)
	case errors.As(err, &none):
		return exit.Vault, none.Hints()
	case errors.As(err, &late):
		return exit.Vault, late.Hints()
	case errors.As(err, &changed):
		return exit.Vault, changed.Hints()
	case errors.As(err, &conf) && strings.HasPrefix(conf.Where, "MEMORIA_"):
		return exit.Vault, []string{"correct the environment variable " + conf.Where + ", or unset it to have the vault's setting"}
	case errors.As(err, &conf):
		return exit.Vault, []string{"correct that setting, or remove the line to have the default"}
	case errors.As(err, &folder):
		return exit.Vault, []string{fmt.Sprintf("move the folder %s to %s, or set wiki: %s in .memoria/config.yaml", folder.Found, folder.Set, folder.Found)}
	case errors.As(err, &refused) && refused.Hint != "":
		return exit.Failure, []string{refused.Hint}
	}
	for _, m := range remedies {
		if m.is(err) {
			return m.code, []string{m.hint}
		}
	}
	return exit.Failure, nil
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

// ExplainModel returns the exit code and hints of a failed call of a model.
func ExplainModel(err error) (code int, hints []string, ok bool) {
	var e *llm.Error
	if !errors.As(err, &e) {
		return 0, nil, false
	}
	hints = e.Hints
	switch {
	case e.Kind == ask.OverBudget:
		return exit.Budget, hints, true
	case len(hints) == 0 && e.After > 0:
		hints = []string{fmt.Sprintf("run the same command again in %s", e.After.Round(time.Second))}
	case len(hints) == 0:
		hints = []string{"run the same command again; memoria doctor --ask tries what models can be had"}
	}
	return exit.Provider, hints, true
}

// explainSettings returns the exit code and hints of a settings file that was not changed.
func explainSettings(s *claude.SettingsError) (code int, hints []string) {
	switch code, hints = Explain(s.Err); {
	case errors.Is(s.Err, claude.ErrNoHome):
		hints = []string{"set HOME to your home folder, then run this again"}
	case errors.Is(s.Err, fsutil.ErrChanged):
		hints = []string{"another program keeps writing that file: end it, then run this again"}
	case errors.Is(s.Err, fs.ErrPermission):
		hints = []string{"chmod u+w " + vault.Quote(s.Path) + ", then run this again"}
	case len(hints) == 0:
		hints = []string{"nothing was written to it; correct the file, then run this again"}
	}
	return code, hints
}
