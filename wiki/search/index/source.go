package index

import (
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Source is a document with the texts of its passages, as it is read from a file.
type Source struct {
	Doc
	Texts []Text
}

// A Text is what a person reads of a passage.
type Text struct {
	Field      Field
	Text       string // without what nobody reads; of the properties, what they say
	Start, End int    // in the file; both 0 for a property
}

func (s *Source) say(f Field, text string, start, end int) {
	s.Texts = append(s.Texts, Text{f, text, start, end})
}

// Parse returns the documents of a file.
func (s *Store) Parse(name string, src []byte) []Source {
	if dir, base := path.Split(name); s.Wiki != "" && dir == logFolder+"/" {
		if day, err := daily.ParseDate(strings.TrimSuffix(base, ".md")); err == nil {
			return s.entries(name, day, src)
		}
	}
	a := wiki.Parse(src)
	d := Doc{Path: name, Title: a.Title(), Kind: Note, Type: string(a.Type()), Tags: a.Tags(), Created: string(a.Created()), Updated: string(a.Updated())}
	if s.Wiki != "" && wiki.KindOf(s.Wiki, name, a) == wiki.ArticlePage {
		d.Kind = Article
	}
	if d.Title == "" {
		d.Title = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	d.Project, _ = a.Text("project")
	out := Source{Doc: d}
	out.page(a)
	return []Source{out}
}

// entries are those of a day log but for what is veiled; none where nobody can tell what that is.
func (s *Store) entries(name string, day daily.Date, src []byte) (out []Source) {
	log := daily.Parse(day, s.zone(), src)
	if s.Veil != nil {
		veil, err := s.Veil()
		if err != nil {
			return nil
		}
		log = log.Without(veil)
	}
	text := string(src)
	for i := range log.Entries {
		e := &log.Entries[i]
		if e.Redone {
			continue
		}
		d := Source{Doc: Doc{Path: name, Entry: e.ID, Title: e.Title, Kind: Entry, Type: "log", Project: e.Project, Branch: e.Branch,
			Heading: e.Heading, Created: day.String(), Updated: day.String()}}
		d.entry(e, text)
		out = append(out, d)
	}
	return out
}

// entry adds the passages of an entry of a day log, its title first. src is the whole log.
func (s *Source) entry(e *daily.Dated, src string) {
	s.say(InTitle, e.Title, 0, 0)
	if e.Project != "" {
		s.say(InTags, e.Project, 0, 0)
	}
	from, to := min(e.Start, len(src)), min(e.End, len(src))
	for _, b := range e.Bullets {
		start, end := from, to
		if b.Block != "" {
			if i := strings.Index(src[from:to], "^"+b.Block); i >= 0 {
				at := from + i
				start = from + strings.LastIndexByte(src[from:at], '\n') + 1
				end = at + len(b.Block) + 1
			}
		}
		s.say(InPoint, b.Text, start, end)
	}
}

// page adds the passages of a page that is no day log, the properties first. Of an article the sections that code
// derives from others say nothing of their own.
func (s *Source) page(a *wiki.Article) {
	article := s.Kind == Article
	s.say(InTitle, s.Title, 0, 0)
	if names := a.Aliases(); len(names) > 0 {
		s.say(InAliases, strings.Join(names, "\n"), 0, 0)
	}
	if len(s.Tags) > 0 {
		s.say(InTags, strings.Join(s.Tags, "\n"), 0, 0)
	}
	if said := a.Description(); said != "" {
		f := InBody
		if article && wiki.Framing(said) {
			f = InAside
		}
		s.say(f, said, 0, 0)
	}
	if q := a.Question(); q != "" {
		s.say(InHeading, q, 0, 0)
	}
	src := string(a.Bytes())
	split := splitter{to: s, src: src, title: wiki.Fold(a.Title())}
	for at := len(src) - len(a.Body()); at < len(src); {
		end := len(src)
		if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		split.line(at, end)
		at = end
	}
	split.flush()
}
