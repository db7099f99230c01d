package holds

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
	"github.com/agent-admin/memoria/wiki/prose/mark"
)

// A line is a line of the logs that states something which may hold.
type line struct {
	ref, text, project string
	who                daily.Speaker // who said it
	entry              int
	kind               daily.Kind
	rival              int          // 1 + the last line that it was compared with
	read               *change.Line // nil until it is compared: see finding.said
	found
}

// found is what was found out of a line.
type found struct {
	words      []int    // the lists of the lines that share one of its words
	gone       []string // see change.Line.Gone
	replacedBy int      // the line that took its place, -1 for none
	tried      bool
	born       bool // it was tried as far as its own entry tells
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
	entries []daily.Dated
	lines   []line
	byWord  map[stemAt]int // the list of the lines of a project that have a stem
	lists   [][]int
	byRef   map[string]int

	seen    map[string]seen // lines of the entries so far
	settled map[string]Fate // lines that a later line says it settles
	apart   []Dispute
	apartIn []int // the entries that found them
}

// seen is a line of any kind.
type seen struct {
	who  daily.Speaker
	open bool // it is a task that was to be done
}

// Sort puts entries in the order in which they were said.
func Sort(entries []daily.Dated) {
	order := func(a, b *daily.Dated) int {
		return cmp.Or(a.Date.Sub(b.Date), a.At.Compare(b.At), a.Date.Compare(b.Date), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Start, b.Start), cmp.Compare(a.Heading, b.Heading), cmp.Compare(a.Title, b.Title))
	}
	for i := range max(0, len(entries)-1) {
		if order(&entries[i], &entries[i+1]) > 0 { // else all are in order, as mostly
			sorting.Stable(entries, func(a, b daily.Dated) int { return order(&a, &b) })
			return
		}
	}
}

// record returns what was found out.
func (f *finding) record() *Record {
	r := &Record{Fates: map[string]Fate{}, Disputes: f.apart}
	for i := range f.lines {
		l := &f.lines[i]
		fate := Fate{Tried: l.tried, Gone: l.gone}
		if l.replacedBy >= 0 {
			by := &f.lines[l.replacedBy]
			fate.Until, fate.ReplacedBy, fate.By = f.entries[by.entry].Date.Day().String(), by.ref, by.text
		}
		if !fate.Holds() || len(fate.Gone) > 0 {
			r.Fates[l.ref] = fate
		}
	}
	maps.Copy(r.Fates, f.settled)
	return r
}

// tells reports whether a bullet states something that may hold: it is nothing that is still to be done, and can be
// cited.
func tells(e *daily.Dated, b *daily.Bullet) bool {
	return (b.Kind != daily.Action || b.Done) && (b.Block != "" || e.Heading != "")
}

// add adds the lines of an entry, without what is found out of them.
func (f *finding) add(n int) {
	e := &f.entries[n]
	project := wiki.ProjectKey(strings.TrimSpace(e.Project))
	f.name(e)
	for k := range e.Bullets {
		b := &e.Bullets[k]
		text := markdown.Oneline(b.Text)
		if text == "" || !tells(e, b) {
			continue
		}
		l := line{ref: e.Ref(*b), text: text, who: e.Said, project: project, entry: n, kind: b.Kind, found: found{replacedBy: -1}}
		f.byRef[l.ref] = len(f.lines)
		f.lines = append(f.lines, l)
	}
}

// said returns what a line says.
func (f *finding) said(i int) *change.Line {
	l := &f.lines[i]
	if l.read == nil {
		r := change.Reader{Stop: prose.IsStopAnywhere, Home: strings.TrimSpace(f.entries[l.entry].Project)}
		l.read = r.Read(prose.Inline(l.text), l.kind == daily.Decision || l.kind == daily.Preference)
	}
	return l.read
}

// list notes by what words a line is found.
func (f *finding) list(i int) {
	l, said := &f.lines[i], f.said(i)
	l.gone, l.tried = said.Gone(), said.Tried && l.kind != daily.Preference
	for _, w := range said.Words() {
		n, ok := f.byWord[stemAt{l.project, w}]
		if !ok {
			n = len(f.lists)
			f.byWord[stemAt{l.project, w}], f.lists = n, append(f.lists, nil)
		}
		f.lists[n] = append(f.lists[n], i)
		l.words = append(l.words, n)
	}
}

// entry finds out what the lines of an entry take back.
func (f *finding) entry(n int) {
	first := len(f.lines)
	f.add(n)
	for i := first; i < len(f.lines); i++ {
		f.list(i)
	}
	if s, ok := f.entries[n].Settlement(); ok {
		f.settle(&s, first)
	} else {
		f.compare(first)
	}
	for i := first; i < len(f.lines); i++ {
		f.lines[i].born = f.lines[i].tried
	}
}

