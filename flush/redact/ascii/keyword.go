package ascii

import (
	"cmp"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// Keywords finds all its words in one pass over a text and ignores ASCII letter case. It skips quickly, because most
// pairs of bytes begin none of the words.
type Keywords struct {
	words []string // by length
	index []int    // of each word among those that were given
	heads [1 << 16]uint16
	lists [][]int // of heads: the words that begin with a pair of bytes
}

// NewKeywords returns a set of words. Each must be in lower case and have at least two bytes.
func NewKeywords(words []string) *Keywords {
	k := &Keywords{lists: [][]int{nil}}
	for i := range words {
		k.index = append(k.index, i)
	}
	sorting.Stable(k.index, func(a, b int) int { return cmp.Compare(len(words[a]), len(words[b])) })
	for i, n := range k.index {
		k.words = append(k.words, words[n])
		head := &k.heads[int(words[n][0])<<8|int(words[n][1])]
		if *head == 0 {
			*head = uint16(len(k.lists))
			k.lists = append(k.lists, nil)
		}
		k.lists[*head] = append(k.lists[*head], i)
	}
	return k
}

// Scan calls hit for every word in s with its index, in the order of their positions.
func (k *Keywords) Scan(s string, hit func(word, start, end int)) {
	at := 0 // the pair that ends at i
	for i := range len(s) {
		if at = at<<8&0xff00 | int(Lower(s[i])); k.heads[at] == 0 || i == 0 {
			continue
		}
		for _, w := range k.lists[k.heads[at]] {
			if HasPrefixFold(s[i-1:], k.words[w]) {
				hit(k.index[w], i-1, i-1+len(k.words[w]))
			}
		}
	}
}
