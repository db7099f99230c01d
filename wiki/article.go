package wiki

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/frontmatter"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Type says what kind of article a page is.
type Type string

// The types of memoria's articles. Pages of any other type are a person's.
const (
	Concept    Type = "concept"
	Connection Type = "connection"
	QA         Type = "qa"
)

// Ours reports whether t is one of memoria's types.
func (t Type) Ours() bool { return t.Folder() != "" }

// Folder returns the folder, below the wiki, of articles of type t; "" if t is not one of memoria's types.
func (t Type) Folder() string {
	switch t {
	case Concept:
		return "concepts"
	case Connection:
		return "connections"
	case QA:
		return "qa"
	}
	return ""
}

// ErrReadOnly says that a page may not be written: its properties are not YAML, or it is not UTF-8, so that
// writing it back might change more than was asked for.
var ErrReadOnly = errors.New("the page's properties cannot be read, so it is not written")

// An Article is the text of one page: its properties, its lead and its sections. It keeps
// every byte, so that a change of one part leaves all others as they are. It is immutable: a
// setter returns another Article. All methods may be used by several goroutines.
type Article struct {
	head     *frontmatter.Header
	findings []frontmatter.Fault
	readOnly bool

	scanOnce sync.Once
	doc      wikilink.Doc // once somebody needs it

	hashOnce sync.Once
	hash     string // the same

	citesOnce sync.Once
	cites     []Cite // the same
}

// Parse reads a page. It never fails: its findings say what is wrong with the page.
func Parse(src []byte) *Article {
	head, found := frontmatter.Read(src)
	a := &Article{head: head, findings: found, readOnly: head.Broken || head.Fences.Unclosed}
	if !utf8.Valid(src) {
		a.readOnly = true
		a.findings = append(a.findings, frontmatter.Fault{Kind: FaultEncoding, Text: "the page is not UTF-8"})
	}
	return a
}

// Bytes returns the page as it is. The caller must not change it.
func (a *Article) Bytes() []byte { return a.head.Source }

// Hash returns the page's content hash, as package fsutil computes it.
func (a *Article) Hash() string {
	a.hashOnce.Do(func() { a.hash = fsutil.Hash(a.head.Source) })
	return a.hash
}

// Body returns the page without its properties.
func (a *Article) Body() []byte { return a.head.Source[a.head.Fences.Body:] }

// Findings returns what is wrong with the page's properties and encoding.
func (a *Article) Findings() []frontmatter.Fault { return a.findings }

// ReadOnly reports whether setters refuse the page with [ErrReadOnly].
func (a *Article) ReadOnly() bool { return a.readOnly }

// Doc returns the links, headings and block ids of the page.
func (a *Article) Doc() wikilink.Doc {
	a.scanOnce.Do(func() { a.doc = wikilink.Scan(a.head.Source) })
	return a.doc
}

// Keys returns the names of the properties in their order.
func (a *Article) Keys() []string { return a.head.Keys() }

// Text returns a property that is a single value, as it was typed, and false for a list, for
// nothing, and for a property that is not there.
func (a *Article) Text(key string) (string, bool) { return a.head.Text(key) }

// List returns the values of a property. A single value is a list of one, and empty elements
// are dropped.
func (a *Article) List(key string) []string { return a.head.List(key) }

// Texts is List, and of a mapping the texts in it, each after its keys.
func (a *Article) Texts(key string) []string { return a.head.Texts(key) }

func (a *Article) line(key string) string {
	s, _ := a.head.Text(key)
	return wikilink.Squeeze(s)
}

// Title returns the title property, else the text of the first heading, else "".
func (a *Article) Title() string {
	if t := a.line("title"); t != "" {
		return t
	}
	for _, h := range a.Doc().Headings {
		if t := wikilink.Plain(h.Text); t != "" {
			return t
		}
	}
	return ""
}

// Type returns the type property.
func (a *Article) Type() Type { return Type(a.line("type")) }

// Description returns the description property.
func (a *Article) Description() string { return a.line("description") }

// Question returns the question property of a qa article.
func (a *Article) Question() string { return a.line("question") }

// Aliases returns the other names of the page: the property aliases and the older alias.
func (a *Article) Aliases() []string {
	return slices.Concat(a.head.List("aliases"), a.head.List("alias"))
}

// Projects returns the projects that the page is about, as its property says.
func (a *Article) Projects() []string { return a.head.List("project") }

// Tags returns the tags without number signs. A single value is cut at commas and, as in the
// older property tag, at spaces.
func (a *Article) Tags() []string {
	var tags []string
	for _, key := range []string{"tags", "tag"} {
		list := a.head.List(key)
		if p := a.head.Find(key); p != nil && !p.Value.IsList() && len(list) == 1 {
			list = strings.FieldsFunc(list[0], func(r rune) bool { return r == ',' || r == ' ' })
		}
		for _, t := range list {
			if t = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(t), "#")); t != "" {
				tags = append(tags, t)
			}
		}
	}
	return tags
}

// Created returns the day in the property created, "" if there is none.
func (a *Article) Created() Date { return a.date("created") }

// Updated returns the day in the property updated, "" if there is none.
func (a *Article) Updated() Date { return a.date("updated") }

func (a *Article) date(key string) Date {
	d, _ := ParseDate(a.line(key))
	return d
}

// Sources returns the days in the property sources, each a link or a bare path.
func (a *Article) Sources() []Date {
	var out []Date
	for _, s := range a.targets("sources") {
		if d, ok := DayOf(s); ok {
			out = append(out, d)
		}
	}
	return out
}

// Connects returns the targets that a connection names.
func (a *Article) Connects() []string { return a.targets("connects") }

// Consulted returns the targets that a qa article names.
func (a *Article) Consulted() []string { return a.targets("consulted") }

// targets returns the elements of a list, the targets of those that are links.
func (a *Article) targets(key string) []string {
	list := slices.Clone(a.head.List(key))
	for i, s := range list {
		if links := wikilink.Extract([]byte(s)); len(links) == 1 && strings.HasSuffix(s, "]]") {
			list[i] = links[0].Target
		}
	}
	return list
}

// DayOf returns the log that a link target names: 2026-11-27, daily/2026-11-27@laptop, with or without its
// extension.
func DayOf(target string) (Date, bool) {
	return ParseLog(strings.TrimSuffix(target[strings.LastIndexByte(target, '/')+1:], ".md"))
}

// CitesLog reports whether the page names a day's log: in its sources or by a link.
func (a *Article) CitesLog() bool {
	return len(a.Sources()) > 0 || slices.ContainsFunc(a.Doc().Links, func(l wikilink.Link) bool {
		_, ok := DayOf(l.Target)
		return ok
	})
}

// Targets returns the targets of all wikilinks of the page, as [Wiki.ResolveFrom] takes them, sorted,
// each once.
func (a *Article) Targets() []string {
	var out []string
	for _, l := range a.Doc().Links {
		if l.Target != "" {
			out = append(out, l.Target)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Hrefs returns the targets of all links of plain Markdown into the vault, as [Wiki.ResolveHref] takes
// them, sorted, each once.
func (a *Article) Hrefs() []string {
	var out []string
	for _, h := range a.Doc().Hrefs {
		if target, _, local := h.Split(); local && target != "" {
			out = append(out, target)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
