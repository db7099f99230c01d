package redact

// A keywordSet finds all its words in one pass over a text, ASCII letter case ignored. It
// is an Aho-Corasick automaton with every failure already followed: one table look-up per
// byte, whatever the words.
type keywordSet struct {
	class  [256]uint8 // byte -> column
	width  int        // columns
	next   []uint16   // state*width + column -> state, hitBit set where words end
	ends   [][]uint16 // state -> indexes of the words that end there, longest first
	length []int      // word index -> its length
}

const hitBit = 1 << 15

// newKeywordSet builds the automaton. Words are not empty; together they are shorter than
// 1<<15 bytes.
func newKeywordSet(words []string) *keywordSet {
	k := &keywordSet{width: 1, ends: make([][]uint16, 1)}
	for _, w := range words {
		for i := 0; i < len(w); i++ {
			if c := lower(w[i]); k.class[c] == 0 {
				k.class[c] = uint8(k.width)
				k.width++
			}
		}
	}
	for c := byte('A'); c <= 'Z'; c++ {
		k.class[c] = k.class[lower(c)]
	}
	k.next = make([]uint16, k.width)
	for i, w := range words {
		k.add(w, uint16(i))
	}
	k.link()
	return k
}

func (k *keywordSet) add(word string, index uint16) {
	state := 0
	for i := 0; i < len(word); i++ {
		cell := state*k.width + int(k.class[word[i]])
		if k.next[cell] == 0 {
			k.next[cell] = uint16(len(k.ends))
			k.ends = append(k.ends, nil)
			k.next = append(k.next, make([]uint16, k.width)...)
		}
		state = int(k.next[cell])
	}
	k.ends[state] = append(k.ends[state], index)
	k.length = append(k.length, len(word))
}

// link turns the trie into the automaton, breadth first: where a state has no edge for a
// byte, it takes the edge of the longest suffix that is a state too.
func (k *keywordSet) link() {
	states := len(k.ends)
	suffix := make([]uint16, states)
	queue := make([]uint16, 0, states)
	for _, s := range k.next[:k.width] {
		if s != 0 {
			queue = append(queue, s)
		}
	}
	for i := 0; i < len(queue); i++ {
		state := int(queue[i])
		back := int(suffix[state])
		k.ends[state] = append(k.ends[state], k.ends[back]...)
		for c := 0; c < k.width; c++ {
			cell := state*k.width + c
			if s := k.next[cell]; s != 0 {
				suffix[s] = k.next[back*k.width+c]
				queue = append(queue, s)
			} else {
				k.next[cell] = k.next[back*k.width+c]
			}
		}
	}
	for i, s := range k.next {
		if len(k.ends[s]) > 0 {
			k.next[i] = s | hitBit
		}
	}
}

// scan calls hit for every word in s, in the order of their ends.
func (k *keywordSet) scan(s string, hit func(word, start, end int)) {
	state, width := 0, k.width
	next := k.next
	for i := 0; i < len(s); i++ {
		to := next[state*width+int(k.class[s[i]])]
		state = int(to &^ hitBit)
		if to&hitBit == 0 {
			continue
		}
		for _, w := range k.ends[state] {
			hit(int(w), i+1-k.length[w], i+1)
		}
	}
}
