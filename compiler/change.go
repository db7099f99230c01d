package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

const timeFormat = time.RFC3339

// What changes the vault, as the journal calls it.
const (
	compiling = "compile"
	moving    = "mv"
	merging   = "merge"
	undoing   = "undo"
)

// Rename is the verb of an [Edit] of a page that gets another path.
const Rename Verb = "rename"

// From is the path of the page before, of an edit that renames.
func (e Edit) From() string {
	if e.Verb != Rename {
		return ""
	}
	return e.from
}

// A Change is what a command did to the vault, or would do.
type Change struct {
	ID    int    // by which it is known to undo; 0 when nothing was done
	What  string // the command: compile, mv, merge, undo, lint --fix
	Args  []string
	At    time.Time
	Edits []Edit // in the order of writing
	Left  []Note // files that stay as they are because somebody changed them meanwhile, or since
	Notes []Note // what one might not expect

	Resumed bool // it was begun by a run that was cut off, and is done now
	Undone  bool // of a list: it was taken back
}

// Recover ends a change that a run was cut off in; nil if there is none. The caller holds the compile
// lock. [Compiler.Compile], [Compiler.Move], [Compiler.Absorb] and [Compiler.Undo] do it first.
func (c *Compiler) Recover(ctx context.Context) (*Change, error) {
	ch := new(change)
	warning, err := fsutil.ReadState(c.Vault, openName, journalVersion, ch, c.Now())
	if warning != "" {
		c.log().Warn(warning)
	}
	if err != nil || ch.ID == 0 {
		return nil, err
	}
	c.log().Info("end a change that was cut off", "what", ch.What)
	for _, f := range ch.Files { // only a change writes there, and this one is of the past
		if _, err := c.Vault.CleanTempOf(path.Dir(f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.log().Warn("remove temporary files", "error", err)
		}
	}
	out, err := c.carry(ctx, ch)
	if out != nil {
		out.Resumed = true
	}
	return out, err
}

// begin takes the compile lock and ends what was cut off before.
func (c *Compiler) begin(ctx context.Context, what string) (done *Change, unlock func(), err error) {
	if unlock, err = c.Vault.TryLock(lockCompile); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", what, err)
	}
	c.cleanTemp()
	if err = c.setAsideDamaged(); err == nil {
		done, err = c.Recover(ctx)
	}
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return done, unlock, nil
}

// perform writes a change into the journal, whole, and does it. From then on it happens: a run that
// is cut off is one that the next ends.
func (c *Compiler) perform(ctx context.Context, ch *change) (*Change, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, f := range ch.Files {
		at := f.Path
		if f.From != "" {
			at = f.From
		}
		if now, err := c.hashOf(at); err != nil {
			return nil, err
		} else if now != f.was() {
			return nil, &MovedError{Path: at}
		}
	}
	ch.Open = true
	if err := c.enter(ch); err != nil {
		return nil, err
	}
	return c.carry(ctx, ch)
}

// Record enters a change that the caller is about to make, so that it can be taken back: lint --fix
// is one. The caller holds the compile lock. If the run is cut off and begun again, both are one
// change. An edit of which nothing is known but its path and texts will do.
func (c *Compiler) Record(what string, edits []Edit) error {
	ch := &change{What: what}
	ch.add(edits)
	if len(ch.Files) == 0 {
		return nil
	}
	return c.enter(ch)
}

// add notes edits of files.
func (ch *change) add(edits []Edit) {
	for _, e := range edits {
		f := changedFile{Path: e.Path, From: e.From(), Before: e.Before, After: e.After, Code: e.code}
		if e.After != nil {
			f.Now = fsutil.Hash(e.After)
		}
		if f.From == "" && f.was() == f.Now {
			continue
		}
		if e.code && isLog(e.Path) {
			f.Lines = newLines(e.Before, e.After)
		}
		ch.Files = append(ch.Files, f)
	}
}

// page notes what becomes of what the state knows of a page.
func (ch *change) page(s *state, at string, after *pageRecord) {
	p := pageChange{After: after}
	if rec, ok := s.Pages[at]; ok {
		p.Before = &rec
	}
	if p.Before != nil || p.After != nil {
		put(&ch.Pages, at, p)
	}
}

// text has a text kept, and returns its hash.
func (ch *change) text(text []byte) string {
	hash := fsutil.Hash(text)
	put(&ch.Texts, hash, text)
	return hash
}

// keepOld holds on to the texts that the state refers to before the change, which are swept after it.
func (c *Compiler) keepOld(ch *change) {
	have := map[string]bool{}
	for _, f := range ch.Files {
		have[f.was()] = true
	}
	for _, p := range ch.Pages {
		if p.Before == nil {
			continue
		}
		for _, hash := range []string{p.Before.Base, p.Before.Draft} {
			if hash == "" || have[hash] || ch.Texts[hash] != nil {
				continue
			}
			if kept, err := c.kept(hash); err == nil && kept != nil {
				put(&ch.Texts, hash, slices.Clone(kept.Bytes()))
			}
		}
	}
}

// enterCompile enters what a plan is about to do.
func (c *Compiler) enterCompile(p *Plan) error {
	ch := &change{What: compiling, StateAt: p.stateAt}
	ch.add(p.Edits)
	if len(ch.Files) == 0 {
		return nil
	}
	for _, e := range p.Edits {
		for _, at := range []string{e.Path, e.from} {
			if e.code || at == "" {
				continue
			}
			var after *pageRecord
			if rec, ok := p.next.Pages[at]; ok {
				after = &rec
			}
			ch.page(p.state, at, after)
		}
	}
	for day, rec := range p.next.Days {
		was, known := p.state.Days[day]
		if known && was.Hash == rec.Hash && was.At == rec.At {
			continue
		}
		d := dayChange{After: &rec}
		if known {
			d.Before = &was
		}
		put(&ch.Days, day, d)
	}
	c.keepOld(ch)
	return c.enter(ch)
}
