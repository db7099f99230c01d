package related

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
	by map[string][]name // by the two words that they begin with, those of one word by that

	// Most words begin no name, and are told by these without a look at by: the names of one word, the first
	// words of the others, and the two that those begin with.
	single, leads, pairs sieve
}

// Names gathers the names of all pages.
func (f *Finder) Names() *Names {
	n := &Names{f: f, by: map[string][]name{}}
	n.gather()
	return n
}

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
	return src, n.allIn(q, src)
}

func (f *Finder) text(q *wiki.Page) ([]byte, error) {
	if f.Read == nil {
		return q.Bytes(), nil
	}
	return f.Read(q.Path)
}

// article is a page whose text is src, parsed once where it is that of the snapshot.
func (f *Finder) article(q *wiki.Page, src []byte) *wiki.Article {
	if f.Read == nil {
		return q.Article
	}
	return wiki.Parse(src)
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

// gather sorts the names of all pages, the longest first.
func (n *Names) gather() {
	for _, p := range n.f.Wiki.Pages() {
		if p.Article == nil || p.Kind == wiki.CodePage {
			continue
		}
		for _, text := range namesOf(p) {
			first, h := headOf([]byte(text))
			key := text[:first]
			if two := twoOf([]byte(text), first); two > 0 {
				key = text[:two]
				n.leads.add(h)
				n.pairs.add(hashOf(key))
			} else {
				n.single.add(h)
			}
			n.by[key] = append(n.by[key], name{text, p})
		}
	}
	for key := range n.by {
		slices.SortStableFunc(n.by[key], func(a, b name) int { return len(b.text) - len(a.text) })
	}
}

// A sieve holds words by their hashes. What it does not have was never added.
type sieve [1 << 10]uint64

func (s *sieve) add(h uint32)      { s[h>>6&1023] |= 1 << (h & 63) }
func (s *sieve) has(h uint32) bool { return s[h>>6&1023]&(1<<(h&63)) != 0 }

// A hash is that of FNV-1a, mixed so that its low bits tell as much.
const hashSeed, hashPrime = 2166136261, 16777619

func hashOf[T string | []byte](text T) uint32 {
	h := uint32(hashSeed)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * hashPrime
	}
	return h ^ h>>15
}

// headOf is the length of the word that a text begins with, and its hash; of one that begins with no word, or in
// a script without spaces, those of its first letter.
func headOf(text []byte) (n int, hash uint32) {
	h := uint32(hashSeed)
	for n < len(text) {
		if c := text[n]; c < utf8.RuneSelf {
			if !joinsASCII(c) {
				break
			}
			h = (h ^ uint32(c)) * hashPrime
			n++
			continue
		}
		r, size := utf8.DecodeRune(text[n:])
		if !joins(r) {
			break
		}
		for _, c := range text[n : n+size] {
			h = (h ^ uint32(c)) * hashPrime
		}
		n += size
	}
	if n == 0 && len(text) > 0 {
		_, n = utf8.DecodeRune(text)
		return n, hashOf(text[:n])
	}
	return n, h ^ h>>15
}

// twoOf is the length of the two words that a text begins with, of which the first is known; 0 where no
// second follows.
func twoOf(text []byte, first int) int {
	for n := first; n < len(text); {
		if c := text[n]; c < utf8.RuneSelf && !joinsASCII(c) {
			n++
			continue
		}
		r, size := utf8.DecodeRune(text[n:])
		if joins(r) || wide(r) {
			second, _ := headOf(text[n:])
			return n + second
		}
		n += size
	}
	return 0
}

func joinsASCII(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// allIn finds for each page that is named in the prose of q, and that q does not link to, the first place.
func (n *Names) allIn(q *wiki.Page, src []byte) map[*wiki.Page]Spot {
	low := bytes.ToLower(src)
	if len(low) != len(src) {
		low = src
	}
	var out map[*wiki.Page]Spot
	var hidden []span
	looked := false
	try := func(i int, names []name) {
		for _, c := range names {
			if c.of == q || len(low)-i < len(c.text) || string(low[i:i+len(c.text)]) != c.text || !word(low, i, i+len(c.text)) {
				continue
			}
			if was, ok := out[c.of]; ok && (was.Start < i || len(was.Name) >= len(c.text)) {
				continue
			}
			if !looked {
				hidden, looked = hiddenIn(n.f.article(q, src)), true
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
		head, h := headOf(low[i:])
		if n.single.has(h) {
			try(i, n.by[string(low[i:i+head])])
		}
		if n.leads.has(h) {
			two := twoOf(low[i:min(len(low), i+head+maxGap)], head)
			if two > 0 && n.pairs.has(hashOf(low[i:i+two])) {
				try(i, n.by[string(low[i:i+two])])
			}
		}
		i += head
	}
	for p := range out {
		if slices.Contains(n.f.Wiki.LinkersOf(p), q) {
			delete(out, p)
		}
	}
	return out
}
