package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Commit commits the changes of our paths, all of them or none, and returns the paths below the folder. message is asked
// for the text once there is something to commit. It uses an index of its own; in the person's index our paths then
// stand as they are committed. A file that is gone and whose loss Hold keeps out of the commit is put back.
func (w *Work) Commit(ctx context.Context, message func(changed []string) string) ([]string, error) {
	changed, gone, err := w.changes(ctx)
	if err != nil {
		return nil, err
	}
	if len(changed)+len(gone) > 0 {
		tree, err := w.treeOf(ctx, changed, gone)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, c := range append(changed, gone...) {
			names = append(names, w.below(c))
		}
		var parents []string
		if w.Head != "" {
			parents = []string{w.Head}
		}
		id, err := w.commitTree(ctx, tree, message(names), parents...)
		if err != nil {
			return nil, err
		}
		if err := w.move(ctx, id); err != nil {
			return nil, err
		}
		changed = names
	}
	return changed, w.settle(ctx)
}

// move lets the branch name a commit, if it still names the one that w looked at.
func (w *Work) move(ctx context.Context, id string) error {
	old := w.Head
	if old == "" {
		old = w.zero
	}
	if _, err := w.git(ctx, "update-ref", "-m", "memoria: commit", "refs/heads/"+w.Branch, id, old); err != nil {
		return err
	}
	w.Head = id
	return nil
}

// changes returns the files of ours that differ from HEAD, and those that are gone, from the top. It begins our index.
func (w *Work) changes(ctx context.Context) (changed, gone []string, err error) {
	if err := w.begin(ctx, w.Head); err != nil {
		return nil, nil, err
	}
	out, err := w.ours(ctx, "", append([]string{"status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=all", "--"}, w.own()...)...)
	if err != nil {
		return nil, nil, err
	}
	var back []string
	for _, f := range fields(out) {
		if len(f) < 4 {
			continue
		}
		state, name := f[:2], f[3:]
		missing := strings.Contains(state, "D")
		switch hold := w.Hold != nil && w.Hold(w.below(name), missing); {
		case !missing && (hold || !isFile(filepath.Join(w.Top, name))): // a link, a folder with a repository in it
		case !missing:
			changed = append(changed, name)
		case hold:
			back = append(back, name)
		default:
			gone = append(gone, name)
		}
	}
	return changed, gone, w.putBack(ctx, back)
}

// putBack writes files as they are in HEAD that are not there.
func (w *Work) putBack(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	_, err := w.ours(ctx, strings.Join(names, "\x00")+"\x00", "checkout-index", "-z", "--stdin")
	return err
}

// begin makes our index that of a commit, with what the person's index knows of the files' times.
func (w *Work) begin(ctx context.Context, commit string) error {
	args := []string{"read-tree", "-i", "-m", "--index-output=" + filepath.Join(w.GitDir, w.index()), commit}
	if commit == "" {
		args = []string{"read-tree", "--index-output=" + filepath.Join(w.GitDir, w.index()), "--empty"}
	}
	_, err := w.git(ctx, args...)
	return err
}

// ours runs git with our index.
func (w *Work) ours(ctx context.Context, stdin string, args ...string) (string, error) {
	out, err := w.call(ctx, call{args: args, dir: w.Top, stdin: stdin, env: []string{"GIT_INDEX_FILE=" + filepath.Join(w.GitDir, w.index())}})
	return strings.TrimSuffix(out, "\n"), err
}

// treeOf writes the tree of our index with files as they are on the disk, and without those that are gone.
func (w *Work) treeOf(ctx context.Context, changed, gone []string) (string, error) {
	if len(changed) > 0 {
		// Without --remove: a file that vanished meanwhile is an error, not a deletion.
		if _, err := w.ours(ctx, strings.Join(changed, "\x00")+"\x00", "update-index", "--add", "-z", "--stdin"); err != nil {
			return "", err
		}
	}
	lines := entries{}
	for _, g := range gone {
		lines[g] = entry{}
	}
	if err := w.enter(ctx, lines); err != nil {
		return "", err
	}
	return w.ours(ctx, "", "write-tree")
}

// enter sets paths in our index; those without an id are removed.
func (w *Work) enter(ctx context.Context, lines entries) error {
	if len(lines) == 0 {
		return nil
	}
	_, err := w.ours(ctx, lines.info(w.zero), "update-index", "--add", "-z", "--index-info")
	return err
}

// commitTree makes a commit of a tree. One that has to be signed and cannot be is an *Error of class Signing.
func (w *Work) commitTree(ctx context.Context, tree, message string, parents ...string) (string, error) {
	args := []string{"commit-tree", tree, "-m", message}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	if w.Signed {
		args = append(args, "-S")
	}
	if w.settings["user.email"] == "" || w.settings["user.name"] == "" {
		args = append([]string{"-c", "user.name=memoria", "-c", "user.email=memoria@localhost"}, args...)
	}
	id, err := w.git(ctx, args...)
	var e *Error
	if errors.As(err, &e) && w.Signed && e.Class != Disk {
		e.Doing, e.Class = "commit-tree", Signing
	}
	return id, err
}

// settle lets our paths stand in the person's index as they are committed. Else they would show as staged changes that
// take back the commit. A run that was killed before this is mended by the next.
func (w *Work) settle(ctx context.Context) error {
	if w.Head == "" {
		return nil
	}
	out, err := w.git(ctx, append([]string{"diff-index", "--cached", "--no-renames", "-z", w.Head, "--"}, w.own()...)...)
	if err != nil || out == "" {
		return err
	}
	lines := entries{}
	for i, f := 0, fields(out); i+1 < len(f); i += 2 { // ":mode mode id id state", path: from HEAD to the index
		if p := strings.Fields(strings.TrimPrefix(f[i], ":")); len(p) > 3 {
			lines[f[i+1]] = entry{p[0], p[2]}
		}
	}
	if _, err := w.feed(ctx, lines.info(w.zero), "update-index", "--add", "-z", "--index-info"); err != nil {
		return err
	}
	_, err = w.git(ctx, "update-index", "-q", "--refresh")
	var e *Error
	if errors.As(err, &e) && e.Class == "" { // files that differ, which are the person's
		return nil
	}
	return err
}

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
	out := entries{}
	if commit == "" {
		return out, nil
	}
	text, err := w.git(ctx, append([]string{"ls-tree", "-r", "-z", "--full-tree", commit, "--"}, w.own()...)...)
	for _, f := range fields(text) {
		head, name, _ := strings.Cut(f, "\t")
		if p := strings.Fields(head); len(p) == 3 {
			out[path.Clean(name)] = entry{p[0], p[2]}
		}
	}
	return out, err
}
