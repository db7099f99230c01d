package search

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A lexicon knows what the words of texts are made of. A word is asked for as often as it is written, so
// the tables hold short ones themselves, side by side with all that is wanted of them: to find one is
// to look at one place in memory.
type lexicon struct {
	seed  [2]uint64
	short table[[1]uint64] // words of up to 8 bytes
	wide  table[[2]uint64] // of up to 16
	long  map[string]entry // longer ones
	many  [][]int32        // forms of the words that have another number of them than one

	known map[string]int32 // forms that are no word of small letters of up to 16 bytes; those are in the tables
	forms []form
	says  []saying // of each form
}

// Bytes of the words in the tables, at most.
const (
	shortMost = 8
	wideMost  = 16
)

// An entry is what a word is made of.
type entry struct {
	form   int32 // the only one it has, or -1 less the place of its forms in many
	saying saying
}

// A saying is what a form says beside itself.
type saying struct {
	stops uint8 // languages of which it is a stop word, as bits
	holds sort
	marks bool
}

func newLexicon() lexicon {
	seed := maphash.MakeSeed()
	return lexicon{
		seed:  [2]uint64{maphash.String(seed, "a") | 1, maphash.String(seed, "b") | 1},
		short: table[[1]uint64]{slots: make([]slot[[1]uint64], 1<<11)}, wide: table[[2]uint64]{slots: make([]slot[[2]uint64], 1<<10)},
		long: map[string]entry{}, known: map[string]int32{},
	}
}

// tabled reports whether a form is a word of the tables itself.
func tabled(form string) bool { return len(form) <= wideMost && caseOf(form) == lower }

// A spot is where a word stands, and what it is looked up by.
type spot struct {
	a, b, hash uint64
	start, end int
}

func (l *lexicon) spot(text []byte, start, end int) spot {
	s := spot{start: start, end: end}
	if end-start <= wideMost {
		s.a, s.b = pair(text, start, end)
		s.hash = l.hash(s.a, s.b)
	}
	return s
}

// word is the entry of the word at a spot.
func (l *lexicon) word(text []byte, s *spot) entry {
	switch n := s.end - s.start; {
	case n > wideMost:
		return l.longer(text[s.start:s.end])
	case n <= shortMost:
		if found := l.short.find(s.hash, [1]uint64{s.a}); found.word[0] != 0 {
			return found.entry
		}
		e := l.learn(string(text[s.start:s.end]))
		l.short.put(l, [1]uint64{s.a}, e)
		return e
	}
	if found := l.wide.find(s.hash, [2]uint64{s.a, s.b}); found.word[0] != 0 {
		return found.entry
	}
	e := l.learn(string(text[s.start:s.end]))
	l.wide.put(l, [2]uint64{s.a, s.b}, e)
	return e
}

// pair are the bytes of a short word as two numbers, read at once where more bytes follow.
func pair(text []byte, start, end int) (a, b uint64) {
	if wide := text[:cap(text)]; start+wideMost <= len(wide) {
		wide = wide[start : start+wideMost]
		a, b = binary.LittleEndian.Uint64(wide), binary.LittleEndian.Uint64(wide[8:])
		if n := end - start; n < 8 {
			return a & (1<<(8*n) - 1), 0
		} else if n < wideMost {
			b &= 1<<(8*(n-8)) - 1
		}
		return a, b
	}
	for i, c := range text[start:end] {
		if i < 8 {
			a |= uint64(c) << (8 * i)
		} else {
			b |= uint64(c) << (8 * (i - 8))
		}
	}
	return a, b
}

func (l *lexicon) hash(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^l.seed[0], b^l.seed[1])
	return hi ^ lo
}

// A table is an open hash table.
type table[W [1]uint64 | [2]uint64] struct {
	slots []slot[W]
	used  int
}

// A slot is a word, its bytes with zeros behind, and what it is made of. No word is in one that begins
// with a zero.
type slot[W [1]uint64 | [2]uint64] struct {
	word W
	entry
}

