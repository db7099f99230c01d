package change

import "slices"

// corrects reports whether p says the same as q but for one value, and that it is right or holds now. Where
// q is loose, that value is its end.
func (p *part) corrects(q *part, loose bool) (sure, ok bool) {
	a, b := contents(p.toks), contents(q.toks)
	if !p.amends && !p.later {
		return false, false
	}
	if p.nay { // it is not, what q says it is
		ok = p.amends && !loose && len(a) > 1 && subset(stems(a), stems(b))
		return ok, ok
	}
	if p.rivals(q) {
		return true, true
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
	if i < len(p.topic) && p.state || i < len(q.topic) && q.state || !alikeIn(was, now) || loose && j > 0 {
		return false, false // another thing, not another value
	}
	rest := i + j
	code := slices.ContainsFunc(slices.Concat(a[:i], a[len(a)-j:]), func(t tok) bool { return t.code })
	if p.later && p.single && q.single && len(q.topic) > 0 && j == 0 && len(was) == 1 && len(now) == 1 && was[0].name && now[0].name {
		return true, true
	}
	alike := was[0].num && now[0].num || was[0].code && now[0].code || p.amends
	ok = alike && (rest >= 2 || rest == 1 && code)
	return ok, ok
}

// rivals reports whether p says the same as q, in any order, but for one of the words that exclude each
// other.
func (p *part) rivals(q *part) bool {
	x := cues().rivals
	now, was := lacking(p.about, q.about), lacking(q.about, p.about)
	return len(now) == 1 && len(was) == 1 && x[now[0]] > 0 && x[now[0]] == x[was[0]]
}

// alikeIn reports whether two values are of one form: numbers with a unit of the same kind, or no numbers.
func alikeIn(was, now []tok) bool {
	measure := func(ts []tok) bool {
		return ts[0].num && !slices.ContainsFunc(ts[1:], func(t tok) bool { return cues().units[t.word] == "" })
	}
	return measure(was) && measure(now) || !was[0].num && !now[0].num
}

// value reports whether q gives another value to what p gives a new value: it says so of the same thing, and
// nothing else.
func (q *part) value(p *part) bool {
	was, about := q.now, q.about
	if q.kind == kinds {
		was, about = q.about[min(len(q.topic), len(q.about)):], q.topic
	} else if q.kind != swap && q.kind != set {
		return false
	}
	return len(p.now) > 0 && numeric(p.now[0]) && len(was) == len(p.now) && numeric(was[0]) && was[0] != p.now[0] && slices.Equal(was[1:], p.now[1:]) &&
		len(about) > 0 && subset(about, p.about) && subset(p.about, about)
}
