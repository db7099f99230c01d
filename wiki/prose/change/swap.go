package change

import "slices"

// swap finds the old and the new value of a clause that names a change.
func (c *clause) swap(toks []tok, start int) {
	find := func(r role, from int) int {
		for i := from; i < len(toks); i++ {
			if toks[i].has(r) {
				return i
			}
		}
		return -1
	}
	verb := slices.IndexFunc(toks, func(t tok) bool { return t.has(swapped) })
	if verb < 0 && start < len(toks) && toks[start].has(swap) {
		verb = start
	}
	switch i := find(instead, 0); {
	case i >= 0:
		c.old = run(toks, i+1)
		if c.now = runBefore(toks, i); len(c.now) > 0 {
			first := slices.IndexFunc(toks, func(t tok) bool { return t.at == c.now[0].at }) // words of another clause may be left out
			for first > 0 && !toks[first-1].content() && !purpose[toks[first-1].word] {
				first--
			}
			if first > 0 && purpose[toks[first-1].word] {
				c.now = firstRun(toks[:i])
			}
		}
		if isNum := func(t tok) bool { return t.num }; slices.ContainsFunc(c.old, isNum) {
			k := slices.IndexFunc(c.now, isNum)
			if k > 0 && c.now[k-1].stem == "each" {
				k--
			}
			c.now = c.now[max(k, 0):]
		} else if len(c.now) > 1 && c.now[0].at == c.words[0].at && c.topic < 0 && !toks[start:][0].has(silent) { // "the consultant prefers polling instead of"
			c.now = c.now[len(c.now)-1:]
		}
		if len(c.now) == 0 {
			if rest := c.without(c.old); len(rest) > 0 {
				c.now = rest[len(rest)-1:]
			}
		}
	case find(insteadEnd, 0) >= 0:
		i := find(insteadEnd, 0)
		c.old, c.now = runBefore(toks, i), run(toks, i+1)
	case find(replaces, 0) > 0:
		i := find(replaces, 0)
		c.old, c.now = run(toks, i+1), runBefore(toks, i)
	case find(replaced, 0) >= 0 && find(with, 0) >= 0:
		c.replacement(toks, find(replaced, 0), find(with, 0))
	case find(remake, 0) >= 0:
		if now := run(toks, find(remake, 0)+1); len(now) > 0 && now[0].num {
			c.now = now
		}
	case verb >= 0:
		c.move(toks, verb, find)
	}
	if len(c.old) > 0 || len(c.now) > 0 {
		c.change = true
		c.doubt = c.doubt || c.has(not) || c.has(permit) && !c.has(now) || slices.ContainsFunc(toks, func(t tok) bool { return t.has(back) && len(c.now) > 0 && t.at > c.now[len(c.now)-1].at })
	}
	c.change = c.change || c.has(gone|drop)
	if n := len(c.now); n > 0 { // how the new value is used: "to JSON over HTTP"
		for i := range toks {
			if toks[i].at == c.now[n-1].at+1 && describes[toks[i].word] {
				c.words = slices.DeleteFunc(c.words, func(t tok) bool { return t.at > toks[i].at })
			}
		}
	}
}

// describes are the words behind which it is said how a new value is used.
var describes = map[string]bool{"over": true, "with": true, "via": true, "using": true, "plus": true, "without": true, "mit": true, "über": true, "avec": true, "con": true, "com": true}

// purpose are the prepositions before what something is used for.
var purpose = map[string]bool{"for": true, "für": true, "para": true, "pour": true, "для": true}

// replacement reads "replaced A with B", "A was replaced by B", and "A durch B ersetzt".
func (c *clause) replacement(toks []tok, verb, by int) {
	c.now = run(toks, by+1)
	switch {
	case by < verb:
		c.old = firstRun(toks[:by])
	case len(run(toks, verb+1)) > 0 && by > verb+1:
		c.old = run(toks, verb+1)
	default:
		c.old = runBefore(toks, verb)
	}
}

