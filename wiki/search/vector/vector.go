// Package vector finds passages that mean something like a query, by vectors that a model gives for texts. The vectors
// of the passages of articles and entries are kept in a cache beside the search index. What a person wrote on pages of
// their own is never given to a model.
package vector

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// A Model gives vectors. All have one length, and those of texts that mean something alike point the same way.
type Model interface {
	Name() string
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Store keeps the vectors that a model gave.
type Store struct {
	Dir   *fsutil.Dir // required: the vault
	Name  string      // required: the file in Dir
	Model Model       // required
}

// Limits of one call of the model, and of the length of a text: a longer one is cut.
const (
	batchTexts = 64
	batchBytes = 48 << 10
	textBytes  = 2 << 10
	textLeast  = 12 // bytes; what is shorter means nothing by itself
)

// A page is the vectors of a file.
type page struct {
	hash  string // of the file; "" if some vectors are missing
	spots []spot
}

// A spot is the vector of a passage.
type spot struct {
	doc, passage int // the document of the file, and its passage
	sum          sum
	vec          vec
}

// A sum is a hash of a text.
type sum [16]byte

func sumOf(text string) sum {
	h := sha256.Sum256([]byte(text))
	return sum(h[:16])
}

// A vec is a vector in 8 bits a number.
type vec struct {
	bytes string  // int8 each
	norm  float64 // of the bytes
}

// vecOf returns a vector in 8 bits; ok is false if it has no direction.
func vecOf(v []float32) (out vec, ok bool) {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(float64(x)))
	}
	if !(most > 0) || math.IsInf(most, 0) {
		return out, false
	}
	b, sum := make([]byte, len(v)), 0
	for i, x := range v {
		n := int8(math.Round(float64(x) / most * 127))
		b[i] = byte(n)
		sum += int(n) * int(n)
	}
	return vec{string(b), math.Sqrt(float64(sum))}, true
}

// like returns the cosine of the angle between two vectors; 0 if they are of two lengths.
func (v vec) like(w vec) float64 {
	if len(v.bytes) != len(w.bytes) || v.norm == 0 || w.norm == 0 {
		return 0
	}
	sum := 0
	for i := range len(v.bytes) {
		sum += int(int8(v.bytes[i])) * int(int8(w.bytes[i]))
	}
	return float64(sum) / (v.norm * w.norm)
}

// A Near is a passage that means something like a query.
type Near struct {
	Doc     int // number in the index
	Passage int
	Like    float64 // cosine of the angle to the query
}

// How much nearer than the average passage one has to be: in standard deviations, and at the least. The angles of one
// model are not those of another.
const (
	apart      = 2.5
	apartLeast = 0.05
)

// Near returns at most so many passages that are near to a text, one for each document, the nearest first. What
// changed since the last [Store.Update] is not found.
func (s *Store) Near(ctx context.Context, x *index.Index, text string, most int) ([]Near, error) {
	pages := s.load()
	if len(pages) == 0 {
		return nil, nil
	}
	got, err := s.Model.Embed(ctx, []string{cut(text)})
	if err != nil {
		return nil, err
	}
	if len(got) != 1 {
		return nil, fmt.Errorf("%s gave %d vectors for one text", s.Model.Name(), len(got))
	}
	query, ok := vecOf(got[0])
	if !ok {
		return nil, nil
	}
	var out []Near
	n, all, squares := 0.0, 0.0, 0.0
	for path, f := range x.Files() {
		p, known := pages[path]
		if !known || p.hash != f.Hash {
			continue
		}
		best := map[int]Near{}
		for _, at := range p.spots {
			like := query.like(at.vec)
			n, all, squares = n+1, all+like, squares+like*like
			if doc := f.First + at.doc; like > best[doc].Like && x.Counts(doc) {
				best[doc] = Near{doc, at.passage, like}
			}
		}
		out = slices.AppendSeq(out, maps.Values(best))
	}
	mean := all / max(n, 1)
	least := mean + max(apartLeast, apart*math.Sqrt(max(0, squares/max(n, 1)-mean*mean)))
	out = slices.DeleteFunc(out, func(a Near) bool { return a.Like < least })
	sorting.By(out, func(a, b Near) int {
		if a.Like != b.Like {
			return int(math.Copysign(1, b.Like-a.Like))
		}
		return a.Doc - b.Doc
	})
	return out[:min(len(out), most)], nil
}

// cut returns a text that is short enough for a model.
func cut(text string) string {
	if len(text) <= textBytes {
		return text
	}
	at := textBytes
	for at > 0 && text[at]&0xc0 == 0x80 { // inside a rune
		at--
	}
	return text[:at]
}
