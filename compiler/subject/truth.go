package subject

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// maxRivals is how many of the newest lines with a word are looked at for what a later one takes
// the place of.
const maxRivals = 100

// settleTruth finds the lines in whose place a later one of the same project stands, and those that
// tell of what was tried. In doubt both lines hold. Within one entry, whose lines stand in the order
// of their kinds, a change comes after what it changes; everywhere else the order is that of the
// lines.
func (x *index) settleTruth() {
	x.truth = make([]truth, len(x.lines))
	said := make([]*change.Line, len(x.lines))
	r := change.Reader{Stop: prose.IsStopAnywhere}
	for i := range x.lines {
		x.truth[i] = nothing
		if l := &x.lines[i]; l.tells() {
			r.Home = x.entries[l.entry].project
			said[i] = r.Read(l.plain, l.kind == daily.Decision || l.kind == daily.Preference)
			x.truth[i].tried = said[i].Tried && l.kind != daily.Preference
			x.truth[i].gone = said[i].Gone()
		}
	}
	f := finding{index: x, said: said, byWord: make(map[stemAt][]int32), amiss: make(map[stemAt][]int32), works: make(map[stemAt][]int32)}
	for n := range x.entries {
		f.entry(&x.entries[n])
	}
}

// tells tells a line that says something that may hold: no exchange, nothing that is yet to be done.
func (l *line) tells() bool {
	return l.kind != daily.Exchange && (l.kind != daily.Action || l.done) && !l.loose()
}

type stemAt struct{ project, stem string }

// A finding looks for what a line overturns among the earlier ones.
type finding struct {
	*index
	said   []*change.Line
	byWord map[stemAt][]int32 // the lines of a project that have a stem
	amiss  map[stemAt][]int32 // those of them that say that something is amiss
	works  map[stemAt][]int32 // and those that say that it works
	byRef  map[string]int32   // lines by how a settlement names them, once one does
}

func (f *finding) entry(e *entry) {
	project := f.seats[e.home]
	for i := e.first; i < e.last; i++ {
		if f.said[i] == nil {
			continue
		}
		amiss, works := f.said[i].Amiss(), f.said[i].Works()
		for _, w := range f.said[i].Words() {
			k := stemAt{project, w}
			f.byWord[k] = append(f.byWord[k], i)
			if amiss {
				f.amiss[k] = append(f.amiss[k], i)
			}
			if works {
				f.works[k] = append(f.works[k], i)
			}
		}
	}
	if e.settles {
		f.settle(e)
		return
	}
	for i := e.first; i < e.last; i++ {
		if f.said[i] == nil {
			continue
		}
		if f.said[i].Turns() {
			f.overturn(project, i)
		}
		f.relapse(project, i, e)
	}
}

// relapse marks what earlier entries say to work and the line i of the entry e to be amiss again.
func (f *finding) relapse(project string, i int32, e *entry) {
	for _, w := range f.said[i].Lacks() {
		list := f.works[stemAt{project, w}]
		for _, c := range list[max(0, len(list)-maxRivals):] {
			if c < e.first && project != "" && f.truth[c].over < 0 && f.said[i].Relapses(f.said[c]) {
				f.truth[c].over = i
			}
		}
	}
}

// overturn marks what the line i takes the place of: what it surely means, or else the one line that
// it may mean. Lines without a project are of any, so there both must be told by more than one word.
func (f *finding) overturn(project string, i int32) {
	var sure, may []int32
	for _, c := range f.candidates(project, i) {
		l := &f.lines[c]
		if c == i || f.truth[c].over >= 0 || f.truth[i].over == c || l.text == f.lines[i].text || c > i && f.said[c].Turns() {
			continue
		}
		if c > i && l.kind == f.lines[i].kind && f.said[i].Mends(f.said[c]) {
			continue // of one kind the order is that in which they were said: what came last is amiss
		}
		l.shaken = l.shaken || project != "" && f.said[i].Shakes(f.said[c])
		switch fit := f.said[i].Overturns(f.said[c]); {
		case fit == change.Exact, fit == change.Sure && project != "":
			sure = append(sure, c)
		case fit == change.May && project != "":
			may = append(may, c)
		}
	}
	if len(sure) == 0 && len(may) > 0 && f.alike(may) {
		sure = may
	}
	for _, c := range sure {
		f.truth[c].over, f.truth[i].tried = i, false
	}
}

// alike tells whether lines are one that was said more than once.
func (f *finding) alike(lines []int32) bool {
	return !slices.ContainsFunc(lines, func(i int32) bool { return f.lines[i].text != f.lines[lines[0]].text })
}

// candidates are the lines of the project that have the words which those that i overturns must have.
func (f *finding) candidates(project string, i int32) []int32 {
	var out []int32
	for _, a := range f.said[i].Asks() {
		lists, from := make([][]int32, 0, len(a.Words)), f.byWord
		if a.Amiss {
			from = f.amiss
		}
		for _, w := range a.Words {
			lists = append(lists, from[stemAt{project, w}])
		}
		slices.SortStableFunc(lists, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
		if !a.Any {
			lists = lists[:min(len(lists), 1)]
		}
		for _, l := range lists {
			out = append(out, l[max(0, len(l)-maxRivals):]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
