package change

import "slices"

// Read reads a line of plain text whose inline code keeps its ticks. settles says that the line is a
// decision or a preference, so that whatever it says was meant to hold.
func (r Reader) Read(text string, settles bool) *Line {
	toks := r.scan(text)
	l := &Line{settles: settles}
	fs := find(toks)
	at := 0 // the first of fs that is not behind from
	for from := 0; from < len(toks); {
		to := sentenceEnd(toks, fs[at:], from)
		n := at
		for n < len(fs) && fs[n].from < to {
			n++
		}
		l.sentence(toks, fs[at:n], from, to)
		l.state(toks, fs[at:n], from, to)
		from, at = to, n
	}
	for i := len(fs) - 1; i >= 0; i-- {
		if fs[i].kind == tried {
			l.Tried = !keepsAfter(toks, &fs[i])
			break
		}
	}
	return l
}

// Turns reports whether the line says that something no longer holds.
func (l *Line) Turns() bool {
	return len(l.mends) > 0 || slices.ContainsFunc(l.parts, func(p part) bool { return !p.doubt && (p.kind < amend || p.amends || p.later || p.denies) })
}

// Words returns the stems by which the line may be looked up.
func (l *Line) Words() []string {
	var out []string
	for i := range l.parts {
		p := &l.parts[i]
		for _, list := range [][]string{p.old, p.now, p.about} {
			for _, w := range list {
				if !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// Asks returns, for each change that the line describes, what an earlier line must have to be overturned.
func (l *Line) Asks() []Criterion {
	var out []Criterion
	for i := range l.parts {
		p := &l.parts[i]
		switch {
		case p.doubt:
		case p.kind == swap:
			out = append(out, Criterion{Words: p.old})
		case p.kind == back, p.kind == unswap:
			out = append(out, Criterion{Words: p.now})
		case p.kind == drop, p.kind == undo:
			out = append(out, Criterion{Words: slices.Concat(p.about, p.now, p.old)})
		case p.kind == set, p.denies:
			out = append(out, Criterion{Words: p.about})
		case p.amends || p.later:
			out = append(out, Criterion{Words: append(rivals(p.about), p.about...), Any: true})
		}
	}
	for i := range l.mends {
		out = append(out, Criterion{Words: l.mends[i].all, Any: true, Amiss: true})
	}
	return out
}

// A Criterion is what an earlier line must have to be overturned: all of the stems, or some where Any is
// set.
type Criterion struct {
	Words []string
	Any   bool
	Amiss bool // and report a problem
}

// Amiss reports whether the line says that something is missing, does not work, or is done in place of
// another.
func (l *Line) Amiss() bool {
	return len(l.lacks) > 0 || l.wants || slices.ContainsFunc(l.parts, func(p part) bool { return p.kind == swap })
}

// rivals returns the words that exclude words of a clause.
func rivals(about []string) []string {
	var out []string
	x := cues().rivals
	for _, w := range about {
		for r, g := range x {
			if g == x[w] && g > 0 && r != w {
				out = append(out, r)
			}
		}
	}
	slices.Sort(out)
	return out
}
