package lint

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A memory is what a run found, and what it takes to tell which of it still holds.
type memory struct {
	run                      string // the run that found it
	pages                    []memo // sorted by path
	names, duplicates, index []*Finding
}

// A memo is what is kept of a page.
type memo struct {
	surveyed
	settled bool   // the page has another stamp once it changes
	hash    string // of its bytes
	face    string // sums up what other pages' checks see of it: see faceOf
	keys    string // of its names: see keysOf
	places  string // sums up the places in it that links can name; "" when no page names one
	sources string // the days it names, a space between two
	found   []*Finding
	to      []int // pages it links to: see leadsTo
	named   []int // pages of which it names a place: see placesNamed
	asks    bool  // the disk was asked for a file
}

// find returns the number of a page, -1 if there is none.
func (m *memory) find(path string) int {
	i, ok := slices.BinarySearchFunc(m.pages, path, func(p memo, path string) int { return cmp.Compare(p.path, path) })
	if !ok {
		return -1
	}
	return i
}

// A sum is a hash as it is kept.
func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return string(sum[:])
}

// namesOf are all names of a page but that of its file.
func namesOf(p *wiki.Page) []string {
	title, _ := p.Text("title")
	return slices.Concat([]string{title, p.Article.Title()}, p.Aliases(), nicknames(p))
}

// faceOf sums up all of a page that decides what a name means or that is compared among pages.
func faceOf(p *wiki.Page, names []string) string {
	b := append([]byte{byte(p.Kind)}, p.Article.Type()...)
	for _, name := range names {
		b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
	}
	return sumOf(b)
}

// placesOf sums up all of a page that hasHeading and hasBlock look at.
func placesOf(p *wiki.Page) string {
	var b bytes.Buffer
	d := p.Doc()
	for _, h := range d.Headings {
		b.WriteString(h.Text + "\n")
	}
	for _, k := range d.Blocks {
		b.WriteString("^" + k.ID + "\n")
	}
	for line := range bytes.Lines(p.Bytes()) {
		text := bytes.TrimLeft(line, headingLeads)
		if len(text) > 0 && (text[0] == '#' || text[0] == '<') || bytes.IndexByte(line, '^') >= 0 {
			b.Write(line)
		}
	}
	fmt.Fprint(&b, len(p.Bytes()) == 0)
	return sumOf(b.Bytes())
}

// sourcesOf are the days that an article names as its sources.
func sourcesOf(p *wiki.Page) string {
	if p.Kind != wiki.ArticlePage {
		return ""
	}
	var days []string
	for _, d := range p.Sources() {
		days = append(days, string(d))
	}
	return strings.Join(days, " ")
}

// memoryOf is what is kept of a run over all pages, nil when the vault changed under it.
func (c *checker) memoryOf(s *seen, sv *survey) *memory {
	pages := c.Wiki.Pages()
	if len(pages) != len(sv.files) {
		return nil
	}
	n := make(map[*wiki.Page]int, len(pages))
	for i, p := range pages {
		if n[p] = i; p.Path != sv.files[i].path {
			return nil
		}
	}
	number := func(p *wiki.Page) int { return n[p] }
	m := &memory{pages: make([]memo, len(pages)), names: s.names, duplicates: s.duplicates, index: s.index}
	want := make([][]int, len(pages))
	share(len(pages), func(i int) {
		p := pages[i]
		_, asks := c.asked.Load(p)
		m.pages[i] = memo{surveyed: sv.files[i], settled: sv.files[i].stamp.Settled(sv.tick), found: s.pages[i], asks: asks}
		if p.Article == nil {
			m.pages[i].keys = keysOf(p.Path, nil)
		} else {
			links := c.web.links(p)
			k, names := &m.pages[i], namesOf(p)
			k.hash, k.face, k.keys, k.sources = sumOf(p.Bytes()), faceOf(p, names), keysOf(p.Path, names), sourcesOf(p)
			k.to, k.named = leadsTo(p, links, number), placesNamed(p, links, number)
			want[i] = k.named
		}
	})
	m.place(slices.Concat(want...), func(i int) *wiki.Page { return pages[i] })
	return m
}

// place sums up the places in pages of which some page names one, where that was not done.
func (m *memory) place(list []int, page func(int) *wiki.Page) {
	slices.Sort(list)
	list = slices.DeleteFunc(slices.Compact(list), func(i int) bool { return m.pages[i].places != "" })
	share(len(list), func(k int) { m.pages[list[k]].places = placesOf(page(list[k])) })
}

// leadsTo are the pages that links of p lead to, by their numbers, p itself left out. Those of pages
// written by code count for nothing.
func leadsTo(p *wiki.Page, links []wiki.Outlink, number func(*wiki.Page) int) []int {
	if p.Kind == wiki.CodePage {
		return nil
	}
	return targets(links, number, func(o wiki.Outlink) bool { return o.To != p })
}

// placesNamed are the pages of which p names a heading or a block, by their numbers.
func placesNamed(p *wiki.Page, links []wiki.Outlink, number func(*wiki.Page) int) []int {
	return targets(links, number, func(o wiki.Outlink) bool { return o.To != p && o.Fragment != "" && !o.Markdown && o.To.Article != nil })
}

func targets(links []wiki.Outlink, number func(*wiki.Page) int, which func(wiki.Outlink) bool) []int {
	var out []int
	for _, o := range links {
		if o.To != nil && which(o) {
			out = append(out, number(o.To))
		}
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}
