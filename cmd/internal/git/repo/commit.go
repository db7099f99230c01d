package repo

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/pick"
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
		names := pick.Each(append(changed, gone...), w.below)
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
	old := cmp.Or(w.Head, w.zero)
	if _, err := w.git(ctx, "update-ref", "-m", "memoria: commit", "refs/heads/"+w.Branch, id, old); err != nil {
		return err
	}
	w.Head = id
	return nil
}

// statusArgs are those of git status for tracked files.
var statusArgs = []string{"status", "--porcelain", "-z", "--no-renames", "--untracked-files=no", "--ignore-submodules=all", "--"}

// untracked returns the arguments by which git lists files of ours that it does not know. A .gitignore may come from anybody
// and keeps none of them back; what the person told git to exclude, on this machine, does.
func (w *Work) untracked() []string {
	args := []string{"ls-files", "-z", "--others"}
	home, global := w.variable("HOME"), w.settings["core.excludesfile"]
	switch config := w.variable("XDG_CONFIG_HOME"); {
	case strings.HasPrefix(global, "~/"):
		global = filepath.Join(home, global[2:])
	case global != "":
	case config != "":
		global = filepath.Join(config, "git", "ignore")
	default:
		global = filepath.Join(home, ".config", "git", "ignore")
	}
	for _, file := range []string{filepath.Join(w.common, "info", "exclude"), global} {
		if _, err := os.Stat(file); err == nil && filepath.IsAbs(file) {
			args = append(args, "--exclude-from="+file)
		}
	}
	return append(append(args, "--"), w.own()...)
}

// variable returns a variable of git's environment, "" for none.
func (r *Repo) variable(name string) string {
	for _, v := range r.Env {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// changes returns the files of ours that differ from HEAD, and those that are gone, from the top. It begins our index.
func (w *Work) changes(ctx context.Context) (changed, gone []string, err error) {
	if err := w.begin(ctx, w.Head); err != nil {
		return nil, nil, err
	}
	out, err := w.ours(ctx, "", append(statusArgs, w.own()...)...)
	if err != nil {
		return nil, nil, err
	}
	more, err := w.ours(ctx, "", w.untracked()...)
	if err != nil {
		return nil, nil, err
	}
	found := fields(out)
	for _, name := range fields(more) {
		found = append(found, "?? "+name)
	}
	found = slices.DeleteFunc(found, func(f string) bool { return len(f) < 4 })
	if err := w.readAhead(ctx, pick.Each(found, func(f string) string { return f[3:] })); err != nil {
		return nil, nil, err
	}
	var back []string
	for _, f := range found {
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

// Loose returns the files of others below the folder that no commit has as they are, but for those that git is told to ignore.
func (w *Work) Loose(ctx context.Context) (out []string, err error) {
	text, err := w.git(ctx, "--no-optional-locks", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=all", "--", cmp.Or(w.Prefix, "."))
	for _, f := range fields(text) {
		if len(f) > 3 && !w.isOwn(f[3:]) {
			out = append(out, w.below(f[3:]))
		}
	}
	return out, err
}

// Uncommitted returns the paths of ours that differ from what is checked out, or are not in it. Unlike Commit it may run
// beside another run.
func (w *Work) Uncommitted(ctx context.Context) (out []string, err error) {
	text, err := w.git(ctx, append(append([]string{"--no-optional-locks"}, statusArgs...), w.own()...)...)
	if err != nil {
		return nil, err
	}
	for _, f := range fields(text) {
		if len(f) > 3 {
			out = append(out, w.below(f[3:]))
		}
	}
	more, err := w.git(ctx, w.untracked()...)
	for _, name := range fields(more) {
		out = append(out, w.below(name))
	}
	return out, err
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
	if err := errors.Join(w.clean(), w.unfiltered()); err != nil {
		return err
	}
	args := []string{"read-tree", "--index-output=" + filepath.Join(w.GitDir, w.index())}
	switch {
	case commit == "":
		args = append(args, "--empty")
	case w.Fresh:
		args = append(args, commit)
	default:
		args = append(args, "-i", "-m", commit)
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
	if e, ok := errors.AsType[*Error](err); ok && w.Signed && e.Class != Disk {
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
	return w.refresh(ctx)
}

// refresh lets the person's index know files that were written again with the text they had.
func (w *Work) refresh(ctx context.Context) error {
	_, err := w.git(ctx, "update-index", "-q", "--refresh")
	if e, ok := errors.AsType[*Error](err); ok && e.Class == "" { // files that differ, which are the person's
		return nil
	}
	return err
}
