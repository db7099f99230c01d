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
}

func (e *NothingToUndoError) Error() string {
	switch {
	case e.Reason != "":
		return fmt.Sprintf("change %d %s", e.ID, e.Reason)
	case e.ID != 0:
		return fmt.Sprintf("there is no change %d", e.ID)
	}
	return "there is no change to take back"
}

// UndoOptions say which change is undone.
type UndoOptions struct {
	ID     int  // of the change; 0 for the last that was not undone
	DryRun bool // write nothing
}

// Changes lists what is in the journal, the newest first.
func (j *Journal) Changes() ([]Change, error) {
	all, undone, err := j.History()
	if err != nil {
		return nil, err
	}
	var out []Change
	for _, ch := range slices.Backward(all) {
		told := ch.Change()
		told.Undone = undone[ch.ID]
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
	if o.DryRun || len(inv.Files) == 0 {
		out = inv.Change()
	} else if out, err = j.Perform(ctx, &inv.Entry); err != nil {
		return nil, err
	}
	out.Left = append(left, out.Left...)
	return out, nil
}

func pick(all []*Entry, undone map[int]bool, o UndoOptions) (*Entry, error) {
	for _, ch := range slices.Backward(all) {
		switch {
		case ch.What == undoing, o.ID == 0 && undone[ch.ID], o.ID != 0 && ch.ID != o.ID:
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
