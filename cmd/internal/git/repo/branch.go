package repo

import (
	"context"
	"errors"
	"strings"
)

// Offer pushes a branch that is the trunk with those of our paths that only names, as they are checked out, and reports
// whether it pushed. It goes on from what the branch held, so that nothing is forced, also where the branch was merged
// under another commit.
func (w *Work) Offer(ctx context.Context, branch, trunk string, only func(path string) bool, message string) (bool, error) {
	ref := "refs/remotes/" + w.Remote + "/" + branch
	err := w.fetch(ctx, branch, ref)
	var e *Error
	gone := errors.As(err, &e) && strings.Contains(e.Text, "couldn't find remote ref")
	if err != nil && !gone {
		return false, err
	}
	tip := ""
	if !gone {
		if tip, err = w.rev(ctx, ref); err != nil {
			return false, err
		}
	}
	tree, err := w.offered(ctx, trunk, only)
	if err != nil {
		return false, err
	}
	parents := []string{trunk}
	has := trunk
	if tip != "" {
		merged, err := w.within(ctx, tip, trunk)
		if err != nil {
			return false, err
		}
		if !merged {
			parents, has = []string{tip, trunk}, tip
		}
	}
	if old, err := w.git(ctx, "rev-parse", has+"^{tree}"); err != nil || old == tree {
		return false, err
	}
	id, err := w.commitTree(ctx, tree, message, parents...)
	if err != nil {
		return false, err
	}
	return true, w.push(ctx, id, branch)
}

// offered returns the tree of the trunk with some of our paths.
func (w *Work) offered(ctx context.Context, trunk string, only func(path string) bool) (string, error) {
	want, err := w.tree(ctx, trunk)
	if err != nil {
		return "", err
	}
	here, err := w.tree(ctx, w.Head)
	if err != nil {
		return "", err
	}
	for name, e := range here {
		if only(w.below(name)) {
			want[name] = e
		}
	}
	return w.treeWith(ctx, trunk, want)
}
