package markup

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Links says where the links of one page lead.
type Links interface {
	// Place returns where a link or an attachment leads.
	Place(t Target) Place

	// Embed returns what is shown in place of an embed of a page; ok is false if nothing is.
	Embed(t Target) (e Embedded, ok bool)

	// Tag returns the address of a tag's page; "" if there is none.
	Tag(name string) string
}

// A Target is what a link names.
type Target struct {
	Name     string // a page or a file; "" for the page itself
	Fragment string // a heading, headings joined by #, or ^ and a block id
	Plain    bool   // written [text](name): the name is an address, percent signs as they are
	Embed    bool
}

// A Place is where a link leads.
type Place struct {
	Href  string // from the page that is shown, escaped as an address; "" if the link leads nowhere
	Class string // of the link: what kind of place, or why there is none
	Title string // its tooltip
	Image bool   // the place is a picture
}

// An Embedded is a page, or a part of one, that is shown within another.
type Embedded struct {
	Body     []byte // the page, without its properties
	Fragment string
	Links    Links  // of that page, as seen from the one that is shown
	Key      string // of the page, so that none shows itself
	Title    string
	Href     string
}

// A Page is the input of a Renderer.
type Page struct {
	Body  []byte // Markdown without properties
	Links Links  // required
	Key   string // what an embed of this very page has for its key

	// Title, unless "", is left out where the page begins with it as its heading.
	Title string

	Flows bool // a line break in a paragraph is a space, as in plain Markdown; in Obsidian it is one

	// Comment returns the HTML to show, between blocks, for an HTML comment, which is given without its
	// delimiters; nil shows none.
	Comment func(comment string) string

	// Block returns the HTML to show after the block with an id; nil shows none.
	Block func(id string) string
}

// A Doc is a page as HTML.
type Doc struct {
	HTML     string
	Headings []Heading // of the page itself, those in quotes and lists left out, and its title
}

// A Heading is a heading of a page.
type Heading struct {
	Level int
	ID    string
	Text  string
}

// A Renderer turns pages into HTML. Several goroutines may use it.
type Renderer struct {
	// Code returns a block of code with its tokens marked; ok is false if it stays plain. It may be nil.
	Code func(language string, code []byte) (html string, ok bool)

	parser parser.Parser
	rooms  sync.Pool // of *[]byte, that pages are written into
}

// NewRenderer returns a renderer that marks code with the given function, which may be nil.
func NewRenderer(code func(language string, code []byte) (html string, ok bool)) *Renderer {
	md := goldmark.New(
		goldmark.WithExtensions(wikilink.New(), extension.Strikethrough, extension.Footnote, extension.Linkify),
		goldmark.WithParserOptions(parser.WithInlineParsers(
			util.Prioritized(boxParser{}, 0),        // before any bracket
			util.Prioritized(markParser{}, 501),     // beside strikethrough at 500
			util.Prioritized(tagParser{}, 985),      // no other parser begins at #
			util.Prioritized(footnoteParser{}, 101), // before anything that could take its bracket
		)),
	)
	return &Renderer{Code: code, parser: md.Parser()}
}

func (r *Renderer) parse(md []byte) ast.Node { return r.parser.Parse(text.NewReader(md)) }

// Page turns a page into HTML.
func (r *Renderer) Page(p Page) Doc {
	p.Body = tame(p.Body)
	w := walk{r: r, source: p.Body, links: p.Links, page: &p, ids: map[string]bool{}, budget: embedBudget, keys: []string{p.Key}, rtl: rightToLeft(p.Body)}
	room, _ := r.rooms.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	w.out = (*room)[:0]
	tree := r.parse(p.Body)
	w.anchors(tree)
	first := w.title(tree.FirstChild())
	for n := first; n != nil; n = n.NextSibling() {
		w.block(n)
	}
	w.footnotes()
	doc := Doc{HTML: string(w.out), Headings: w.headings}
	if !utf8.ValidString(doc.HTML) {
		doc.HTML = strings.ToValidUTF8(doc.HTML, "\ufffd")
	}
	if cap(w.out) < maxRoom {
		*room = w.out
		r.rooms.Put(room)
	}
	return doc
}

// maxRoom is the maximum size of a buffer that is kept for the next page.
const maxRoom = 1 << 20

// title skips the heading that is the page's title, which the frame around the page shows. Its ids stay.
func (w *walk) title(first ast.Node) ast.Node {
	if !w.says(first, w.page.Title) {
		return first
	}
	w.put(`<span id="%s"></span>`, w.headings[0].ID)
	if id := named(first); id != "" {
		w.place("^" + id)
	}
	w.str("\n")
	w.headings = w.headings[1:]
	return first.NextSibling()
}

// says reports whether a block is the heading of a title that is shown elsewhere.
func (w *walk) says(n ast.Node, title string) bool {
	h, ok := n.(*ast.Heading)
	return ok && h.Level == 1 && title != "" && strings.EqualFold(wikilink.Squeeze(plainOf(h, w.source)), wikilink.Squeeze(title))
}
