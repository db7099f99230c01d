package change

import "slices"

// A found is a place where a pattern fits.
type found struct {
	kind     kind
	from, to int // tokens of the whole
	old, now [2]int
	cues     []int // the tokens that are its words
}

const (
	maxGap  = 8
	maxName = 6
)

// find returns where patterns fit in a line, in the order in which they begin, each at most once for each
// beginning.
func find(toks []tok) []found {
	x := cues()
	var out []found
	for i := range toks {
		for _, p := range x.byWord[toks[i].word] {
			if f, ok := p.at(toks, i); ok {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return a.from - b.from })
	return out
}

// at matches a pattern whose first required word is the token i.
func (p *pattern) at(toks []tok, i int) (found, bool) {
	lead := 0 // the elements before that word
	for p.elems[lead].words == nil || p.elems[lead].optional || p.elems[lead].never {
		lead++
	}
	f := found{kind: p.kind, from: i}
	for k := lead - 1; k >= 0; k-- {
		e := &p.elems[k]
		switch {
		case e.old || e.now:
			at := nameBefore(toks, f.from)
			if at == f.from || e.proper && !proper(toks[at:f.from]) {
				return f, false
			}
			f.set(e, at, f.from)
			f.from = at
		case e.words != nil && f.from > 0 && e.words[toks[f.from-1].word]:
			f.from--
			f.cues = append(f.cues, f.from)
		}
	}
	if p.start && !begins(toks, f.from) {
		return f, false
	}
	return p.rest(toks, f, i, lead)
}

// rest matches the elements from k on against the tokens from i on.
func (p *pattern) rest(toks []tok, f found, i, k int) (found, bool) {
	if k == len(p.elems) {
		f.to = i
		return f, true
	}
	e := &p.elems[k]
	switch {
	case e.never:
		if i < len(toks) && e.words[toks[i].word] {
			return f, false
		}
		return p.rest(toks, f, i, k+1)
	case e.gap:
		for j := i; j <= len(toks) && j-i <= maxGap; j++ {
			if g, ok := p.rest(toks, f, j, k+1); ok {
				return g, true
			}
			if j < len(toks) && toks[j].sign && !p.needs(k+1, toks[j].word) {
				break
			}
		}
		return f, false
	case e.old || e.now:
		from := i
		for from < len(toks) && from-i < 2 && !toks[from].sign && !toks[from].content() && !p.needs(k+1, toks[from].word) {
			from++
		}
		end := nameAfter(toks, from)
		for k := from + 1; k < end; k++ {
			if toks[k].code && !toks[from].code { // the flag `--dry`
				from = k
			}
		}
		for j := end; j > from; j-- { // the longest name that leaves the words behind it
			g := f
			g.set(e, from, j)
			if g, ok := p.rest(toks, g, j, k+1); ok {
				return g, true
			}
		}
		return f, false
	case e.named:
		if i == len(toks) || !toks[i].named() {
			return f, false
		}
		return p.rest(toks, f, i, k+1)
	case i < len(toks) && e.words[toks[i].word]:
		g := f
		g.cues = append(f.cues[:len(f.cues):len(f.cues)], i)
		if g, ok := p.rest(toks, g, i+1, k+1); ok {
			return g, true
		}
	}
	if e.optional {
		return p.rest(toks, f, i, k+1)
	}
	return f, false
}

// proper reports whether there is a name among the tokens.
func proper(toks []tok) bool {
	return slices.ContainsFunc(toks, func(t tok) bool { return t.name && !t.num })
}

func (p *pattern) needs(k int, word string) bool { return k < len(p.elems) && p.elems[k].words[word] }

func (f *found) set(e *elem, from, to int) {
	if e.old {
		f.old = [2]int{from, to}
	} else {
		f.now = [2]int{from, to}
	}
}

func nameAfter(toks []tok, i int) int {
	j := i
	for j < len(toks) && j-i < maxName && toks[j].content() && !toks[j].sign {
		j++
	}
	return j
}

func nameBefore(toks []tok, i int) int {
	j := i
	for j > 0 && i-j < maxName && toks[j-1].content() && !toks[j-1].sign {
		j--
	}
	return j
}

// begins reports whether a sentence begins at the token i, except for its subject.
func begins(toks []tok, i int) bool {
	for i > 0 && cues().subjects[toks[i-1].word] {
		i--
	}
	return i == 0 || ends(&toks[i-1])
}