// compare compares the lines of the last entry, which begin at first, with those before.
func (f *finding) compare(first int) {
	for i := first; i < len(f.lines); i++ {
		l, said := &f.lines[i], f.said(i)
		turns, breaks := said.Turns(), said.Breaks() && l.project != ""
		if !turns && !breaks || mark.Unconfirmed.Begins(l.text) {
			continue
		}
		near := f.ofOne(i, f.candidates(i))
		if turns {
			f.overturn(i, near)
		}
		for _, c := range near {
			if breaks && c < first && f.lines[c].replacedBy < 0 && said.Relapses(f.said(c)) {
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
			if was, ok := f.seen[ref]; ok && was.who.Yields(e.Said) {
				f.settled[ref] = Fate{Until: e.Date.Day().String(), ReplacedBy: e.Ref(*b), By: markdown.Oneline(b.Text), Done: was.open && b.Kind == daily.Action && b.Done}
			}
		}
	}
	for _, b := range e.Bullets {
		f.seen[e.Ref(b)] = seen{e.Said, b.Kind == daily.Action && !b.Done}
	}
}

// settle marks the lines that a person decided do not hold as replaced by the first line of the settlement. Its own
// lines repeat what holds and replace nothing else. Only earlier lines can be meant.
func (f *finding) settle(s *daily.Settlement, first int) {
	if s.Both || s.Task || first == len(f.lines) {
		return
	}
	for _, ref := range s.Past {
		if c, ok := f.byRef[ref]; ok && c < first && f.lines[c].replacedBy < 0 && f.lines[c].who.Yields(f.lines[first].who) {
			f.lines[c].replacedBy, f.lines[c].tried = first, false
			f.lines[first].tried = false
		}
	}
}

// overturn marks the lines that line i takes back: those that it certainly means, or else the only one that it may
// mean, or that a correction is nearest to; and other wordings of these. Lines without a project belong to any
// project, so both must share more than one word.
func (f *finding) overturn(i int, near []int) {
	l, said := &f.lines[i], f.said(i)
	var sure, may, close []int
	for _, c := range near {
		o := &f.lines[c]
		if c == i || o.replacedBy >= 0 || l.replacedBy == c || o.text == l.text {
			continue
		}
		was := f.said(c)
		if c > i && was.Turns() {
			continue
		}
		if c > i && o.kind == l.kind && was.Relapses(said) {
			continue // lines of one kind are in the order they were said: the fault came last
		}
		switch fit := said.Overturns(was); {
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
	if len(sure) == 0 && said.Drops() && (l.kind == daily.Decision || l.kind == daily.Preference) {
		sure = slices.DeleteFunc(may, func(c int) bool { // all that was decided for what is dropped altogether
			k := f.lines[c].kind
			return c > i || k != daily.Decision && k != daily.Preference
		})
	}
	if len(sure) == 0 && len(close) > 0 {
		sure = []int{slices.MaxFunc(close, func(a, b int) int {
			return cmp.Or(cmp.Compare(said.Shared(f.said(a)), said.Shared(f.said(b))), cmp.Compare(a, b))
		})}
	}
	for _, c := range sure {
		f.lines[c].replacedBy, l.tried = i, false
		for _, o := range near {
			if d := &f.lines[o]; o < i && d.replacedBy < 0 && l.replacedBy != o && l.project != "" && !f.said(o).Turns() && f.said(o).Same(f.said(c)) && !f.said(o).Same(said) {
				d.replacedBy = i // another wording of it
			}
		}
	}
}

// ofOne returns those of the lines that may be of the person who said line i: nobody takes back what others said. It
// notes those of others that contradict it.
func (f *finding) ofOne(i int, near []int) []int {
	l := &f.lines[i]
	return slices.DeleteFunc(near, func(c int) bool {
		o := &f.lines[c]
		if o.entry == l.entry || o.who.Yields(l.who) {
			return false
		}
		if c < i && l.project != "" && o.replacedBy < 0 && f.said(i).Turns() {
			if fit := f.said(i).Overturns(f.said(c)); fit == change.Exact || fit == change.Sure {
				f.apart, f.apartIn = append(f.apart, Dispute{o.ref, l.ref, o.who.Who, l.who.Who}), append(f.apartIn, l.entry)
			}
		}
		return true
	})
}

// candidates returns the lines of the project that share words with line i.
func (f *finding) candidates(i int) []int {
	var lists [][]int
	for _, n := range f.lines[i].words {
		if len(f.lists[n]) > 1 { // another line has it, too
			lists = append(lists, f.lists[n])
		}
	}
	sorting.Stable(lists, func(a, b []int) int { return cmp.Compare(len(a), len(b)) })
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
