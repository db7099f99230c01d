package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"reflect"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const timeFormat = time.RFC3339

// What changes the vault, as the journal calls it.
const (
	Compiling = "compile"
	Moving    = "mv"
	Merging   = "merge"
	undoing   = "undo"
)

// A Change is what a command did to the vault, or would do.
type Change struct {
	ID    int    // by which it is known to undo; 0 when nothing was done
	What  string // the command: compile, mv, merge, undo, lint --fix
	Args  []string
	At    time.Time
	Edits []Edit // in the order of writing
	Left  []Note // files that stay as they are because somebody changed them meanwhile, or since
	Notes []Note // what one might not expect

	Logs, Entries int // of a compile: what it took up

	Resumed bool // it was begun by a run that was cut off, and is done now
	Undone  bool // of a list: it was taken back
}

// Recover ends a change that a run was cut off in; nil if there is none. The caller holds the compile
// lock. [Compiler.Compile], [Compiler.Move], [Compiler.Absorb] and [Compiler.Undo] do it first.
func (j *Journal) Recover(ctx context.Context) (*Change, error) {
	ch := new(Entry)
	warning, err := fsutil.ReadState(j.Store.Vault, layout.Change, layout.ChangeVersion, ch, j.Now())
	if warning != "" {
		j.Store.Log.Warn(warning)
	}
	if err != nil || ch.ID == 0 {
		return nil, err
	}
	j.Store.Log.Info("end a change that was cut off", "what", ch.What)
	for _, f := range ch.Files { // only a change writes there, and this one is of the past
		if _, err := j.Store.Vault.CleanTempOf(path.Dir(f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			j.Store.Log.Warn("remove temporary files", "error", err)
		}
	}
	out, err := j.carry(ctx, ch)
	if out != nil {
		out.Resumed = true
	}
	return out, err
}

// Begin takes the compile lock and ends what was cut off before.
func (j *Journal) Begin(ctx context.Context, what string) (done *Change, unlock func(), err error) {
	if unlock, err = j.Store.Vault.TryLock(layout.LockCompile); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", what, err)
	}
	if done, err = j.Ready(ctx); err != nil {
		unlock()
		return nil, nil, err
	}
	return done, unlock, nil
}

// Ready removes what a killed run left half written and ends the change that it was cut off in. The
// caller holds the compile lock.
func (j *Journal) Ready(ctx context.Context) (done *Change, err error) {
	j.cleanTemp()
	if err := j.Store.Vault.Remove(layout.CompilePending); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := j.Store.SetAsideDamaged(j.Now()); err != nil {
		return nil, err
	}
	return j.Recover(ctx)
}

// cleanTemp removes what a killed run left half written. Only a compiler writes below the wiki's
// folder and the state's, and this one holds the lock, so whatever is there is nobody's, however young. The
// caches are written without it: there age tells. That it cannot be removed harms nothing.
func (j *Journal) cleanTemp() {
	const anyAge = math.MinInt64
	for _, at := range []struct {
		name  string
		older time.Duration
	}{{j.Wiki.Folder(), anyAge}, {path.Dir(layout.Compiled), anyAge}, {layout.Cache, time.Hour}} {
		dir, err := j.Store.Vault.Sub(at.name)
		if err != nil {
			continue
		}
		if _, err := dir.CleanTemp(at.older, j.Now()); err != nil {
			j.Store.Log.Warn("remove temporary files", "error", err)
		}
		dir.Close()
	}
}

// Perform writes a change into the journal, whole, and does it. From then on it happens: a run that
// is cut off is one that the next ends.
func (j *Journal) Perform(ctx context.Context, ch *Entry) (*Change, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, f := range ch.Files {
		at := f.Path
		if f.From != "" {
			at = f.From
		}
		if now, err := j.HashOf(at); err != nil {
			return nil, err
		} else if now != f.Was() {
			return nil, &state.MovedError{Path: at}
		}
	}
	ch.Open = true
	if err := j.Enter(ch); err != nil {
		return nil, err
	}
	return j.carry(ctx, ch)
}

// Record enters a change that the caller is about to make, so that it can be taken back: lint --fix
// is one. The caller holds the compile lock. If the run is cut off and begun again, both are one
// change. An edit of which nothing is known but its path and texts will do.
func (j *Journal) Record(what string, edits []Edit) error {
	ch := &Entry{What: what}
	ch.Add(edits)
	if len(ch.Files) == 0 {
		return nil
	}
	return j.Enter(ch)
}

// Add notes edits of files.
func (ch *Entry) Add(edits []Edit) {
	for _, e := range edits {
		f := File{Path: e.Path, From: e.From(), Before: e.Before, After: e.After, Code: e.Code, Days: e.Days}
		if f.From == "" {
			f.Known = e.Was
		}
		if e.After != nil {
			f.Now = fsutil.Hash(e.After)
		}
		if f.From == "" && f.Was() == f.Now {
			continue
		}
		if e.Code && IsLog(e.Path) {
			f.Lines = newLines(e.Before, e.After)
		}
		ch.Files = append(ch.Files, f)
	}
}

// SetPage notes what becomes of what the state knows of a page.
func (ch *Entry) SetPage(s *state.State, at string, after *state.PageRecord) {
	p := PageChange{get(s.Pages, at), after}
	if p.Before != nil || p.After != nil {
		put(&ch.Pages, at, p)
	}
}

// Advance notes what a compile has the state know: of the pages that it writes and of logs, which is taken
// back with it, and of other pages. stored is the state as it is on the disk, was as the compile took it.
func (ch *Entry) Advance(stored, was, next *state.State) {
	own := map[string]bool{}
	for _, f := range ch.Files {
		if !f.Code {
			own[f.Path], own[f.Known] = true, true
			ch.SetPage(was, f.Path, get(next.Pages, f.Path))
			ch.SetPage(was, f.Known, get(next.Pages, f.Known))
		}
	}
	for _, pages := range []map[string]state.PageRecord{stored.Pages, next.Pages} {
		for at := range pages {
			p := PageChange{get(stored.Pages, at), get(next.Pages, at)}
			if !own[at] && !reflect.DeepEqual(p.Before, p.After) {
				put(&ch.More, at, p)
			}
		}
	}
	for day, rec := range next.Days {
		if d := (DayChange{get(was.Days, day), &rec}); !reflect.DeepEqual(d.Before, d.After) {
			put(&ch.Days, day, d)
		}
	}
}

// get is a value of a map, nil where there is none.
func get[K comparable, V any](m map[K]V, k K) *V {
	if v, ok := m[k]; ok {
		return &v
	}
	return nil
}

// AddText has a text kept, and returns its hash.
func (ch *Entry) AddText(text []byte) string {
	hash := fsutil.Hash(text)
	put(&ch.Texts, hash, text)
	return hash
}

// KeepTexts holds on to the texts that the state refers to before the change, which are swept after it.
func (j *Journal) KeepTexts(ch *Entry) {
	have := map[string]bool{}
	for _, f := range ch.Files {
		have[f.Was()] = true
	}
	for _, p := range ch.Pages {
		if p.Before == nil {
			continue
		}
		for _, hash := range []string{p.Before.Base, p.Before.Draft} {
			if hash == "" || have[hash] || ch.Texts[hash] != nil {
				continue
			}
			if kept, err := j.Store.Text(hash); err == nil && kept != nil {
				put(&ch.Texts, hash, slices.Clone(kept.Bytes()))
			}
		}
	}
}
