package main

import (
	"time"

	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/wiki"
)

// lockImport keeps two imports from doing the same work side by side.
const lockImport = ".memoria/lock/import"

func (a *app) daily(v *vault.Vault) *daily.Store {
	return &daily.Store{Dir: v.Dir, Zone: v.Config.Zone}
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
		Repository: (&git.Finder{Home: a.Home}).Repository,
	}
}

func (a *app) compiler(v *vault.Vault) *compiler.Compiler {
	return &compiler.Compiler{
		Vault:    v.Dir,
		Daily:    a.daily(v),
		Wiki:     wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki},
		Author:   subject.Author{},
		Now:      func() time.Time { return a.Now().In(v.Config.Zone) },
		Interval: v.Config.Interval,
	}
}
