package search

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// foreign is the class of bytes outside of ASCII, beside those of [classOf].
const foreign = 3

// words takes the words of a text. First they are all found, then all looked up, then all noted: what is not
// near the processor is fetched for many at once then.
func (x *indexer) words(text []byte) (holds sort) {
	x.find(text)
	x.lookUp()
	forms := x.forms
	for _, e := range x.entries {
		if e.form >= 0 {
			forms = append(forms, uint32(e.form))
			x.open.stops[e.saying.stops]++
			holds |= e.saying.holds
			continue
		}
		for _, id := range x.many[-1-e.form] {
			forms = append(forms, uint32(id))
			x.open.stops[x.says[id].stops]++
			holds |= x.says[id].holds
		}
	}
	x.forms = forms
	return holds
}

// find finds the words of a text, eight bytes at a time: where a word ends is no question at each of its letters
// then.
func (x *indexer) find(text []byte) {
	x.entries, x.shorts, x.wides = x.entries[:0], x.shorts[:0], x.wides[:0]
	n := len(text)
	wide := x.roomy(text)
	for i := 0; i < n; {
		a := binary.LittleEndian.Uint64(wide[i:])
		of := letters(a)
		long := firstOf(of ^ highs)
		if long == 0 {
			if skip := firstOf((of | a) & highs); skip > 0 {
				i += skip
			} else {
				i = x.foreign(text, i)
			}
			continue
		}
		start, b := i, uint64(0)
		if long < 8 {
			a &= 1<<(8*long) - 1
		} else {
			b = binary.LittleEndian.Uint64(wide[i+8:])
			if long = firstOf(letters(b) ^ highs); long < 8 {
				b &= 1<<(8*long) - 1
			}
			long += 8
		}
		i += long
		at := len(x.entries)
		switch {
		case long == wideMost || i > n || i < n && x.goesOn(wide, start, i):
			i = wordEnd(text, start)
			s := x.spot(text, start, i)
			x.entries = append(x.entries, x.word(text, &s))
			continue
		case long <= shortMost:
			x.shorts = append(x.shorts, sought[[1]uint64]{[1]uint64{a}, x.hash(a, b), at})
		default:
			x.wides = append(x.wides, sought[[2]uint64]{[2]uint64{a, b}, x.hash(a, b), at})
		}
		x.entries = append(x.entries, entry{})
	}
}

// lookUp puts entries in the places of the words that were found.
func (x *indexer) lookUp() {
	look(&x.lexicon, &x.short, x.shorts, x.entries)
	look(&x.lexicon, &x.wide, x.wides, x.entries)
}

// goesOn reports whether what stands at i, behind letters and digits, may be of their word.
func (x *indexer) goesOn(wide []byte, start, i int) bool {
	c := wide[i]
	switch x.class[c] {
	case between:
		return i == start+1 && (c == '+' || c == '#')
	case joining:
		return x.class[wide[i+1]]&ofWord != 0 // foreign has this bit as well
	}
	return true
}

// roomy is a text with room behind it to look at [wideMost] bytes anywhere.
func (x *indexer) roomy(text []byte) []byte {
	if len(text)+wideMost > cap(text) {
		x.room = append(x.room[:0], text...)
		text = slices.Grow(x.room, wideMost)
		x.room = text
	}
	return text[:len(text)+wideMost]
}

// foreign finds what begins with a character outside of ASCII, and is where that ends.
func (x *indexer) foreign(text []byte, i int) int {
	take := func(start, end int) {
		s := x.spot(text, start, end)
		x.entries = append(x.entries, x.word(text, &s))
	}
	r, w := utf8.DecodeRune(text[i:])
	switch {
	case unspaced(r):
		return pairs(text, i, take)
	case wordRune(r):
		end := wordEnd(text, i)
		take(i, end)
		return end
	}
	return i + w
}
