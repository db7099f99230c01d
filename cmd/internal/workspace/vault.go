package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/build"
	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/own"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/known"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// A Vault is an open vault on a machine.
type Vault struct {
	*vault.Vault
	Machine *Machine // required

	mu      sync.Mutex
	learned *project.Book // from the logs, while there is no book

	begun sync.Once
	book  *own.Book

	reads atomic.Pointer[reads] // see ReadOnce

	recall sync.Once
	known  *known.Set
}

// Now returns the time of the machine's clock.
func (v *Vault) Now() time.Time { return v.Machine.Now() }

// Path returns the vault's folder.
func (v *Vault) Path() string { return v.Dir.Path() }

// Log returns the log of what happens in the background.
func (v *Vault) Log() *vault.Log {
	l := v.Machine.Log()
	l.Dir, l.Vault = v.Dir, v.Path()
	return l
}

// Daily returns the store of the day logs, without forgotten lines.
func (v *Vault) Daily() *daily.Store {
	s := v.daily()
	s.Zone, s.Machine, s.Name, s.Who = v.Config.Zone, v.writer, v.Name, v.sharedBy()
	s.Redact, s.Clean = func() (daily.Redact, error) { return forgotten.Redact(v.daily(), "") }, v.Clean()
	if r := v.reads.Load(); r != nil {
		s.Seen = &r.logs
	}
	return s
}

// daily returns the store of the logs as they are.
func (v *Vault) daily() *daily.Store {
	return &daily.Store{Dir: v.Dir, Folder: v.Config.Daily, Own: v.witness()}
}

// witness is Own, nil in a vault that is not shared.
func (v *Vault) witness() daily.Witness {
	if v.ID == "" {
		return nil
	}
	return v.Own()
}

// Told returns what the logs say about forgetting.
func (v *Vault) Told() (*forgotten.Told, error) { return forgotten.ReadTold(v.daily()) }

// Own returns the record of what this machine wrote into the logs of a shared vault.
func (v *Vault) Own() *own.Book {
	v.begun.Do(func() {
		v.book = &own.Book{Dir: v.Dir, Folder: v.Config.Daily, ID: v.me, Name: v.myName, Sharer: sync.OnceValue(func() string { return vault.SharedBy(v.Dir).Machine })}
	})
	return v.book
}

// me returns the id of this machine in a shared vault, "" if it has none yet.
func (v *Vault) me() string { return v.identity().ID }

func (v *Vault) myName() string { return v.identity().Name }

// identity is the zero one where there is none, or none that can be read.
func (v *Vault) identity() vault.Identity {
	id, err := vault.ReadIdentity(v.Dir, v.Now())
	if err != nil {
		return vault.Identity{}
	}
	return id
}

// Logs returns all day logs; none if the vault has no folder of logs.
func (v *Vault) Logs(ctx context.Context) ([]*daily.Log, error) {
	logs, _, err := v.Daily().Logs(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return logs, err
}

// ShortSession returns a function that gives an id of a session of the logs as far as it is shown.
func ShortSession(logs []*daily.Log) func(id string) string {
	var ids []string
	for _, l := range logs {
		for i := range l.Entries {
			ids = append(ids, l.Entries[i].Session)
		}
	}
	return entry.Short(ids)
}

// Wiki returns the store of the pages.
func (v *Vault) Wiki() wiki.Store {
	s := wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki, Daily: v.Config.Daily, Titles: v.Config.Titles}
	if r := v.reads.Load(); r != nil {
		s.Seen = &r.pages
	}
	return s
}

// Related returns a finder of related pages, in a snapshot of the wiki.
func (v *Vault) Related(ctx context.Context) (*related.Finder, error) {
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return nil, err
	}
	r, err := v.Holds(ctx)
	return &related.Finder{Wiki: w, Holds: r, Apart: v.projects().Namesakes}, err
}

// Search returns the index of the vault.
func (v *Vault) Search() *index.Store {
	s := &index.Store{Dir: v.Dir, Cache: v.Dir, Name: index.VaultName, Wiki: v.Config.Wiki, Daily: v.Config.Daily, Zone: v.Config.Zone, Redact: v.Daily().Redact, Clean: v.Clean(), Rules: build.Read("").Version + " " + v.Rules() + " " + v.projects().Key(),
		Called: sync.OnceValues(v.Name), Project: v.project}
	if r := v.reads.Load(); r != nil {
		s.Seen = &r.pages
	}
	return s
}

// SearchIn returns the index of the vault as it is searched in a folder.
func (v *Vault) SearchIn(dir string) *index.Store {
	s := v.Search()
	s.Apart = sync.OnceValue(func() []string { return v.Apart(dir) })
	s.Project = func(name string) (string, []string) {
		if name == "." {
			rules := v.Filter()
			name = cmp.Or(rules.PlaceOf(dir).Name, name)
		}
		return v.project(name)
	}
	return s
}

// Replies returns the kept answers of models.
func (v *Vault) Replies() *ask.Replies {
	r := &ask.Replies{Dir: v.Dir, Shared: v.Shared()}
	if r.Shared {
		r.Machine, r.Own = v.me(), &ask.Witness{Wrote: v.Own().Wrote, Has: v.Own().HasOf}
	}
	return r
}

// Ledger holds what was seen of sessions.
func (v *Vault) Ledger() *ledger.Ledger { return &ledger.Ledger{Dir: v.Dir} }

// Queue returns the queue of hooks' notes; warn, if not nil, is called for damaged files.
func (v *Vault) Queue(warn func(string)) *queue.Queue {
	return &queue.Queue{Dir: v.Dir, Throttle: queue.Throttle{Turns: v.Config.Turns, Every: v.Config.Every}, Warn: warn}
}

