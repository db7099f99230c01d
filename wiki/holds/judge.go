package holds

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
	"github.com/agent-admin/memoria/wiki/prose/mark"
)

// A line is a line of the logs that states something which may hold.
type line struct {
	ref, text, project string
	who                string // the person who said it, "" where it is not known
	entry              int
	kind               daily.Kind
	said               *change.Line
	words              []int // the lists of the lines that share one of its words
	rival              int   // 1 + the last line that it was compared with
	replacedBy         int   // the line that took its place, -1 for none
	tried              bool
}

// These keep the time of a comparison from growing with the logs: of each of the rarest words of a line, the newest
// lines are examined.
const (
	maxWords  = 12
	maxRivals = 100
)

type stemAt struct{ project, stem string }

// A finding finds the earlier lines that a line takes back.
type finding struct {
	lines  []line
	shaken map[string]bool
	byWord map[stemAt]int // the list of the lines of a project that have a stem
	lists  [][]int
	byRef  map[string]int

	seen    map[string]seen // lines of the entries so far
	settled map[string]Fate // lines that a later line says it settles
	apart   []Dispute
}

// seen is a line of any kind.
type seen struct {
	who  string
	open bool // it is a task that was to be done
}

// Sort puts entries in the order in which they were said.
func Sort(entries []daily.Dated) {
	slices.SortStableFunc(entries, func(a, b daily.Dated) int {
		return cmp.Or(a.Date.Sub(b.Date), a.At.Compare(b.At), a.Date.Compare(b.Date), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Start, b.Start), cmp.Compare(a.Heading, b.Heading), cmp.Compare(a.Title, b.Title))
	})
}

// Judge finds the lines that a later line of the same project and person takes back, and those about something that was
// tried, among entries in any order. Within one entry the lines are ordered by kind, and a change comes after what it changes;
// everywhere else the order is that of the lines.
func Judge(entries []daily.Dated) *Record {
	entries = slices.Clone(entries)
	Sort(entries)
	f := &finding{shaken: map[string]bool{}, byWord: map[stemAt]int{}, byRef: map[string]int{}, seen: map[string]seen{}, settled: map[string]Fate{}}
	for n := range entries {
		f.entry(n, &entries[n])
	}
	r := &Record{Fates: map[string]Fate{}}
	for i := range f.lines {
		l := &f.lines[i]
		fate := Fate{Tried: l.tried, Gone: l.said.Gone(), Shaken: f.shaken[l.ref]}
		if l.replacedBy >= 0 {
			by := &f.lines[l.replacedBy]
			fate.Until, fate.ReplacedBy, fate.By = entries[by.entry].Date.Day().String(), by.ref, by.text
		}
		if !fate.Holds() || len(fate.Gone) > 0 || fate.Shaken {
			r.Fates[l.ref] = fate
		}
	}
	maps.Copy(r.Fates, f.settled)
	r.Disputes = f.apart
	return r
}

// tells reports whether a bullet states something that may hold: it is nothing that is still to be done, and can be
// cited.
func tells(e *daily.Dated, b *daily.Bullet) bool {
	return (b.Kind != daily.Action || b.Done) && (b.Block != "" || e.Heading != "")
}

func (f *finding) entry(n int, e *daily.Dated) {
	r := change.Reader{Stop: prose.IsStopAnywhere, Home: strings.TrimSpace(e.Project)}
	first := len(f.lines)
	f.name(e)
	for k := range e.Bullets {
		b := &e.Bullets[k]
		text := markdown.Oneline(b.Text)
		if text == "" || !tells(e, b) {
			continue
		}
		i := len(f.lines)
		l := line{ref: e.Ref(*b), text: text, who: e.Who, project: wiki.ProjectKey(strings.TrimSpace(e.Project)), entry: n, kind: b.Kind, replacedBy: -1}
		l.said = r.Read(prose.Inline(text), b.Kind == daily.Decision || b.Kind == daily.Preference)
		l.tried = l.said.Tried && b.Kind != daily.Preference
		for _, w := range l.said.Words() {
			n, ok := f.byWord[stemAt{l.project, w}]
			if !ok {
				n = len(f.lists)
				f.byWord[stemAt{l.project, w}], f.lists = n, append(f.lists, nil)
			}
			f.lists[n] = append(f.lists[n], i)
			l.words = append(l.words, n)
		}
		f.lines, f.byRef[l.ref] = append(f.lines, l), i
	}
	if s, ok := e.Settlement(); ok {
		f.settle(&s, first)
		return
	}
	for i := first; i < len(f.lines); i++ {
		l := &f.lines[i]
		turns, breaks := l.said.Turns(), l.said.Breaks() && l.project != ""
		if !turns && !breaks || mark.Unconfirmed.Begins(l.text) {
			continue
		}
		near := f.ofOne(i, f.candidates(i))
		if turns {
			f.overturn(i, near)
		}
		for _, c := range near {
			if breaks && c < first && f.lines[c].replacedBy < 0 && l.said.Relapses(f.lines[c].said) {
				f.lines[c].replacedBy = i
			}
		}
	}
}

