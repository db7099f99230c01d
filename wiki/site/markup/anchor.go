package markup

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// maxAnchor is how many letters of a heading are in its address.
const maxAnchor = 80

// Anchors are the ids of headings, given in the order of the page: small letters of any script, digits and
// hyphens; a second heading of the same words has "-2" at its end.
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
	if s, ok := simple(heading); ok {
		return s
	}
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

// simple is the id of a heading that is nothing but ASCII letters, digits, spaces and marks that mean nothing
// in Markdown, as most are.
func simple(heading string) (string, bool) {
	var room [maxAnchor]byte
	out, gap := room[:0], false
	for i := range len(heading) {
		c := heading[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
		case c == ' ' || c == '-' || c == '.' || c == ',' || c == ':' || c == '?' || c == '/':
			gap = len(out) > 0
			continue
		default:
			return "", false
		}
		if gap {
			out = append(out, '-')
			gap = false
		}
		if len(out) == maxAnchor {
			return "", false
		}
		out = append(out, c)
	}
	return string(out), len(out) > 0
}

// AnchorOf finds the id of the heading that a link's fragment names: the last of headings joined by #, where
// several are alike the one below those before it. headings and levels are of the page, in order.
func AnchorOf(fragment string, headings []string, levels []int) (id string, ok bool) {
	ids := Anchors(headings)
	at := -1
	for part := range strings.SplitSeq(fragment, "#") {
		want := anchor(part)
		next := -1
		for i := at + 1; i < len(headings); i++ {
			if at >= 0 && levels[i] <= levels[at] {
				break
			}
			if anchor(headings[i]) == want {
				next = i
				break
			}
		}
		if next < 0 {
			return "", false
		}
		at = next
	}
	return ids[at], at >= 0
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

// headingText is a heading as it is written, without its marks and block id, as Scan has it.
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
