package change

import (
	"slices"
	"strings"
)

// state reads the tokens of one sentence for problems and for what was fixed. A case, a question, a guess
// and a plan count for neither.
func (l *Line) state(toks []tok, fs []found, from, to int) {
	x := cues()
	if last := toks[to-1].word; last == "?" || last == "？" || x.invert[toks[from].word] {
		return
	}
	if slices.ContainsFunc(fs, func(f found) bool { return f.kind == guard }) || slices.ContainsFunc(toks[from:to], func(t tok) bool { return x.hope[t.word] }) {
		return
	}
	s := sentence{toks: toks[from:to]}
	l.wants = l.wants || slices.ContainsFunc(toks[from:to], func(t tok) bool { return x.lack[t.word] && x.none[t.word] })
	for i := from; i < to; {
		j := i
		for j < to && !toks[j].sign {
			j++
		}
		clause := toks[i:j]
		if hedgedBy(clause) {
			return
		}
		if len(clause) > 0 {
			s.at, s.open = i-from, j+1 < to && x.limit[toks[j+1].word]
			l.clauseState(clause, &s)
		}
		i = j + 1
	}
}

// A sentence is the context of a clause.
type sentence struct {
	toks []tok
	at   int  // where the clause begins
	open bool // what follows the clause narrows it
}

// topic returns the first name of the sentence.
func (s *sentence) topic() string {
	for k := range s.toks {
		if t := &s.toks[k]; t.content() && t.proper() {
			return t.stem
		}
	}
	return ""
}

// hedgedBy reports whether a clause names a case, a time or a part. "It falls through" has no German "if".
func hedgedBy(clause []tok) bool {
	for k := range clause {
		if w := clause[k].word; cues().hedge[w] && (w != "falls" || k+1 == len(clause) || !cues().through[clause[k+1].word]) {
			return true
		}
	}
	return false
}

func (l *Line) clauseState(clause []tok, s *sentence) {
	x := cues()
	nay := slices.ContainsFunc(clause, func(t tok) bool { return denies(&t) })
	bad := slices.ContainsFunc(clause, func(t tok) bool { return x.lack[t.word] && (t.code || !t.name) })
	if nay || bad || s.open {
		if k, ok := amiss(clause); ok && nay != bad && !s.open { // what does not fail is no problem
			k.topic = s.topic()
			l.lacks = append(l.lacks, k)
		}
		return
	}
	var m mend
	since := slices.IndexFunc(clause, func(t tok) bool { return x.since[t.word] })
	if begin := begun(clause); since < 0 && begin >= 0 && s.at == 0 {
		m.kind = fixed
		if x.adds[clause[begin].word] {
			m.kind = added
		}
		m.object(clause[begin+1:])
	} else if since >= 0 {
		m.since(clause, s.toks[:s.at])
	}
	if len(m.head) > 0 {
		m.all = contentOf(s.toks)
		slices.Sort(m.all)
		m.all = slices.Compact(m.all)
		l.mends = append(l.mends, m)
	}
}

// begun returns the index of the token that says what was done, after the subject, in a clause about a
// change that was made, or -1.
func begun(clause []tok) int {
	x := cues()
	for k := range clause {
		switch t := &clause[k]; {
		case x.adds[t.word], x.mended[t.word]:
			return k
		case !x.subjects[t.word] && t.content():
			return -1
		}
	}
	return -1
}

