package index

import (
	"bytes"
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Source is a document with the texts of its passages, as read from a file.
type Source struct {
	Doc
	Texts []Text
}

// A Text is the text of a passage as a person reads it.
type Text struct {
	Field      Field
	Text       string // without markup; of the properties, their values
	Start, End int    // in the file; both 0 for a property
}

func (s *Source) say(f Field, text string, start, end int) {
	s.Texts = append(s.Texts, Text{f, text, start, end})
}

// pageOf returns a page that is not a day log; at names the folders of the vault, its Wiki "" if there is none.
func pageOf(at wiki.Store, name string, a *wiki.Article) Source {
	s := Source{Doc: Doc{Path: name, Title: a.Title(), Kind: Note, Type: string(a.Type()), Tags: a.Tags(), Created: string(a.Created()), Updated: string(a.Updated())}}
	if at.Wiki != "" && at.KindOf(name, a) == wiki.ArticlePage {
		s.Kind = Article
	}
	if s.Title == "" {
		s.Title = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	s.Project, _ = a.Text("project")
	s.page(a)
	return s
}

// entriesOf returns the entries of a day log.
func entriesOf(name string, log *daily.Log, src string) (out []Source) {
	day := log.Date.Day().String()
	for i := range log.Entries {
		e := &log.Entries[i]
		if e.Redone {
			continue
		}
		s := Source{Doc: Doc{Path: name, Entry: e.ID, Title: e.Title, Kind: Entry, Type: "log", Project: e.Project, Branch: e.Branch, Agent: e.Agent,
			Heading: e.Heading, Created: day, Updated: day}}
		s.entry(e, src)
		out = append(out, s)
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

// page adds the passages of a page that is not a day log, the properties first. Sections of an article that code derives
// from other sections are left out.
func (s *Source) page(a *wiki.Article) {
	article := s.Kind == Article
	s.Texts = make([]Text, 0, 8+len(a.Body())/passageMost*2)
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
	src := a.Bytes()
	split := splitter{to: s, src: src, title: wiki.Fold(a.Title())}
	at := len(src) - len(a.Body())
	if a.ReadOnly() { // what stands between the fences may be none but words
		at = 0
	}
	for at < len(src) {
		end := len(src)
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		split.line(at, end)
		at = end
	}
	split.flush()
}
