package main

import (
	"context"
	"io"
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/term"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
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
	Dir            string         // working directory
	Home           string         // of the user
	Terminal       bool           // stderr is one: progress may redraw its line
	StdoutTerminal bool
	StdinTerminal  bool // a person may be typing into it
}

func osEnv() *Env {
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	return &Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Now: time.Now,
		Local: time.Local, Quiet: quiet, Dir: dir, Home: home,
		Terminal: isTerminal(os.Stderr), StdoutTerminal: isTerminal(os.Stdout), StdinTerminal: term.IsTerminal(int(os.Stdin.Fd()))}
}

// quiet is longer than an editor pauses between two pieces of a file, and hardly longer than a command
// may take.
const quiet = time.Second

func isTerminal(f *os.File) bool {
	return term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// app is what every command shares: the environment, the output, and the --vault flag.
type app struct {
	*Env
	ui    *UI
	vault string // --vault
}

func (a *app) machine() *workspace.Machine {
	return &workspace.Machine{Getenv: a.Getenv, Now: a.Now, Local: a.Local, Dir: a.Dir, Home: a.Home, Quiet: a.Quiet}
}

func (a *app) finder() *vault.Finder { return a.machine().Finder() }

// open opens the vault of the command and warns of unknown settings.
func (a *app) open() (*workspace.Vault, error) {
	path, err := a.finder().Locate(a.vault)
	if err != nil {
		return nil, err
	}
	v, err := a.machine().Open(path)
	if err != nil {
		return nil, err
	}
	a.ui.Warnings(v.Warnings)
	return v, nil
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// vaultFlag returns the flag that names the vault, "" if commands that run here find it without.
func (a *app) vaultFlag(path string) string { return a.machine().VaultFlag(path) }

// hire chooses the author of a run, by the flags of a command.
func (a *app) hire(v *workspace.Vault, o modelFlags) author.Hire {
	return author.Hire{Vault: v, Provider: o.provider, Budget: o.budget, Tell: a.ui.Warn}
}

// writer takes the locks of flushing for a command of this name, until unlock.
func (a *app) writer(ctx context.Context, v *workspace.Vault, cmd string) (unlock func(), err error) {
	unlock, err = v.Writer(ctx, cmd)
	if err != nil {
		return nil, err
	}
	if err := a.forgetHandler(v).Finish(ctx, forget.Held{Writer: true}); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

func (a *app) progress(format string, args ...any) { a.ui.Progress(a.Now(), format, args...) }
