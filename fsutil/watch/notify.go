package watch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// notify reads the kernel's events until ctx is done, or until watching fails.
func (w *Watcher) notify(ctx context.Context, stirs chan<- struct{}) *PollError {
	t := w.tree()
	if kind := remote(t.root, t.dirs); kind != "" {
		return &PollError{Dir: t.root, Remote: kind}
	}
	n, err := fsnotify.NewWatcher()
	if err != nil {
		return pollError(t.root, err)
	}
	defer n.Close()
	t.add, t.remove, t.list = n.Add, n.Remove, n.WatchList
	if w.refuse != nil {
		t.add = func(dir string) error { return errors.Join(w.refuse(dir), n.Add(dir)) }
	}
	return w.drain(ctx, t, n.Events, n.Errors, stirs)
}

// drain takes the kernel's events as quickly as it can: when the kernel's queue is full, it drops events.
func (w *Watcher) drain(ctx context.Context, t *tree, events <-chan fsnotify.Event, lost <-chan error, stirs chan<- struct{}) *PollError {
	stir, resync := true, true
	for {
		if resync {
			stir = t.prune() || stir
			if err := t.sync(); err != nil {
				return err
			}
		}
		if stir {
			poke(stirs)
		}
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-events:
			if !ok {
				return pollError(t.root, fsnotify.ErrClosed)
			}
			stir, resync = t.hear(e)
		case _, ok := <-lost: // usually an overflow: the lost events are unknown
			if !ok {
				return pollError(t.root, fsnotify.ErrClosed)
			}
			t.forgetAll()
			stir, resync = true, true
		case <-w.checking():
			stir, resync = false, true
		}
	}
}

// A tree is the set of watched directories.
type tree struct {
	root  string
	dirs  []string        // absolute; each is wanted with all below it
	above map[string]bool // directories between root and dirs, root included: only of interest for what leads to dirs
	leads map[string]bool // dirs, and what of above leads to them
	wants func(name string) bool
	add   func(dir string) error
	// remove and list are functions of the watcher library.
	remove  func(dir string) error
	list    func() []string
	watched map[string]fs.FileInfo // as it was when its watch was added
}

func (w *Watcher) tree() *tree {
	root := filepath.Clean(w.Root)
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real // on some systems events of a watch on a link name its target
	}
	t := &tree{root: root, wants: w.Wants, above: map[string]bool{root: true}, leads: map[string]bool{}, watched: map[string]fs.FileInfo{}}
	for _, d := range w.Dirs {
		dir := filepath.Join(root, filepath.FromSlash(d))
		t.dirs = append(t.dirs, dir)
		t.leads[dir] = true
		for up := filepath.Dir(dir); len(up) > len(root); up = filepath.Dir(up) {
			t.above[up], t.leads[up] = true, true
		}
	}
	return t
}

// hear evaluates an event: whether the caller should look, and whether the watches must be compared with
// the directories. Names that do not matter are skipped here, so that they cannot delay a look.
func (t *tree) hear(e fsnotify.Event) (stir, resync bool) {
	if !e.Has(fsnotify.Create) && !e.Has(fsnotify.Write) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename) {
		return false, false // a mode or a time
	}
	if _, ok := t.watched[e.Name]; ok && !e.Has(fsnotify.Write) {
		t.forget(e.Name) // removed, moved, or another one in its place
		return true, true
	}
	name := filepath.Base(e.Name)
	if t.above[filepath.Dir(e.Name)] && !t.inside(e.Name) {
		return t.leads[e.Name], t.leads[e.Name]
	}
	if e.Has(fsnotify.Create) && !dotted(name) {
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
			return true, true
		}
	}
	return t.wants(name), false
}

// inside reports whether a file is in one of the directories.
func (t *tree) inside(file string) bool {
	for _, d := range t.dirs {
		if len(file) > len(d) && file[:len(d)] == d && os.IsPathSeparator(file[len(d)]) {
			return true
		}
	}
	return false
}

// sync adds the missing watches.
func (t *tree) sync() *PollError {
	for dir := range t.above {
		if _, err := t.watch(dir); err != nil {
			return err
		}
	}
	for _, dir := range t.dirs {
		if err := t.walk(dir); err != nil {
			return err
		}
	}
	return nil
}

// walk watches a directory and those below it. It watches first and lists afterwards, so that nothing
// created meanwhile is missed.
func (t *tree) walk(dir string) *PollError {
	if ok, err := t.watch(dir); !ok {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // gone again, which the directory above reports; or not readable
	}
	for _, e := range entries {
		if e.IsDir() && !dotted(e.Name()) {
			if err := t.walk(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// watch reports whether dir is a directory that is now watched.
func (t *tree) watch(dir string) (bool, *PollError) {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return false, nil
	}
	if was, ok := t.watched[dir]; ok {
		if os.SameFile(was, info) {
			return true, nil
		}
		t.forget(dir)
	}
	switch err := t.add(dir); {
	case err == nil:
		t.watched[dir] = info
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return false, nil // gone between the two calls; or not accessible
	default:
		return false, pollError(dir, err)
	}
	return true, nil
}

// forget drops a watch, so that sync adds it again.
func (t *tree) forget(dir string) {
	delete(t.watched, dir)
	t.remove(dir) // the kernel may have ended the watch already
}

func (t *tree) forgetAll() {
	for dir := range t.watched {
		t.forget(dir)
	}
}

// prune drops the watches that ended silently, or whose directory was moved, and
// reports whether there were any. It must run before sync, because for the kernel a directory that was moved
// is still watched under its old name.
func (t *tree) prune() bool {
	there := map[string]bool{}
	for _, dir := range t.list() {
		there[dir] = true
	}
	n := len(t.watched)
	for dir, was := range t.watched {
		if info, err := os.Stat(dir); !there[dir] || err != nil || !os.SameFile(info, was) {
			t.forget(dir)
		}
	}
	return len(t.watched) < n
}

// dotted reports whether memoria ignores a name: .git, .obsidian, .trash, files of editors.
func dotted(name string) bool { return name[0] == '.' }
