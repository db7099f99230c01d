package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// carry does what an open change says, as far as it is not done: the texts that the state will refer
// to, the files, the state, and then the change is closed. A file that somebody changed meanwhile
// stays, and so does what the state knows of it.
func (c *Compiler) carry(ctx context.Context, ch *change) (*Change, error) {
	out := ch.told()
	stored, _, _, err := peek[state](c.Vault, stateName)
	if err != nil {
		return nil, err
	}
	if err := c.keepTexts(ch); err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, f := range ch.Files {
		ok, err := c.carryFile(f)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", ch.What, f.Path, err)
		}
		if !ok {
			left[f.Path], left[f.From] = true, true
			out.Left = append(out.Left, Note{Path: f.Path, Text: "was changed meanwhile, and stays as it is now"})
		}
		if err := c.after(f.Path); err != nil {
			return nil, err
		}
	}
	next := stored.clone()
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
		if _, err := fsutil.WriteState(c.Vault, stateName, stateVersion, *next); err != nil {
			return nil, fmt.Errorf("%s: %w", ch.What, err)
		}
		if err := c.after(stateName); err != nil {
			return nil, err
		}
	}
	ch.Open = false
	if err := c.writeChange(ch); err != nil {
		return nil, err
	}
	if err := c.Vault.Remove(openName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", ch.What, err)
	}
	c.trimJournal()
	c.sweep(&stored, next, false)
	return out, nil
}

// told is the change as a caller sees it. The edits hold their texts only while it is open.
func (ch *change) told() *Change {
	out := &Change{ID: ch.ID, What: ch.What, Args: ch.Args, Notes: ch.Notes}
	out.At, _ = time.Parse(timeFormat, ch.At)
	for _, f := range ch.Files {
		e := Edit{Path: f.Path, Verb: Update, Before: f.Before, After: f.After, from: f.From, code: f.Code}
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

// keepTexts writes the texts that the state will refer to.
func (c *Compiler) keepTexts(ch *change) error {
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
	return c.keep(&Plan{blobs: blobs})
}

// carryFile makes one file what the change makes of it, and reports whether it is so then: it is not
// if somebody changed it, or put another in its way.
func (c *Compiler) carryFile(f changedFile) (bool, error) {
	if f.From != "" {
		if ok, err := c.carryName(f); !ok || err != nil {
			return false, err
		}
	}
	now, err := c.hashOf(f.Path)
	switch {
	case err != nil:
		return false, err
	case now == f.Now:
		return true, nil
	case now != f.was():
		return false, nil
	case f.Now == "":
		err := c.Vault.Remove(f.Path)
		return err == nil, err
	}
	err = c.Vault.SwapFile(f.Path, f.Before, f.After, 0o644)
	if errors.Is(err, fsutil.ErrChanged) {
		return false, nil
	}
	return err == nil, err
}

// carryName gives a file its new path. The old and the new one may lead to the same file, where a
// file system folds letter case.
func (c *Compiler) carryName(f changedFile) (bool, error) {
	from, err := c.Vault.Lstat(f.From)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // done before, or taken away: its new path tells
	}
	if err != nil {
		return false, err
	}
	to, err := c.Vault.Lstat(f.Path)
	if err == nil && !os.SameFile(from, to) {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if now, err := c.hashOf(f.From); err != nil || now != f.was() && now != f.Now {
		return false, err
	}
	return true, c.Vault.Rename(f.From, f.Path)
}
