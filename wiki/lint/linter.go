package lint

import (
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint/target"
)

// A Linter checks one vault.
type Linter struct {
	Wiki   *wiki.Wiki   // the vault as it is; nil reads Dir
	Dir    *fsutil.Dir  // the vault on disk; nil looks at nothing outside the snapshot
	At     *seen.Look   // what is taken for the files as they are now; nil looks at them
	Folder string       // required without Wiki: the folder of the articles
	Daily  layout.Daily // the folder of the logs
	Levels Levels       // settings
	Now    time.Time    // leftovers are those of an hour before

	Told
	Ask     func(context.Context, *wiki.Wiki) (Told, error) // is asked for more of that; may be nil
	Secrets func(text string) []Secrets                     // nil looks for none
	Read    func(path string) bool                          // reports whether a file that is no log by its name is read all the same; nil reads none
	Unmark  func(page []byte) []byte                        // merges the sides of an article in which git left conflict marks; nil leaves them
}

// Told holds the facts that the vault does not contain.
type Told struct {
	Logs      []Log      // how the logs stand to the articles
	Proposals []Proposal // what waits beside a person's words
	Notes     []Note     // what else the caller knows
}

// A Log is the state of a day's log: whether the articles are up to date with it.
type Log struct {
	Day     wiki.Date
	State   LogState
	Until   string // Delayed only: when it is compiled
	Before  bool   // some of it was compiled
	Entries int    // that are in no article yet; of a log that is gone, those it had
	Lost    int    // entries that were compiled and are not in the log any more
}

// LogState says what the compiler has to do with a log.
type LogState uint8

// The states of a log.
const (
	Compiled LogState = iota
	Due               // the next compile reads it
	Delayed           // it changed, and its interval has not passed
	Lost              // it was compiled and is gone
)

// changed reports whether a log changed that articles cite.
func (g Log) changed() bool { return g.Before && (g.State == Due || g.State == Delayed) }

// A Proposal is a change by memoria that waits because a person changed the same lines.
type Proposal struct {
	Path string
	Line int
	Text string
}

// Secrets is one part of a text that should not be kept: its kind and the offset at which it begins.
type Secrets struct {
	Rule  string
	Start int
}

// A Note is a finding of the caller about a file.
type Note struct {
	Check, Path, Text, Hint string
}

// and returns the facts of both.
func (t Told) and(more Told) Told {
	more.Logs, more.Proposals, more.Notes = slices.Concat(t.Logs, more.Logs), slices.Concat(t.Proposals, more.Proposals), slices.Concat(t.Notes, more.Notes)
	return more
}

// A checker is a run of a Linter.
type checker struct {
	*Linter
	logState map[wiki.Date]Log
	linked   bool // the vault holds symbolic links
	targets  target.Reader
}

// checkerOf prepares a run over a snapshot.
func checkerOf(l *Linter, w *wiki.Wiki) *checker {
	c := &checker{Linter: new(Linter)}
	*c.Linter = *l
	c.Wiki = w
	c.linked = slices.ContainsFunc(w.Pages(), (*wiki.Page).Linked)
	c.targets.Wiki, c.targets.Dir = w, l.Dir
	return c
}

// ours reports whether a page must meet what memoria promises of its own pages.
func ours(p *wiki.Page) bool {
	return p.Kind == wiki.ArticlePage || p.Kind == wiki.CodePage || p.Kind == wiki.DayPage
}

func (c *checker) reporter(p *wiki.Page) *reporter {
	return &reporter{levels: c.Levels, page: p, ours: ours(p), path: p.Path}
}

// about returns a reporter for a file that is not a page of the snapshot.
func (l *Linter) about(path string, ours bool) *reporter {
	return &reporter{levels: l.Levels, ours: ours, path: path}
}
