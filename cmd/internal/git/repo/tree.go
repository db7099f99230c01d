package repo

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil/pick"
)

// An entry is what a tree or an index holds under a path. Its zero value is nothing.
type entry struct{ mode, id string }

type entries map[string]entry

// info returns the entries as update-index takes them.
func (e entries) info(zero string) string {
	var b strings.Builder
	for name, x := range e {
		if x.id == "" || strings.Trim(x.id, "0") == "" {
			x = entry{"0", zero}
		}
		fmt.Fprintf(&b, "%s %s\t%s\x00", x.mode, x.id, name)
	}
	return b.String()
}

func isFile(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// tree returns what a commit holds under our paths; nothing if there is no commit.
func (w *Work) tree(ctx context.Context, commit string) (entries, error) {
	return w.list(ctx, commit, w.own()...)
}

// list is tree for some paths, or all.
func (w *Work) list(ctx context.Context, commit string, paths ...string) (entries, error) {
	out := entries{}
	if commit == "" {
		return out, nil
	}
	text, err := w.fixed(ctx, append([]string{"ls-tree", "-r", "-z", "--full-tree", commit, "--"}, paths...)...)
	for _, f := range fields(text) {
		head, name, _ := strings.Cut(f, "\t")
		if p := strings.Fields(head); len(p) == 3 {
			out[path.Clean(name)] = entry{p[0], p[2]}
		}
	}
	return out, err
}

func union(list ...entries) entries {
	out := entries{}
	for _, e := range list {
		maps.Copy(out, e)
	}
	return out
}

// isText reports whether an entry is a plain file, or nothing.
func isText(e entry) bool { return e.id == "" || strings.HasPrefix(e.mode, "100") }

// A Side is what one of two commits holds under a path of ours; nil if nothing.
type Side struct{ Here, There []byte }

// Compare returns the files of ours in which two commits differ, by path; "" is a commit without files.
func (w *Work) Compare(ctx context.Context, here, there string) (map[string]Side, error) {
	a, err := w.tree(ctx, here)
	if err != nil {
		return nil, err
	}
	b, err := w.tree(ctx, there)
	if err != nil {
		return nil, err
	}
	var names, ids []string
	for name := range union(a, b) {
		if a[name] != b[name] && isText(a[name]) && isText(b[name]) {
			names, ids = append(names, name), append(ids, a[name].id, b[name].id)
		}
	}
	text, err := w.read(ctx, ids...)
	out := map[string]Side{}
	for _, name := range names {
		out[w.below(name)] = Side{text[a[name].id], text[b[name].id]}
	}
	return out, err
}

// Changed returns the paths of ours in which two commits differ.
func (w *Work) Changed(ctx context.Context, before, after string) ([]string, error) {
	names, err := w.differ(ctx, before, after, w.own()...)
	return pick.Each(names, w.below), err
}

// differ returns in which of some paths, or of all, two commits differ, from the top.
func (w *Work) differ(ctx context.Context, before, after string, paths ...string) ([]string, error) {
	list := []string{"diff-tree", "-r", "-z", "--name-only", "--no-renames", before, after, "--"}
	switch before {
	case after:
		return nil, nil
	case "":
		list = []string{"ls-tree", "-r", "-z", "--name-only", "--full-tree", after, "--"}
	}
	text, err := w.fixed(ctx, append(list, paths...)...)
	return fields(text), err
}

// File returns a file below the folder as a commit has it, nil if it has none.
func (w *Work) File(ctx context.Context, commit, name string) ([]byte, error) {
	if text, ok := w.texts[commit+":"+w.Prefix+name]; ok {
		return text, nil
	}
	text, err := w.call(ctx, call{args: []string{"cat-file", "blob", commit + ":" + w.Prefix + name}, dir: w.Top})
	if ended(err, 128) {
		return nil, nil
	}
	return []byte(text), err
}

// readAhead has File know some of our paths, from the top, as what is checked out has them: one git reads them all.
func (w *Work) readAhead(ctx context.Context, names []string) error {
	w.texts = map[string][]byte{}
	if w.Head == "" || len(names) == 0 {
		return nil
	}
	tree, err := w.tree(ctx, w.Head)
	if err != nil {
		return err
	}
	maps.DeleteFunc(tree, func(_ string, e entry) bool { return !isText(e) })
	text, err := w.read(ctx, pick.Each(names, func(name string) string { return tree[name].id })...)
	for _, name := range names {
		w.texts[w.Head+":"+name] = text[tree[name].id]
	}
	return err
}

// Incoming returns the paths of ours that a commit changed since it and what is checked out were one.
func (w *Work) Incoming(ctx context.Context, commit string) ([]string, error) {
	base, err := w.Base(ctx, commit)
	if err != nil {
		return nil, err
	}
	return w.Changed(ctx, base, commit)
}

// Tracked returns the files below a folder that the index names, whoever put them there.
func (w *Work) Tracked(ctx context.Context, folder string) (out []string, err error) {
	text, err := w.git(ctx, "ls-files", "-z", "--full-name", "--", w.Prefix+folder)
	return pick.Each(fields(text), w.below), err
}

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
