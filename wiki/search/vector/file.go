package vector

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/agent-admin/memoria/fsutil/pack"
)

// key is the key of the file, see package pack: vectors of another model are none.
func (s *Store) key() string { return "vectors/1 " + s.Model.Name() }

// load returns the pages of the file, by path; none if there is no file, or one of another model.
func (s *Store) load() map[string]*page {
	data, err := s.Dir.ReadFile(s.Name)
	if err != nil {
		return nil
	}
	r := pack.Open(data, s.key())
	if r == nil {
		return nil
	}
	out := map[string]*page{}
	for range r.Len() {
		path, p := r.String(), &page{hash: r.String()}
		for range r.Len() {
			at := spot{doc: int(r.Uint()), passage: int(r.Uint())}
			copy(at.sum[:], r.String())
			at.vec = vec{r.String(), math.Float64frombits(r.Uint())}
			p.spots = append(p.spots, at)
		}
		out[path] = p
	}
	if !r.Done() {
		return nil
	}
	return out
}

// save writes the file.
func (s *Store) save(pages map[string]*page) error {
	w := pack.New(s.key())
	w.Len(len(pages))
	for _, path := range slices.Sorted(maps.Keys(pages)) {
		p := pages[path]
		w.String(path)
		w.String(p.hash)
		w.Len(len(p.spots))
		for _, at := range p.spots {
			w.Uint(uint64(at.doc))
			w.Uint(uint64(at.passage))
			w.String(string(at.sum[:]))
			w.String(at.vec.bytes)
			w.Uint(math.Float64bits(at.vec.norm))
		}
	}
	if _, err := s.Dir.WriteFile(s.Name, w.Bytes(), 0o600); err != nil {
		return fmt.Errorf("keep vectors: %w", err)
	}
	return nil
}
