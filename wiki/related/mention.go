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

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// leastName is the minimum length, in runes, of a name that is searched in prose: a shorter one occurs everywhere by
// chance. A CJK name may be half as long.
const leastName = 3

// A Spot is the position of a name in a page.
type Spot struct {
	Start int // in bytes from the beginning of the file
	Name  string
}

// A Naming is the first spot at which the prose of a page names another.
type Naming struct {
	By *wiki.Page
	At Spot
}

// Mention returns the mention for a spot at which a page names another.
func (f *Finder) Mention(q *wiki.Page, at Spot) Mention {
	l := wiki.Backlink{From: q, Link: wikilink.Link{Start: at.Start, End: at.Start + len(at.Name)}}
	return Mention{Ref: refOf(q), Line: lineOf(q.Bytes(), at.Start), Text: wikilink.Plain(l.Context()), Name: at.Name}
}

// mentions returns the pages that name p in their prose and do not link to it, each with its first such sentence. Days
// are left out: they are never rewritten, so no link can be added.
func (f *Finder) mentions(p *wiki.Page, limit int) ([]Mention, int) {
	named, more := first(f.Named(p), limit)
	out := []Mention{}
	for _, n := range named {
		out = append(out, f.Mention(n.By, n.At))
	}
	return out, more
}

// Naming returns the pages whose prose names others, in the order in which their mentions are listed.
func (f *Finder) Naming() (pages []*wiki.Page) {
	for _, kind := range []wiki.PageKind{wiki.ArticlePage, wiki.PersonPage} {
		for _, q := range f.Wiki.Pages() {
			if q.Kind == kind && q.Article != nil && !q.Linked() {
				pages = append(pages, q)
			}
		}
	}
	return pages
}

// Named returns the pages whose prose names p and that do not link to it, in the order of Naming. It finds the same as
// Names.In for each page.
func (f *Finder) Named(p *wiki.Page) (out []Naming) {
	names := f.names(p)
	if len(names.by) == 0 {
		return nil
	}
	texts := namesOf(p)
	pages := f.Naming()
	found := make([]map[*wiki.Page]Spot, len(pages))
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(pages))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(pages); i += workers {
				low := lower(pages[i])
				if slices.ContainsFunc(texts, func(n string) bool { return bytes.Contains(low, []byte(n)) }) {
					found[i] = names.find(pages[i], low)
				}
			}
		})
	}
	wg.Wait()
	for i := range pages {
		if at, ok := found[i][p]; ok {
			out = append(out, Naming{pages[i], at})
		}
	}
	return out
}

// namesOf returns the names of a page as they occur in prose, the longest first.
func namesOf(p *wiki.Page) []string {
	all := []string{p.Title(), spaces.Replace(p.Name), p.Name}
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
	sorting.By(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return out
}

var spaces = strings.NewReplacer("-", " ", "_", " ")

// Names are the names of all pages of a snapshot, prepared for searching many texts. Several goroutines may use
// them.
type Names struct {
	f    *Finder
	by   map[string][]name // by their texts
	long map[string][]int  // lengths of the names that begin with a word, the longest first
}

// A name is a name of a page.
type name struct {
	of    *wiki.Page
	apart []string // of a project, the keys of the others of its name
}

// means reports whether a page means the project by its name at low[at]: "api" on a page of clientB/api, or behind
// "clientB/", is not the project api.
func (n *name) means(q *wiki.Page, low []byte, at int) bool {
	return len(n.apart) == 0 || (at == 0 || low[at-1] != '/') &&
		!slices.ContainsFunc(q.Tags(), func(t string) bool { return slices.Contains(n.apart, wiki.ProjectKey(t)) })
}

// Names collects the names of all pages.
func (f *Finder) Names() *Names {
	return f.names(slices.DeleteFunc(slices.Clone(f.Wiki.Pages()), func(p *wiki.Page) bool { return p.Article == nil || p.Kind == wiki.CodePage })...)
}

func (f *Finder) names(of ...*wiki.Page) *Names {
	n := &Names{f, map[string][]name{}, map[string][]int{}}
	for _, p := range of {
		n.add(p)
	}
	return n
}

func (n *Names) add(p *wiki.Page) {
	var apart []string
	if n.f.Apart != nil && slices.ContainsFunc(p.Tags(), func(t string) bool { return wiki.ProjectKey(t) == wiki.ProjectKey(p.Title()) }) {
		for _, other := range n.f.Apart(p.Title()) {
			apart = append(apart, wiki.ProjectKey(other))
		}
	}
	for _, text := range namesOf(p) {
		if n.by[text] == nil {
			key := text[:head([]byte(text))]
			at, known := slices.BinarySearchFunc(n.long[key], len(text), func(have, long int) int { return long - have })
			if !known {
				n.long[key] = slices.Insert(n.long[key], at, len(text))
			}
		}
		n.by[text] = append(n.by[text], name{p, apart})
	}
}

// In returns the first spot of each page that the prose of q names and q does not link to.
func (n *Names) In(q *wiki.Page) map[*wiki.Page]Spot {
	return n.find(q, lower(q))
}

// find is In for a page whose text in lower case is known.
func (n *Names) find(q *wiki.Page, low []byte) (out map[*wiki.Page]Spot) {
	var hidden []span
	for i := 0; i < len(low); {
		word := head(low[i:])
		for _, long := range n.long[string(low[i:i+word])] {
			end := i + long
			if end > len(low) {
				continue
			}
			named := n.by[string(low[i:end])]
			if len(named) == 0 || len(named) == 1 && named[0].of == q || !alone(low, i, end) {
				continue
			}
			if hidden == nil {
				hidden, out = hiddenIn(q.Article), map[*wiki.Page]Spot{}
			}
			if within(hidden, i, end) {
				continue
			}
			for _, c := range named {
				if _, known := out[c.of]; !known && c.of != q && c.means(q, low, i) { // not before, nor here by a longer name
					out[c.of] = Spot{i, string(low[i:end])}
				}
			}
		}
		i += word
	}
	for p := range out {
		if slices.Contains(n.f.Wiki.LinkersOf(p), q) {
			delete(out, p)
		}
	}
	return out
}

// lower returns the text of a page in lower case, with all offsets unchanged.
func lower(q *wiki.Page) []byte {
	src := q.Bytes()
	if low := bytes.ToLower(src); len(low) == len(src) {
		return low
	}
	return src // a letter is longer in the other case
}

// head returns the length of the first word of a text; if the text does not begin with a word, or is in a script
// without spaces, that of its first letter.
func head(text []byte) int {
	n := 0
	for n < len(text) {
		if c := text[n]; c|0x20 >= 'a' && c|0x20 <= 'z' { // as most are
			n++
			continue
		}
		r, size := utf8.DecodeRune(text[n:])
		if !joins(r) {
			break
		}
		n += size
	}
	if n == 0 {
		_, n = utf8.DecodeRune(text)
	}
	return n
}

// alone reports whether low[start:end] is not a part of a longer word. In scripts without spaces it never is.
func alone(low []byte, start, end int) bool {
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
