package out

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/agent-admin/memoria/fsutil"
)

// A Source provides the files of a site. Several goroutines use it at once.
type Source interface {
	// Paths returns all files, sorted.
	Paths() []string
	// File returns the content of a file; ok is false if there is no file of that path.
	File(path string) (body []byte, ok bool, err error)
	// Key returns a hash of everything that a file is made from: while it is the same, so are the file's bytes. "" means
	// that it is unknown.
	Key(path string) string
}

// Options configure Write.
type Options struct {
	All bool // make every file, whatever its key; still only changed files are written
	Dry bool // write nothing, and tell what would be done

	Vault   string // identifies the vault, on one line; "" skips the check
	Replace bool   // take over the site of another vault

	// Moved, if not nil, is called at the end and reports whether files may not match their keys. Then the keys
	// of the files that were made are not stored, so that the next run makes them again.
	Moved func() bool

	// Progress, if not nil, is called from time to time, by one goroutine at a time.
	Progress func(done, total int)
}

// Write makes a folder match the site. The error may be an ErrForeign, an ErrOtherVault or a *TakenError;
// what was written before an error is in the journal, and the next run continues from there.
func Write(ctx context.Context, dir *fsutil.Dir, src Source, o Options) (Report, error) {
	l, err := readList(dir)
	if err != nil {
		return Report{}, err
	}
	was, vault := l.files, cmp.Or(o.Vault, l.vault)
	w := &writer{dir: dir, src: src, o: o, was: was, whole: l.whole}
	if vault != l.vault && l.vault != "" && !o.Replace && !w.akin() {
		return Report{}, ErrOtherVault
	}
	paths := src.Paths()
	w.now, w.have = make(map[string]file, len(paths)), make(map[string]fs.FileMode, len(paths))
	if err := w.look(paths); err != nil {
		return Report{}, err
	}
	paths = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { // a person's .nojekyll does as well
		_, ours := was[p]
		_, there := w.have[p]
		return there && !ours
	})
	news := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { _, ok := was[p]; return ok })
	w.begin = sync.OnceValue(func() error { return beginJournal(dir, vault, was, news) })
	if !o.Dry {
		if err := w.clean(); err != nil {
			return Report{}, err
		}
	}
	if !o.Dry && len(news) > 0 { // before their folders exist, which would not show whose they are
		if err := w.begin(); err != nil {
			return Report{}, err
		}
	}
	err = w.writeAll(ctx, paths)
	if err == nil {
		err = w.removeRest(paths)
	}
	if o.Dry || err != nil {
		return w.report(), err
	}
	if o.Moved != nil && o.Moved() {
		for _, name := range w.made {
			f := w.now[name]
			f.key = ""
			w.now[name] = f
		}
	}
	if err := writeList(dir, vault, paths, w.now); err != nil {
		return w.report(), err
	}
	if err := dir.Remove(journalName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return w.report(), fmt.Errorf("remove %s: %w", journalName, err)
	}
	return w.report(), nil
}

type writer struct {
	dir *fsutil.Dir
	src Source
	o   Options
	was map[string]file

	whole bool         // the list matches the disk
	begin func() error // begins the journal

	have map[string]fs.FileMode // contents of the folder, by type
	torn []string               // the folders in which files lie that were begun
	gone map[string]bool        // what was removed, or left to its owner

	mu   sync.Mutex
	now  map[string]file
	made []string // whose keys have changed
	rep  Report
	done int
}

func (w *writer) writeAll(ctx context.Context, paths []string) error {
	made := map[string]bool{}
	for _, p := range paths {
		if d := path.Dir(p); !w.o.Dry && !made[d] {
			made[d] = true
			if err := w.dir.MkdirAll(d, 0o755); err != nil {
				return fmt.Errorf("make %s: %w", d, err)
			}
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts := slices.Collect(slices.Chunk(paths, 32)) // comparing most files takes less time than passing them to another goroutine
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(parts) && ctx.Err() == nil; i = next.Add(1) - 1 {
				if err := w.write(parts[i]); err != nil {
					stop(err)
					return
				}
				w.step(len(parts[i]), len(paths))
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

func (w *writer) put(p string, body []byte) (changed bool, err error) {
	if _, there := w.have[p]; !there {
		if err := w.dir.FillFile(p, body, 0o644); !errors.Is(err, fs.ErrExist) {
			return err == nil, err
		}
	}
	return w.dir.WriteFileNoSync(p, body, 0o644)
}

func (w *writer) step(n, total int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.done
	if w.done += n; w.o.Progress != nil && w.done/100 > before/100 {
		w.o.Progress(w.done, total)
	}
}

// A fresh file has other bytes than those that were last written, as far as is known.
type fresh struct {
	path string
	body []byte
	file
}

// write makes some files and writes those whose bytes changed. Their new hashes are added to the journal
// first.
func (w *writer) write(paths []string) error {
	var todo []fresh
	var failed error
	for _, p := range paths {
		f, keep, err := w.make(p)
		if err != nil {
			failed = err
			break
		}
		if keep {
			w.keep(p, f.file)
		} else {
			todo = append(todo, f)
		}
	}
	if len(todo) > 0 && !w.o.Dry {
		if err := w.begin(); err != nil {
			return err
		}
		if err := note(w.dir, todo); err != nil {
			return err
		}
	}
	for i := range todo {
		if err := w.place(&todo[i]); err != nil {
			return err
		}
	}
	return failed
}

// make makes a file, unless its key is unchanged; keep reports that the existing file is right.
func (w *writer) make(p string) (f fresh, keep bool, err error) {
	old, known := w.was[p]
	key := w.src.Key(p)
	_, there := w.have[p]
	sure := known && w.whole && !w.o.All && there
	if sure && old.hash != "" && key != "" && key == old.key {
		return fresh{file: old}, true, nil
	}
	body, ok, err := w.src.File(p)
	if err != nil {
		return f, false, err
	}
	if !ok {
		return f, false, fmt.Errorf("make %s: it is not there any more", p)
	}
	f = fresh{p, body, file{hash: hashOf(body), key: key}}
	w.mu.Lock()
	w.made = append(w.made, p)
	w.mu.Unlock()
	return f, sure && old.hash == f.hash, nil
}

// place writes a file if the existing one has other bytes.
func (w *writer) place(f *fresh) error {
	changed := true
	var err error
	if w.o.Dry {
		was, err := w.dir.ReadFile(f.path)
		changed = err != nil || string(was) != string(f.body)
	} else if changed, err = w.put(f.path, f.body); err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	if !changed {
		w.keep(f.path, f.file)
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now[f.path] = f.file
	w.rep.Written = append(w.rep.Written, f.path)
	return nil
}

func (w *writer) keep(p string, f file) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now[p] = f
	w.rep.Unchanged++
}
