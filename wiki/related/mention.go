package related

import (
	"bytes"
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// leastName is how long a name is, in runes, that is looked for in prose: a shorter one stands in every
// other word by chance. CJK says as much in half of it.
const leastName = 3

// mentions are the pages that name p in their prose and do not link to it, each with its first such
// sentence. Days are left out: they are never rewritten, so there is no link to make.
func (f *Finder) mentions(p *wiki.Page, limit int) ([]Mention, int) {
	named, more := first(f.Named(p), limit)
	out := []Mention{}
	for _, n := range named {
		if src, err := f.text(n.By); err == nil {
			m := mentionAt(&wiki.Page{Path: n.By.Path, Article: wiki.Parse(src)}, src, n.At)
			m.Ref = refOf(n.By)
			out = append(out, m)
		}
	}
	return out, more
}

// A Naming is the first spot at which the prose of a page names another.
type Naming struct {
	By *wiki.Page
	At Spot
}

// Named are the pages whose prose names p and that do not link to it, in the order of Naming: what Names.In
// of each would tell of p, for less where it is asked of one page alone.
func (f *Finder) Named(p *wiki.Page) (out []Naming) {
	names := namesOf(p)
	if len(names) == 0 {
		return nil
	}
	skip := map[*wiki.Page]bool{p: true}
	for _, from := range f.Wiki.LinkersOf(p) {
		skip[from] = true
	}
	pages := slices.DeleteFunc(f.Naming(), func(q *wiki.Page) bool { return skip[q] })
	found := make([]*Spot, len(pages))
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(pages))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(pages); i += workers {
				found[i] = f.spot(pages[i], names)
			}
		})
	}
	wg.Wait()
	for i, at := range found {
		if at != nil {
			out = append(out, Naming{pages[i], *at})
		}
	}
	return out
}

// namesOf are the names of a page as they stand in prose, the longest first.
func namesOf(p *wiki.Page) []string {
	all := []string{p.Title(), spaced(p.Name), p.Name}
	if p.Article != nil {
		all = append(all, p.Aliases()...)
	}
	var out []string
	for _, n := range all {
		n = strings.ToLower(wikilink.Plain(wikilink.Squeeze(n)))
		least := leastName
		if r, _ := utf8.DecodeRuneInString(n); wide(r) {
			least--
		}
		if utf8.RuneCountInString(n) >= least && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return out
}

func spaced(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return ' '
		}
		return r
	}, name)
}

// spot looks for the first of the names in the prose of a page; nil where there is none.
func (f *Finder) spot(q *wiki.Page, names []string) *Spot {
	src, err := f.text(q)
	if err != nil {
		return nil
	}
	low := bytes.ToLower(src)
	if len(low) != len(src) { // a letter that is longer in the other case
		low = src
	}
	if at, _ := find(low, names, 0, nil); at < 0 { // as in most pages, which need no parsing then
		return nil
	}
	at, name := find(low, names, 0, hiddenIn(f.article(q, src)))
	if at < 0 {
		return nil
	}
	return &Spot{at, name}
}

// find returns the first place from which one of the names stands as words of its own, -1 for none. what
// is not prose is passed over; nil takes all for prose.
func find(low []byte, names []string, from int, hidden []span) (at int, name string) {
	at = -1
	for _, n := range names {
		for i := from; i <= len(low)-len(n); {
			j := bytes.Index(low[i:], []byte(n))
			if j < 0 {
				break
			}
			j += i
			if word(low, j, j+len(n)) && !within(hidden, j, j+len(n)) {
				if at < 0 || j < at {
					at, name = j, n
				}
				break
			}
			i = j + 1
		}
	}
	return at, name
}

// word reports whether low[start:end] is not a part of a longer word. Scripts without spaces have no such.
func word(low []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(low[:start])
	first, _ := utf8.DecodeRune(low[start:])
	last, _ := utf8.DecodeLastRune(low[:end])
	after, _ := utf8.DecodeRune(low[end:])
	return !(joins(before) && joins(first)) && !(joins(last) && joins(after))
}

func joins(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_') && !wide(r)
}

// wide reports whether a letter belongs to a script that is written without spaces.
func wide(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// A span is a stretch of a page in bytes.
type span struct{ start, end int }

func within(spans []span, start, end int) bool {
	i, _ := slices.BinarySearchFunc(spans, start, func(s span, at int) int { return cmp.Compare(s.end, at+1) })
	return i < len(spans) && spans[i].start < end
}

// hiddenIn returns what of a page is no prose, in order: properties, headings, links, code, comments,
// addresses.
func hiddenIn(a *wiki.Article) []span {
	src, doc := a.Bytes(), a.Doc()
	out := []span{{0, len(src) - len(a.Body())}}
	for _, h := range doc.Headings {
		out = append(out, span{h.Start, h.End})
	}
	for _, l := range slices.Concat(doc.Links, doc.HTML) {
		out = append(out, span{l.Start, l.End})
	}
	for _, h := range doc.Hrefs {
		open := max(0, bytes.LastIndexByte(src[:h.Start], '['))
		out = append(out, span{open, min(h.End+1, len(src))})
	}
	out = append(out, code(src, len(src)-len(a.Body()))...)
	slices.SortFunc(out, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	merged := out[:0]
	for _, s := range out {
		if n := len(merged); n > 0 && s.start <= merged[n-1].end {
			merged[n-1].end = max(merged[n-1].end, s.end)
		} else if s.end > s.start {
			merged = append(merged, s)
		}
	}
	return merged
}

// code finds fenced blocks, code spans within a line, comments, and bare addresses.
func code(src []byte, from int) (out []span) {
	fence, began := "", 0
	for at := from; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimLeft(string(src[at:end]), " \t>")
		switch {
		case fence != "":
			if strings.HasPrefix(line, fence) {
				out = append(out, span{began, end})
				fence = ""
			}
		case strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~"):
			fence, began = line[:3], at
		default:
			out = append(out, inline(src[at:end], at)...)
		}
		at = end
	}
	if fence != "" {
		out = append(out, span{began, len(src)})
	}
	for _, marks := range [][2]string{{"<!--", "-->"}, {"%%", "%%"}} {
		for at := from; ; {
			i := bytes.Index(src[at:], []byte(marks[0]))
			if i < 0 {
				break
			}
			i += at
			j := bytes.Index(src[i+len(marks[0]):], []byte(marks[1]))
			if j < 0 {
				break
			}
			at = i + len(marks[0]) + j + len(marks[1])
			out = append(out, span{i, at})
		}
	}
	return out
}

// inline finds code spans and addresses in a line that begins at an offset.
func inline(line []byte, base int) (out []span) {
	for i := 0; i < len(line); {
		switch {
		case line[i] == '`':
			n := 1
			for i+n < len(line) && line[i+n] == '`' {
				n++
			}
			j := bytes.Index(line[i+n:], line[i:i+n])
			if j < 0 {
				i += n
				continue
			}
			out = append(out, span{base + i, base + i + n + j + n})
			i += n + j + n
		case bytes.HasPrefix(line[i:], []byte("://")):
			j := i
			for j > 0 && line[j-1] > ' ' {
				j--
			}
			for i < len(line) && line[i] > ' ' {
				i++
			}
			out = append(out, span{base + j, base + i})
		default:
			i++
		}
	}
	return out
}
