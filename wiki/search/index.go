package search

import "math"

// An Index answers queries. It may be used by several goroutines only if each has one of its own.
type Index struct {
	Unchecked bool // it was taken as it was kept: files may have changed since

	store *Store
	parts []*kept
	first []int // number of the first document of each part
	docs  int   // that count
}

// A Kind is what a document is.
type Kind uint8

const (
	Article Kind = iota + 1 // of the wiki
	Entry                   // of a day log
	Note                    // any other page
)

func (k Kind) String() string {
	return [...]string{"", "article", "entry", "note"}[min(k, 3)]
}

func (s *Store) index(parts ...*kept) *Index {
	x := &Index{store: s}
	n := 0
	for _, p := range parts {
		if p == nil {
			continue
		}
		p.weigh()
		x.parts = append(x.parts, p)
		x.first = append(x.first, n)
		n += p.docs
		x.docs += p.docs - len(p.gone)
	}
	return x
}

func inMemory(data *sheaf, key, id string) *kept {
	return &kept{reader: open(data, data.size, key), id: id}
}

// Close ends the use of the files.
func (x *Index) Close() {
	for _, p := range x.parts {
		p.close()
	}
}

// Documents is how many documents there are.
func (x *Index) Documents() int { return x.docs }

// damaged reports whether something that was read was not whole.
func (x *Index) damaged() bool {
	for _, p := range x.parts {
		if p.damage {
			return true
		}
	}
	return false
}

// averages are the mean lengths of the fields.
func (x *Index) averages() (out [fields]float64) {
	for f := range out {
		for _, p := range x.parts {
			out[f] += p.total[f]
		}
		out[f] = math.Max(1, out[f]/math.Max(1, float64(x.docs)))
	}
	return out
}

// doc reads what is known of a document.
func (x *Index) doc(n int) (about, bool) {
	for i := len(x.parts) - 1; i >= 0; i-- {
		if n >= x.first[i] {
			return x.parts[i].doc(n - x.first[i])
		}
	}
	return about{}, false
}

// lengths are those of a document's fields.
func (x *Index) lengths(n int) []uint32 {
	for i := len(x.parts) - 1; i >= 0; i-- {
		if n >= x.first[i] {
			at := (n - x.first[i]) * int(fields)
			return x.parts[i].length[at : at+int(fields)]
		}
	}
	return nil
}
