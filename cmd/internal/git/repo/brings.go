package repo

import (
	"context"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/pick"
)

// Base returns the last commit that a commit and what is checked out have in common, "" if there is none.
func (w *Work) Base(ctx context.Context, commit string) (string, error) {
	return w.base(ctx, w.Head, commit)
}

func (w *Work) base(ctx context.Context, a, b string) (string, error) {
	if a == "" || a == b {
		return a, nil
	}
	base, err := w.fixed(ctx, "merge-base", a, b)
	if ended(err, 1) {
		return "", nil
	}
	return base, err
}

// Brings returns the paths of others, from the top, that a commit changed since it and what is checked out were one.
func (w *Work) Brings(ctx context.Context, commit string) (names []string, err error) {
	if commit == "" {
		return nil, nil
	}
	base, err := w.Base(ctx, commit)
	if err != nil {
		return nil, err
	}
	names, err = w.differ(ctx, base, commit)
	return pick.Where(names, func(name string) bool { return !w.isOwn(name) }), err
}

// A Link is a file of a commit that leads elsewhere.
type Link struct {
	Path, To string // the path from the top
	Ours     bool
}

// Links returns the links that a commit has and what is checked out does not.
func (w *Work) Links(ctx context.Context, commit string) (out []Link, err error) {
	if commit == "" || commit == w.Head {
		return nil, nil
	}
	base := w.Head
	if base == "" {
		if base, err = w.feed(ctx, "", "hash-object", "-t", "tree", "--stdin"); err != nil {
			return nil, err
		}
	}
	text, err := w.git(ctx, "diff-tree", "-r", "-z", "--no-renames", base, commit)
	var ids []string
	list := fields(text)
	for i := 0; i+1 < len(list); i += 2 { // ":100644 120000 id id M", the path
		f := strings.Fields(list[i])
		if len(f) == 5 && f[1] == linkMode {
			ids, out = append(ids, f[3]), append(out, Link{Path: list[i+1], Ours: w.isOwn(list[i+1])})
		}
	}
	if err != nil || len(out) == 0 {
		return nil, err
	}
	to, err := w.read(ctx, slices.Clone(ids)...)
	for i := range out {
		out[i].To = string(to[ids[i]])
	}
	return out, err
}

// linkMode is the mode of a link.
const linkMode = "120000"
