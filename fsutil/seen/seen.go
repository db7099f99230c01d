// Package seen holds what was made of files, for as long as their stamps say that they are the same: what one run does in
// turn reads a file once.
package seen

import (
	"sync"

	"github.com/agent-admin/memoria/fsutil"
)

// Files holds what was made of files. Nil holds nothing. It may be used by several goroutines.
type Files[T any] struct {
	Tick  int64 // the file system's clock when the run began, see [fsutil.Dir.Tick]: what changed later is not held
	Twice bool  // nobody asks for a file a third time: what was asked for again is not held any more

	mu sync.Mutex
	of map[string]version[T]
}

type version[T any] struct {
	stamp fsutil.Stamp
	made  T
}

// Of returns what was made of a file, or what make makes of it now.
func (f *Files[T]) Of(dir *fsutil.Dir, name string, make func() (T, error)) (T, error) {
	if f == nil {
		return make()
	}
	info, err := dir.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return make()
	}
	stamp := fsutil.StampOf(info)
	if made, ok := f.Get(name, stamp); ok {
		return made, nil
	}
	made, err := make()
	if err == nil {
		f.Put(name, stamp, made)
	}
	return made, err
}

// Get returns what was made of a file, if that was the version with the stamp.
func (f *Files[T]) Get(name string, stamp fsutil.Stamp) (made T, ok bool) {
	if f == nil {
		return made, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	is, ok := f.of[name]
	if ok = ok && is.stamp == stamp; ok {
		made = is.made
		if f.Twice {
			delete(f.of, name)
		}
	}
	return made, ok
}

// Put takes what was made of a file that had the stamp before it was read, unless a later version may have it too.
func (f *Files[T]) Put(name string, stamp fsutil.Stamp, made T) {
	if f == nil || !stamp.Settled(f.Tick) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of == nil {
		f.of = map[string]version[T]{}
	}
	f.of[name] = version[T]{stamp, made}
}
