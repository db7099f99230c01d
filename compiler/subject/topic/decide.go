package topic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Gather goes through the entries in order and decides after each which of the topics it touched have become
// subjects. A subject stays one and keeps its title, so a later entry never removes what an earlier one made.
func (x *Index) Gather() {
	x.Claimed = make([]bool, len(x.Lines))
	for n := range x.Entries {
		e := &x.Entries[n]
		if !e.Settles { // it says nothing new
			x.decide(int32(n), x.touch(n, e))
		}
		for i := e.First; i < e.Last; i++ {
			x.Claimed[i] = len(x.Named(i)) > 0
		}
	}
}

// touch counts what an entry says and returns the topics that it names.
func (x *Index) touch(n int, e *entry) []int32 {
	var order []int32
	touched := make(map[int32]bool)
	touch := func(id int32) {
		if !touched[id] {
			touched[id] = true
			order = append(order, id)
		}
	}
	session := cmp.Or(e.Session, strconv.Itoa(n))
	for _, id := range e.asked {
		id = x.Root(id)
		note(&x.Topics[id].share(e.Home).asked, session)
		note(&x.Topics[id].share(everywhere).asked, session)
		touch(id)
	}
	for i := e.First; i < e.Last; i++ {
		l := &x.Lines[i]
		x.fold(l)
		for k := range l.Refs {
			r := &l.Refs[k]
			t := x.Topics[r.Topic]
			if !r.own || r.over >= 0 && x.Topics[r.over].Subject {
				continue
			}
			t.share(e.Home).count(l, r, session)
			t.share(everywhere).count(l, r, session)
			if len(t.refs) < maxLooked {
				t.refs = append(t.refs, *r)
			}
			touch(r.Topic)
		}
	}
	return order
}

// fold makes one ref of those that name one topic, now that names are united.
func (x *Index) fold(l *Line) {
	first := make(map[int32]int, len(l.Refs))
	for k := range l.Refs {
		r := &l.Refs[k]
		r.Topic = x.Root(r.Topic)
		if r.over >= 0 {
			r.over = x.Root(r.over)
		}
		if r.over == r.Topic {
			r.over = -1
		}
		if i, ok := first[r.Topic]; !ok {
			first[r.Topic] = k
		} else {
			o := &l.Refs[i]
			o.cls, o.own, o.Head = max(o.cls, r.cls), o.own || r.own, o.Head || r.Head
			r.own = false
		}
	}
}

// decide makes subjects of the topics that have enough evidence in the project of an entry, or in all together if
// they are certainly names.
func (x *Index) decide(entry int32, ids []int32) {
	home := x.Entries[entry].Home
	slices.SortFunc(ids, func(a, b int32) int { // a longer name before a shorter one inside it
		s, t := x.Topics[a], x.Topics[b]
		return cmp.Or(cmp.Compare(utf8.RuneCountInString(t.Key), utf8.RuneCountInString(s.Key)), cmp.Compare(s.Key, t.Key))
	})
	for _, id := range ids {
		t := x.Topics[id]
		s, all := t.share(home), t.share(everywhere)
		if slices.Contains(t.homes, home) || !s.enough() && !(all.certain() && all.enough()) || !t.Subject && (!x.apart(t) || !s.certain() && x.within(t)) {
			continue
		}
		if t.homes = append(t.homes, home); !t.Subject {
			t.Subject, t.Since, t.Title = true, entry, t.BestForm()
		}
	}
}

// within reports whether an ordinary word is part of the name of a subject that as many lines are about: shadow, of shadow
// branch.
func (x *Index) within(t *Topic) bool {
	if x.byStart == nil {
		x.byStart, x.byEnd = slices.Clone(x.Topics), slices.Clone(x.Topics)
		slices.SortFunc(x.byStart, func(s, u *Topic) int { return strings.Compare(s.Key, u.Key) })
		slices.SortFunc(x.byEnd, func(s, u *Topic) int { return fromEnd(s.Key, u.Key) })
	}
	least := t.share(everywhere).lines
	holds := func(u *Topic) bool { return u != t && 2*u.share(everywhere).lines >= least }
	i, _ := slices.BinarySearchFunc(x.byStart, t.Key, func(u *Topic, key string) int { return strings.Compare(u.Key, key) })
	for ; i < len(x.byStart) && strings.HasPrefix(x.byStart[i].Key, t.Key); i++ {
		if holds(x.byStart[i]) {
			return true
		}
	}
	i, _ = slices.BinarySearchFunc(x.byEnd, t.Key, func(u *Topic, key string) int { return fromEnd(u.Key, key) })
	for ; i < len(x.byEnd) && strings.HasSuffix(x.byEnd[i].Key, t.Key); i++ {
		if holds(x.byEnd[i]) {
			return true
		}
	}
	return false
}

// fromEnd compares two keys from their ends.
func fromEnd(a, b string) int {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if c := cmp.Compare(a[len(a)-i], b[len(b)-i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// Named returns the subjects that a line is about, in the order it names them.
func (x *Index) Named(i int32) []int32 {
	var out []int32
	for k := range x.Lines[i].Refs {
		r := &x.Lines[i].Refs[k]
		if t := x.Topics[r.Topic]; t.Subject && x.counts(t, r) {
			out = append(out, r.Topic)
		}
	}
	return out
}
