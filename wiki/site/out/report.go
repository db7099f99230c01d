package out

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Report lists what happened to the files. Lists are sorted.
type Report struct {
	Written   []string
	Unchanged int
	Removed   []string
	Kept      []string // no longer of the site, and changed by somebody: they stay
}

// And returns the report of two runs, of which the second reported on all files too.
func (r Report) And(next Report) Report {
	join := func(a, b []string) []string {
		all := slices.Concat(a, b)
		slices.Sort(all)
		return slices.Compact(all)
	}
	sum := Report{Written: join(r.Written, next.Written), Removed: join(r.Removed, next.Removed), Kept: join(r.Kept, next.Kept)}
	sum.Written = slices.DeleteFunc(sum.Written, func(p string) bool { _, gone := slices.BinarySearch(next.Removed, p); return gone })
	sum.Removed = slices.DeleteFunc(sum.Removed, func(p string) bool { _, back := slices.BinarySearch(next.Written, p); return back })
	sum.Unchanged = next.Unchanged + len(next.Written) - len(sum.Written)
	return sum
}

func (w *writer) report() Report {
	for _, list := range [][]string{w.rep.Written, w.rep.Removed, w.rep.Kept} {
		sorting.By(list, strings.Compare)
	}
	return w.rep
}
