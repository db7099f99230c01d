package topic

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

// SettleTruth finds the lines in whose place a later one of the same project stands, and those that
// tell of what was tried. In doubt both lines hold. Within one entry, whose lines stand in the order
// of their kinds, a change comes after what it changes; everywhere else the order is that of the
// lines.
func (x *Index) SettleTruth() {
	x.Truth = make([]truth, len(x.Lines))
	said := make([]*change.Line, len(x.Lines))
	r := change.Reader{Stop: prose.IsStopAnywhere}
	for i := range x.Lines {
		x.Truth[i] = Nothing
		if l := &x.Lines[i]; l.tells() {
			r.Home = x.Entries[l.Entry].Project
			said[i] = r.Read(l.Plain, l.Kind == daily.Decision || l.Kind == daily.Preference)
			x.Truth[i].Tried = said[i].Tried && l.Kind != daily.Preference
			x.Truth[i].Gone = said[i].Gone()
		}
	}
	f := finding{Index: x, said: said, byWord: make(map[stemAt][]int32), amiss: make(map[stemAt][]int32), works: make(map[stemAt][]int32)}
	for n := range x.Entries {
		f.entry(&x.Entries[n])
	}
}

// tells tells a line that says something that may hold: no exchange, nothing that is yet to be done.
func (l *Line) tells() bool {
	return l.Kind != daily.Exchange && (l.Kind != daily.Action || l.Done) && !l.Loose()
}

type stemAt struct{ project, stem string }

// A finding looks for what a line overturns among the earlier ones.
type finding struct {
	*Index
	said   []*change.Line
	byWord map[stemAt][]int32 // the lines of a project that have a stem
	amiss  map[stemAt][]int32 // those of them that say that something is amiss
	works  map[stemAt][]int32 // and those that say that it works
	byRef  map[string]int32   // lines by how a settlement names them, once one does
}

func (f *finding) entry(e *entry) {
	project := f.Seats[e.Home]
	for i := e.First; i < e.Last; i++ {
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
	if e.Settles {
		f.settle(e)
		return
	}
	for i := e.First; i < e.Last; i++ {
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
			if c < e.First && project != "" && f.Truth[c].Over < 0 && f.said[i].Relapses(f.said[c]) {
				f.Truth[c].Over = i
			}
		}
	}
}

// overturn marks what the line i takes the place of: what it surely means, or else the one line that
// it may mean. Lines without a project are of any, so there both must be told by more than one word.
func (f *finding) overturn(project string, i int32) {
	var sure, may []int32
	for _, c := range f.candidates(project, i) {
		l := &f.Lines[c]
		if c == i || f.Truth[c].Over >= 0 || f.Truth[i].Over == c || l.Text == f.Lines[i].Text || c > i && f.said[c].Turns() {
			continue
		}
		if c > i && l.Kind == f.Lines[i].Kind && f.said[i].Mends(f.said[c]) {
			continue // of one kind the order is that in which they were said: what came last is amiss
		}
		l.Shaken = l.Shaken || project != "" && f.said[i].Shakes(f.said[c])
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
		f.Truth[c].Over, f.Truth[i].Tried = i, false
	}
}

// alike tells whether lines are one that was said more than once.
func (f *finding) alike(lines []int32) bool {
	return !slices.ContainsFunc(lines, func(i int32) bool { return f.Lines[i].Text != f.Lines[lines[0]].Text })
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
