package journal

import (
	"context"
	"fmt"
	"slices"
)

// A NothingToUndoError says that no change can be undone: none was made, it is too old, or it was undone already.
type NothingToUndoError struct {
	ID     int    // the requested change; 0 for the last
	Reason string // "" if nothing more is known
	Redo   bool
}

func (e *NothingToUndoError) Error() string {
	switch {
	case e.Reason != "":
		return fmt.Sprintf("change %d %s", e.ID, e.Reason)
	case e.Redo:
		return "nothing was taken back since the last change"
	case e.ID != 0:
		return fmt.Sprintf("there is no change %d", e.ID)
	}
	return "there is no change to take back"
}

// UndoOptions say which change is undone.
type UndoOptions struct {
	ID     int  // of the change; 0 for the last that was not undone
	Redo   bool // undo the last undo that stands
	DryRun bool // write nothing

	MoveLogs func(context.Context, Folder) error // required where a change that moved the logs is undone: moves them back
}

// Changes lists what is in the journal, the newest first.
func (j *Journal) Changes() ([]Change, error) {
	all, undone, err := j.History()
	if err != nil {
		return nil, err
	}
	next := 0 // the change that a redo brings back
	if ch := redoable(all, undone); ch != nil {
		next = ch.Undoes
	}
	var out []Change
	for _, ch := range slices.Backward(all) {
		told := ch.Change()
		told.Undone, told.Redoable = undone[ch.ID], ch.ID == next
		out = append(out, *told)
	}
	return out, nil
}

// Undo undoes a change, file by file. A file that somebody changed since stays as it is and is listed in Left. Logs
// whose compile is undone count as compiled until they change or are requested. The error is a *[NothingToUndoError]
// or an fsutil.ErrLocked.
func (j *Journal) Undo(ctx context.Context, o UndoOptions) (*Change, error) {
	if !o.DryRun {
		done, unlock, err := j.Begin(ctx, undoing)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if done != nil && done.What == undoing {
			return done, nil
		}
	}
	all, undone, err := j.History()
	if err != nil {
		return nil, err
	}
	ch, err := pick(all, undone, o)
	if err != nil {
		return nil, err
	}
	inv, err := j.inverse(ctx, ch)
	if err != nil {
		return nil, err
	}
	left := inv.left
	var out *Change
	if inv.Folder != nil && !o.DryRun {
		if err := o.MoveLogs(ctx, *inv.Folder); err != nil {
			return nil, err
		}
	}
	if o.DryRun || len(inv.Files) == 0 && inv.Folder == nil {
		out = inv.Change()
	} else if out, err = j.Perform(ctx, &inv.Entry); err != nil {
		return nil, err
	}
	out.Left = append(left, out.Left...)
	return out, nil
}

func pick(all []*Entry, undone map[int]bool, o UndoOptions) (*Entry, error) {
	if o.Redo {
		if ch := redoable(all, undone); ch != nil {
			return ch, nil
		}
		return nil, &NothingToUndoError{Redo: true}
	}
	for _, ch := range slices.Backward(all) {
		switch {
		case o.ID == 0 && (ch.What == undoing || undone[ch.ID]), o.ID != 0 && ch.ID != o.ID:
			continue
		case undone[ch.ID]:
			return nil, &NothingToUndoError{ID: ch.ID, Reason: "was taken back already"}
		case ch.TooBig:
			return nil, &NothingToUndoError{ID: ch.ID, Reason: "(" + ch.What + ") was too big to be kept"}
		}
		return ch, nil
	}
	return nil, &NothingToUndoError{ID: o.ID}
}

// redoable returns the undo that a redo takes back: the last that stands since the last change. Undos are a stack: what
// was undone last comes back first, and a new change empties it.
func redoable(all []*Entry, undone map[int]bool) *Entry {
	for _, ch := range slices.Backward(all) {
		switch {
		case ch.What != undoing:
			return nil
		case ch.takesBack() && !undone[ch.ID]:
			return ch
		}
	}
	return nil
}

// takesBack reports whether an undo undoes a change, and not another undo. Its arguments say so, because the entry that
// it undoes may be gone.
func (ch *Entry) takesBack() bool {
	redo := false
	for _, arg := range ch.Args {
		if arg != undoing {
			break
		}
		redo = !redo
	}
	return !redo
}
