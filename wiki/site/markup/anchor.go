package markup

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// maxAnchor is the maximum number of letters of a heading in its id.
const maxAnchor = 80

// Anchors returns the ids of headings, given in the order of the page: lower-case letters of any script, digits and
// hyphens; a second heading with the same words gets "-2" at its end.
func Anchors(headings []string) []string {
	out := make([]string, 0, len(headings))
	next := make(map[string]int, len(headings)) // an id that is taken -> the number that its next of kin is tried with
	for _, h := range headings {
		base := anchor(h)
		id, n := base, next[base]
		for n > 0 {
			id = base + "-" + strconv.Itoa(n)
			n++
			if next[id] == 0 {
				next[base] = n
				break
			}
		}
		next[id] = 2
		out = append(out, id)
	}
	return out
}

func anchor(heading string) string {
	var out strings.Builder
	n, gap := 0, false
	for _, r := range norm.NFC.String(strings.ToLower(wikilink.Plain(heading))) {
		switch {
		case n == maxAnchor:
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && n > 0:
			if gap && n > 0 {
				out.WriteByte('-')
			}
			out.WriteRune(r)
			gap = false
			n++
		case !unicode.IsMark(r):
			gap = true
		}
	}
	if n == 0 {
		return "section"
	}
	return out.String()
}

// An Index finds headings of a page by the fragments of links.
type Index struct {
	ids    []string
	levels []int
	at     map[string][]int // by what their words come to
}

// NewIndex makes the index of a page's headings, given in order.
func NewIndex(headings []string, levels []int) *Index {
	x := &Index{ids: Anchors(headings), levels: levels, at: make(map[string][]int, len(headings))}
	for i, h := range headings {
		key := anchor(h)
		x.at[key] = append(x.at[key], i)
	}
	return x
}

// Find returns the id of the heading that a link's fragment names: the last of several headings joined by #. If several
// have the same text, it is the one below the headings before it in the fragment.
func (x *Index) Find(fragment string) (id string, ok bool) {
	at, end := -1, len(x.ids)
	for part := range strings.SplitSeq(fragment, "#") {
		named := x.at[anchor(part)]
		i, _ := slices.BinarySearch(named, at+1)
		if i == len(named) || named[i] >= end {
			return "", false
		}
		at = named[i]
		for end = at + 1; end < len(x.ids) && x.levels[end] > x.levels[at]; {
			end++
		}
	}
	return x.ids[at], true
}

// anchors gives the headings of the page itself their ids, before anything is written.
func (w *walk) anchors(tree ast.Node) {
	var texts []string
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			texts = append(texts, headingText(h, w.source))
			w.headings = append(w.headings, Heading{Level: h.Level})
		}
	}
	for i, id := range Anchors(texts) {
		w.headings[i].ID = id
		w.headings[i].Text = wikilink.Plain(texts[i])
		w.ids[id] = true
	}
}

// headingText returns a heading as it is written, without its marks and block id, as Scan does.
func headingText(h *ast.Heading, source []byte) string {
	var out strings.Builder
	for i := range h.Lines().Len() {
		seg := h.Lines().At(i)
		if i > 0 {
			out.WriteByte(' ')
		}
		out.Write(seg.Value(source))
	}
	s := strings.TrimSpace(out.String())
	if id, ok := h.LastChild().(*wikilink.BlockID); ok {
		s = strings.TrimSpace(strings.TrimSuffix(s, "^"+id.ID))
	}
	return s
}
