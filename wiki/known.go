package wiki

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// known is what is known of a page beside its properties, so that most questions need no look at its
// text. It follows from the text alone.
type known struct {
	sum     [sha256.Size]byte // of the bytes
	heading string            // the first that says something
	day     bool              // a link names a day's log
	targets []string          // of all wikilinks, sorted, each once
	hrefs   []string          // the same of the links of plain Markdown into the vault
	cites   []Cite            // the places of logs it names
	region  string            // hash of what stands between the marks of the index, "" without any
}

// facts finds out what is to be known.
func (a *Article) facts() *known {
	a.knowOnce.Do(func() {
		if a.known == nil {
			src := a.front().Source
			a.known = &known{
				sum: sha256.Sum256(src), heading: a.findHeading(), day: a.findDay(), targets: a.findTargets(), hrefs: a.findHrefs(), cites: a.findCites(),
				region: regionHash(src),
			}
		}
	})
	return a.known
}

// Hash returns the page's content hash, as package fsutil makes it.
func (a *Article) Hash() string {
	if a.unread != nil {
		return hex.EncodeToString(a.unread.sum[:])
	}
	return fsutil.Hash(a.head.Source)
}

// Targets returns the targets of all wikilinks of the page, as [Wiki.ResolveFrom] takes them, sorted,
// each once.
func (a *Article) Targets() []string { return a.facts().targets }

// Hrefs returns the targets of all links of plain Markdown into the vault, as [Wiki.ResolveHref] takes
// them, sorted, each once.
func (a *Article) Hrefs() []string { return a.facts().hrefs }

// Cites returns the places of day logs that the page names: by a link to a section or a block
// wherever it stands, and in Key Points by a link to a day too. A place may come twice.
func (a *Article) Cites() []Cite {
	if a.unread == nil {
		return a.findCites()
	}
	return a.facts().cites
}

func (a *Article) heading() string {
	if a.unread == nil {
		return a.findHeading()
	}
	return a.facts().heading
}

func (a *Article) linksDay() bool {
	if a.unread == nil {
		return a.findDay()
	}
	return a.facts().day
}

func (a *Article) findHeading() string {
	for _, h := range a.Doc().Headings {
		if t := wikilink.Plain(h.Text); t != "" {
			return t
		}
	}
	return ""
}

func (a *Article) findDay() bool {
	return slices.ContainsFunc(a.Doc().Links, func(l wikilink.Link) bool {
		_, ok := dayOf(l.Target)
		return ok
	})
}

func (a *Article) findTargets() []string {
	var out []string
	for _, l := range a.Doc().Links {
		if l.Target != "" {
			out = append(out, l.Target)
		}
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

func (a *Article) findHrefs() []string {
	var out []string
	for _, h := range a.Doc().Hrefs {
		if target, _, local := h.Split(); local && target != "" {
			out = append(out, target)
		}
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

func (a *Article) findCites() []Cite {
	var out []Cite
	for _, l := range a.Doc().Links {
		if d, ok := dayOf(l.Target); ok && l.Fragment != "" {
			out = append(out, citeOf(d, l))
		}
	}
	for _, p := range a.Points() {
		for _, c := range p.Cites {
			if c.Block == "" && c.Heading == "" {
				out = append(out, c)
			}
		}
	}
	return out
}

// citeOf is what a link into a day's log cites.
func citeOf(d Date, l wikilink.Link) Cite {
	if strings.HasPrefix(l.Fragment, "^") {
		return Cite{Date: d, Block: l.Block()}
	}
	return Cite{Date: d, Heading: l.Fragment}
}
