// Package draft holds what an author wants an article to say, and makes the page that says it.
//
// An author, with a model or without one, returns a [Draft]. [Draft.Render] makes a new page from it, and
// [Draft.Apply] changes an existing page: memoria's sections say what the draft says, and what a person
// wrote stays byte for byte.
package draft

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/frontmatter"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Draft is what an author wants an article to say. Links are data here: whatever looks like one in a text
// is shown as text.
type Draft struct {
	Slug        wiki.Slug // empty stands for MakeSlug(Title)
	Title       string
	Type        wiki.Type
	Aliases     []string
	Tags        []string
	Description string // plain text
	Lead        string // Markdown; a blank line parts paragraphs
	Points      []wiki.Point
	Details     []Detail
	History     []Replacement // what held once, in the order in which it was given up
	Related     []Related
	Connects    []Ref       // Connection only
	Question    string      // QA only
	Consulted   []Ref       // QA only
	Sources     []wiki.Date // Render adds the days of all citations
	Created     wiki.Date   // empty stands for the first source
	Updated     wiki.Date   // empty stands for the last source

	Project  []string             // those of the lines that it cites, by name
	Projects map[wiki.Cite]string // of each of these lines, if they are of several
	People   map[wiki.Cite]string // who said the lines that it cites, if the vault has several people

	By []string // who edited what the author wrote; not on the page
}

// A Detail is a piece of the Details: a heading, a paragraph and points, each optional.
type Detail struct {
	Heading string // plain text
	Para    string // Markdown; a blank line parts paragraphs
	Points  []wiki.Point
}

// A Ref names an article. An empty Slug stands for MakeSlug(Title).
type Ref struct {
	Slug  wiki.Slug
	Title string
}

// A Related is an article this one is linked to, and why.
type Related struct {
	Ref
	Why string // plain text
}

func (r Ref) link() string {
	slug := r.Slug
	if slug == "" {
		slug = wiki.MakeSlug(r.Title)
	}
	title := r.Title
	if title == "" {
		title = string(slug)
	}
	return wiki.Link(slug, title, false)
}

// Name returns the slug of the article.
func (d Draft) Name() wiki.Slug {
	if d.Slug != "" {
		return d.Slug
	}
	return wiki.MakeSlug(d.Title)
}

// Days returns all days the draft draws on, in order, each once.
func (d Draft) Days() []wiki.Date {
	days := slices.Clone(d.Sources)
	for c := range d.Cites {
		if n := len(days); n == 0 || days[n-1] != c.Date {
			days = append(days, c.Date)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// Cites calls yield for each citation of the draft.
func (d Draft) Cites(yield func(wiki.Cite) bool) {
	for p := range d.Each {
		for _, c := range p.Cites {
			if !yield(c) {
				return
			}
		}
	}
}

// Each calls yield for each point of the draft: those that hold, and of its history both.
func (d *Draft) Each(yield func(*wiki.Point) bool) {
	lists := [][]wiki.Point{d.Points}
	for _, b := range d.Details {
		lists = append(lists, b.Points)
	}
	for _, t := range d.History {
		lists = append(lists, []wiki.Point{t.Was, t.Now})
	}
	for _, list := range lists {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// NameProjects has the draft name the projects of the lines that it cites, and the citations theirs, if these are of
// several. of returns it, "" for none.
func (d *Draft) NameProjects(of func(wiki.Cite) string) {
	d.Projects = map[wiki.Cite]string{}
	some, last := map[string]string{}, ""
	for c := range d.Cites {
		p := of(c)
		if p != "" {
			d.Projects[c] = p
		}
		if p != "" && p != last {
			some[wiki.ProjectKey(p)], last = p, p
		}
	}
	if d.Project = slices.Sorted(maps.Values(some)); len(some) < 2 {
		d.Projects = nil
	}
}

// NamePeople has the citations name who said their lines. of returns it, "" for none; nil names nobody.
func (d *Draft) NamePeople(of func(wiki.Cite) string) {
	d.People = nil
	if of == nil {
		return
	}
	d.People = map[wiki.Cite]string{}
	for c := range d.Cites {
		d.People[c] = of(c)
	}
}

// Render writes the draft as a new page.
func (d Draft) Render() []byte {
	var b bytes.Buffer
	b.Grow(pageRoom)
	b.WriteString("---\n")
	for _, p := range d.properties() {
		if p.value != "" {
			b.WriteString(p.key + ": " + p.value + "\n")
		}
	}
	b.WriteString("---\n\n" + wiki.HeadingLine(d.Title) + "\n")
	if lead := d.lead(); lead != "" {
		b.WriteString("\n" + lead + "\n")
	}
	for _, name := range wiki.SectionOrder {
		if text := d.Section(name); text != "" {
			b.WriteString("\n## " + name + "\n\n" + text + "\n")
		}
	}
	return b.Bytes()
}

// pageRoom is how many bytes most pages take.
const pageRoom = 8 << 10

// A property is one of memoria's properties as the front matter holds it; the value is "" for one that is left out.
type property struct{ key, value string }

func text(s string) string {
	if s = wikilink.Squeeze(s); s == "" {
		return ""
	}
	return frontmatter.Encode(s)
}

func list(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return frontmatter.EncodeList(items)
}

// properties returns all of memoria's properties, in the order of a new page.
func (d Draft) properties() []property {
	days := d.Days()
	first, last := d.Created, d.Updated
	if len(days) > 0 {
		if first == "" {
			first = days[0].Day()
		}
		if last == "" {
			last = days[len(days)-1].Day()
		}
	}
	return []property{
		{"title", text(d.Title)},
		{"aliases", list(lines(d.Aliases))},
		{"tags", list(tags(d.Tags))},
		{"type", text(string(d.Type))},
		{"project", list(lines(d.Project))},
		{"connects", list(links(d.Connects))},
		{"question", text(d.Question)},
		{"consulted", list(links(d.Consulted))},
		{"sources", list(dayLinks(days))},
		{"created", string(first)},
		{"updated", string(last)},
		{"description", text(d.Description)},
	}
}

// lines returns the texts of a list that are not blank, each once.
func lines(list []string) []string {
	var out []string
	for _, s := range list {
		if s = strings.ToValidUTF8(wikilink.Squeeze(s), "\ufffd"); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// tags returns a list of tags in Obsidian's form: letters, digits, dashes, underscores and slashes, and not
// digits alone.
func tags(list []string) []string {
	var out []string
	for _, s := range list {
		s = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' || r == '/' {
				return r
			}
			return '-'
		}, wikilink.Squeeze(s))
		s = strings.Trim(repeatedDash().ReplaceAllString(s, "-"), "-/")
		if s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0 {
			s = "y" + s
		}
		out = append(out, s)
	}
	return lines(out)
}

var repeatedDash = lazy.Regexp(`-{2,}`)

func links(refs []Ref) []string {
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = r.link()
	}
	return out
}

func dayLinks(days []wiki.Date) []string {
	out := make([]string, len(days))
	for i, d := range days {
		out[i] = d.Link()
	}
	return out
}
