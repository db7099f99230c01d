package merge

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A Unit is merged as a whole: a line of text, or a block of code.
type Unit struct {
	Start, End int      // Bytes()[start:end], without the line end
	Text       string   // with "\n" for line ends
	Cites      []Key    // its citations
	ids        []string // identify it when its words change: citations, pages it links to

	Instead string // its replacement; "" for nothing. See package erase
}

// A Section is a section of a page, or the part above the first one.
type Section struct {
	heading string
	body    int // where its text begins
	end     int
	Units   []Unit
}

// Sections returns the part of a page above its sections, and its sections. Of a repeated heading only the first
// counts.
func Sections(a *wiki.Article) []Section {
	top := Section{body: len(a.Bytes()) - len(a.Body()), end: len(a.Bytes())}
	sections := a.Sections()
	if len(sections) > 0 {
		top.end = sections[0].Start
	}
	out := []Section{top}
	for _, s := range sections {
		out = append(out, Section{heading: s.Heading, body: s.Body, end: s.End})
	}
	for i := range out {
		out[i].Units = units(a, out[i])
	}
	return out
}

// find returns the section with a heading, nil if there is none.
func find(list []Section, heading string) *Section {
	for i := range list {
		if strings.EqualFold(list[i].heading, heading) {
			return &list[i]
		}
	}
	return nil
}

// Find returns the unit of a page with a text in a section.
func Find(a *wiki.Article, heading, text string) (Unit, bool) {
	if s := find(Sections(a), heading); s != nil {
		for _, u := range s.Units {
			if u.Text == text {
				return u, true
			}
		}
	}
	return Unit{}, false
}

func units(a *wiki.Article, s Section) []Unit {
	var out []Unit
	src := a.Bytes()
	fence := ""
	for at := s.body; at < s.end; {
		next := s.end
		if i := bytes.IndexByte(src[at:s.end], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := strings.TrimRight(string(src[at:next]), "\r\n")
		end := at + len(line)
		mark := fenceMark(line)
		switch {
		case fence != "": // in a block of code, up to its end
			out[len(out)-1].End = end
			if strings.HasPrefix(mark, fence) && strings.TrimSpace(line) == mark {
				fence = ""
			}
		case strings.TrimSpace(line) != "":
			out = append(out, Unit{Start: at, End: end})
			fence = mark
		}
		at = next
	}
	links := a.Doc().Links
	for i := range out {
		u := &out[i]
		u.Text = strings.ReplaceAll(string(src[u.Start:u.End]), "\r\n", "\n")
		for ; len(links) > 0 && links[0].Start < u.End; links = links[1:] {
			l := links[0]
			if l.Property || l.Start < u.Start {
				continue
			}
			k, ok := linkKey(l)
			switch {
			case ok && (l.Fragment != "" || strings.EqualFold(s.heading, wiki.KeyPoints)):
				u.Cites = append(u.Cites, k)
				u.ids = append(u.ids, string(k))
			case ok:
				u.ids = append(u.ids, k.Day())
			default:
				u.ids = append(u.ids, "[["+wiki.Fold(l.Target))
			}
		}
		if strings.HasPrefix(u.Text, "# ") {
			u.ids = append(u.ids, "#") // the title
		}
	}
	return out
}

// fenceMark returns the backticks or tildes that open or close a block of code.
func fenceMark(line string) string {
	t := strings.TrimLeft(line, " \t")
	for _, c := range []string{"`", "~"} {
		if n := len(t) - len(strings.TrimLeft(t, c)); n >= 3 && (c == "~" || !strings.Contains(t[n:], c)) {
			return t[:n]
		}
	}
	return ""
}

// Item reports whether the unit begins an item of a list that is not below another.
func (u Unit) Item() bool {
	return len(u.Text) > 1 && strings.IndexByte("-*+", u.Text[0]) >= 0 && u.Text[1] == ' '
}

func (u Unit) indented() bool { return u.Text[0] == ' ' || u.Text[0] == '\t' }

// nested reports whether the unit is an item below another.
func (u Unit) nested() bool {
	return u.indented() && Unit{Text: strings.TrimLeft(u.Text, " \t")}.Item()
}

func (u Unit) Title() bool { return strings.HasPrefix(u.Text, "#") }

// match finds for each unit of was the one of is that it has become, -1 where there is none: one of
// the same text, else one known by the same, else, where loose, the one in its place that may be the
// same in other words.
func match(was, is []Unit, loose bool) []int {
	out := make([]int, len(was))
	taken := make([]bool, len(is))
	same := map[string][]int{}
	for j, u := range is {
		same[u.Text] = append(same[u.Text], j)
	}
	for i, u := range was {
		out[i] = -1
		if list := same[u.Text]; len(list) > 0 {
			out[i], same[u.Text] = list[0], list[1:]
			taken[list[0]] = true
		}
	}
	known := map[string][]int{}
	for j, u := range is {
		for _, id := range u.ids {
			known[id] = append(known[id], j)
		}
	}
	for i, u := range was {
		for _, id := range u.ids {
			for _, j := range known[id] {
				if out[i] < 0 && !taken[j] {
					out[i], taken[j] = j, true
				}
			}
		}
	}
	if loose {
		pair(was, is, out, taken)
	}
	return out
}

// pair matches units that nothing but their place tells to be the same.
func pair(was, is []Unit, out []int, taken []bool) {
	for i, u := range was {
		if out[i] >= 0 {
			continue
		}
		lo, hi := 0, len(is)
		for k := i - 1; k >= 0; k-- {
			if out[k] >= 0 {
				lo = out[k] + 1
				break
			}
		}
		for k := i + 1; k < len(was); k++ {
			if out[k] >= 0 {
				hi = out[k]
				break
			}
		}
		for j := lo; j < hi; j++ {
			if !taken[j] && reworded(u, is[j]) {
				out[i], taken[j] = j, true
				break
			}
		}
	}
}

// reworded reports whether b may be a in other words. What cites other lines is another claim, and
// an item of a list has to share some words with what it was.
func reworded(a, b Unit) bool {
	switch {
	case a.Item() != b.Item() || a.indented() != b.indented() || a.Title() != b.Title():
		return false
	case len(a.Cites) > 0 && len(b.Cites) > 0:
		return false
	}
	return !a.Item() || alike(a.Text, b.Text)
}

// alike reports whether two lines share a third of the words of the longer.
func alike(a, b string) bool {
	x, y := strings.Fields(wiki.Fold(a)), strings.Fields(wiki.Fold(b))
	have := map[string]int{}
	for _, w := range x {
		have[w]++
	}
	n := 0
	for _, w := range y {
		if have[w] > 0 {
			have[w]--
			n++
		}
	}
	return 3*n >= max(len(x), len(y))
}

// inverse turns a matching around.
func inverse(m []int, n int) []int {
	out := slices.Repeat([]int{-1}, n)
	for i, j := range m {
		if j >= 0 {
			out[j] = i
		}
	}
	return out
}
