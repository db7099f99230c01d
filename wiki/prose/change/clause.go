package change

import (
	"slices"
	"strings"
)

// maxLabel is how many words before a colon are a heading, "In staging: ...", and not a sentence.
const maxLabel = 8

// sentenceEnd returns where the sentence ends that begins at from. A heading belongs to the text below it.
// fs are the patterns found from there on.
func sentenceEnd(toks []tok, fs []found, from int) int {
	for i := from; i < len(toks); i++ {
		if !ends(&toks[i]) {
			continue
		}
		label := (toks[i].word == ":" || toks[i].word == "：") && i+1 < len(toks) && i > from && i-from <= maxLabel
		within := false // a pattern extends beyond the sign
		for _, f := range fs {
			if f.from >= i {
				break
			}
			label = label && (f.kind >= amend && i-from <= 2 || f.kind == guard)
			within = within || i < f.to && f.kind < amend
		}
		if !label && !within {
			return i + 1
		}
	}
	return len(toks)
}

// A span is a sentence that is being read.
type span struct {
	toks     []tok
	from, to int
	skip     []bool // tokens that are cues of a correction, from from on
	aside    []bool // tokens that give a reason
	all      part   // what holds of all parts
}

// sentence reads the tokens of one sentence, in which fs were found.
func (l *Line) sentence(toks []tok, fs []found, from, to int) {
	s := span{toks: toks, from: from, to: to, skip: make([]bool, to-from), aside: asides(toks[from:to])}
	var here []found
	for _, f := range fs {
		switch f.kind {
		case guard:
			s.all.doubt = s.all.doubt || !s.aside[f.from-from]
		case amend, later:
			l.amends = l.amends || f.kind == amend
			s.all.later = s.all.later || f.kind == later
			for _, c := range f.cues {
				if c < to {
					s.skip[c-from] = true
				}
			}
		case tried:
		default:
			here = append(here, f)
		}
	}
	s.all.amends = l.amends
	if last := toks[to-1].word; last == "?" || last == "？" || cues().invert[toks[from].word] {
		s.all.doubt = true
	}
	if undoes(toks[from:to]) {
		for ; l.undone < len(l.parts); l.undone++ {
			l.parts[l.undone].doubt = true
		}
	}
	if len(here) == 0 {
		l.parts = append(l.parts, l.clauses(&s)...)
		return
	}
	// An earlier or longer fit goes before those within it.
	slices.SortStableFunc(here, func(a, b found) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		return (b.to - b.from) - (a.to - a.from)
	})
	l.parts = append(l.parts, s.change(&here[0]))
}

// asides reports which tokens of a sentence give a reason, up to the next sign.
func asides(toks []tok) []bool {
	out := make([]bool, len(toks))
	for i := range toks {
		out[i] = cues().reason[toks[i].word] || i > 0 && out[i-1] && !toks[i].sign
	}
	return out
}

// undoes reports whether a sentence takes back the change in the one before it.
func undoes(toks []tok) bool {
	for len(toks) > 0 && cues().subjects[toks[0].word] {
		toks = toks[1:]
	}
	return len(toks) > 0 && (toks[0].word == "reverted" || toks[0].word == "undone" || len(toks) > 1 && toks[0].word == "rolled" && toks[1].word == "back")
}

// change reads the clause that describes a change. What precedes it in the sentence narrows it, whether it
// says where, when or who says so.
func (s *span) change(f *found) part {
	toks := s.toks
	p := s.all
	p.kind = f.kind
	j := f.to
	for j < s.to && !toks[j].sign {
		j++
	}
	if i := numberIn(toks, f.old); i >= 0 && f.now[1] <= f.old[0] { // "visits each feed every 30 minutes instead of every 10"
		f.now[0] = max(f.now[0], numberIn(toks, f.now))
	}
	if f.now[1] > f.now[0] && f.now[0] == f.from && s.opens(f.from) { // "the consultant prefers polling instead of"
		f.now[0] = f.now[1] - 1
	}
	p.old, p.now = stems(toks[f.old[0]:f.old[1]]), stems(toks[f.now[0]:f.now[1]])
	value := f.now[1] == f.to && f.to < j && cues().describes[toks[f.to].word] // "to JSON over HTTP"
	for k := s.from; k < j; k++ {
		if value && k >= f.to {
			if !cues().limit[toks[k].word] {
				continue
			}
			value = false
		}
		if t := &toks[k]; t.content() && !s.skip[k-s.from] && !s.aside[k-s.from] && !within(k, f.old) && !within(k, f.now) && !slices.Contains(f.cues, k) {
			p.about = append(p.about, t.stem)
		}
	}
	p.doubt = p.doubt || s.hedged(f, j)
	return p
}

// opens reports whether a clause begins at the token i, except for words without meaning: a subject stands
// there, not an object.
func (s *span) opens(i int) bool {
	x := cues()
	for i > s.from && !s.toks[i-1].sign {
		i--
		if w := s.toks[i].word; s.toks[i].content() || x.filler[w] || x.state[w] || x.place[w] {
			return false
		}
	}
	return true
}

