package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
)

// An inversion is the change that takes another back, and what it leaves.
type inversion struct {
	change
	of   *change
	left []Note
	text map[string][]byte // the pages it writes; nil for one that goes
}

// inverse plans what takes a change back. last tells whether it is the newest.
func (c *Compiler) inverse(ctx context.Context, ch *change, last bool) (*inversion, error) {
	inv := &inversion{of: ch, text: map[string][]byte{}}
	inv.What, inv.Args, inv.Undoes = undoing, append([]string{ch.What}, ch.Args...), ch.ID
	st, _, _, err := peek[state](c.Vault, stateName)
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(ch.Files) {
		if f.Code {
			continue
		}
		if err := c.invert(inv, &st, f); err != nil {
			return nil, err
		}
	}
	inv.pages(&st)
	inv.days(&st)
	if err := c.invertCode(ctx, inv); err != nil {
		return nil, err
	}
	c.keepOld(&inv.change)
	inv.texts()
	return inv, c.dropPromise(inv, last)
}

// invert plans for one file what it was.
func (c *Compiler) invert(inv *inversion, st *state, f changedFile) error {
	data, err := c.Vault.ReadFile(f.Path)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone {
		return fmt.Errorf("undo %q: %w", f.Path, err)
	}
	if gone {
		data = nil
	}
	now := changedFile{Before: data}.was()
	back := changedFile{Path: f.Path, Before: data, Now: f.was(), After: f.Before}
	switch {
	case now == f.was() && f.From == "": // as it was, a run that was cut off did not come to it
		return nil
	case now == "" && f.Now != "":
		if f.From != "" {
			if was, err := c.hashOf(f.From); err == nil && was == f.was() {
				return nil
			}
		}
		inv.left = append(inv.left, Note{Path: f.Path, Text: "was removed since, and stays so"})
		return nil
	case now != f.Now:
		inv.left = append(inv.left, Note{Path: f.Path, Text: "was changed since, and stays as it is now"})
		return nil
	}
	if f.From != "" {
		if taken, err := c.taken(f.From, f.Path); err != nil || taken {
			inv.left = append(inv.left, Note{Path: f.Path, Text: "stays there, because there is another " + f.From + " now"})
			return err
		}
		back.Path, back.From = f.From, f.Path
		inv.text[f.Path] = nil
	}
	inv.text[back.Path] = back.After
	inv.Files = append(inv.Files, back)
	for _, at := range []string{f.Path, f.From} {
		if p, ok := inv.of.Pages[at]; ok {
			inv.page(st, at, p.Before)
		}
	}
	return nil
}

// taken reports whether a path is that of another file.
func (c *Compiler) taken(at, file string) (bool, error) {
	there, err := c.Vault.Lstat(at)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	info, err := c.Vault.Lstat(file)
	return err == nil && !os.SameFile(there, info), err
}

// pages takes back what the state learned of pages whose text did not change.
func (inv *inversion) pages(st *state) {
	files := map[string]bool{}
	for _, f := range inv.of.Files {
		files[f.Path], files[f.From] = true, true
	}
	for at, p := range inv.of.Pages {
		rec, ok := st.Pages[at]
		if !files[at] && ok && p.After != nil && reflect.DeepEqual(rec, *p.After) {
			inv.page(st, at, p.Before)
		}
	}
}

// days takes back that logs were compiled: they are as new as they were, but no run takes them by
// itself as they are now.
func (inv *inversion) days(st *state) {
	for day, d := range inv.of.Days {
		now, known := st.Days[day]
		same := func(r *dayRecord) bool {
			return r == nil && !known || r != nil && known && now.Hash == r.Hash && now.At == r.At && now.Undone == r.Undone
		}
		if !same(d.After) && !same(d.Before) {
			continue // compiled again since
		}
		back := d.Before
		if inv.of.What == compiling && d.After != nil {
			back = &dayRecord{}
			if d.Before != nil {
				*back = *d.Before
			}
			back.Undone = d.After.Hash
		}
		change := dayChange{After: back}
		if known {
			change.Before = &now
		}
		put(&inv.Days, day, change)
	}
}

// texts adds the texts that the state refers to again.
func (inv *inversion) texts() {
	known := map[string][]byte{}
	for _, f := range inv.of.Files {
		known[f.was()] = f.Before
	}
	for _, p := range inv.Pages {
		if p.After == nil {
			continue
		}
		for _, hash := range []string{p.After.Base, p.After.Draft} {
			if text, ok := inv.of.Texts[hash]; ok {
				put(&inv.Texts, hash, text)
			} else if text, ok := known[hash]; ok && hash != "" {
				put(&inv.Texts, hash, text)
			}
		}
	}
}

// invertCode plans the index and log.md: as they were, if all else is as it was and nobody changed
// them, else as they follow from the pages there will be.
func (c *Compiler) invertCode(ctx context.Context, inv *inversion) error {
	whole := len(inv.left) == 0
	var back []changedFile
	for _, f := range inv.of.Files {
		if !f.Code {
			continue
		}
		now, err := c.hashOf(f.Path)
		if err != nil {
			return err
		}
		if now == f.was() {
			continue
		}
		whole = whole && now == f.Now
		data, err := c.Vault.ReadFile(f.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil {
			data = nil
		}
		back = append(back, changedFile{Path: f.Path, Before: data, Now: f.was(), After: f.Before, Code: true, Lines: f.Lines})
	}
	if whole {
		inv.Files = append(inv.Files, back...)
		return nil
	}
	w, err := c.Wiki.Load(ctx)
	if err != nil {
		return fmt.Errorf("read the wiki: %w", err)
	}
	written := map[string][]byte{}
	var removed []string
	for at, text := range inv.text {
		if text == nil {
			removed = append(removed, at)
		} else {
			written[at] = text
		}
	}
	edits := indexEdits(c, w, w.With(written, removed...))
	for _, f := range back {
		if len(f.Lines) > 0 && f.Before != nil {
			edits = append(edits, Edit{Path: f.Path, Verb: Update, Before: f.Before, After: withoutLines(f.Before, f.Lines), code: true})
		}
	}
	inv.add(edits)
	return nil
}

// dropPromise takes back the promise of a compile that was cut off with it; one that was cut off
// after the change is first to be done to its end.
func (c *Compiler) dropPromise(inv *inversion, last bool) error {
	data, err := c.Vault.ReadFile(pendingName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("undo: %w", err)
	}
	if !last || inv.of.What != compiling {
		return &InterruptedError{}
	}
	inv.Files = append(inv.Files, changedFile{Path: pendingName, Before: data})
	return nil
}
