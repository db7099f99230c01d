package topic

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// maxRivals is how many of the newest lines with a word are examined for lines that a later one replaces.
const maxRivals = 100

// SettleTruth finds the lines that a later line of the same project replaces, and those about something that was
// tried. If in doubt, both lines hold. Within one entry the lines are ordered by kind, and a change comes after what
// it changes; everywhere else the order is that of the lines.
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
	f := finding{Index: x, said: said, byWord: make(map[stemAt][]int32)}
	for n := range x.Entries {
		f.entry(&x.Entries[n])
	}
}

// tells reports whether a line states something that may hold: it is no exchange and nothing that is still to be
// done.
func (l *Line) tells() bool {
	return l.Kind != daily.Exchange && (l.Kind != daily.Action || l.Done) && !l.Loose()
}

type stemAt struct{ project, stem string }

// A finding finds the earlier lines that a line overturns.
type finding struct {
	*Index
	said   []*change.Line
	byWord map[stemAt][]int32 // the lines of a project that have a stem
	byRef  map[string]int32   // lines by their name in a settlement; built on demand
}

func (f *finding) entry(e *entry) {
	project := f.Seats[e.Home]
	for i := e.First; i < e.Last; i++ {
		if f.said[i] == nil {
			continue
		}
		for _, w := range f.said[i].Words() {
			k := stemAt{project, w}
			f.byWord[k] = append(f.byWord[k], i)
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

// relapse marks what earlier entries say to work and line i of entry e reports as faulty again.
func (f *finding) relapse(project string, i int32, e *entry) {
	for _, c := range f.candidates(project, i) {
		if c < e.First && project != "" && f.Truth[c].Over < 0 && f.said[i].Relapses(f.said[c]) {
			f.Truth[c].Over = i
		}
	}
}

// overturn marks the lines that line i replaces: those that it certainly means, or else the only one that it may
// mean. Lines without a project belong to any project, so both must share more than one word.
func (f *finding) overturn(project string, i int32) {
	var sure, may, near []int32
	for _, c := range f.candidates(project, i) {
		l := &f.Lines[c]
		if c == i || f.Truth[c].Over >= 0 || f.Truth[i].Over == c || l.Text == f.Lines[i].Text || c > i && f.said[c].Turns() {
			continue
		}
		if c > i && l.Kind == f.Lines[i].Kind && f.said[c].Relapses(f.said[i]) {
			continue // lines of one kind are in the order they were said: the fault came last
		}
		l.Shaken = l.Shaken || project != "" && f.said[i].Shakes(f.said[c])
		switch fit := f.said[i].Overturns(f.said[c]); {
		case fit == change.Exact, fit == change.Sure && project != "":
			sure = append(sure, c)
		case fit == change.May && project != "":
			may = append(may, c)
		case fit == change.Close && project != "":
			near = append(near, c)
		}
	}
	if len(sure) == 0 && len(may) > 0 && f.alike(may) {
		sure = may
	}
	if len(sure) == 0 && len(near) > 0 {
		sure = near[len(near)-1:]
		for _, c := range slices.Backward(near) {
			if f.said[i].Shared(f.said[c]) > f.said[i].Shared(f.said[sure[0]]) {
				sure = []int32{c}
			}
		}
	}
	for _, c := range sure {
		f.Truth[c].Over, f.Truth[i].Tried = i, false
	}
}

// alike reports whether lines repeat one statement.
func (f *finding) alike(lines []int32) bool {
	return !slices.ContainsFunc(lines, func(i int32) bool { return f.Lines[i].Text != f.Lines[lines[0]].Text })
}

// candidates returns the lines of the project that have the words which a line overturned by i must have.
func (f *finding) candidates(project string, i int32) []int32 {
	var lists [][]int32
	for _, w := range f.said[i].Words() {
		if l := f.byWord[stemAt{project, w}]; len(l) > 0 {
			lists = append(lists, l)
		}
	}
	slices.SortStableFunc(lists, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	var out []int32
	for _, l := range lists[:min(len(lists), rarest)] {
		out = append(out, l[max(0, len(l)-maxRivals):]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rarest is how many words of a line are looked up, the rarest.
const rarest = 12
