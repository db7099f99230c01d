package turn

import "slices"

// A Line is what a line says, as far as it can be compared with another.
type Line struct {
	Tried bool // it tells of what was tried and dropped

	parts   []part // its clauses
	settles bool
	amends  bool
}

// A part is a clause, or the clauses that a change is told in.
type part struct {
	old, now []string // stems; old only where it is told
	about    []string // the stems of what else it says; of a clause that tells no change, of all
	toks     []tok
	kind     kind // kinds where it tells no change
	nay      bool // it says what is not
	state    bool // it says how something is
	uses     bool // it says what is used
	adopts   bool // it says so, or orders it
	doubt    bool // a question, a guess, a plan
	amends   bool
	later    bool // it holds from now on
}

// A Reader reads lines.
type Reader struct {
	Stop func(word string) bool // required: tells a word that carries no meaning of its own
}

// Read reads a line of plain text whose inline code keeps its ticks. settles says that the line is
// a decision or a preference, so that whatever it says was meant to hold.
func (r Reader) Read(text string, settles bool) *Line {
	toks := r.scan(text)
	l := &Line{settles: settles}
	fs := find(toks)
	for from := 0; from < len(toks); {
		to := from
		for to < len(toks) && !ends(&toks[to]) || to < len(toks) && toks[to].word == ":" && to+1 < len(toks) && to-from < 3 {
			to++
		}
		l.sentence(toks, fs, from, min(to+1, len(toks)))
		from = to + 1
	}
	for _, f := range fs {
		l.Tried = l.Tried || f.kind == tried
	}
	return l
}

// Turns tells whether the line says that something is not so any more.
func (l *Line) Turns() bool {
	return slices.ContainsFunc(l.parts, func(p part) bool { return !p.doubt && (p.kind < amend || p.amends || p.later) })
}

// sentence reads the tokens of one sentence.
func (l *Line) sentence(toks []tok, fs []found, from, to int) {
	var all part
	var here []found
	skip := make(map[int]bool)
	for _, f := range fs {
		if f.from < from || f.from >= to {
			continue
		}
		switch f.kind {
		case guard:
			all.doubt = true
		case amend:
			l.amends = true
		case later:
			all.later = true
		case tried:
			continue
		default:
			here = append(here, f)
		}
		if f.kind == amend || f.kind == later {
			for _, c := range f.cues {
				skip[c] = true
			}
		}
	}
	all.amends = l.amends
	if last := toks[to-1].word; last == "?" || last == "？" {
		all.doubt = true
	}
	// An earlier or longer fit goes before those within it.
	slices.SortStableFunc(here, func(a, b found) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		return (b.to - b.from) - (a.to - a.from)
	})
	if len(here) > 0 {
		f := here[0]
		p := all
		p.kind = f.kind
		i, j := f.from, f.to
		for i > from && !toks[i-1].sign {
			i--
		}
		for j < len(toks) && !toks[j].sign {
			j++
		}
		p.old, p.now = stems(toks[f.old[0]:f.old[1]]), stems(toks[f.now[0]:f.now[1]])
		for k := i; k < j; k++ {
			if toks[k].content() && !skip[k] && !within(k, f.old) && !within(k, f.now) && !slices.Contains(f.cues, k) {
				p.about = append(p.about, toks[k].stem)
			}
		}
		l.parts = append(l.parts, p)
		return
	}
	for i := from; i < to; {
		j := i
		for j < to && !toks[j].sign {
			j++
		}
		p := all
		p.kind = kinds
		for k := i; k < j; k++ {
			t := &toks[k]
			p.nay = p.nay || cues().nay[t.word]
			p.state = p.state || cues().state[t.word]
			p.adopts = p.adopts || cues().filler[t.word]
			p.uses = p.uses || cues().state[t.word] && cues().filler[t.word]
			if !skip[k] {
				p.toks = append(p.toks, *t)
				if t.content() {
					p.about = append(p.about, t.stem)
				}
			}
		}
		if len(p.about) > 0 {
			l.parts = append(l.parts, p)
		}
		i = j + 1
	}
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
		case p.kind == back:
			out = append(out, Ask{Words: p.now})
		case p.kind == drop, p.kind == undo:
			out = append(out, Ask{Words: slices.Concat(p.about, p.now)})
		case p.amends || p.later:
			out = append(out, Ask{Words: append(rivals(p.about), p.about...), Any: true})
		}
	}
	return out
}

// An Ask is what an earlier line must have to be overturned.
type Ask struct {
	Words []string
	Any   bool
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
