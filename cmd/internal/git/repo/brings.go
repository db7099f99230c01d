package repo

import (
	"context"
	"errors"
)

// Brings returns the paths of others, from the top, that a commit changed since it and what is checked out were one.
func (w *Work) Brings(ctx context.Context, commit string) (names []string, err error) {
	if commit == "" {
		return nil, nil
	}
	args := []string{"ls-tree", "-r", "-z", "--name-only", "--full-tree", commit}
	if w.Head != "" {
		base, err := w.git(ctx, "merge-base", w.Head, commit)
		if e := new(Error); err != nil && !(errors.As(err, &e) && e.Code == 1) {
			return nil, err
		}
		if base != "" {
			args = []string{"diff-tree", "-r", "-z", "--name-only", "--no-renames", base, commit}
		}
	}
	text, err := w.git(ctx, args...)
	for _, name := range fields(text) {
		if !w.isOwn(name) {
			names = append(names, name)
		}
	}
	return names, err
}
