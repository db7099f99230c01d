package adopt

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/wiki"
)

// A Merged is one page made of two.
type Merged struct {
	Page   []byte
	Base   []byte           // the generated text that Page rests on, if it has to be kept: see BaseName and wiki.Sum
	Waits  []merge.Conflict // lines of the person here that gave way to ones of the trunk; they wait as proposals
	Theirs bool             // Page is the trunk's
}

// Merge merges a page that changed here and on the trunk. base is the last version that both sides had, nil if there
// is none. bases returns the generated text with a sum, nil if it is not known.
//
// The result is the trunk's page with the edits of the person here, as changes of lines and properties. Where a person
// edited the same line on the trunk, that one stays. What was only generated here is left out, because a compile
// writes it again. The result never has conflict marks; a side that has them gives way.
func Merge(base, ours, theirs []byte, bases func(sum string) []byte) Merged {
	o, t := wiki.Parse(ours), wiki.Parse(theirs)
	switch {
	case bytes.Equal(ours, theirs), bytes.Equal(ours, base), o.ReadOnly(), lines.Marked(ours):
		return Merged{Page: theirs, Theirs: true}
	case bytes.Equal(theirs, base), t.ReadOnly(), lines.Marked(theirs):
		return Merged{Page: ours}
	case o.Fits():
		return Merged{Page: theirs, Theirs: true}
	}
	was := generated(o, base, bases)
	if was == nil {
		was = unknown(o, t)
	}
	trunk := generated(t, base, bases)
	if trunk == nil {
		trunk = t
	}
	m := &merger{trunk: trunk, written: textsOf(trunk)}
	was, had := m.edited(was, o, t)
	r, err := merge.ThreeWay(was, o, t, had, m.decide)
	if err != nil {
		return Merged{Page: theirs, Theirs: true}
	}
	page, err := r.Page, error(nil)
	if sum := t.Sum(); sum != "" {
		page, err = page.SetText(wiki.SumKey, sum)
	} else {
		page, err = page.Delete(wiki.SumKey)
	}
	if err != nil || bytes.Equal(page.Bytes(), theirs) {
		return Merged{Page: theirs, Theirs: true, Waits: m.waits}
	}
	out := Merged{Page: page.Bytes(), Waits: m.waits}
	if t.Fits() {
		out.Base = theirs
	}
	return out
}

// Unmark merges the two sides of a page in which another program left conflict marks.
func (b Bases) Unmark(page []byte) []byte {
	base, ours, theirs := lines.Sides(page)
	return Merge(base, ours, theirs, b.Text).Page
}

// generated returns the text that was generated before a person edited a page, nil if it is not known.
func generated(page *wiki.Article, base []byte, bases func(sum string) []byte) *wiki.Article {
	if page.Fits() {
		return page
	}
	if b := wiki.Parse(base); page.Sum() != "" && b.Fits() && b.Sum() == page.Sum() {
		return b
	}
	if text := bases(page.Sum()); page.Sum() != "" && text != nil && wiki.Sum(text) == page.Sum() {
		return wiki.Parse(text)
	}
	return nil
}

// unknown returns what stands for the generated text of a page when that is lost: the page without the lines that cite
// nothing and that the trunk's page lacks. These count as a person's, and no line as removed.
func unknown(page, trunk *wiki.Article) *wiki.Article {
	there := textsOf(trunk)
	return without(page, func(u merge.Unit) bool { return len(u.Cites) == 0 && !there[u.Text] && !u.Title() })
}

// without returns a page without some of its lines.
func without(page *wiki.Article, gone func(merge.Unit) bool) *wiki.Article {
	var cuts []merge.Splice
	for _, s := range merge.Sections(page) {
		for _, u := range s.Units {
			if gone(u) {
				cuts = append(cuts, merge.Splice{Start: u.Start, End: u.End})
			}
		}
	}
	return wiki.Parse(merge.Rewrite(page.Bytes(), cuts))
}

func textsOf(page *wiki.Article) map[string]bool {
	out := map[string]bool{}
	for _, s := range merge.Sections(page) {
		for _, u := range s.Units {
			out[u.Text] = true
		}
	}
	return out
}

// A merger decides about lines that changed on both sides.
type merger struct {
	trunk   *wiki.Article   // as it was generated
	written map[string]bool // its lines
	waits   []merge.Conflict
}

// edited returns the base of a merge and the citations that the page here ever had, without the lines that the person
// here removed and a person edited on the trunk: the edited line comes back.
func (m *merger) edited(was, ours, theirs *wiki.Article) (*wiki.Article, merge.Keys) {
	had, there := merge.PageKeys(was), merge.PageKeys(ours)
	had.Add(there.Sorted())
	back := merge.Keys{}
	for _, s := range merge.Sections(theirs) {
		for _, u := range s.Units {
			for _, k := range u.Cites {
				if !m.written[u.Text] && !there[k] {
					back[k] = true
				}
			}
		}
	}
	if len(back) == 0 {
		return was, had
	}
	return without(was, func(u merge.Unit) bool {
		return slices.ContainsFunc(u.Cites, func(k merge.Key) bool { return back[k] })
	}), had.Minus(back)
}

// decide keeps the line of the person here, unless a person edited the line of the trunk.
func (m *merger) decide(c merge.Conflict) merge.Decision {
	written := m.written[c.Ours]
	if key, ok := strings.CutSuffix(c.Section, ":"); ok {
		text, _ := m.trunk.Text(key)
		written = text == c.Ours
	}
	if c.Ours == "" || written {
		return merge.KeepTheirs
	}
	m.waits = append(m.waits, merge.Conflict{Section: c.Section, Was: c.Was, Theirs: c.Ours, Ours: c.Theirs, Mine: true})
	return merge.TakeOurs
}

// Waiting returns the lines and properties of the person here that still wait: those that the page has not, in the place
// of one that it has.
func Waiting(page *wiki.Article, waits []merge.Conflict) (out []merge.Conflict) {
	for _, x := range waits {
		x.Mine = true
		if key, is := strings.CutSuffix(x.Section, ":"); is {
			if text, _ := page.Text(key); text == x.Theirs {
				x.Line = 1
				out = append(out, x)
			}
			continue
		}
		u, ok := merge.Find(page, x.Section, x.Theirs)
		if _, has := merge.Find(page, x.Section, x.Ours); ok && !has {
			x.Line = 1 + strings.Count(string(page.Bytes()[:u.Start]), "\n")
			out = append(out, x)
		}
	}
	return out
}
