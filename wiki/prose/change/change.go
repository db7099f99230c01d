package change

import "slices"

// A Line is what a line says, as far as it can be compared with another.
type Line struct {
	Tried bool // it tells of what was tried and dropped

	parts   []part // its clauses
	lacks   []lack // those that say that something is amiss
	mends   []mend // those that say that something works now, or is there
	wants   bool   // it says that something is missing
	settles bool
	amends  bool
	undone  int // how many parts a later sentence has taken back
}

// A part is a clause, or the clauses that a change is told in.
type part struct {
	old, now []string // stems; old only where it is told
	about    []string // the stems of what else it says; of a clause that tells no change, of all
	topic    []string // those of about that stand before its verb: of a clause that tells no change
	toks     []tok
	kind     kind // kinds where it tells no change
	nay      bool // it says what is not
	denies   bool // it begins so, and is meant to hold
	state    bool // it says how something is
	uses     bool // it says what is used
	adopts   bool // it says so, or orders it
	single   bool // it says so of what there is one of: where it runs, what it is
	doubt    bool // it is not said of now and of all that it names: a question, a plan, a report, a case
	cased    bool // it is said of some or of a case, or beside what else is so
	amends   bool
	later    bool // it holds from now on
}

// A Reader reads lines.
type Reader struct {
	Stop func(word string) bool // required: tells a word that carries no meaning of its own
	Home string                 // the project that the line is of: that it works there says no case
}

// Read reads a line of plain text whose inline code keeps its ticks. settles says that the line is
// a decision or a preference, so that whatever it says was meant to hold.
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

// Turns tells whether the line says that something is not so any more.
func (l *Line) Turns() bool {
	return len(l.mends) > 0 || slices.ContainsFunc(l.parts, func(p part) bool { return !p.doubt && (p.kind < amend || p.amends || p.later || p.denies) })
}

func within(k int, span [2]int) bool { return k >= span[0] && k < span[1] }

func stems(toks []tok) []string {
	var out []string
	for i := range toks {
		if toks[i].content() {
			out = append(out, toks[i].stem)
		}
	}
	return out
}

// Words are the stems by which the line may be looked for.
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

// Asks are, for each change that the line tells, the stems of which an earlier line that it
// overturns has all, or where any is set has some.
func (l *Line) Asks() []Ask {
	var out []Ask
	for i := range l.parts {
		p := &l.parts[i]
		switch {
		case p.doubt:
		case p.kind == swap:
			out = append(out, Ask{Words: p.old})
		case p.kind == back, p.kind == unswap:
			out = append(out, Ask{Words: p.now})
		case p.kind == drop, p.kind == undo:
			out = append(out, Ask{Words: slices.Concat(p.about, p.now, p.old)})
		case p.kind == set, p.denies:
			out = append(out, Ask{Words: p.about})
		case p.amends || p.later:
			out = append(out, Ask{Words: append(rivals(p.about), p.about...), Any: true})
		}
	}
	for i := range l.mends {
		out = append(out, Ask{Words: l.mends[i].all, Any: true, Amiss: true})
	}
	return out
}

// An Ask is what an earlier line must have to be overturned.
type Ask struct {
	Words []string
	Any   bool
	Amiss bool // and say that something is amiss
}

// Amiss tells whether the line says that something is not there, does not work, or is done in place of another.
func (l *Line) Amiss() bool {
	return len(l.lacks) > 0 || l.wants || slices.ContainsFunc(l.parts, func(p part) bool { return p.kind == swap })
}

// rivals are the words that those of a clause exclude.
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
