package search

import "hash/maphash"

// words knows what was made of each word: a hash table without the cost of a general one, since it is
// asked for every word there is.
type words struct {
	seed  maphash.Seed
	slots []slot
	n     int
}

type slot struct {
	hash  uint64
	word  string
	forms []int32
}

func newWords() words { return words{maphash.MakeSeed(), make([]slot, 1<<12), 0} }

// A found is where a word stands, or would.
type found struct {
	hash  uint64
	at    uint64
	forms []int32
}

func (w *words) find(word string) found {
	h := maphash.String(w.seed, word) | 1
	mask := uint64(len(w.slots) - 1)
	at := h >> 7 & mask
	for {
		s := &w.slots[at]
		if s.hash == 0 {
			return found{hash: h, at: at}
		}
		if s.hash == h && s.word == word {
			return found{h, at, s.forms}
		}
		at = (at + 1) & mask
	}
}

// put keeps what was made of a word that was not found.
func (w *words) put(f found, word string, forms []int32) {
	w.slots[f.at] = slot{f.hash, word, forms}
	if w.n++; w.n*2 < len(w.slots) {
		return
	}
	old := w.slots
	w.slots = make([]slot, 2*len(old))
	mask := uint64(len(w.slots) - 1)
	for _, s := range old {
		if s.hash == 0 {
			continue
		}
		at := s.hash >> 7 & mask
		for w.slots[at].hash != 0 {
			at = (at + 1) & mask
		}
		w.slots[at] = s
	}
}
