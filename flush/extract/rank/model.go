package rank

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"slices"
	"sync"
)

// A Head is a question that the model answers about a sentence.
type Head uint8

const (
	Keep     Head = iota // is it worth keeping?
	Harm                 // or would it mislead, because it was refuted, replaced or undone later?
	Lean                 // does it need the sentence before to be understood?
	Fact                 // of those worth keeping, is it a fact, a lesson, a decision, or left to do?
	Lesson               //
	Decision             //
	Action               //
	Heads
)

// One is the score of a sentence for which the odds are e to one.
const One = 1024

// A Model weighs features, and then asks trees about the numbers. Everything is an integer, so that a score is the same on
// every system.
type Model struct {
	weights [Heads][slots]int8
	scale   [Heads]int32 // what a weight of 1 is worth, in 1/65536
	bias    [Heads]int32 // in 1/One
	trees   [Lean][]tree // of the heads before it, as many of each
}

// Score returns the logarithm of the odds that the answer is yes, in 1/One.
func (m *Model) Score(h Head, f *Features) int {
	said, marks := 0, 0
	for _, x := range f.said {
		said += int(m.weights[h][x.slot])
	}
	for _, x := range f.marks {
		marks += int(m.weights[h][x.slot])
	}
	sum := said*share(len(f.said)) + marks*markShare
	return sum*int(m.scale[h])>>16 + int(m.bias[h])
}

// markShare is what the weight of a mark counts, in 1/One: about one over the root of how many marks there are.
const markShare = 90

// share returns what the weight of one of n words counts, in 1/One: one over the root of n.
func share(n int) int {
	square := One * One / (n + 1)
	root := 0
	for bit := 1 << 10; bit > 0; bit >>= 1 {
		if (root+bit)*(root+bit) <= square {
			root += bit
		}
	}
	return root
}

//go:embed weights.bin
var embedded []byte

// Default returns the model that is part of the program. It was made by the command in
// tools/learn.
var Default = sync.OnceValue(func() *Model {
	m := new(Model)
	if err := m.UnmarshalBinary(embedded); err != nil {
		panic(err) // embedded with the program
	}
	return m
})

// MarshalBinary returns the model: for each head its scale and bias, in four bytes each, and its weights; then the trees: for
// each question its number and limit, in one and two bytes, and what is added, in two each.
func (m *Model) MarshalBinary() ([]byte, error) {
	var out []byte
	for h := range m.weights {
		out = binary.LittleEndian.AppendUint32(out, uint32(m.scale[h]))
		out = binary.LittleEndian.AppendUint32(out, uint32(m.bias[h]))
		for _, w := range m.weights[h] {
			out = append(out, byte(w))
		}
	}
	for _, t := range slices.Concat(m.trees[:]...) {
		for _, a := range t.asks {
			out = append(out, a.number)
			out = binary.LittleEndian.AppendUint16(out, uint16(a.above))
		}
		for _, x := range t.adds {
			out = binary.LittleEndian.AppendUint16(out, uint16(x))
		}
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary returned.
func (m *Model) UnmarshalBinary(data []byte) error {
	const size = 3*(1<<depth-1) + 2<<depth // of a tree
	if n := len(data) - int(Heads)*(8+slots); n < 0 || n%(len(m.trees)*size) != 0 {
		return errors.New("read the ranker's weights: another size than that of this program")
	}
	for h := range m.weights {
		m.scale[h] = int32(binary.LittleEndian.Uint32(data))
		m.bias[h] = int32(binary.LittleEndian.Uint32(data[4:]))
		for i := range m.weights[h] {
			m.weights[h][i] = int8(data[8+i])
		}
		data = data[8+slots:]
	}
	n := len(data) / size / len(m.trees)
	for k := range n * len(m.trees) {
		m.trees[k/n] = append(m.trees[k/n], tree{})
		t := &m.trees[k/n][k%n]
		for i := range t.asks {
			t.asks[i] = ask{data[0], int16(binary.LittleEndian.Uint16(data[1:]))}
			data = data[3:]
		}
		for i := range t.adds {
			t.adds[i] = int16(binary.LittleEndian.Uint16(data))
			data = data[2:]
		}
	}
	return nil
}
