package topic

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
)

// Gather goes through the entries in order and decides after each which of the topics it touched have become
// subjects. A subject stays one and keeps its title, so a later entry never removes what an earlier one made.
func (x *Index) Gather() {
	x.Claimed = make([]bool, len(x.Lines))
	touched := make(map[int32]bool)
	for n := range x.Entries {
		e := &x.Entries[n]
		var order []int32
		touch := func(id int32) {
			if !touched[id] {
				touched[id] = true
				order = append(order, id)
			}
		}
		for i, id := range e.titled {
			id = x.Root(id)
			if e.titled[i] = id; slices.Index(e.titled, id) == i {
				x.Topics[id].titled++
				x.Topics[id].home.add(e.Home)
			}
			touch(id)
		}
		for i := e.First; i < e.Last; i++ {
			x.link(&x.Lines[i], touch)
		}
		if !e.Settles {
			x.decide(int32(n), order)
		}
		for i := e.First; i < e.Last; i++ {
			x.Claimed[i] = len(x.Named(i)) > 0
		}
		clear(touched)
	}
}

// link adds the refs of a line to their topics.
func (x *Index) link(l *Line, touch func(int32)) {
	for i := range l.Refs {
		r := &l.Refs[i]
		r.Topic = x.Root(r.Topic)
		if r.over >= 0 {
			r.over = x.Root(r.over)
		}
		if r.over == r.Topic {
			r.over = -1
		}
		if slices.ContainsFunc(l.Refs[:i], func(o ref) bool { return o.Topic == r.Topic }) {
			r.Own = false
		}
		t := x.Topics[r.Topic]
		if x.Entries[l.Entry].Settles { // it says nothing new
			continue
		}
		if r.Own && t.named < maxLooked {
			t.refs = append(t.refs, *r)
		}
		t.named++
		if r.Cls >= mention.Tagged {
			t.home.add(x.Entries[l.Entry].Home)
		}
		if r.over >= 0 {
			if o := x.Topics[r.over]; !slices.Contains(o.inner, r.Topic) {
				o.inner = append(o.inner, r.Topic)
			}
		}
		touch(r.Topic)
	}
}

// decide makes subjects of the topics that now have enough evidence.
func (x *Index) decide(entry int32, ids []int32) {
	ids = slices.DeleteFunc(ids, func(id int32) bool {
		t := x.Topics[id]
		return t.Subject || t.hidden || len(t.refs) < MinLines || t.Cls == mention.Plain && strings.Contains(t.Forms[0].Text, " ")
	})
	slices.SortFunc(ids, func(a, b int32) int {
		s, t := x.Topics[a], x.Topics[b]
		return cmp.Or(cmp.Compare(s.rank(), t.rank()), cmp.Compare(t.named, s.named), cmp.Compare(s.Key, t.Key))
	})
	for _, id := range ids {
		t := x.Topics[id]
		if t.Cls == mention.Plain && !x.everyday(t, id, entry) {
			t.home.add(x.Entries[entry].Home)
		}
		if t.Cls == mention.Plain && len(t.home) == 0 || !t.enough(x.known(id, entry)) || !x.leaves(id) || !x.apart(id) {
			continue
		}
		t.Subject, t.Since = true, entry
		t.Title = t.BestForm()
	}
}

// tooCommon is how often a plain word may occur before it counts as an everyday word.
const tooCommon = 80

// everyday reports whether a plain word is not used as a name by the entry's project. A name in one project may be
// just a word in another, so only the lines of the entry's project count.
func (x *Index) everyday(t *Topic, id, entry int32) bool {
	if t.named > tooCommon {
		return true
	}
	p := x.Entries[entry].Home
	if t.home.has(p) {
		return false
	}
	was := t.home
	t.home = nil
	t.home.add(p)
	ok := t.enough(x.Evidence(id, -1))
	t.home = was
	return !ok
}

// rank orders the decisions of one entry: a tool comes before its commands, but a longer name before a shorter one
// inside it. Among equals the one with more lines comes first.
func (t *Topic) rank() int {
	words := 1
	if len(t.Forms) > 0 {
		words += strings.Count(t.Forms[0].Text, " ")
	}
	if t.Cls == mention.Command {
		return words
	}
	if r, _ := utf8.DecodeRuneInString(t.Key); mention.IsSpaceless(r) {
		words = utf8.RuneCountInString(t.Key)
	}
	return 100 - words
}

// leaves reports whether the subjects inside a topic's name keep enough lines if the topic takes its own.
func (x *Index) leaves(id int32) bool {
	for _, in := range x.Topics[id].inner {
		if t := x.Topics[in]; t.Subject && !t.enough(x.Evidence(in, id)) {
			return false
		}
	}
	return true
}

// enough is the threshold of a subject: three lines of one project, or two from different days of which one has it in
// its title. The less certain the name, the more evidence is needed. A topic that several projects mention once each
// is no subject.
func (t *Topic) enough(ev evidence) bool {
	if ev.Points < MinLines {
		return false
	}
	again, titled := ev.home >= 2, ev.topical > 0
	if ev.entries == 1 && ev.Points < sessionPoints &&
		(ev.Points < sessionPoints-1 || !titled && (ev.code == 0 || ev.told == 0)) {
		return false
	}
	if ev.there < 3 {
		return again && titled && ev.strong >= 2 && ev.strong >= ev.low && t.Cls >= mention.Tagged
	}
	switch t.Cls {
	case mention.Ident, mention.File:
		return ev.strong >= 2 && (again || titled || ev.lines >= 4 || t.labelled())
	case mention.Command:
		return ev.strong >= 2
	case mention.Name:
		return ev.strong >= max(ev.low, 1) && (ev.strong >= 2 || again || titled || ev.framed >= 3)
	case mention.Tagged:
		return ev.strong >= 3 || ev.strong >= 2 && titled || ev.topical >= 4 ||
			ev.home >= 2 && ev.lines >= 4 && ev.framed >= 2
	case mention.Phrase:
		return ev.framed >= 2 && (again || titled) || ev.framed >= 3
	}
	return ev.topical >= 4 && ev.framed >= 3 || ev.topical >= 3 && ev.alone >= 2 ||
		ev.entries >= 3 && ev.lines >= 5 && ev.framed >= 4 && ev.framed*5 >= ev.lines*3
}

// Named returns the subjects that a line is about, in the order it names them.
func (x *Index) Named(i int32) []int32 {
	var out []int32
	for _, r := range x.Lines[i].Refs {
		if t := x.Topics[r.Topic]; t.Subject && x.counts(t, &r) {
			out = append(out, r.Topic)
		}
	}
	return out
}