// numberIn returns where the last number begins among the tokens of a hole, with the word for each before
// it, or -1.
func numberIn(toks []tok, hole [2]int) int {
	for k := hole[1] - 1; k >= hole[0]; k-- {
		if toks[k].num {
			if k > hole[0] && cues().each[toks[k-1].word] {
				k--
			}
			return k
		}
	}
	return -1
}

// hedged reports whether a change is denied, holds only in a case, for a time or for a part, or is taken
// back in the same sentence. Its clause ends at end.
func (s *span) hedged(f *found, end int) bool {
	x := cues()
	var said strings.Builder // what a language without spaces says of the verb
	for k := s.from; k < s.to; k++ {
		t := &s.toks[k]
		if s.aside[k-s.from] || within(k, f.old) || within(k, f.now) || slices.Contains(f.cues, k) {
			continue
		}
		if k < end && (denies(t) || x.hedge[t.word]) || k >= f.to && x.undone[t.word] ||
			k > end && s.toks[k-1].sign && (x.limit[t.word] || x.hedge[t.word]) {
			return true
		}
		if k >= f.to && k < end && solidText(t.word) {
			said.WriteString(t.word)
		}
	}
	if f.to < s.to && (f.kind == drop || f.kind == undo) && x.than[s.toks[f.to].word] {
		return true
	}
	for w := range x.invert { // "切り替えていない"
		if solidText(w) && strings.Contains(said.String(), w) {
			return true
		}
	}
	return false
}

// clauses reads a sentence without a change. What precedes a colon, and a place or time before its comma,
// belongs to the clause behind it.
func (l *Line) clauses(s *span) []part {
	var out []part
	for i := s.from; i < s.to; {
		j, lead := i, i
		for j < s.to && (!s.toks[j].sign || lead == i && s.leads(i, j)) {
			if j++; s.toks[j-1].sign {
				lead = j
			}
		}
		if p := s.clause(i, lead, j); len(p.about) > 0 {
			p.denies = p.nay && l.settles && s.denied(lead)
			if j < s.to && cues().limit[s.after(j)] {
				p.doubt = true
			}
			out = append(out, p)
		}
		i = j + 1
	}
	return out
}

// leads reports whether the sign at the token j does not end the clause that begins at i.
func (s *span) leads(i, j int) bool {
	if j == i || j+1 >= s.to || s.skip[i-s.from] {
		return false
	}
	switch s.toks[j].word {
	case ":", "：":
		return true
	case ",", "，", "、":
		return cues().place[s.toks[i].word] && j-i <= maxLabel
	}
	return false
}

func (s *span) after(j int) string {
	if j+1 < s.to && s.toks[j].sign && !s.aside[j-s.from] {
		return s.toks[j+1].word
	}
	return ""
}

// denied reports whether the tokens from i on begin with a denial.
func (s *span) denied(i int) bool {
	for i < s.to && (cues().subjects[s.toks[i].word] || s.skip[i-s.from] || cues().filler[s.toks[i].word] && !cues().state[s.toks[i].word]) {
		i++
	}
	return i < s.to && denies(&s.toks[i]) || i+1 < s.to && s.toks[i].word == "do" && denies(&s.toks[i+1])
}

// clause reads the tokens from i to j, of which those before lead name the subject.
func (s *span) clause(i, lead, j int) part {
	x := cues()
	p := s.all
	p.kind = kinds
	for k := i; k < j; k++ {
		t := &s.toks[k]
		p.nay = p.nay || x.nay[t.word]
		if x.state[t.word] && !p.state && k >= lead {
			p.topic = slices.Clone(p.about)
		}
		p.state = p.state || x.state[t.word]
		p.adopts = p.adopts || x.filler[t.word]
		p.uses = p.uses || x.state[t.word] && x.filler[t.word]
		p.single = p.single || x.single[t.word]
		p.cased = p.cased || x.hedge[t.word] || x.also[t.word] || x.tail[t.word] && (k+1 == j || s.toks[k+1].sign)
		if !s.skip[k-s.from] && !t.sign {
			p.toks = append(p.toks, *t)
			if t.content() && !(x.nay[t.word]) {
				p.about = append(p.about, t.stem)
			}
		}
		if k < lead && !p.state {
			p.topic = p.about
		}
	}
	return p
}

// keepsAfter reports whether a line goes on to say what holds, after what was tried.
func keepsAfter(toks []tok, f *found) bool {
	x := cues()
	aside, further := false, false
	for k := f.to; k < len(toks); k++ {
		t := &toks[k]
		switch {
		case ends(t):
			further, aside = further || k > f.to || t.word != ":" && t.word != "：", false
		case t.sign:
			aside = x.reason[t.word]
		case aside:
		case x.works[t.word], further && x.must[t.word]:
			return true
		}
	}
	return false
}
