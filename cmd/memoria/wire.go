package main

import (
	"context"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// lockImport is held by whoever writes the ledger and the logs: an import from its plan to its last
// entry, the worker for one job. Two that read the same transcript side by side would both flush it.
const lockImport = layout.LockImport

// writerPatience is how long another writer is waited for. The worker holds the lock for moments.
const writerPatience = 20 * time.Second

// writer makes the caller, a command of this name, the only one that flushes until unlock.
func (a *app) writer(ctx context.Context, v *vault.Vault, cmd string) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, writerPatience)
	defer cancel()
	unlock, err = v.Dir.Lock(ctx, lockImport)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	if cmd == "forget" || cmd == "capture" { // a worker has looked when it began
		return unlock, nil
	}
	if err := a.endForget(ctx, v, held{writer: true}); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

func (a *app) daily(v *vault.Vault) *daily.Store {
	return &daily.Store{Dir: v.Dir, Zone: v.Config.Zone, Veil: func() (daily.Veil, error) { return flush.Veil(v.Dir) }}
}

func (a *app) flusher(v *vault.Vault) *flush.Flusher {
	clean := redact.New(redact.Options{Paths: v.Config.Private, Home: a.Home})
	return &flush.Flusher{
		Daily:  a.daily(v),
		Ledger: &flush.Ledger{Dir: v.Dir},
		Author: extract.Author{},
		Zone:   v.Config.Zone,
		Clean:  func(s string) string { s, _ = clean.Text(s); return s },
		Hidden: clean.Withholds,

		Excluded:   a.excluded(v),
		Rules:      rules(v.Config),
		Repository: (&git.Finder{Home: a.Home}).Repository,
	}
}

func (a *app) compiler(v *vault.Vault) *compiler.Compiler {
	return &compiler.Compiler{
		Vault:    v.Dir,
		Daily:    a.daily(v),
		Wiki:     wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki},
		Author:   replay(v),
		Now:      func() time.Time { return a.Now().In(v.Config.Zone) },
		Interval: v.Config.Interval,
		Quiet:    a.Quiet,
	}
}

// transcripts is the folder in which Claude Code keeps its transcripts.
func (a *app) transcripts() string { return claude.Root(a.Home, a.Getenv("CLAUDE_CONFIG_DIR")) }

// scanner looks for what no hook reported since the hooks of v were installed.
func (a *app) scanner(v *vault.Vault) (*flush.Scanner, error) {
	since, err := vault.Since(v.Dir, claude.Name, a.Now())
	return &flush.Scanner{Dir: v.Dir, Ledger: &flush.Ledger{Dir: v.Dir}, Since: since}, err
}

// log is where is written what nobody watches: in the vault, or where there is none in the user's
// own folder.
func (a *app) log(v *vault.Vault) *vault.Log {
	l := &vault.Log{State: vault.StateDir(a.Getenv, a.Home), Now: a.Now}
	if v != nil {
		l.Dir, l.Vault = v.Dir, v.Dir.Path()
	}
	return l
}
