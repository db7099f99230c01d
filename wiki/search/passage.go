package search

import (
	"bytes"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A field is what a passage is to its page.
type field uint8

const (
	inTitle field = iota
	inAliases
	inTags
	inHeading
	inBody
	inPoint // a claim of an article, a line of an entry
	inAside // of an article: what held once, and what it is related to
	fields
)

func (f field) String() string {
	return [...]string{"title", "aliases", "tags", "headings", "text", "claims", "aside"}[f]
}

// A passage is a stretch of a page that says one thing: a paragraph, an item of a list, a heading.
type passage struct {
	field      field
	text       string // without what nobody reads; of the properties, what they say
	start, end int    // in the file; both 0 for a property
}

// passageMost is about how long a passage is; a longer paragraph is several.
const passageMost = 320

// pagePassages are the passages of a page that is no day log, the properties first. Of an article the
// sections that code derives from others say nothing of their own.
func pagePassages(a *wiki.Article, article bool) []passage {
	out := []passage{{field: inTitle, text: a.Title()}}
	if names := a.Aliases(); len(names) > 0 {
		out = append(out, passage{field: inAliases, text: strings.Join(names, "\n")})
	}
	if tags := a.Tags(); len(tags) > 0 {
		out = append(out, passage{field: inTags, text: strings.Join(tags, "\n")})
	}
	if said := a.Description(); said != "" {
		out = append(out, passage{field: inBody, text: said})
	}
	if q := a.Question(); q != "" {
		out = append(out, passage{field: inHeading, text: q})
	}
	src := string(a.Bytes())
	from := len(src) - len(a.Body())
	s := splitting{src: src, article: article, title: a.Title(), out: out}
	for at := from; at < len(src); {
		end := len(src)
		if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		s.line(at, end)
		at = end
	}
	s.flush()
	return s.out
}

// entryPassages are the passages of an entry of a day log, its title first. src is the whole log.
func entryPassages(e *daily.Dated, src []byte) []passage {
	out := []passage{{field: inTitle, text: e.Title}}
	if e.Project != "" {
		out = append(out, passage{field: inTags, text: e.Project})
	}
	from, to := min(e.Start, len(src)), min(e.End, len(src))
	for _, b := range e.Bullets {
		p := passage{field: inPoint, text: b.Text, start: from, end: to}
		if b.Block != "" {
			if i := bytes.Index(src[from:to], []byte("^"+b.Block)); i >= 0 {
				at := from + i
				p.start = from + bytes.LastIndexByte(src[from:at], '\n') + 1
				p.end = at + len(b.Block) + 1
			}
		}
		out = append(out, p)
	}
	return out
}

// A splitting goes over the lines of a page.
type splitting struct {
	src        string
	article    bool
	title      string
	out        []passage
	start, end int // of the passage that is being read
	field      field
	section    string
	fence      string
}

// Sections of an article by what they are.
const (
	pointsHeading  = "key points"
	historyHeading = "history"
	sourcesHeading = "sources"
	relatedHeading = "related concepts"
)

func (s *splitting) line(at, end int) {
	text := strings.TrimSpace(s.src[at:end])
	switch {
	case s.fence != "":
		if strings.HasPrefix(text, s.fence) && strings.Trim(text, s.fence[:1]) == "" {
			s.fence = ""
		}
	case strings.HasPrefix(text, "```"), strings.HasPrefix(text, "~~~"):
		s.fence = text[:3]
	case text == "":
		s.flush()
		return
	case text[0] == '#' && strings.HasPrefix(strings.TrimLeft(text, "#"), " "):
		s.flush()
		heading := strings.TrimSpace(strings.TrimLeft(text, "#"))
		s.section = strings.ToLower(heading)
		if wiki.Fold(heading) != wiki.Fold(s.title) {
			s.start, s.end, s.field = at, end, inHeading
			s.flush()
		}
		return
	case item(text):
		s.flush()
	}
	if s.article && s.section == sourcesHeading {
		return
	}
	if s.start == s.end {
		s.start, s.field = at, inBody
		switch {
		case s.article && (s.section == historyHeading || s.section == relatedHeading):
			s.field = inAside
		case item(text) && (s.section == pointsHeading || strings.Contains(text, "[[")):
			s.field = inPoint
		}
	}
	if s.end = end; s.end-s.start > passageMost && s.fence == "" {
		s.flush()
	}
}

// item reports whether a line begins an item of a list.
func item(line string) bool {
	if len(line) < 3 {
		return false
	}
	if strings.IndexByte("-*+", line[0]) >= 0 && line[1] == ' ' {
		return true
	}
	rest := strings.TrimLeft(line, "0123456789")
	return len(rest) < len(line) && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' '
}

func (s *splitting) flush() {
	if s.end > s.start {
		// A heading of an article's own frame is no word of it.
		frame := s.field == inHeading && s.article && frames(s.section)
		if text := read(s.src[s.start:s.end]); !frame && strings.TrimSpace(text) != "" {
			s.out = append(s.out, passage{s.field, text, s.start, s.end})
		}
	}
	s.start, s.end = 0, 0
}

func frames(heading string) bool {
	switch heading {
	case pointsHeading, historyHeading, sourcesHeading, relatedHeading, "details":
		return true
	}
	return false
}

// read is what a person reads of a passage: no comments, no addresses of blocks, of a link what it
// shows, of a citation nothing.
func read(src string) string {
	if strings.IndexByte(src, '[') < 0 && strings.IndexByte(src, '<') < 0 && strings.IndexByte(src, '^') < 0 {
		return src
	}
	var b strings.Builder
	b.Grow(len(src))
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '[' && i+1 < len(src) && src[i+1] == '[':
			n := strings.Index(src[i:], "]]")
			if n < 0 || strings.IndexByte(src[i:i+n], '\n') >= 0 {
				b.WriteByte(c)
				i++
				continue
			}
			b.WriteString(shown(src[i+2 : i+n]))
			i += n + 2
		case c == '<' && strings.HasPrefix(src[i:], "<!--"):
			n := strings.Index(src[i:], "-->")
			if n < 0 {
				return b.String()
			}
			b.WriteByte(' ')
			i += n + 3
		case c == '^' && (i == 0 || src[i-1] == ' ') && blockEnd(src, i) > i+1:
			i = blockEnd(src, i)
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// blockEnd is where the address of a block ends that stands at i at the end of a line; i if none does.
func blockEnd(src string, i int) int {
	j := i + 1
	for j < len(src) && (classOf(src[j]) == ofWord || src[j] == '-') {
		j++
	}
	if j < len(src) && src[j] != '\n' && src[j] != '\r' {
		return i
	}
	return j
}

// shown is what a wikilink shows: nothing, if it cites a line of a day log.
func shown(link string) string {
	target, display, named := strings.Cut(link, "|")
	if day, _, ok := strings.Cut(target, "#^"); ok && (dateIn(day) == 10 || strings.HasPrefix(day, "daily/")) {
		return ""
	}
	target = strings.TrimSuffix(target, "\\")
	if named {
		return display
	}
	if i := strings.LastIndexByte(target, '/'); i >= 0 {
		target = target[i+1:]
	}
	return strings.NewReplacer("#", " ", "^", " ").Replace(target)
}
