package topic

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Gather goes through the entries in order and decides after each which of the topics it touched have become
// subjects. A subject stays one and keeps its title, so a later entry never removes what an earlier one made. A line
// that begins with a name introduces it if explains says so.
func (x *Index) Gather(explains func(*Line) bool) {
	x.Claimed = make([]bool, len(x.Lines))
	for n := range x.Entries {
		e := &x.Entries[n]
		if !e.Settles { // it says nothing new
			x.decide(int32(n), x.touch(n, e, explains))
		}
		for i := e.First; i < e.Last; i++ {
			x.Claimed[i] = len(x.Named(i)) > 0
		}
	}
}

// touch counts what an entry says and returns the topics that it names.
func (x *Index) touch(n int, e *entry, explains func(*Line) bool) []int32 {
	var order []int32
	touched := make(map[int32]bool)
	session := cmp.Or(e.Session, strconv.Itoa(n))
	for _, ids := range []*[]int32{&e.titled, &e.parts} {
		seen := make(map[int32]bool)
		for _, id := range *ids {
			if id = x.Root(id); seen[id] {
				continue
			}
			seen[id] = true
			for _, home := range []int32{e.Home, everywhere} {
				s := x.Topics[id].share(home)
				s.titled += Bit(ids == &e.titled)
				s.parts += Bit(ids == &e.parts)
			}
			if ids == &e.titled {
				touched[id] = true
				order = append(order, id)
			}
		}
	}
	for i := e.First; i < e.Last; i++ {
		l := &x.Lines[i]
		x.fold(l)
		tells := slices.ContainsFunc(l.Refs, func(r ref) bool { return r.Head }) && explains(l)
		for k := range l.Refs {
			r := &l.Refs[k]
			t := x.Topics[r.Topic]
			if !r.own || r.over >= 0 && x.Topics[r.over].Subject {
				continue
			}
			t.share(e.Home).count(l, r, session, tells)
			t.share(everywhere).count(l, r, session, tells)
			if len(t.refs) < maxLooked {
				t.refs = append(t.refs, *r)
			}
			if !touched[r.Topic] {
				touched[r.Topic] = true
				order = append(order, r.Topic)
			}
		}
	}
	return order
}

// fold makes one ref of those that name one topic, now that names are united.
func (x *Index) fold(l *Line) {
	for k := range l.Refs {
		r := &l.Refs[k]
		r.Topic = x.Root(r.Topic)
		if r.over >= 0 {
			r.over = x.Root(r.over)
		}
		if r.over == r.Topic {
			r.over = -1
		}
		if i := slices.IndexFunc(l.Refs[:k], func(o ref) bool { return o.Topic == r.Topic }); i >= 0 {
			o := &l.Refs[i]
			o.cls, o.own, o.Head, o.says = max(o.cls, r.cls), o.own || r.own, o.Head || r.Head, o.says || r.says
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
		if slices.Contains(t.homes, home) || !s.enough() && !(all.certain() && all.enough()) || !t.Subject && !x.apart(t) {
			continue
		}
		if t.homes = append(t.homes, home); !t.Subject {
			t.Subject, t.Since, t.Title = true, entry, t.BestForm()
		}
	}
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
