package turn

import "slices"

// Overturns tells whether l takes the place of an earlier line. sure is false where it does so only
// if there is no other that it may mean.
func (l *Line) Overturns(e *Line) (sure, ok bool) {
	for i := range l.parts {
		p := &l.parts[i]
		if p.doubt {
			continue
		}
		for j := range e.parts {
			q := &e.parts[j]
			if q.doubt || q.kind == drop || q.kind == undo || q.nay && q.kind == kinds {
				continue
			}
			s, o := l.overturns(p, e, q)
			ok, sure = ok || o, sure || s && o
		}
	}
	return sure, ok
}

func (l *Line) overturns(p *part, e *Line, q *part) (sure, ok bool) {
	switch p.kind {
	case swap:
		about, has := q.holds(p.old, e.settles)
		if !has || subset(p.now, q.positive()) && len(p.now) > 0 && q.kind == kinds {
			return false, false
		}
		return same(p.about, about, q.room())
	case back:
		if q.kind == swap && len(p.now) > 0 && contains(q.old, p.now) {
			return same(p.about, q.about, q.room())
		}
		return false, false
	case drop, undo:
		what := slices.Concat(p.about, p.now)
		if len(what) == 0 || !subset(what, q.positive()) || q.kind == kinds && !q.uses && !e.settles && (p.kind == undo || !q.state) {
			return false, false
		}
		return len(what) > 1, beyond(q.positive(), what) <= q.room()
	}
	if !l.settles && !p.amends && !p.later || q.kind != kinds || !q.state && !e.settles {
		return false, false
	}
	return p.corrects(q)
}

// holds tells whether a part says that old is so, and what it says it of.
func (q *part) holds(old []string, settled bool) (about []string, ok bool) {
	if len(old) == 0 {
		return nil, false
	}
	if q.kind != kinds {
		return q.about, contains(q.now, old)
	}
	if !q.state && !settled {
		return nil, false
	}
	var ts []tok
	for _, t := range q.toks {
		if t.content() || len(ts) > 0 {
			ts = append(ts, t)
		}
	}
	at := -1
	for i := 0; i+len(old) <= len(ts) && at < 0; i++ {
		if slices.EqualFunc(ts[i:i+len(old)], old, func(t tok, s string) bool { return t.stem == s }) {
			at = i
		}
	}
	if at < 0 {
		return nil, false
	}
	if end := at + len(old); end < len(ts) && ts[end].content() && ts[end].name && !ts[end].num || at > 0 && ts[at-1].content() && ts[at-1].name && at > 1 {
		return nil, false // part of a longer name
	}
	for i, t := range ts {
		if t.content() && (i < at || i >= at+len(old)) {
			about = append(about, t.stem)
		}
	}
	return about, true
}

// positive are the words of what a part says to be so.
func (q *part) positive() []string {
	if q.kind == kinds {
		return q.about
	}
	return slices.Concat(q.now, q.about)
}

// room is how many words more than a later clause a clause may say and still say nothing beyond what
// the later one takes back: more where it says what is used for what, "kept in Redis for a day", than
// where it tells what that does, "polls its table in SQLite once a second".
func (q *part) room() int {
	if q.adopts {
		return 2
	}
	return 1
}

// same tells whether two clauses are about one thing: all words of one are in the other, which has
// few others. Where the later one does not say what it is about, it may be meant.
func same(later, earlier []string, room int) (sure, ok bool) {
	switch {
	case len(later) == 0:
		return len(earlier) == 0, len(earlier) <= room+1
	case len(earlier) == 0:
		return false, false
	case subset(later, earlier):
		ok = beyond(earlier, later) <= room
		return ok, ok
	}
	more := beyond(later, earlier)
	return more <= 1, subset(earlier, later) && more <= 2
}

// beyond counts the words of a that b lacks.
func beyond(a, b []string) int {
	n := 0
	for _, s := range a {
		if !slices.Contains(b, s) {
			n++
		}
	}
	return n
}

// corrects tells whether p says the same as q but for one value, and that it is right or holds now.
func (p *part) corrects(q *part) (sure, ok bool) {
	a, b := contents(p.toks), contents(q.toks)
	if !p.amends && !p.later {
		return false, false
	}
	if p.nay { // it is not, what q says it is
		ok = p.amends && len(a) > 1 && subset(stems(a), stems(b))
		return ok, ok
	}
	i := 0
	for i < len(a) && i < len(b) && a[i].stem == b[i].stem {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j].stem == b[len(b)-1-j].stem {
		j++
	}
	was, now := b[i:len(b)-j], a[i:len(a)-j]
	if len(was) == 0 || len(now) == 0 || len(was) > 2 || len(now) > 2 {
		return false, false
	}
	rest := i + j
	code := slices.ContainsFunc(slices.Concat(a[:i], a[len(a)-j:]), func(t tok) bool { return t.code })
	x := cues().rivals
	if g := x[now[0].stem]; g > 0 && g == x[was[0].stem] && len(was) == 1 && len(now) == 1 {
		return true, true
	}
	alike := was[0].num && now[0].num || was[0].code && now[0].code || p.amends
	ok = alike && (rest >= 2 || rest == 1 && code)
	return ok, ok
}

func contents(toks []tok) []tok {
	var out []tok
	for _, t := range toks {
		if t.content() {
			out = append(out, t)
		}
	}
	return out
}

func subset(a, b []string) bool {
	for _, s := range a {
		if !slices.Contains(b, s) {
			return false
		}
	}
	return true
}

// contains tells whether part stands in all, in one piece.
func contains(all, part []string) bool {
	for i := 0; i+len(part) <= len(all); i++ {
		if slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
