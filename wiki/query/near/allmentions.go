package near

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// AllMentions are the unlinked mentions of every page, as Around has them, at most limit of each: what asking
// for one page after another would give, from one pass over the text.
func (f *Finder) AllMentions(limit int) map[*wiki.Page][]Mention {
	names := f.Names()
	pages := f.Naming()
	found := make([]map[*wiki.Page]Mention, len(pages))
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(pages))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(pages); i += workers {
				src, places := names.in(pages[i])
				if len(places) == 0 {
					continue
				}
				from := &wiki.Page{Path: pages[i].Path, Article: wiki.Parse(src)}
				found[i] = make(map[*wiki.Page]Mention, len(places))
				for p, at := range places {
					m := mentionAt(from, src, at)
					m.Ref = refOf(pages[i])
					found[i][p] = m
				}
			}
		})
	}
	wg.Wait()
	out := map[*wiki.Page][]Mention{}
	for i := range pages {
		for p, m := range found[i] {
			if limit <= 0 || len(out[p]) < limit {
				out[p] = append(out[p], m)
			}
		}
	}
	return out
}

func mentionAt(from *wiki.Page, src []byte, at Spot) Mention {
	l := wiki.Backlink{From: from, Link: wikilink.Link{Start: at.Start, End: at.Start + len(at.Name)}}
	return Mention{Ref: refOf(from), Line: lineOf(src, at.Start), Text: wikilink.Plain(l.Context()), Name: at.Name}
}

// Mention tells of the spot at which a page of the snapshot names another.
func (f *Finder) Mention(q *wiki.Page, at Spot) Mention { return mentionAt(q, q.Bytes(), at) }

// Naming are the pages whose prose names others, in the order in which their mentions are told.
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

// Names are the names of all pages of a snapshot, to be looked for in the text of one after another. They
// may be used by several goroutines.
type Names struct {
	f  *Finder
	by map[string][]name
}

// Names gathers the names of all pages.
func (f *Finder) Names() *Names { return &Names{f, f.indexNames()} }

// In finds for each page that is named in the prose of q, and that q does not link to, the first spot.
func (n *Names) In(q *wiki.Page) map[*wiki.Page]Spot {
	_, places := n.in(q)
	return places
}

func (n *Names) in(q *wiki.Page) ([]byte, map[*wiki.Page]Spot) {
	src, err := n.f.text(q)
	if err != nil {
		return nil, nil
	}
	return src, n.f.allIn(q, src, n.by)
}

func (f *Finder) text(q *wiki.Page) ([]byte, error) {
	if f.Read == nil {
		return q.Bytes(), nil
	}
	return f.Read(q.Path)
}

// maxGap is how far, in bytes, the second word of a name is looked for.
const maxGap = 200

// A Spot is where a name stands in a page.
type Spot struct {
	Start int // in bytes from the beginning of the file
	Name  string
}

// A name of a page.
type name struct {
	text string
	of   *wiki.Page
}

// indexNames sorts the names of all pages by the two words they begin with, those of one word by that, the
// longest first.
func (f *Finder) indexNames() map[string][]name {
	out := map[string][]name{}
	for _, p := range f.Wiki.Pages() {
		if p.Article == nil || p.Kind == wiki.CodePage {
			continue
		}
		for _, text := range namesOf(p) {
			key := text[:headOf([]byte(text))]
			if n := twoOf([]byte(text), len(key)); n > 0 {
				key = text[:n]
			}
			out[key] = append(out[key], name{text, p})
		}
	}
	for key := range out {
		slices.SortStableFunc(out[key], func(a, b name) int { return len(b.text) - len(a.text) })
	}
	return out
}

// headOf is the length of the word that a text begins with; of one that begins with no word, or in a script
// without spaces, that of its first letter.
func headOf(text []byte) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if !joins(r) {
			if n == 0 {
				n = size
			}
			break
		}
		n += size
	}
	return n
}

// twoOf is the length of the two words that a text begins with, of which the first is known; 0 where no
// second follows.
func twoOf(text []byte, first int) int {
	for n := first; n < len(text); {
		r, size := utf8.DecodeRune(text[n:])
		if joins(r) || wide(r) {
			return n + headOf(text[n:])
		}
		n += size
	}
	return 0
}

// allIn finds for each page that is named in the prose of q, and that q does not link to, the first place.
func (f *Finder) allIn(q *wiki.Page, src []byte, named map[string][]name) map[*wiki.Page]Spot {
	low := bytes.ToLower(src)
	if len(low) != len(src) {
		low = src
	}
	var out map[*wiki.Page]Spot
	var hidden []span
	looked := false
	try := func(i int, names []name) {
		for _, c := range names {
			if c.of == q || !bytes.HasPrefix(low[i:], []byte(c.text)) || !word(low, i, i+len(c.text)) {
				continue
			}
			if was, ok := out[c.of]; ok && (was.Start < i || len(was.Name) >= len(c.text)) {
				continue
			}
			if !looked {
				hidden, looked = hiddenIn(src), true
			}
			if within(hidden, i, i+len(c.text)) {
				continue
			}
			if out == nil {
				out = map[*wiki.Page]Spot{}
			}
			out[c.of] = Spot{i, c.text}
		}
	}
	for i := 0; i < len(low); {
		n := headOf(low[i:])
		if names := named[string(low[i:i+n])]; names != nil {
			try(i, names)
		}
		if two := twoOf(low[i:min(len(low), i+n+maxGap)], n); two > 0 {
			if names := named[string(low[i:i+two])]; names != nil {
				try(i, names)
			}
		}
		i += n
	}
	for p := range out {
		if slices.Contains(f.Wiki.LinkersOf(p), q) {
			delete(out, p)
		}
	}
	return out
}
