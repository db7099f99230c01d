package rank

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// sample returns a sentence of the words, said last or not.
func sample(last bool, words ...string) *Features {
	f := new(Features)
	for _, w := range words {
		f.Say(Word, 'w', w)
	}
	f.Mark(Message, "last", last)
	return f
}

// TestFit holds that a model learns what tells the examples apart, by words and by place, and that the same examples give
// the same bytes.
func TestFit(t *testing.T) {
	examples := []Example{
		{sample(true, "because", "the", "cache"), true, 100}, {sample(false, "because", "the", "proxy"), true, 100},
		{sample(true, "let", "me", "look"), false, 100}, {sample(false, "the", "tests", "pass"), false, 100},
		{sample(true, "we", "decided"), true, 100}, {sample(false, "we", "look"), false, 100},
	}
	var m, again Model
	m.Fit(Keep, examples)
	again.Fit(Keep, examples)
	a, _ := m.MarshalBinary()
	b, _ := again.MarshalBinary()
	must.Hold(t, bytes.Equal(a, b), "the same examples give other weights")
	for i, e := range examples {
		must.Equal(t, m.Score(Keep, e.Features) > 0, e.Yes, "example %d", i)
	}
	if last, not := m.Score(Keep, sample(true, "x")), m.Score(Keep, sample(false, "x")); last <= not {
		t.Errorf("the last sentence scores %d, another %d", last, not)
	}
}

func TestMarshal(t *testing.T) {
	data, err := Default().MarshalBinary()
	if err != nil || !bytes.Equal(data, embedded) {
		t.Fatal("the weights are not what is embedded", err)
	}
	if err := new(Model).UnmarshalBinary(data[1:]); err == nil {
		t.Error("weights of another size are read")
	}
}

// TestGrow holds that the trees learn what depends on two numbers at once, and that they are written and read.
func TestGrow(t *testing.T) {
	var cases []Case
	for a := range 20 {
		for b := range 20 {
			cases = append(cases, Case{[]int16{int16(a), int16(b), 7}, a > 9 && b > 4, 1})
		}
	}
	var m, again Model
	m.Grow(Harm, cases)
	for _, c := range cases {
		must.Equal(t, m.Judge(Harm, c.Numbers) > 0, c.Yes, "%v", c.Numbers)
	}
	m.trees[Keep] = m.trees[Harm][:trees]
	data, _ := m.MarshalBinary()
	if err := again.UnmarshalBinary(data); err != nil || !slices.Equal(m.trees[Keep], again.trees[Keep]) || !slices.Equal(m.trees[Harm], again.trees[Harm]) {
		t.Error("the trees are not what was written", err)
	}
}

// TestCount holds that small numbers are told apart, large ones by how large they are.
func TestCount(t *testing.T) {
	same := func(a, b int) bool {
		var f, g Features
		f.Count(Shape, "n", a)
		g.Count(Shape, "n", b)
		return slices.Equal(f.marks, g.marks)
	}
	for _, tt := range []struct {
		a, b int
		want bool
	}{{0, 1, false}, {1, 2, false}, {2, 3, false}, {3, 4, false}, {4, 5, true}, {5, 6, false}, {8, 11, true}, {11, 12, false}, {100, 110, true}, {100, 200, false}, {-5, 0, true}} {
		must.Equal(t, same(tt.a, tt.b), tt.want, "%d and %d", tt.a, tt.b)
	}
}

// TestShare holds the integer root to the real one.
func TestShare(t *testing.T) {
	for n := range 400 {
		if got, want := share(n), One/math.Sqrt(float64(n+1)); math.Abs(float64(got)-want) > 1 {
			t.Errorf("share(%d) = %d, want %.1f", n, got, want)
		}
	}
}

func TestWithout(t *testing.T) {
	f := sample(true, "a", "b")
	if g := f.Without(Word); len(g.said) != 0 || len(g.marks) != 1 {
		t.Errorf("%v", g)
	}
	if g := f.Wordless(); len(g.said) != 0 || len(g.marks) != 1 {
		t.Errorf("%v", g)
	}
}
