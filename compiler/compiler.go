package compiler

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// A Compiler keeps the wiki of one vault in step with its logs.
type Compiler struct {
	Vault     *fsutil.Dir      // required
	Daily     *daily.Store     // required: the vault's logs
	Wiki      wiki.Store       // required: the vault's wiki
	Author    Author           // required
	Now       func() time.Time // required
	Interval  time.Duration    // between two compiles of one log; 0 compiles whatever changed
	Shared    bool             // other machines write into the vault too: pages carry their sums, see package adopt
	Machine   string           // the name of this machine in a shared vault
	Called    string           // stands for what projects are called
	Elsewhere bool             // articles are made on another machine, and none here without being asked for
	Past      adopt.Past       // of the pages of a shared vault; nil if nobody knows it
	Quiet     time.Duration    // how long a file that a person changed must rest before it counts as complete; 0 takes it as it is

	Memory   func() *holds.Memory               // of the lines that were compared; nil takes that of Vault
	Kept     *state.Kept                        // the state as it was read last; nil keeps nothing
	Log      *slog.Logger                       // nil discards
	Progress func(done, total int, path string) // called after each page written; nil for no calls
	wrote    func(name string) error            // tests: see store.Wrote

	allowNoLogs bool  // do not stop when all logs are gone
	tick        int64 // of a run that may update the caches: see ticking
}

// Options say which logs a run compiles. The zero value compiles those that are stale.
type Options struct {
	All  bool         // every log, whatever the interval and the recipe
	Now  bool         // what changed, whatever the interval
	Only []daily.Date // these logs and no other, changed or not

	named   []daily.Date // logs that are compiled in any case
	forgets bool         // what is told of the work is told anew
	nothing bool         // no log is compiled
}

func (c *Compiler) lock() (unlock func(), err error) {
	if unlock, err = c.Vault.TryLock(layout.LockCompile); err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	return unlock, nil
}

// Journal returns the journal of the vault's changes.
func (c *Compiler) Journal() *journal.Journal {
	return &journal.Journal{Store: c.store(), Wiki: c.Wiki, Now: c.Now, Shared: c.Shared, Progress: c.Progress}
}

// Desk returns the proposals of the vault.
func (c *Compiler) Desk() *proposal.Desk { return &proposal.Desk{Journal: c.Journal()} }

func (c *Compiler) store() *state.Store {
	return &state.Store{Vault: c.Vault, Log: c.log(), Wrote: c.wrote, Kept: c.Kept}
}

func (c *Compiler) log() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}

func (c *Compiler) memory() *holds.Memory {
	if c.Memory != nil {
		return c.Memory()
	}
	return holds.Load(c.Vault)
}

func (c *Compiler) index() string { return c.Wiki.Folder() + "/index.md" }

func (c *Compiler) logPath() string { return c.Wiki.Folder() + "/log.md" }
