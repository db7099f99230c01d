package fsutil

import "sync"

// A Seen holds what was made of files, for as long as their stamps say that they are the same: what one command does
// in turn reads a file once. Nil holds nothing. It may be used by several goroutines.
type Seen[T any] struct {
	mu sync.Mutex
	of map[string]seen[T]
}

type seen[T any] struct {
	stamp Stamp
	made  T
}

// Get returns what was made of a file, if that was the version with the stamp.
func (s *Seen[T]) Get(name string, stamp Stamp) (made T, ok bool) {
	if s == nil {
		return made, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	is, ok := s.of[name]
	if ok = ok && is.stamp == stamp; ok {
		made = is.made
	}
	return made, ok
}

// Put takes what was made of a file that had the stamp and was read after tick, see [Dir.Tick]. It forgets what another
// version may have the stamp of.
func (s *Seen[T]) Put(name string, stamp Stamp, tick int64, made T) {
	if s == nil || !stamp.Settled(tick) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[string]seen[T]{}
	}
	s.of[name] = seen[T]{stamp, made}
}
