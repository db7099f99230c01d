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

// The commands that change the vault, as the journal names them.
const (
	Compiling = "compile"
	Moving    = "mv"
	Merging   = "merge"
	undoing   = "undo"
)

// A Change is what a command did to the vault, or would do.
type Change struct {
	ID    int    // its number for undo; 0 if nothing was done
	What  string // the command: compile, mv, merge, undo, lint --fix
	Args  []string
	At    time.Time
	Edits []Edit // in the order of writing
	Left  []Note // files that stay as they are because somebody changed them in the meantime, or since
	Notes []Note // what a caller may not expect

	Logs, Entries int // of a compile: what it compiled

	Resumed bool // an interrupted run began it; it is completed now
	Undone  bool // in a list: it was undone
}

// Recover completes an interrupted change; it returns nil if there is none. The caller holds the compile lock.
// [Journal.Begin] and [Journal.Ready] call it.
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
	for _, f := range ch.Files { // only changes write there, and this one is over
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

// Begin takes the compile lock and completes an interrupted change.
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

// Ready removes half-written files of a killed run and completes its change. The caller holds the compile lock.
func (j *Journal) Ready(ctx context.Context) (done *Change, err error) {
	j.cleanTemp()
	if err := j.Store.SetAsideDamaged(j.Now()); err != nil {
		return nil, err
	}
	return j.Recover(ctx)
}

// cleanTemp removes half-written files of a killed run. Those of the state may hold forgotten words, so they go whatever their
// age: what the worker, publish and sync are writing there is told from them. Of the caches only old files go. Errors are
// ignored: a file that stays is harmless.
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

// Perform records a whole change in the journal and applies it. Once recorded, a change is final: if the run is
// interrupted, the next one completes it.
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
	if err := j.sums(ch); err != nil {
		return nil, err
	}
	ch.Open = true
	if err := j.Enter(ch); err != nil {
		return nil, err
	}
	return j.carry(ctx, ch)
}

// Record records a change that the caller is about to make, such as lint --fix, so that it can be undone. The caller
// holds the compile lock. If the run is interrupted and repeated, both are one change. An edit needs only its path
// and texts.
func (j *Journal) Record(what string, edits []Edit) error {
	ch := &Entry{What: what}
	ch.Add(edits)
	if len(ch.Files) == 0 {
		return nil
	}
	return j.Enter(ch)
}

// Add adds edits of files.
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

// SetPage records the change of the state's record of a page.
func (ch *Entry) SetPage(s *state.State, at string, after *state.PageRecord) {
	p := PageChange{get(s.Pages, at), after}
	if p.Before != nil || p.After != nil {
		put(&ch.Pages, at, p)
	}
}

// Advance records the changes that a compile makes to the state. Undo reverts those of logs and of the pages that the
// compile writes, but not those of other pages. stored is the state on the disk, was the state that the compile
// started from.
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

// get returns a value of a map, nil if there is none.
func get[K comparable, V any](m map[K]V, k K) *V {
	if v, ok := m[k]; ok {
		return &v
	}
	return nil
}

// AddText adds a text to be kept, and returns its hash.
func (ch *Entry) AddText(text []byte) string {
	hash := fsutil.Hash(text)
	put(&ch.Texts, hash, text)
	return hash
}

// KeepTexts adds the texts that the state refers to before the change, because they are swept after it.
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
