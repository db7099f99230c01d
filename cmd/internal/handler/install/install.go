// Package install adds memoria's hooks and its MCP server to the settings of an agent, and removes them.
package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
)

// A Handler changes the settings of an agent.
type Handler struct {
	Machine *workspace.Machine // required
	Agent   agents.Agent       // required
	Scope   claude.Scope
	DryRun  bool

	Diff func(name, before, after string) string // required
	made string                                  // the highest folder that the install of memoria's own files makes

	Agree func(ctx context.Context, out Answer, question string) (bool, error) // required: asks whether a change is to be made
	Warn  func(format string, args ...any)                                     // required
}

// An Answer reports what was done: the output of memoria install --json and uninstall --json.
type Answer struct {
	Agent    string   `json:"agent"`
	Scope    string   `json:"scope"`
	Settings string   `json:"settings"`
	Changed  bool     `json:"changed"` // or would be, in a dry run
	DryRun   bool     `json:"dry_run"`
	Vault    string   `json:"vault,omitempty"`
	Binary   string   `json:"binary,omitempty"`
	Events   []string `json:"events,omitempty"`
	Diff     string   `json:"diff"`
	Warnings []string `json:"warnings"`

	Server *Answer `json:"server,omitempty"` // taken out with the hooks

	Ignored bool     `json:"-"` // the agent ignores the file as it is
	Exists  bool     `json:"-"` // the file is there afterwards
	Late    []string `json:"-"` // of the warnings, those of what was found once it was done
}

// Whole returns the changes of the hooks and of the server as one.
func (out Answer) Whole() Answer {
	if out.Server != nil {
		out.Changed, out.Diff = true, out.Diff+out.Server.Diff
	}
	return out
}

func (h *Handler) answer(at string, change *claude.Change) Answer {
	return Answer{Agent: h.Agent.Name, Scope: string(h.Scope), Settings: at, Changed: !change.None(), DryRun: h.DryRun,
		Diff: h.Diff(at, change.Before, change.After), Warnings: []string{}, Ignored: h.ignored(change), Exists: change.Exists}
}

// ignored reports whether the agent passes over a file as it is after a change. Most take comments.
func (h *Handler) ignored(change *claude.Change) bool {
	return !h.Agent.Servers.Loose && (change.Commas || change.Ignored && h.strict())
}

func (h *Handler) strict() bool { return h.Agent.Scopes || h.Agent.Strict }

// passedOver returns the error of a file from which an agent takes nothing, with the line that keeps it from that.
func (h *Handler) passedOver(change *claude.Change) error {
	at, text, what := change.Path, change.Before, "the comments, and the commas at the end of lists,"
	if !h.strict() {
		text, what = claude.Plain(text), "the commas at the end of lists"
	}
	var v any
	if wrong, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(text), &v)); ok {
		at = fmt.Sprintf("%s:%d", at, 1+strings.Count(text[:min(len(text), int(wrong.Offset))], "\n"))
	}
	return exit.Hint(fmt.Errorf("install %s: %s is no plain JSON, and %s passes over such a file whole: nothing in it would run", h.Agent.Name, at, h.Agent.Title), exit.Failure,
		"take "+what+" out of it, and run this again")
}

func (out *Answer) warn(format string, args ...any) {
	out.Warnings = append(out.Warnings, fmt.Sprintf(format, args...))
}

func (h *Handler) installer() *claude.Installer {
	return &claude.Installer{StateDir: h.Machine.StateDir(), Scope: h.Scope}
}

// agreed reports whether to make a change.
func (h *Handler) agreed(ctx context.Context, out Answer, question string) (do, stop bool, err error) {
	if h.DryRun || !out.Changed {
		return false, false, nil
	}
	ok, err := h.Agree(ctx, out, question)
	return ok, !ok, err
}