// Flusher writes sessions into the day logs, by the author that asks no model.
func (v *Vault) Flusher() *flush.Flusher {
	return &flush.Flusher{Daily: v.Daily(), Ledger: v.Ledger(), Author: extract.Author{}, Zone: v.Config.Zone, Rules: v.Filter()}
}

// Notes takes what agents want kept in their own words into the day logs.
func (v *Vault) Notes() *notes.Keeper {
	return &notes.Keeper{Dir: v.Dir, Daily: v.Daily(), Rules: v.Filter()}
}

// Scanner returns a scanner for sessions since the install of the hooks that no hook reported.
func (v *Vault) Scanner() (*ledger.Scanner, error) {
	list, _, _ := vault.Installed(v.Dir, v.Now())
	s := &ledger.Scanner{Dir: v.Dir, Ledger: v.Ledger(), Since: map[string]time.Time{}}
	for _, in := range list {
		if t, ok := s.Since[in.Agent]; !ok || in.Since.Before(t) {
			s.Since[in.Agent] = in.Since
		}
	}
	var err error
	s.Since[claude.Name], err = vault.Since(v.Dir, claude.Name, v.Now()) // its sessions are looked at in any vault
	return s, err
}

// Compiler makes articles of the day logs. Its author asks no model, and says again what models were
// told before.
func (v *Vault) Compiler() *compiler.Compiler {
	me, _ := vault.ReadIdentity(v.Dir, v.Now())
	logs := v.Daily()
	logs.Redact = func() (daily.Redact, error) { return forgotten.Redact(v.daily(), me.ID) }
	var kept *state.Kept
	if r := v.reads.Load(); r != nil {
		kept = &r.state
	}
	return &compiler.Compiler{
		Vault:     v.Dir,
		Daily:     logs,
		Wiki:      v.Wiki(),
		Author:    &editor.Author{Base: subject.Author{Dir: v.Dir, Memory: v.Memory}, Asker: ask.Asker{Replies: v.Replies()}},
		Now:       func() time.Time { return v.Now().In(v.Config.Zone) },
		Interval:  v.Config.Interval,
		Quiet:     v.Machine.Quiet,
		Shared:    v.Shared(),
		Elsewhere: v.Shared() && !v.Config.Sync.Compiles(me.Name),
		Machine:   me.Name,
		Called:    v.projects().Key(),
		Past:      git.Past{Dir: v.Path()},
		Memory:    v.Memory,
		Kept:      kept,
	}
}

// Shared reports whether other machines write into the vault too.
func (v *Vault) Shared() bool {
	id, _ := vault.ID(v.Dir)
	return id != ""
}

// Rules stand for the settings that keep something out of the vault.
func (v *Vault) Rules() string {
	rules := [][]string{v.Config.Private, v.Config.Include, v.Config.Exclude}
	if share := v.Shares(); len(share) > 0 {
		rules = append(rules, share)
	}
	b, err := json.Marshal(rules)
	if err != nil { // they are texts
		panic(err)
	}
	return fsutil.Hash(b)[:12]
}

// Place returns the project of a folder, and the reason why its sessions are told nothing, if so.
func (v *Vault) Place(dir string) (p prepared.Place, withheld string) {
	f := v.Flusher()
	p = prepared.Place{Dir: dir, Config: v.Marks()}
	p.Head, p.Git = git.Head(dir)
	if withheld = f.Withheld(dir); withheld == "" {
		p.Project = f.PlaceOf(dir).Name
	}
	return p, withheld
}

// Marks stand for the settings that apply to the vault.
func (v *Vault) Marks() string { return agent.Marks(v.Dir, v.Machine.Finder().UserConfig()) }

// TakesSessions reports whether the vault takes sessions that no hook reported: hooks name it, or it is the person's
// default. A sample, a team's vault or a copy of a vault does not.
func (v *Vault) TakesSessions() bool {
	installs, _, err := vault.Installed(v.Dir, v.Now())
	if err != nil {
		return false
	}
	for _, in := range installs {
		if in.Vault == v.Path() || !exists(in.Vault) { // else this one is a copy
			return true
		}
	}
	at := v.Machine.Finder().Default()
	return at != "" && Resolved(at) == Resolved(v.Path())
}

// Resolved returns a path with all links followed; a part that does not exist yet has none.
func Resolved(p string) string {
	if to, err := filepath.EvalSymlinks(p); err == nil {
		return to
	}
	dir := filepath.Dir(p)
	if dir == p {
		return p
	}
	return filepath.Join(Resolved(dir), filepath.Base(p))
}

// An Unended change was cut off, or lost with a damaged file. Mend says what ends it.
type Unended struct{ Path, Text, Mend string }

// Unended returns the changes of the vault that were cut off or lost. A damaged book of projects is moved aside first.
func (v *Vault) Unended() (out []Unended) {
	const rest = "memoria compile does the rest"
	if what := v.Compiler().Journal().Interrupted(); what != "" && what != journal.Compiling {
		out = append(out, Unended{layout.Change, "a " + what + " was interrupted: some of what it changes is as it was", rest})
	}
	if l, err := forgotten.Read(v.Dir); err == nil && l.Open != nil {
		out = append(out, Unended{layout.Forgotten, "a forget was interrupted: some of what it was to take is still there", rest})
	}
	v.projects()
	names, _ := v.Dir.ReadDir(path.Dir(layout.Projects))
	for _, n := range slices.Backward(names) {
		if at := path.Join(path.Dir(layout.Projects), n.Name()); strings.HasPrefix(at, layout.Projects+".corrupt-") {
			return append(out, Unended{at, layout.Projects + " was damaged and lies aside as " + at + ": the names, merges and splits that you gave projects are not in the one that was learned from the logs",
				"memoria project rename, merge and split give them again; then delete that file"})
		}
	}
	return out
}