// find is the slot of a word, or the one where it would be.
func (t *table[W]) find(hash uint64, word W) *slot[W] {
	mask := uint64(len(t.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		if s := &t.slots[at]; s.word == word || s.word[0] == 0 {
			return s
		}
	}
}

// A sought is a word that is to be looked up, and where its entry belongs.
type sought[W [1]uint64 | [2]uint64] struct {
	word W
	hash uint64
	at   int
}

// look puts the entries of words in their places.
func look[W [1]uint64 | [2]uint64](l *lexicon, t *table[W], words []sought[W], to []entry) {
	for i := range words {
		w := &words[i]
		s := &t.slots[w.hash&uint64(len(t.slots)-1)]
		if s.word != w.word {
			if s = t.find(w.hash, w.word); s.word[0] == 0 {
				e := l.learn(spelt(w.word))
				t.put(l, w.word, e)
				to[w.at] = e
				continue
			}
		}
		to[w.at] = s.entry
	}
}

// spelt is the word of a slot.
func spelt[W [1]uint64 | [2]uint64](word W) string {
	var b [wideMost]byte
	for i := range len(word) {
		binary.LittleEndian.PutUint64(b[8*i:], word[i])
	}
	return string(bytes.TrimRight(b[:], "\x00"))
}

// put adds a word.
func (t *table[W]) put(l *lexicon, word W, e entry) {
	hash := func(w W) uint64 {
		if len(w) == 1 {
			return l.hash(w[0], 0)
		}
		return l.hash(w[0], w[len(w)-1])
	}
	if t.used++; t.used*2 > len(t.slots) {
		old := t.slots
		t.slots = make([]slot[W], 2*len(old))
		for i := range old {
			if w := old[i].word; w[0] != 0 {
				*t.find(hash(w), w) = old[i]
			}
		}
	}
	*t.find(hash(word), word) = slot[W]{word, e}
}

func (l *lexicon) longer(word []byte) entry {
	e, ok := l.long[string(word)]
	if !ok {
		e = l.learn(string(word))
		l.long[string(word)] = e
	}
	return e
}

// learn takes a new word apart.
func (l *lexicon) learn(word string) entry {
	written := otherwise
	if len(word) <= tokenMost {
		written = caseOf(word)
	}
	switch written {
	case lower:
		return l.add(form{exact: word, folded: word, plain: true})
	case title: // humps finds one part
		return l.form(form{exact: strings.ToLower(word), plain: true})
	}
	ids := l.hyphened(word)
	if ids == nil {
		for _, f := range forms(word) {
			ids = append(ids, l.form(f).form)
		}
	}
	if len(ids) == 1 {
		return entry{ids[0], l.says[ids[0]]}
	}
	l.many = append(l.many, ids)
	return entry{form: -int32(len(l.many))}
}

// hyphened are the forms of a name of small letters and hyphens, as [forms] gives them; nil of any other word.
func (l *lexicon) hyphened(word string) (ids []int32) {
	var room [tokenMost]byte
	joined, start := room[:0], 0
	if len(word) > tokenMost || strings.Count(word, "-") >= formsMost-1 {
		return nil
	}
	for i := range len(word) {
		switch c := word[i]; {
		case 'a' <= c && c <= 'z':
			joined = append(joined, c)
		case c == '-' && i > start && i+1 < len(word):
			start = i + 1
		default:
			return nil
		}
	}
	for part := range strings.SplitSeq(word, "-") {
		ids = append(ids, l.form(form{exact: part, plain: true}).form)
	}
	if len(ids) > 1 {
		ids = append(ids, l.form(form{exact: string(joined), plain: true}).form)
	}
	return ids
}

// form is the entry of a form: a word of small letters is its own.
func (l *lexicon) form(f form) entry {
	if tabled(f.exact) {
		var room [wideMost]byte
		s := l.spot(room[:copy(room[:], f.exact)], 0, len(f.exact))
		return l.word(room[:], &s)
	}
	id, ok := l.known[f.exact]
	if !ok {
		if f.folded == "" {
			f.folded = f.exact
		}
		e := l.add(f)
		l.known[f.exact] = e.form
		return e
	}
	return entry{id, l.says[id]}
}

func (l *lexicon) add(f form) entry {
	l.forms = append(doubled(l.forms), f)
	s := sayingOf(&f)
	l.says = append(doubled(l.says), s)
	return entry{int32(len(l.forms) - 1), s}
}

// doubled is a list with room for one more: a long list that grows by parts is copied far more often.
func doubled[T any](list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(len(list), 256))
}

// How a word is written.
const (
	otherwise = iota
	lower     // small letters of ASCII alone
	title     // the same but for the first
)

func caseOf(word string) int {
	for i := 1; i < len(word); i++ {
		if c := word[i]; c < 'a' || 'z' < c {
			return otherwise
		}
	}
	switch c := word[0]; {
	case 'a' <= c && c <= 'z':
		return lower
	case 'A' <= c && c <= 'Z':
		return title
	}
	return otherwise
}

func sayingOf(f *form) saying {
	s := saying{holds: sortOf(f.exact), marks: f.exact != f.folded}
	if !prose.IsStopAnywhere(f.exact) {
		return s
	}
	for l, name := range languages {
		if prose.IsStopOf(f.exact, prose.Lang(name)) {
			s.stops |= 1 << l
		}
	}
	return s
}