// Hooks adds the hooks that write into the vault at path. done is false if the person did not agree.
func (h *Handler) Hooks(ctx context.Context, path string) (out Answer, done bool, err error) {
	command, err := h.command(path)
	if err != nil {
		return out, false, err
	}
	if h.Agent.OwnFiles() {
		return h.ownHooks(ctx, command)
	}
	in, settings := h.installer(), h.Settings()
	change, err := in.Plan(settings, command)
	if err != nil {
		return out, false, err
	}
	out = h.answer(settings, change)
	out.Vault, out.Binary, out.Events = path, command.Binary, h.Agent.Events()
	if out.Changed && out.Ignored {
		return out, false, h.passedOver(change)
	}
	h.hookWarnings(&out, change)
	do, stop, err := h.agreed(ctx, out, "Install these hooks?")
	if err != nil || stop {
		return out, false, err
	}
	if do {
		change, err = in.Install(ctx, settings, command)
	} else if !h.DryRun {
		err = in.Clean(ctx, settings)
	}
	if err != nil {
		return out, false, err
	}
	if out.Changed, out.Ignored = !change.None(), h.ignored(change); !h.DryRun {
		h.record(ctx, &out, change)
	}
	return out, true, nil
}

// hookWarnings adds what the person should know before agreeing.
func (h *Handler) hookWarnings(out *Answer, change *claude.Change) {
	if !h.Agent.Scopes {
		h.otherWarnings(out, change)
		return
	}
	paths := claude.ManagedSettings(runtime.GOOS)
	for _, s := range workspace.Scopes {
		if p := h.Machine.Settings(s); !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	for _, c := range claude.Conflicts(paths) {
		out.warn("%s sets %s: %s, so that nothing will be captured until that is changed", c.Path, c.Key, c.Why)
	}
	if change.Ignored {
		out.warn("%s has comments or commas at the end of a list, and Claude Code passes over such a file whole: no hook in it runs until it is plain JSON", change.Path)
	}
	out.mixed(change)
	switch {
	case h.Scope == claude.Project && h.Machine.Settings(claude.Project) == h.Machine.Settings(claude.User):
		out.warn("in your home folder the settings of a project are your own, so that all your sessions will run these hooks: it is the same as without --project")
	case h.Scope == claude.Project:
		out.warn("the settings that a project shares will name folders of this machine; --local keeps them to yourself")
	}
	h.otherHooks(out)
}

func (out *Answer) mixed(change *claude.Change) {
	for _, line := range change.Mixed {
		out.warn("left alone, since it does more than run memoria: %s", say.Printable(line))
	}
}

// Server adds memoria mcp for the vault at path to the agent's servers.
func (h *Handler) Server(ctx context.Context, path string) (out Answer, done bool, err error) {
	command, err := h.command(path)
	if err != nil {
		return out, false, err
	}
	in, at := h.installer(), h.servers()
	change, err := in.PlanServer(at, command)
	if err != nil {
		return out, false, h.serverHint(err)
	}
	out = h.answer(at.Path, change)
	out.Vault, out.Binary = path, command.Binary
	if out.Changed && out.Ignored {
		return out, false, h.passedOver(change)
	}
	if h.Scope == claude.Project {
		out.warn("the file that a project shares will name folders of this machine; --local keeps them to yourself")
	}
	do, stop, err := h.agreed(ctx, out, "Let "+h.Agent.Title+" start this server?")
	if err != nil || stop {
		return out, false, err
	}
	if do {
		if change, err = in.InstallServer(ctx, at, command); err != nil {
			return out, false, h.serverHint(err)
		}
		out.Changed = !change.None()
	}
	return out, true, nil
}

// RemoveHooks removes the hooks and the server. at is the vault of the command, "" if there is none.
func (h *Handler) RemoveHooks(ctx context.Context, at string) (out Answer, done bool, err error) {
	if h.Agent.OwnFiles() {
		return h.removeOwnHooks(ctx, at)
	}
	in, settings := h.installer(), h.Settings()
	change, err := in.PlanRemoval(settings)
	if err != nil {
		return out, false, err
	}
	out = h.answer(settings, change)
	out.mixed(change)
	if do, done, err := h.removes(ctx, &out, "Take these hooks out?"); !do {
		return out, done, err
	}
	if !change.None() {
		if change, err = in.Uninstall(ctx, settings); err != nil {
			return out, false, err
		}
		out.Changed, out.Exists = !change.None(), change.Exists
		for _, path := range change.Vaults {
			h.recordRemoval(ctx, path, change.Target)
		}
	}
	if change.None() { // they were removed by hand
		if err := in.Clean(ctx, settings); err != nil {
			return out, false, err
		}
		if at != "" {
			h.recordRemoval(ctx, at, change.Target)
		}
	}
	author.World(h.Machine).ClearPrograms()
	return out, true, nil
}

// RemoveServer removes the server and keeps the hooks.
func (h *Handler) RemoveServer(ctx context.Context) (out Answer, done bool, err error) {
	plan, err := h.planServerRemoval()
	if err != nil {
		return out, false, err
	}
	if plan == nil {
		at := h.servers()
		out = h.answer(at.Path, &claude.Change{})
		if s, _ := claude.LookServer(at); s != nil {
			out.warn("the server called memoria in %s does not run memoria alone, so it is left alone", at.Path)
		}
		return out, true, nil
	}
	do, stop, err := h.agreed(ctx, *plan, "Take this server out?")
	if err == nil && do {
		err = h.takeServer(ctx)
	}
	return *plan, err == nil && !stop, err
}

// removes asks whether to remove hooks, and memoria's server with them, which it takes out. do says whether the hooks are
// to follow; if not, done says whether that is all.
func (h *Handler) removes(ctx context.Context, out *Answer, question string) (do, done bool, err error) {
	if out.Server, err = h.planServerRemoval(); err != nil {
		out.warn("whether a server of memoria is there is not known: %v", err)
	} else if out.Server != nil {
		question = "Take these out?"
	}
	_, stop, err := h.agreed(ctx, out.Whole(), question)
	if err != nil || stop || h.DryRun {
		return false, err == nil && !stop, err
	}
	if out.Server != nil {
		err = h.takeServer(ctx)
	}
	return err == nil, false, err
}

// planServerRemoval plans the removal of memoria's server; nil if there is none.
func (h *Handler) planServerRemoval() (*Answer, error) {
	at := h.servers()
	if at.Path == "" {
		return nil, nil
	}
	change, err := h.installer().PlanServerRemoval(at)
	if err != nil {
		return nil, h.serverHint(err)
	}
	if change.None() {
		return nil, nil
	}
	out := h.answer(at.Path, change)
	return &out, nil
}

func (h *Handler) takeServer(ctx context.Context) error {
	_, err := h.installer().UninstallServer(ctx, h.servers())
	return h.serverHint(err)
}

// record records an install in the vaults. The hooks work without it, so an error is only a warning.
func (h *Handler) record(ctx context.Context, out *Answer, change *claude.Change) {
	now := h.Machine.Now()
	err := h.withVault(out.Vault, func(d *fsutil.Dir) error {
		return vault.RecordInstall(ctx, d, vault.Install{Agent: h.Agent.Name, Scope: out.Scope, Settings: change.Target,
			Binary: out.Binary, Vault: out.Vault, Events: out.Events, Since: now, Folder: h.made}, now)
	})
	if err != nil {
		out.Late = []string{fmt.Sprintf("the vault could not note that hooks are installed: %v", err)}
		out.Warnings = append(out.Warnings, out.Late...)
	}
	for _, old := range change.Vaults {
		if old != out.Vault {
			h.recordRemoval(ctx, old, change.Target)
		}
	}
}

// recordRemoval records in a vault, if it still exists, that hooks no longer write into it.
func (h *Handler) recordRemoval(ctx context.Context, path, settings string) {
	err := h.withVault(path, func(d *fsutil.Dir) error {
		return vault.RecordRemoval(ctx, d, h.Agent.Name, settings, h.Machine.Now())
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.Warn("the vault %s could not note that its hooks are gone: %v", path, err)
	}
}

func (h *Handler) withVault(path string, f func(*fsutil.Dir) error) error {
	if _, err := os.Stat(filepath.Join(path, vault.Marker)); err != nil {
		return err
	}
	d, err := vault.OpenDir(path, h.Machine.StateDir())
	if err != nil {
		return err
	}
	defer d.Close()
	return f(d)
}

// serverHint adds what fixes a file in which no server could be put.
func (h *Handler) serverHint(err error) error {
	if at, ok := errors.AsType[*claude.SettingsError](err); ok && errors.Is(err, claude.ErrForeignServer) {
		return exit.Hint(fmt.Errorf("%s: %w, which is not this program", vault.Quote(at.Path), claude.ErrForeignServer), exit.Failure,
			"claude mcp remove memoria -s "+string(h.Scope)+" takes it out, then run this again")
	}
	return err
}
