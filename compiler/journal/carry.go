package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// carry does what an open change says, as far as it is not done: the texts that the state will refer
// to, the files, the state, and then the change is closed. A file that somebody changed meanwhile
// stays, and so does what the state knows of it.
func (j *Journal) carry(ctx context.Context, ch *Entry) (*Change, error) {
	out := ch.Change()
	stored, err := j.Store.Load()
	if err != nil {
		return nil, err
	}
	if err := j.writeTexts(ch); err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, f := range ch.Files {
		ok, err := j.carryFile(f)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", ch.What, f.Path, err)
		}
		if !ok {
			left[f.Path], left[f.From] = true, true
			out.Left = append(out.Left, Note{Path: f.Path, Text: "was changed meanwhile, and stays as it is now"})
		}
		if err := j.Store.After(f.Path); err != nil {
			return nil, err
		}
	}
	next := stored.Clone()
	for at, p := range ch.Pages {
		if left[at] {
			continue
		}
		delete(next.Pages, at)
		if p.After != nil {
			next.Pages[at] = *p.After
		}
	}
	for day, d := range ch.Days {
		delete(next.Days, day)
		if d.After != nil {
			next.Days[day] = *d.After
		}
	}
	if len(ch.Pages)+len(ch.Days) > 0 {
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
	j.Store.Sweep(stored, next, false)
	return out, nil
}

// Change is the change as a caller sees it. The edits hold their texts only while it is open.
func (ch *Entry) Change() *Change {
	out := &Change{ID: ch.ID, What: ch.What, Args: ch.Args, Notes: ch.Notes}
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
	blobs := map[string][]byte{}
	for _, p := range ch.Pages {
		if p.After == nil {
			continue
		}
		for _, hash := range []string{p.After.Base, p.After.Draft} {
			if text, ok := ch.Texts[hash]; ok && hash != "" {
				blobs[hash] = text
			}
		}
	}
	return j.Store.Keep(blobs)
}

// carryFile makes one file what the change makes of it, and reports whether it is so then: it is not
// if somebody changed it, or put another in its way.
func (j *Journal) carryFile(f File) (bool, error) {
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
	case now != f.Was():
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

// carryName gives a file its new path. The old and the new one may lead to the same file, where a
// file system folds letter case.
func (j *Journal) carryName(f File) (bool, error) {
	from, err := j.Store.Vault.Lstat(f.From)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // done before, or taken away: its new path tells
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
