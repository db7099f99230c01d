package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"github.com/agent-admin/memoria/compiler/state"
)

// An inversion is the change that undoes another, and what it leaves.
type inversion struct {
	Entry
	of   *Entry
	left []Note
	text map[string][]byte // the pages it writes; nil for one that goes
}

// inverse plans the undo of a change.
func (j *Journal) inverse(ctx context.Context, ch *Entry) (*inversion, error) {
	inv := &inversion{of: ch, text: map[string][]byte{}}
	inv.What, inv.Args, inv.Undoes = undoing, append([]string{ch.What}, ch.Args...), ch.ID
	st, err := j.Store.Load()
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(ch.Files) {
		if f.Code {
			continue
		}
		if err := j.invert(inv, st, f); err != nil {
			return nil, err
		}
	}
	inv.pages(st)
	inv.days(st)
	if err := j.invertCode(ctx, inv); err != nil {
		return nil, err
	}
	j.KeepTexts(&inv.Entry)
	inv.texts()
	return inv, nil
}

// invert plans the restoration of one file.
func (j *Journal) invert(inv *inversion, st *state.State, f File) error {
	data, err := j.Store.Vault.ReadFile(f.Path)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone {
		return fmt.Errorf("undo %q: %w", f.Path, err)
	}
	if gone {
		data = nil
	}
	now := File{Before: data}.Was()
	back := File{Path: f.Path, Before: data, Now: f.Was(), After: f.Before}
	switch {
	case now == f.Was() && f.From == "": // unchanged: the interrupted run did not reach it
		return nil
	case now == "" && f.Now != "":
		if f.From != "" {
			if was, err := j.HashOf(f.From); err == nil && was == f.Was() {
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
		if taken, err := j.Taken(f.From, f.Path); err != nil || taken {
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
			inv.SetPage(st, at, p.Before)
		}
	}
	return nil
}

// Taken reports whether another file has the path.
func (j *Journal) Taken(at, file string) (bool, error) {
	there, err := j.Store.Vault.Lstat(at)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	info, err := j.Store.Vault.Lstat(file)
	return err == nil && !os.SameFile(there, info), err
}

// pages reverts the state's records of pages whose text did not change.
func (inv *inversion) pages(st *state.State) {
	files := map[string]bool{}
	for _, f := range inv.of.Files {
		files[f.Path], files[f.From] = true, true
	}
	for at, p := range inv.of.Pages {
		rec, ok := st.Pages[at]
		if !files[at] && ok && p.After != nil && reflect.DeepEqual(rec, *p.After) {
			inv.SetPage(st, at, p.Before)
		}
	}
}

// days reverts the compile of logs: they have their old records, but no run compiles them unasked until they change.
func (inv *inversion) days(st *state.State) {
	for day, d := range inv.of.Days {
		now, known := st.Days[day]
		same := func(r *state.DayRecord) bool {
			return r == nil && !known || r != nil && known && now.Hash == r.Hash && now.At == r.At && now.Undone == r.Undone
		}
		if !same(d.After) && !same(d.Before) {
			continue // compiled again since
		}
		back := d.Before
		if inv.of.What == Compiling && d.After != nil {
			back = &state.DayRecord{}
			if d.Before != nil {
				*back = *d.Before
			}
			back.Undone = d.After.Hash
		}
		change := DayChange{After: back}
		if known {
			change.Before = &now
		}
		put(&inv.Days, day, change)
	}
}

// texts adds the texts that the state refers to again.
func (inv *inversion) texts() {
	for _, p := range inv.Pages {
		if p.After == nil {
			continue
		}
		for _, hash := range []string{p.After.Base, p.After.Draft} {
			if text := inv.of.TextOf(hash); text != nil {
				put(&inv.Texts, hash, text)
			}
		}
	}
}

// invertCode plans the index and log.md: as they were, if everything else is as it was and nobody changed them, else
// built from the pages there will be.
func (j *Journal) invertCode(ctx context.Context, inv *inversion) error {
	whole := len(inv.left) == 0
	var back []File
	for _, f := range inv.of.Files {
		if !f.Code {
			continue
		}
		now, err := j.HashOf(f.Path)
		if err != nil {
			return err
		}
		if now == f.Was() {
			continue
		}
		whole = whole && now == f.Now
		data, err := j.Store.Vault.ReadFile(f.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil {
			data = nil
		}
		back = append(back, File{Path: f.Path, Before: data, Now: f.Was(), After: f.Before, Code: true, Lines: f.Lines})
	}
	if whole {
		inv.Files = append(inv.Files, back...)
		return nil
	}
	w, err := j.Wiki.Load(ctx)
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
	edits, _ := j.IndexEdits(w, w.With(written, removed...), nil)
	for _, f := range back {
		if len(f.Lines) > 0 && f.Before != nil {
			edits = append(edits, Edit{Path: f.Path, Verb: Update, Before: f.Before, After: WithoutLines(f.Before, f.Lines), Code: true})
		}
	}
	inv.Add(edits)
	return nil
}
