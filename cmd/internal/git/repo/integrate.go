package repo

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
)

// A DirtyError names files with unsaved changes that the merge would change. Nothing was written. Ours says that all
// are ours: commit, and integrate again.
type DirtyError struct {
	Paths []string
	Ours  bool
}

func (e *DirtyError) Error() string {
	return "the merge would change files that have changes of yours: " + strings.Join(e.Paths, ", ")
}

// Integrate brings what the remote branch has into the work tree, and reports whether that moved. It merges aside, so
// that the work tree goes from one whole state to another. With adopt a branch of another past is merged too. Errors to
// branch on are *ConflictError, *DirtyError and ErrUnrelated.
func (w *Work) Integrate(ctx context.Context, trunk string, m Merger, adopt bool, message string) (moved bool, err error) {
	if trunk == "" {
		return false, nil
	}
	to := trunk
	switch ok, err := w.within(ctx, trunk, w.Head); {
	case w.Head == "":
	case err != nil:
		return false, err
	case ok:
		return false, w.Remember(ctx, trunk)
	default:
		if to, err = w.join(ctx, trunk, m, adopt, message); err != nil {
			return false, err
		}
	}
	if err := w.announce(ctx, to); err != nil {
		return false, err
	}
	if err := w.forward(ctx, to); err != nil {
		return false, err
	}
	w.Head = to
	return true, w.Remember(ctx, trunk)
}

// join returns the commit that holds both sides: that of the trunk, if the work tree has nothing of its own.
func (w *Work) join(ctx context.Context, trunk string, m Merger, adopt bool, message string) (string, error) {
	base, err := w.Base(ctx, trunk)
	switch {
	case err != nil:
		return "", err
	case base == "" && !adopt:
		return "", ErrUnrelated
	case base == w.Head:
		return w.follow(ctx, trunk, m, message)
	}
	tree, err := w.mergeTree(ctx, sides{base, w.Head, trunk}, m)
	if err != nil {
		return "", err
	}
	return w.commitTree(ctx, tree, message, w.Head, trunk)
}

// follow returns the trunk, or a commit on it where m does not take all that it did to our paths.
func (w *Work) follow(ctx context.Context, trunk string, m Merger, message string) (string, error) {
	want, _, err := w.merged(ctx, sides{w.Head, w.Head, trunk}, m)
	if err != nil {
		return "", err
	}
	if have, err := w.tree(ctx, trunk); err != nil || maps.Equal(have, want) {
		return trunk, err
	}
	tree, err := w.treeWith(ctx, trunk, want)
	if err != nil {
		return "", err
	}
	return w.commitTree(ctx, tree, message, trunk)
}

// Reapply puts what is ours since the last known state of the remote branch on the branch as it was rewritten. It does
// not join the old past: what was taken out of it would come back.
func (w *Work) Reapply(ctx context.Context, trunk string, m Merger, message string) error {
	base, err := w.rev(ctx, w.known())
	if err != nil {
		return err
	}
	tree, err := w.mergeTree(ctx, sides{base, w.Head, trunk}, m)
	if err != nil {
		return err
	}
	to, err := w.commitTree(ctx, tree, message, trunk)
	if err != nil {
		return err
	}
	if err := w.refresh(ctx); err != nil {
		return err
	}
	if err := w.announce(ctx, to); err != nil {
		return err
	}
	// The files go first: a kill in between leaves them as changes on the old branch, and the next run does this again.
	if _, err := w.git(ctx, "read-tree", "-m", "-u", w.Head, to); err != nil {
		return w.dirty(err)
	}
	if err := w.move(ctx, to); err != nil {
		return err
	}
	return w.Remember(ctx, trunk)
}

func (w *Work) announce(ctx context.Context, commit string) error {
	if w.Coming == nil {
		return nil
	}
	return w.Coming(ctx, commit)
}

// forward moves the work tree to a descendant of what is checked out.
func (w *Work) forward(ctx context.Context, to string) error {
	_, err := w.git(ctx, "merge", "--quiet", "--ff-only", "--no-squash", "--no-overwrite-ignore", to)
	return w.dirty(err)
}

// dirty returns the *DirtyError that git told of, or else err.
func (w *Work) dirty(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	d := &DirtyError{Ours: true}
	for line := range strings.Lines(e.Text) {
		name := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "\t"):
		case strings.HasPrefix(name, "error: Entry '"):
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "error: Entry '"), "' ")
		default:
			continue
		}
		d.Ours = d.Ours && w.isOwn(name)
		d.Paths = append(d.Paths, w.below(name))
	}
	if len(d.Paths) == 0 {
		return err
	}
	slices.Sort(d.Paths)
	return d
}