// move reads "moved from A to B", "renamed A to B" and "moved to B".
func (c *clause) move(toks []tok, verb int, find func(r role, from int) int) {
	marker := func(i int) int { // the first before which nothing is missing
		for ; i < len(toks); i++ {
			t := &toks[i]
			if !t.has(to) || t.word == "a" && !romance(toks[verb].word) {
				continue
			}
			if i > 0 && len(run(toks, i+1)) > 0 {
				return i
			}
		}
		return -1
	}
	if i := find(from, 0); i >= 0 && !(toks[i].has(to) && i == verb) {
		if old := run(toks, i+1); len(old) > 0 {
			if k := marker(i + 1); k > i {
				c.old, c.now = old, run(toks, k+1)
				return
			}
		}
	}
	if i := find(fromEnd, 0); i >= 0 {
		if k := find(toEnd, i); k > i {
			c.old, c.now = runBefore(toks, i), runBefore(toks, k)
			return
		}
	}
	k := marker(0)
	if k == verb+1 {
		c.roles &^= drop // "reverted to"
	}
	if k < 0 {
		if i := find(into, 0); i >= 0 && renames[toks[verb].word] {
			k = i
		}
	}
	if k < 0 {
		if k := find(toEnd, 0); k > 0 {
			c.now = runBefore(toks, k)
		}
		return
	}
	c.now = run(toks, k+1)
	if old := runBefore(toks, k); len(old) > 0 && len(c.now) > 0 && k > verb {
		if last := old[len(old)-1]; last.proper() && last.code == c.now[len(c.now)-1].code {
			c.old = []tok{last}
		}
	}
}

// renames are the verbs of renaming, whose "in" is a "to".
var renames = map[string]bool{"renamed": true, "rewritten": true, "umbenannt": true, "renombramos": true, "renombrado": true, "renommé": true, "renomeamos": true, "переименовали": true}

// romance reports whether a verb is of a language in which "a" is "to".
func romance(w string) bool { return w[len(w)-1] != 'd' && w != "went" && w != "gone" }

const maxRun = 4

// run returns the words from i on up to what is no word of a name.
func run(toks []tok, i int) (out []tok) {
	for ; i < len(toks) && len(out) < maxRun; i++ {
		t := &toks[i]
		switch {
		case t.content():
			out = append(out, *t)
		case t.word == "a" && len(out) == 0:
		case len(out) > 0 || t.sign || t.has(to|from|state|toEnd|fromEnd) && !t.has(filler|place):
			return out
		}
	}
	return out
}

// runBefore returns the words that end at i.
func runBefore(toks []tok, i int) (out []tok) {
	for i--; i >= 0 && len(out) < maxRun; i-- {
		t := &toks[i]
		switch {
		case t.content():
			out = append(out, *t)
		case len(out) > 0 || t.sign:
			i = -1
		}
	}
	slices.Reverse(out)
	return out
}

func firstRun(toks []tok) []tok {
	for i := range toks {
		if toks[i].content() {
			return run(toks, i)
		}
	}
	return nil
}

// without returns the words of a clause that are not among those of the lists.
func (c *clause) without(lists ...[]tok) []tok {
	return slices.DeleteFunc(slices.Clone(c.words), func(t tok) bool {
		return slices.ContainsFunc(lists, func(l []tok) bool { return slices.ContainsFunc(l, func(o tok) bool { return o.at == t.at }) })
	})
}

// maxAnnounced is how many words stand before the one by which a correction is announced.
const maxAnnounced = 3

// announced returns where what a correction says begins, behind a sign: "One correction: ..."; 0 for none.
func announced(toks []tok) int {
	for i := range toks[:min(len(toks)-1, maxAnnounced)] {
		if toks[i].has(correct) && (toks[i+1].word == ":" || toks[i+1].sign && !toks[i+1].ends()) {
			return i + 1
		}
	}
	return 0
}
