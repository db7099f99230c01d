package rank

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// A Family is a group of features that are measured together.
type Family uint8

const (
	Word    Family = iota // a word, with and without its speaker, and the first words of the sentence
	Sense                 // classes of words that a list for each language knows
	Speaker               // who says it, and how: typed, chosen, inside a subagent
	Shape                 // length, marks, code, names
	Message               // place in the message, size of the message
	Session               // place in the stretch, and what happens after it
	Later                 // how much other sentences say of the same things
	Families
)

var families = [Families]string{"word", "sense", "speaker", "shape", "message", "session", "later"}

func (f Family) String() string { return families[f] }

// FamilyOf returns the family of a name, none for no name.
func FamilyOf(name string) ([]Family, error) {
	i := slices.Index(families[:], name)
	switch {
	case name == "":
		return nil, nil
	case i < 0:
		return nil, fmt.Errorf("find the family of features %q: there are %s", name, strings.Join(families[:], ", "))
	}
	return []Family{Family(i)}, nil
}

// slots is how many weights a head has. Features that share one by chance share its weight.
const slots = 1 << 15

// A feature is the slot of a weight, and the family that it belongs to.
type feature struct {
	slot   uint16
	family Family
}

// Features describes a sentence. Those of what it says and those of where it stands are weighed apart: a
// long sentence has many of the first, each of which counts less.
type Features struct {
	said    []feature
	marks   []feature
	numbers []number // what the marks were made of, for the trees; all sentences have the same ones in the same order
}

type number struct {
	value  int16
	family Family
}

// Numbers returns the numbers that the marks were made of.
func (f *Features) Numbers() []int16 {
	out := make([]int16, len(f.numbers))
	for i, x := range f.numbers {
		out[i] = x.value
	}
	return out
}

func (f *Features) number(in Family, n int) {
	f.numbers = append(f.numbers, number{Short(n), in})
}

// Short returns a number as the trees take it.
func Short(n int) int16 { return int16(min(max(n, math.MinInt16), math.MaxInt16)) }

// Say adds a feature of the words.
func (f *Features) Say(in Family, kind byte, words ...string) {
	h := start
	h = (h ^ uint32(kind)) * prime
	for _, w := range words {
		for i := 0; i < len(w); i++ {
			h = (h ^ uint32(w[i])) * prime
		}
		h = (h ^ ' ') * prime
	}
	f.said = append(f.said, feature{uint16(h % slots), in})
}

// Mark adds a feature that is there or not.
func (f *Features) Mark(in Family, name string, is bool) {
	if !is {
		f.number(in, 0)
		return
	}
	f.mark(in, name, 0)
	f.number(in, 1)
}

// Count adds a number, from 0. Numbers are told apart more finely the smaller they are: 0, 1, 2, 3, 4 and 5, 6 and 7, 8
// to 11, …
func (f *Features) Count(in Family, name string, n int) {
	if n < 0 {
		n = 0
	}
	bin := n
	if k := bits.Len(uint(n)); k > 2 {
		bin = 2*k - 2 + (n>>(k-2))&1
	}
	f.mark(in, name, bin+1)
	f.number(in, n)
}

// Part adds a share of a whole, in eighths.
func (f *Features) Part(in Family, name string, part, whole int) {
	if whole <= 0 {
		part, whole = 0, 1
	}
	f.mark(in, name, 1+min(8, max(0, 8*part/whole)))
	f.number(in, 100*part/whole)
}

func (f *Features) mark(in Family, name string, bin int) {
	h := start
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * prime
	}
	h = (h ^ uint32(bin+256)) * prime
	f.marks = append(f.marks, feature{uint16(h % slots), in})
}

// Wordless returns the features but for those of the words: what is left of a sentence in a language that the model
// does not know.
func (f Features) Wordless() Features { return Features{marks: f.marks, numbers: f.numbers} }

// Without returns the features but for those of the families.
func (f Features) Without(out ...Family) Features {
	drop := [Families]bool{}
	for _, x := range out {
		drop[x] = true
	}
	var g Features
	for _, x := range f.said {
		if !drop[x.family] {
			g.said = append(g.said, x)
		}
	}
	for _, x := range f.marks {
		if !drop[x.family] {
			g.marks = append(g.marks, x)
		}
	}
	for _, x := range f.numbers {
		if drop[x.family] {
			x.value = 0
		}
		g.numbers = append(g.numbers, x)
	}
	return g
}

// FNV-1a.
const (
	start uint32 = 2166136261
	prime uint32 = 16777619
)
