package lint

import (
	"runtime"
	"slices"
	"sync"
)

// seen is what was found: about each page and its links, in the order of the pages, about all pages
// together, and beside them.
type seen struct {
	pages                    [][]*Finding
	names, duplicates, index []*Finding
	now, disk                []*Finding
}

func (s *seen) listed() []Finding {
	return listed(s.pages, slices.Concat(s.names, s.duplicates, s.index, s.now, s.disk))
}

// listed sorts the findings about pages, which come in the order of their paths, and others.
func listed(pages [][]*Finding, others []*Finding) []Finding {
	slices.SortFunc(others, order)
	n := len(others)
	for _, found := range pages {
		slices.SortFunc(found, order)
		n += len(found)
	}
	out := make([]Finding, 0, n)
	for _, found := range pages {
		for _, f := range found {
			for len(others) > 0 && order(others[0], f) < 0 {
				out, others = append(out, *others[0]), others[1:]
			}
			out = append(out, *f)
		}
	}
	for _, f := range others {
		out = append(out, *f)
	}
	return out
}

func (m *memory) seen() *seen {
	s := &seen{pages: make([][]*Finding, len(m.pages)), names: m.names, duplicates: m.duplicates, index: m.index}
	for i := range m.pages {
		s.pages[i] = m.pages[i].found
	}
	return s
}

// share calls f for 0 to n-1 on all processors.
func share(n int, f func(i int)) {
	const some = 32
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for from := range next {
				for i := from; i < min(from+some, n); i++ {
					f(i)
				}
			}
		})
	}
	for from := 0; from < n; from += some {
		next <- from
	}
	close(next)
	wg.Wait()
}
