package subject

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
)

// gather goes through the entries in order and decides, at the end of each, which of the
// topics it touched have become subjects. A subject stays one and keeps its title, so what a
// later entry adds never takes away what an earlier one made.
func (x *index) gather() {
	x.claimed = make([]bool, len(x.lines))
	touched := make(map[int32]bool)
	for n := range x.entries {
		e := &x.entries[n]
		var order []int32
		touch := func(id int32) {
			if !touched[id] {
				touched[id] = true
				order = append(order, id)
			}
		}
		for i, id := range e.titled {
			id = x.root(id)
			if e.titled[i] = id; slices.Index(e.titled, id) == i {
				x.topics[id].titled++
				x.topics[id].home.add(e.home)
			}
			touch(id)
		}
		for i := e.first; i < e.last; i++ {
			x.link(&x.lines[i], touch)
		}
		if !e.settles {
			x.decide(int32(n), order)
		}
		for i := e.first; i < e.last; i++ {
			x.claimed[i] = len(x.named(i)) > 0
		}
		clear(touched)
	}
}

// link hands the refs of a line to their topics.
func (x *index) link(l *line, touch func(int32)) {
	for i := range l.refs {
		r := &l.refs[i]
		r.topic = x.root(r.topic)
		if r.over >= 0 {
			r.over = x.root(r.over)
		}
		if r.over == r.topic {
			r.over = -1
		}
		if slices.ContainsFunc(l.refs[:i], func(o ref) bool { return o.topic == r.topic }) {
			r.own = false
		}
		t := x.topics[r.topic]
		if x.entries[l.entry].settles { // it says nothing new
			continue
		}
		if r.own && t.named < maxLooked {
			t.refs = append(t.refs, *r)
		}
		t.named++
		if r.cls >= mention.Tagged {
			t.home.add(x.entries[l.entry].home)
		}
		if r.over >= 0 {
			if o := x.topics[r.over]; !slices.Contains(o.inner, r.topic) {
				o.inner = append(o.inner, r.topic)
			}
		}
		touch(r.topic)
	}
}

// decide makes subjects of the topics that now have enough.
func (x *index) decide(entry int32, ids []int32) {
	ids = slices.DeleteFunc(ids, func(id int32) bool {
		t := x.topics[id]
		return t.subject || t.hidden || len(t.refs) < minLines || t.cls == mention.Plain && strings.Contains(t.forms[0].text, " ")
	})
	slices.SortFunc(ids, func(a, b int32) int {
		s, t := x.topics[a], x.topics[b]
		return cmp.Or(cmp.Compare(s.rank(), t.rank()), cmp.Compare(t.named, s.named), cmp.Compare(s.key, t.key))
	})
	for _, id := range ids {
		t := x.topics[id]
		if t.cls == mention.Plain && !x.everyday(t, id, entry) {
			t.home.add(x.entries[entry].home)
		}
		if t.cls == mention.Plain && len(t.home) == 0 || !t.enough(x.known(id, entry)) || !x.leaves(id) || !x.apart(id) {
			continue
		}
		t.subject, t.since = true, entry
		t.title = t.bestForm()
	}
}

// tooCommon is how often a plain word may come up before it is held to be an everyday one.
const tooCommon = 80

// everyday tells a plain word that a project has not made its own: what is a name here may be
// just a word elsewhere, so only the lines of the entry's project speak for it.
func (x *index) everyday(t *topic, id, entry int32) bool {
	if t.named > tooCommon {
		return true
	}
	p := x.entries[entry].home
	if t.home.has(p) {
		return false
	}
	was := t.home
	t.home = nil
	t.home.add(p)
	ok := t.enough(x.evidence(id, -1))
	t.home = was
	return !ok
}

// rank orders the decisions of one entry: a tool comes before its commands, but a longer name
// before the shorter one in it. Of equals the one with more lines comes first.
func (t *topic) rank() int {
	words := 1
	if len(t.forms) > 0 {
		words += strings.Count(t.forms[0].text, " ")
	}
	if t.cls == mention.Command {
		return words
	}
	if r, _ := utf8.DecodeRuneInString(t.key); mention.IsSpaceless(r) {
		words = utf8.RuneCountInString(t.key)
	}
	return 100 - words
}

// leaves tells whether the subjects inside a topic's name keep enough when it takes its lines
// away from them.
func (x *index) leaves(id int32) bool {
	for _, in := range x.topics[id].inner {
		if t := x.topics[in]; t.subject && !t.enough(x.evidence(in, id)) {
			return false
		}
	}
	return true
}

// enough is the threshold of a subject: three lines of one project, or two from different
// days of which one has it in its title. The less sure the name, the more must come together.
// What several projects mention once each is nobody's subject.
func (t *topic) enough(ev evidence) bool {
	if ev.points < minLines {
		return false
	}
	again, titled := ev.home >= 2, ev.topical > 0
	if ev.entries == 1 && ev.points < sessionPoints &&
		(ev.points < sessionPoints-1 || !titled && (ev.code == 0 || ev.told == 0)) {
		return false
	}
	if ev.there < 3 {
		return again && titled && ev.strong >= 2 && ev.strong >= ev.low && t.cls >= mention.Tagged
	}
	switch t.cls {
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

// named returns the subjects that a line is about, in the order it names them.
func (x *index) named(i int32) []int32 {
	var out []int32
	for _, r := range x.lines[i].refs {
		if t := x.topics[r.topic]; t.subject && x.counts(t, &r) {
			out = append(out, r.topic)
		}
	}
	return out
}