// since reads a clause that says "now", in any language. The name of what works precedes that word. If the
// clause has a verb that takes an object, the name follows the verb, or precedes it if the verb ends the
// clause.
func (m *mend) since(clause, before []tok) {
	x := cues()
	at, takes := -1, -1
	for k := range clause {
		t := &clause[k]
		next := ""
		if k+1 < len(clause) {
			next = clause[k+1].word
		}
		switch {
		case x.asks[t.word], x.fits[t.word] && x.aims[next]: // why it works; working on it, fixed to five
			return
		case x.fits[t.word]:
			m.kind = works
		case x.takes[t.word]:
			m.kind, takes = works, k
		case !x.since[t.word]:
			continue
		}
		if at < 0 {
			at = k
		}
	}
	m.read(clause, func(k int, t *tok) {
		switch {
		case k < at:
			m.head = append(m.head, t.stem)
		case m.verb == "" && !t.proper():
			m.verb = t.stem
		}
	})
	if n := len(before); len(m.head) == 0 && n > 0 && strings.Contains(")）", before[n-1].word) { // "`s3://` (and others) now works"
		m.read(before, func(_ int, t *tok) { m.head = append(m.head, t.stem) })
	}
	if takes >= 0 {
		object := contentOf(clause[takes+1:])
		if len(object) == 0 && len(m.about) > 0 && solidText(clause[takes].word) {
			object = m.about[len(m.about)-1:]
		}
		m.head = object
	} else if len(m.head) == 0 {
		m.head = lacking(m.about, m.place)
	}
}

// object reads what was added or fixed: of what was added, the names that do not only qualify another, "the
// `--dry` docs".
func (m *mend) object(rest []tok) {
	m.read(rest, func(k int, t *tok) {
		compound := k+1 < len(rest) && rest[k+1].content() && !rest[k+1].name && !cues().vague[rest[k+1].word]
		if m.kind == fixed || t.proper() && !compound {
			m.head = append(m.head, t.stem)
		}
	})
	if m.whole = len(m.head) == 0; m.whole && m.kind == added {
		m.head = lacking(m.about, m.place)
	}
}

// read calls give for the words of a clause that do not follow a preposition, up to what only says when or
// how.
func (m *mend) read(clause []tok, give func(k int, t *tok)) {
	x := cues()
	placed := false
	for k := range clause {
		t := &clause[k]
		if x.until[t.word] {
			return
		}
		placed = placed || x.place[t.word] || x.toward[t.word]
		if !tells(t) || x.adds[t.word] {
			continue
		}
		m.about = append(m.about, t.stem)
		if t.proper() {
			m.names = append(m.names, t.stem)
		}
		if placed {
			m.place = append(m.place, t.stem)
		} else {
			give(k, t)
		}
	}
}

// amiss reads a clause with a denial. A clause that only distinguishes something from something else reports
// no problem: "a helper, not a protocol".
func amiss(clause []tok) (k lack, ok bool) {
	x := cues()
	if t := &clause[0]; denies(t) && !x.none[t.word] && (len(clause) < 2 || !x.fits[clause[1].word]) {
		return k, false
	}
	for i := range clause {
		t := &clause[i]
		if x.once[t.word] {
			return k, false
		}
		k.absent = k.absent || x.none[t.word]
		if tells(t) && !x.nay[t.word] && !x.lack[t.word] && !(t.code && message(clause, i)) {
			k.about = append(k.about, t.stem)
		}
	}
	return k, true
}

// tells reports whether a word says what a clause is about, or what of it.
func tells(t *tok) bool {
	x := cues()
	return t.content() && !t.home && !x.vague[t.word] && !x.fits[t.word] && !x.takes[t.word] && !x.since[t.word]
}

// contentOf returns the words of a clause that say what it is about.
func contentOf(clause []tok) []string {
	var out []string
	for i := range clause {
		if tells(&clause[i]) {
			out = append(out, clause[i].stem)
		}
	}
	return out
}

// message reports whether a token of inline code is the output of a program and no name: three words and
// more, of which one reports a problem.
func message(clause []tok, i int) bool {
	from, to := i, i
	for from > 0 && clause[from-1].code {
		from--
	}
	for to < len(clause) && clause[to].code {
		to++
	}
	return to-from >= 3 && slices.ContainsFunc(clause[from:to], func(t tok) bool { return cues().lack[t.word] || denies(&t) })
}
