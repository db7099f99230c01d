package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// carry applies the rest of an open change: the texts that the state will refer to, the files and the state; then it
// closes the change. A file that somebody changed in the meantime stays, and so does its record in the state.
func (j *Journal) carry(ctx context.Context, ch *Entry) (*Change, error) {
	out := ch.Change()
	stored, err := j.Store.Load()
	if err != nil {
		return nil, err
	}
	if err := j.writeTexts(ch); err != nil {
		return nil, err
	}
	files, code := ch.Files, []File(nil)
	if ch.What == Compiling { // the index and the log depend on which files could be written
		files = slices.DeleteFunc(slices.Clone(ch.Files), func(f File) bool { return f.Code })
		code = slices.DeleteFunc(slices.Clone(ch.Files), func(f File) bool { return !f.Code })
	}
	left, err := j.carryFiles(ctx, ch, files)
	if err != nil {
		return nil, err
	}
	for _, f := range left {
		out.Left = append(out.Left, Note{Path: f.Path, Text: "was changed meanwhile, and stays as it is now"})
	}
	if err := j.carryIndex(ctx, code, len(left) > 0); err != nil {
		return nil, fmt.Errorf("write the index: %w", err)
	}
	if err := j.carryLog(ch.Log, left); err != nil {
		return nil, fmt.Errorf("write the wiki's log: %w", err)
	}
	next := stored.Clone()
	ch.advance(next, left)
	if len(ch.Pages)+len(ch.More)+len(ch.Days) > 0 {
		if err := j.Store.Write(next); err != nil {
			return nil, fmt.Errorf("%s: %w", ch.What, err)
		}
	}
	ch.Open = false
	if err := j.writeChange(ch); err != nil {
		return nil, err
	}
	if err := j.Store.Vault.Remove(layout.Change); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", ch.What, err)
	}
	j.trimJournal()
	j.Store.Sweep(next)
	return out, nil
}

// carryFiles writes files, and returns those that somebody changed in the meantime.
func (j *Journal) carryFiles(ctx context.Context, ch *Entry, files []File) (left []File, _ error) {
	for i, f := range files {
		if err := ctx.Err(); err != nil && ch.What == Compiling { // other changes are short and always finish
			return nil, err
		}
		ok, err := j.carryFile(f, ch.Busy)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", ch.What, f.Path, err)
		}
		if !ok {
			left = append(left, f)
		} else if err := j.Store.After(f.Path); err != nil {
			return nil, err
		}
		if j.Progress != nil {
			j.Progress(i+1, len(files), f.Path)
		}
	}
	return left, nil
}

// carryIndex writes the pages that list the articles, those of topics before the page that lists them. It writes them
// as planned, or builds them anew if the articles differ from the plan or somebody saved one of these pages.
func (j *Journal) carryIndex(ctx context.Context, code []File, changed bool) error {
	index := slices.DeleteFunc(slices.Clone(code), func(f File) bool { return IsLog(f.Path) })
	if len(index) == 0 {
		return nil
	}
	slices.Reverse(index)
	sorting.Stable(index, func(a, b File) int { return cmp.Compare(len(b.Now), len(a.Now)) }) // removals come last
	for _, f := range index {
		if changed {
			break
		}
		ok, err := j.carryFile(f, nil)
		if err != nil {
			return err
		}
		changed = !ok
	}
	if changed {
		w, err := j.Wiki.Load(ctx)
		if err != nil {
			return err
		}
		if _, err := catalog.WriteIndex(j.Wiki, w); err != nil {
			return err
		}
	}
	return j.Store.After(j.Wiki.Folder() + "/index.md")
}

// carryLog adds to log.md what was written.
func (j *Journal) carryLog(lines []state.LogLine, left []File) error {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l state.LogLine) bool {
		return slices.ContainsFunc(left, func(f File) bool { return f.Path == l.Path })
	})
	if len(lines) == 0 {
		return nil
	}
	if err := catalog.AppendLog(j.Wiki, state.LogDays(lines)...); err != nil {
		return err
	}
	return j.Store.After("log.md")
}

