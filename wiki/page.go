package wiki

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/frontmatter"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// PageKind says what a file of the vault is, and who writes it.
type PageKind uint8

const (
	ArticlePage PageKind = iota + 1 // in the wiki, of one of memoria's types, or without a type in a folder of articles
	DayPage                         // a day's log
	CodePage                        // the index and the log of the wiki
	PersonPage                      // any other page
	Attachment                      // not a page; Article is nil
)

// Kinds of faults, beside those of package frontmatter.
const (
	FaultEncoding = "encoding" // not UTF-8; the page is read-only
	FaultSize     = "size"     // too large to read
	FaultSymlink  = "symlink"  // a symbolic link, which is never followed
	FaultMarks    = "marks"    // git left conflict marks in an article, which is not written until they are gone
)

// A Page is one file of the vault.
type Page struct {
	Path string // slash-separated, from the vault's root: wiki/concepts/sidecar-locks.md
	Name string // file name, a page's without its extension
	Kind PageKind
	*Article
	Stamp    fsutil.Stamp        // of the file as it was read; zero for a page that was not read from one
	findings []frontmatter.Fault // of the file, not of its text
}

// Slug returns the page's name as links use it.
func (p *Page) Slug() Slug { return Slug(p.Name) }

// Title returns what a reader calls the page: its title property, else its first heading,
// else its file name.
func (p *Page) Title() string {
	if p.Article != nil {
		if t := p.Article.Title(); t != "" {
			return t
		}
	}
	return p.Name
}

// Type returns the type property, or, if a page has none, the type of the folder of articles it is in, as in
// a vault of an earlier tool.
func (p *Page) Type() Type {
	if p.Article == nil {
		return ""
	}
	if t := p.Article.Type(); t != "" || p.Kind != ArticlePage {
		return t
	}
	return typeOfFolder(path.Base(path.Dir(p.Path)))
}

func typeOfFolder(folder string) Type {
	for _, t := range []Type{Concept, Connection, QA} {
		if t.Folder() == folder {
			return t
		}
	}
	return ""
}

// Links returns the links of the page.
func (p *Page) Links() []wikilink.Link {
	if p.Article == nil {
		return nil
	}
	return p.Doc().Links
}

// Findings returns what is wrong with the file and with its text.
func (p *Page) Findings() []frontmatter.Fault {
	if p.Article == nil {
		return p.findings
	}
	return slices.Concat(p.findings, p.Article.Findings())
}

// Linked reports whether the file is a symbolic link, which is not followed.
func (p *Page) Linked() bool {
	return slices.ContainsFunc(p.findings, func(f frontmatter.Fault) bool { return f.Kind == FaultSymlink })
}

var logPage = lazy.Regexp(`^log(?:-\d{4}-\d\d)?\.md$`)

// page makes the page of a file; src is ignored for what is no page.
func (s Store) page(file string, src []byte) *Page {
	p := namedPage(file)
	if isPage(file) {
		p.Article = Parse(src)
		p.Kind = s.KindOf(file, p.Article)
		if p.Kind == ArticlePage && lines.Marked(src) {
			p.Article.readOnly = true
			p.findings = append(p.findings, frontmatter.Fault{Kind: FaultMarks, Line: 1 + bytes.Count(src[:bytes.Index(src, []byte("<<<<<<< "))], []byte("\n")), Text: "git left the marks of a conflict"})
		}
	}
	return p
}

// namedPage returns a page of which nothing is known but its name.
func namedPage(file string) *Page {
	p := &Page{Path: file, Name: path.Base(file), Kind: Attachment}
	if isPage(file) {
		p.Name = p.Name[:len(p.Name)-len(".md")]
	}
	return p
}

func isPage(file string) bool { return strings.HasSuffix(file, ".md") }

// KindOf returns the kind of a file, by its path and its properties.
func (s Store) KindOf(file string, a *Article) PageKind {
	if log, in := s.Daily.Log(file); in {
		if _, ok := ParseLog(log); ok {
			return DayPage
		}
	}
	in, ok := strings.CutPrefix(file, s.Folder()+"/")
	switch {
	case !ok:
		return PersonPage
	case CodePath(s.Folder(), file):
		return CodePage
	case a.Type().Ours(), a.Type() == "" && typeOfFolder(path.Dir(in)) != "":
		return ArticlePage
	}
	return PersonPage
}

// CodePath reports whether a path is that of a page that code writes: the index and the log.
func CodePath(wiki, file string) bool {
	in, ok := strings.CutPrefix(file, wiki+"/")
	return ok && (in == "index.md" || strings.HasPrefix(in, "index/") || logPage().MatchString(in))
}

// Hash returns the content hash of a page, as package fsutil computes it, "" for an attachment.
func (p *Page) Hash() string {
	if p.Article == nil {
		return ""
	}
	return p.Article.Hash()
}