// name notes the earlier lines that those of an entry say they settle: see daily.Bullet.
func (f *finding) name(e *daily.Dated) {
	for i := range e.Bullets {
		b := &e.Bullets[i]
		for ref := range strings.SplitSeq(b.Settles, ",") {
			if was, ok := f.seen[ref]; ok && (OnePerson(was.who, e.Who) || e.Agent == daily.Settler) {
				f.settled[ref] = Fate{Until: e.Date.Day().String(), ReplacedBy: e.Ref(*b), By: markdown.Oneline(b.Text), Done: was.open && b.Kind == daily.Action && b.Done}
			}
		}
	}
	for _, b := range e.Bullets {
		f.seen[e.Ref(b)] = seen{e.Who, b.Kind == daily.Action && !b.Done}
	}
}

// settle marks the lines that a person decided do not hold as replaced by the first line of the settlement. Its own
// lines repeat what holds and replace nothing else. Only earlier lines can be meant.
func (f *finding) settle(s *daily.Settlement, first int) {
	if s.Both || s.Task || first == len(f.lines) {
		return
	}
	for _, ref := range s.Past {
		if c, ok := f.byRef[ref]; ok && c < first && f.lines[c].replacedBy < 0 {
			f.lines[c].replacedBy, f.lines[c].tried = first, false
			f.lines[first].tried = false
		}
	}
}

// overturn marks the lines that line i takes back: those that it certainly means, or else the only one that it may
// mean, or that a correction is nearest to; and other wordings of these. Lines without a project belong to any
// project, so both must share more than one word.
func (f *finding) overturn(i int, near []int) {
	l := &f.lines[i]
	var sure, may, close []int
	for _, c := range near {
		o := &f.lines[c]
		if c == i || o.replacedBy >= 0 || l.replacedBy == c || o.text == l.text || c > i && o.said.Turns() {
			continue
		}
		if c > i && o.kind == l.kind && o.said.Relapses(l.said) {
			continue // lines of one kind are in the order they were said: the fault came last
		}
		if l.project != "" && l.said.Shakes(o.said) {
			f.shaken[o.ref] = true
		}
		switch fit := l.said.Overturns(o.said); {
		case fit == change.Exact, fit == change.Sure && l.project != "":
			sure = append(sure, c)
		case l.project == "":
		case fit == change.May:
			may = append(may, c)
		case fit == change.Close && c < i:
			close = append(close, c)
		}
	}
	if len(sure) == 0 && len(may) > 0 && !slices.ContainsFunc(may, func(c int) bool { return f.lines[c].text != f.lines[may[0]].text }) {
		sure = may
	}
	if len(sure) == 0 && l.said.Drops() && (l.kind == daily.Decision || l.kind == daily.Preference) {
		sure = slices.DeleteFunc(may, func(c int) bool { // all that was decided for what is dropped altogether
			k := f.lines[c].kind
			return c > i || k != daily.Decision && k != daily.Preference
		})
	}
	if len(sure) == 0 && len(close) > 0 {
		sure = []int{slices.MaxFunc(close, func(a, b int) int {
			return cmp.Or(cmp.Compare(l.said.Shared(f.lines[a].said), l.said.Shared(f.lines[b].said)), cmp.Compare(a, b))
		})}
	}
	for _, c := range sure {
		f.lines[c].replacedBy, l.tried = i, false
		for _, o := range near {
			if d := &f.lines[o]; o < i && d.replacedBy < 0 && l.replacedBy != o && l.project != "" && !d.said.Turns() && d.said.Same(f.lines[c].said) && !d.said.Same(l.said) {
				d.replacedBy = i // another wording of it
			}
		}
	}
}

// OnePerson reports whether two lines may be of one person. What is older than a vault's sharing names nobody.
func OnePerson(a, b string) bool { return a == "" || b == "" || a == b }

// ofOne returns those of the lines that may be of the person who said line i: nobody takes back what others said. It
// notes those of others that contradict it.
func (f *finding) ofOne(i int, near []int) []int {
	l := &f.lines[i]
	return slices.DeleteFunc(near, func(c int) bool {
		o := &f.lines[c]
		if OnePerson(l.who, o.who) {
			return false
		}
		if c < i && l.project != "" && o.replacedBy < 0 && l.said.Turns() {
			if fit := l.said.Overturns(o.said); fit == change.Exact || fit == change.Sure {
				f.apart = append(f.apart, Dispute{o.ref, l.ref, o.who, l.who})
			}
		}
		return true
	})
}

// candidates returns the lines of the project that share words with line i.
func (f *finding) candidates(i int) []int {
	var lists [][]int
	for _, n := range f.lines[i].words {
		lists = append(lists, f.lists[n])
	}
	slices.SortStableFunc(lists, func(a, b []int) int { return cmp.Compare(len(a), len(b)) })
	var out []int
	for _, list := range lists[:min(len(lists), maxWords)] {
		for _, c := range list[max(0, len(list)-maxRivals):] {
			if f.lines[c].rival <= i {
				out, f.lines[c].rival = append(out, c), i+1
			}
		}
	}
	slices.Sort(out)
	return out
}
