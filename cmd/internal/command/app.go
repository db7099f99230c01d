// Package command holds what the commands of memoria share: the environment, the output, help, questions to a person, and
// the hints of errors.
package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/build"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// Env is the environment of a command.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time
	Local          *time.Location // zone of the machine
	Quiet          time.Duration  // for which a file that a person saves is left alone before it counts as whole
	Args           []string       // of the command line
	Dir            string         // working directory
	Home           string         // of the user
	Terminal       bool           // stderr is one: progress may redraw its line
	Screen         term.Screen    // of stdout
	StdinTerminal  bool           // a person may be typing into it
}

// OSEnv returns the environment of this process.
func OSEnv() *Env {
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	return &Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Now: time.Now,
		Local: time.Local, Quiet: quiet, Dir: dir, Home: home,
		Terminal: term.IsTerminal(os.Stderr, os.Getenv), Screen: term.Of(os.Stdout, os.Getenv), StdinTerminal: term.IsKeyboard(os.Stdin)}
}

// quiet is longer than an editor pauses between two pieces of a file, and hardly longer than a command
// may take.
const quiet = time.Second

// App is what every command shares: the environment, the output, and the --vault flag.
type App struct {
	*Env
	UI      *UI
	Vault   string // --vault
	NoPager bool   // --no-pager
	AsJSON  bool   // --json

	ImportFirst func(ctx context.Context, vault string) error // offers to import into a vault that is new
}

// Machine returns the machine as the workspace sees it.
func (a *App) Machine() *workspace.Machine {
	return &workspace.Machine{Getenv: a.Getenv, Now: a.Now, Local: a.Local, Dir: a.Dir, Home: a.Home, Quiet: a.Quiet}
}

// Unasked is Machine, for what no person waits for.
func (a *App) Unasked() *workspace.Machine {
	m := a.Machine()
	m.Unasked = true
	return m
}

// Finder returns what finds the vault.
func (a *App) Finder() *vault.Finder { return a.Machine().Finder() }

// Open opens the vault of the command and warns of unknown settings.
func (a *App) Open() (*workspace.Vault, error) {
	path, err := a.Finder().Locate(a.Vault)
	if err != nil {
		return nil, err
	}
	v, err := a.Machine().Open(path)
	if err != nil {
		return nil, err
	}
	a.UI.Warnings(v.Warnings)
	return v, nil
}

// Build returns what is known of the build of this program.
func Build() build.Info { return build.Read("memoria") }

// Version returns the version of this program.
func Version() string { return Build().Version }

// VaultFlag returns the flag that names the vault, "" if commands that run here find it without.
func (a *App) VaultFlag(path string) string { return a.Machine().VaultFlag(path) }

// Hire chooses the author of a run, by the flags of a command.
func (a *App) Hire(v *workspace.Vault, o ModelFlags) author.Hire {
	return author.Hire{Vault: v, Provider: o.Provider, Budget: o.Budget, Tell: a.UI.Warn}
}

// Writer takes the locks of flushing for a command of this name, until unlock.
func (a *App) Writer(ctx context.Context, v *workspace.Vault, cmd string) (unlock func(), err error) {
	unlock, err = v.Writer(ctx, cmd)
	if err != nil {
		return nil, err
	}
	if err := a.ForgetHandler(v).Finish(ctx, forget.Held{Writer: true}); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// Moment reads a time that a person names as the value of a flag, the zero time for "".
func (a *App) Moment(cmd, flag, text string, zone *time.Location) (at time.Time, err error) {
	if text == "" {
		return at, nil
	}
	if at, err = workspace.ParseMoment(text, a.Now(), zone); err != nil {
		err = exit.Hint(fmt.Errorf("%s: %s %q: %w", cmd, flag, text, err), exit.Usage, "write it like 2026-01-31, yesterday, 12h, 7d or 2w")
	}
	return at, err
}

// TellWithout says of which projects of the name of this one nothing is shown.
func (a *App) TellWithout(projects []string) {
	for _, p := range projects {
		a.UI.Say("nothing of %s is shown, another project of the name of this one: --project %s shows it", say.Printable(p), say.Printable(p))
	}
}

// Progress shows how far the work is.
func (a *App) Progress(format string, args ...any) { a.UI.Progress(a.Now(), format, args...) }

// Step shows how far the work is: see [UI.Step].
func (a *App) Step(what string, done, total int, detail string) {
	a.UI.Step(a.Now(), what, done, total, detail)
}

// Paint has the answers and messages coloured or plain, as a person says.
func (a *App) Paint(w term.When) {
	a.UI.Screen.Color = w.Colors(a.Screen.Is(), a.Getenv)
	a.UI.Color = w.Colors(a.Terminal, a.Getenv)
}