// advance updates the state to what it is after the change. Files that were left keep their records, and the logs
// that they were to cite stay stale.
func (ch *Entry) advance(next *state.State, left []File) {
	stays, stale := map[string]bool{}, map[string]bool{}
	for _, f := range left {
		stays[f.Path], stays[f.From], stays[f.Known] = true, true, true
		for _, day := range f.Days {
			stale[string(day)] = true
		}
	}
	for _, pages := range []map[string]PageChange{ch.More, ch.Pages} {
		for at, p := range pages {
			if !stays[at] {
				set(next.Pages, at, p.After)
			}
		}
	}
	for day, d := range ch.Days {
		if !stale[day.String()] {
			set(next.Days, day, d.After)
		}
	}
}

// set sets the value of a key, or deletes the key if the value is nil.
func set[K comparable, V any](m map[K]V, k K, v *V) {
	delete(m, k)
	if v != nil {
		m[k] = *v
	}
}

// Change returns the change for callers. The edits have their texts only while it is open.
func (ch *Entry) Change() *Change {
	out := &Change{ID: ch.ID, What: ch.What, Args: ch.Args, Notes: ch.Notes, Logs: len(ch.Days), Entries: ch.Entries}
	out.At, _ = time.Parse(timeFormat, ch.At)
	for _, f := range ch.Files {
		e := Edit{Path: f.Path, Verb: Update, Before: f.Before, After: f.After, Was: f.From, Code: f.Code}
		switch {
		case f.From != "":
			e.Verb = Rename
		case f.Before == nil:
			e.Verb = Create
		case f.Now == "":
			e.Verb = Remove
		}
		out.Edits = append(out.Edits, e)
	}
	return out
}

// writeTexts writes the texts that the state will refer to.
func (j *Journal) writeTexts(ch *Entry) error {
	written := map[string][]byte{}
	for _, f := range ch.Files {
		written[f.Now] = f.After
	}
	texts := map[string][]byte{}
	for _, pages := range []map[string]PageChange{ch.More, ch.Pages} {
		for _, p := range pages {
			if p.After == nil {
				continue
			}
			for _, hash := range []string{p.After.Base, p.After.Draft} {
				text, ok := ch.Texts[hash]
				if !ok {
					text = written[hash]
				}
				if hash != "" && text != nil {
					texts[hash] = text
				}
			}
		}
	}
	return j.Store.Keep(texts)
}

// carryFile applies the change of one file and reports whether the file is as planned. It is not if somebody changed
// it, or put another file in its place.
func (j *Journal) carryFile(f File, busy func(string) bool) (bool, error) {
	if f.From != "" {
		if ok, err := j.carryName(f); !ok || err != nil {
			return false, err
		}
	}
	now, err := j.HashOf(f.Path)
	switch {
	case err != nil:
		return false, err
	case now == f.Now:
		return true, nil
	case now != f.Was(), busy != nil && busy(f.Path):
		return false, nil
	case f.Now == "":
		err := j.Store.Vault.Remove(f.Path)
		return err == nil, err
	}
	err = j.Store.Vault.SwapFile(f.Path, f.Before, f.After, 0o644)
	if errors.Is(err, fsutil.ErrChanged) {
		return false, nil
	}
	return err == nil, err
}

// carryName renames a file. The old and the new path may be the same file if a file system ignores letter case.
func (j *Journal) carryName(f File) (bool, error) {
	from, err := j.Store.Vault.Lstat(f.From)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // done before, or removed: its new path shows which
	}
	if err != nil {
		return false, err
	}
	to, err := j.Store.Vault.Lstat(f.Path)
	if err == nil && !os.SameFile(from, to) {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if now, err := j.HashOf(f.From); err != nil || now != f.Was() && now != f.Now {
		return false, err
	}
	return true, j.Store.Vault.Rename(f.From, f.Path)
}
