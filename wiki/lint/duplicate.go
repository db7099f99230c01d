package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// Two articles about one thing often have different names: a model calls it "Program Counter (PC)" today
// and "program counters" tomorrow. Names are compared by their significant words, whatever their order, number
// and spelling as one word or two, and also letter by letter with one difference allowed. Only a person can tell
// whether the two are one.

// near is the length from which names that differ in one letter are likely the same.
const near = 9

// A subject is one name of an article, in the forms that are compared.
type subject struct {
	page   *wiki.Page
	name   string
	sorted string // its words in order
	joined string // its words as they stand
	part   bool   // only a part of a name has it: Program Counter, and PC, of Program Counter (PC)
}

// duplicates reports pairs of articles, at the later of the two.
func (c *checker) duplicates() []*Finding {
	if (&reporter{levels: c.Levels, ours: true}).off(Duplicate) && (&reporter{levels: c.Levels, ours: true}).off(NearDuplicate) {
		return nil
	}
	articles := c.Wiki.Articles()
	all := make([]subject, 0, 2*len(articles))
	for _, p := range articles {
		all = append(all, subjects(p)...)
	}
	told := map[[2]string]bool{}
	var out []*Finding
	tell := func(check string, a, b subject) {
		if a.page == b.page || a.page.Type() != b.page.Type() || told[[2]string{a.page.Path, b.page.Path}] {
			return
		}
		if wiki.Fold(a.name) == wiki.Fold(b.name) {
			if a.part == b.part { // a name of both is another finding, and two of one thing, as Deploy (alpha) and Deploy (beta), are none
				return
			}
			check, a.name, b.name = NearDuplicate, a.page.Title(), b.page.Title()
		}
		told[[2]string{a.page.Path, b.page.Path}] = true
		r := c.reporter(b.page)
		r.add(check, 1, fmt.Sprintf("%q may be the same subject as %q, %s", b.name, a.name, a.page.Path), "memoria merge folds one into the other, if they are")
		out = append(out, r.found...)
	}
	for _, form := range []func(subject) string{func(s subject) string { return s.sorted }, func(s subject) string { return s.joined }} {
		first := make(map[string]int, len(all))
		for i, s := range all {
			key := form(s)
			if j, ok := first[key]; !ok {
				first[key] = i
			} else if len(key) > 2 || s.part != all[j].part {
				tell(Duplicate, all[j], s)
			}
		}
	}
	oneOff(all, func(a, b subject) { tell(NearDuplicate, a, b) })
	return out
}

// subjects returns the names of an article.
func subjects(p *wiki.Page) []subject {
	var out []subject
	add := func(name string, part bool) {
		s := subject{page: p, name: name, part: part}
		words := telling(name)
		s.joined = strings.Join(words, "")
		slices.Sort(words)
		s.sorted = strings.Join(words, " ")
		if s.joined != "" && !slices.ContainsFunc(out, func(o subject) bool { return o.joined == s.joined }) {
			out = append(out, s)
		}
	}
	for _, name := range append([]string{p.Article.Title(), strings.ReplaceAll(p.Name, "-", " ")}, p.Aliases()...) {
		add(name, false)
		if i, j := strings.IndexByte(name, '('), strings.IndexByte(name, ')'); i > 0 && j > i { // Program Counter (PC)
			add(strings.TrimSpace(name[:i]+name[j+1:]), true)
			if short := name[i+1 : j]; strings.ToLower(short) == initials(name[:i]) {
				add(short, true)
			}
		}
	}
	return out
}

// initials returns the first letters of the words of a name, small.
func initials(name string) (out string) {
	for _, w := range strings.Fields(strings.ToLower(name)) {
		r, _ := utf8.DecodeRuneInString(w)
		out += string(r)
	}
	return out
}

// telling returns the significant words of a name, in lower case and the singular.
func telling(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '+' && r != '#'
	})
	out := words[:0]
	for _, w := range words {
		switch w {
		case "a", "an", "the", "of", "and", "or", "for", "in", "on", "to", "with":
			continue
		}
		out = append(out, singular(w))
	}
	return out
}

func singular(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}

// crowd is how many names may share a half before that half is ignored.
const crowd = 64

// oneOff calls f for pairs of names that differ in one letter: inserted, deleted or replaced. Two such names share
// their first or their second half, if both are cut where the shorter one is. Names that differ in a digit are
// versions of something and do not count.
func oneOff(all []subject, f func(a, b subject)) {
	type half struct {
		text   string
		short  int // length of the shorter of the two
		second bool
	}
	with := make(map[half][]int, 4*len(all))
	var pairs [][2]int
	for i, s := range all {
		n := len(s.joined)
		if n < near {
			continue
		}
		for short := n - 1; short <= n; short++ {
			cut := short / 2
			for _, h := range [...]half{{s.joined[:cut], short, false}, {s.joined[n-short+cut:], short, true}} {
				for _, j := range with[h] {
					if o := &all[j]; o.page != s.page && o.joined != s.joined && differByLetter(o.joined, s.joined) {
						pairs = append(pairs, [2]int{i, j})
					}
				}
				if len(with[h]) < crowd {
					with[h] = append(with[h], i)
				}
			}
		}
	}
	sorting.By(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	for _, p := range slices.Compact(pairs) {
		f(all[p[1]], all[p[0]])
	}
}

// differByLetter reports whether one edit, not of a digit, turns a into b.
func differByLetter(a, b string) bool {
	start, end, with := difference([]byte(a), []byte(b))
	gone := a[start:end]
	return len(gone) <= 1 && len(with) <= 1 && !strings.ContainsAny(gone+with, "0123456789")
}
