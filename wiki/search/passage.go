package search

import (
	"bytes"
	"encoding/binary"
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

// A teller makes the passages of files.
type teller struct {
	to  taker
	buf []byte // what a person reads of the passage at hand
}

// say tells a passage that is no part of the file's text.
func (t *teller) say(f field, text string, start, end int) {
	t.buf = append(t.buf[:0], text...)
	t.to.passage(f, t.buf, start, end)
}

// page tells the passages of a page that is no day log, the properties first. Of an article the sections
// that code derives from others say nothing of their own.
func (t *teller) page(a *wiki.Article, title string, article bool) {
	t.say(inTitle, title, 0, 0)
	if names := a.Aliases(); len(names) > 0 {
		t.say(inAliases, strings.Join(names, "\n"), 0, 0)
	}
	if tags := a.Tags(); len(tags) > 0 {
		t.say(inTags, strings.Join(tags, "\n"), 0, 0)
	}
	if said := a.Description(); said != "" {
		f := inBody
		if article && wiki.Framing(said) {
			f = inAside
		}
		t.say(f, said, 0, 0)
	}
	if q := a.Question(); q != "" {
		t.say(inHeading, q, 0, 0)
	}
	src := a.Bytes()
	s := splitting{teller: t, src: src, article: article, title: wiki.Fold(a.Title())}
	for at := len(src) - len(a.Body()); at < len(src); {
		end := len(src)
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		s.line(at, end)
		at = end
	}
	s.flush()
}

// entry tells the passages of an entry of a day log, its title first. src is the whole log.
func (t *teller) entry(e *daily.Dated, src []byte) {
	t.say(inTitle, e.Title, 0, 0)
	if e.Project != "" {
		t.say(inTags, e.Project, 0, 0)
	}
	from, to := min(e.Start, len(src)), min(e.End, len(src))
	for _, b := range e.Bullets {
		start, end := from, to
		if b.Block != "" {
			if i := bytes.Index(src[from:to], []byte("^"+b.Block)); i >= 0 {
				at := from + i
				start = from + bytes.LastIndexByte(src[from:at], '\n') + 1
				end = at + len(b.Block) + 1
			}
		}
		t.say(inPoint, b.Text, start, end)
	}
}

// A splitting goes over the lines of a page.
type splitting struct {
	*teller
	src        []byte
	article    bool
	title      string // folded
	start, end int    // of the passage that is being read
	field      field
	section    section
	fence      string
}

// A section is what stands under a heading of an article.
type section uint8

const (
	other section = iota
	details
	points
	history
	sources
	related
)

func sectionOf(heading []byte) section {
	for i, name := range [...]string{"", "details", "key points", "history", "sources", "related concepts"} {
		if len(heading) == len(name) && strings.EqualFold(string(heading), name) {
			return section(i)
		}
	}
	return other
}

func (s *splitting) line(at, end int) {
	text := bytes.TrimSpace(s.src[at:end])
	switch {
	case s.fence != "":
		if bytes.HasPrefix(text, []byte(s.fence)) && len(bytes.Trim(text, s.fence[:1])) == 0 {
			s.fence = ""
		}
	case bytes.HasPrefix(text, []byte("```")), bytes.HasPrefix(text, []byte("~~~")):
		s.fence = string(text[:3])
	case len(text) == 0:
		s.flush()
		return
	case text[0] == '#' && bytes.HasPrefix(bytes.TrimLeft(text, "#"), []byte(" ")):
		s.flush()
		heading := bytes.TrimSpace(bytes.TrimLeft(text, "#"))
		s.section = sectionOf(heading)
		if wiki.Fold(string(heading)) != s.title {
			s.start, s.end, s.field = at, end, inHeading
			s.flush()
		}
		return
	case item(text):
		s.flush()
	}
	if s.article && s.section == sources {
		return
	}
	if s.start == s.end {
		s.start, s.field = at, inBody
		switch {
		case s.article && (s.section == history || s.section == related):
			s.field = inAside
		case item(text) && (s.section == points || bytes.Contains(text, []byte("[["))):
			s.field = inPoint
		}
	}
	if s.end = end; s.end-s.start > passageMost && s.fence == "" {
		s.flush()
	}
}

// item reports whether a line begins an item of a list.
func item(line []byte) bool {
	if len(line) < 3 {
		return false
	}
	if line[0] == '-' || line[0] == '*' || line[0] == '+' {
		return line[1] == ' '
	}
	n := 0
	for n < len(line) && digit(line[n]) {
		n++
	}
	return n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' '
}

func (s *splitting) flush() {
	if s.end > s.start {
		// A heading of an article's own frame is no word of it.
		if frame := s.field == inHeading && s.article && s.section != other; !frame {
			if text := s.visible(s.src[s.start:s.end]); len(bytes.TrimSpace(text)) > 0 {
				if s.field == inBody && s.article && s.section == other && frames(text) {
					s.field = inAside
				}
				s.to.passage(s.field, text, s.start, s.end)
			}
		}
	}
	s.start, s.end = 0, 0
}

// frames reports whether a passage of an article is a sentence of memoria's own, or a link with such a reason.
func frames(text []byte) bool {
	text = bytes.TrimSpace(text)
	if item(text) {
		_, text, _ = bytes.Cut(text[2:], []byte(" - "))
	}
	return wiki.Framing(string(text))
}

// read is what a person reads of a passage.
func read(src string) string {
	var t teller
	return string(t.visible([]byte(src)))
}

// visible is what a person reads of a passage: no comments, no addresses of blocks, of a link what it
// shows, of a citation nothing. It is good until the next call.
func (t *teller) visible(src []byte) []byte {
	i := special(src, 0)
	if i == len(src) {
		return src
	}
	b := append(t.buf[:0], src[:i]...)
	for i < len(src) {
		switch c := src[i]; {
		case c == '[' && i+1 < len(src) && src[i+1] == '[':
			n := bytes.Index(src[i:], []byte("]]"))
			if n < 0 || bytes.IndexByte(src[i:i+n], '\n') >= 0 {
				b = append(b, c)
				i++
				break
			}
			b = appendShown(b, src[i+2:i+n])
			i += n + 2
		case c == '<' && bytes.HasPrefix(src[i:], []byte("<!--")):
			n := bytes.Index(src[i:], []byte("-->"))
			if n < 0 {
				t.buf = b
				return b
			}
			b = append(b, ' ')
			i += n + 3
		case c == '^' && (i == 0 || src[i-1] == ' ') && blockEnd(src, i) > i+1:
			i = blockEnd(src, i)
		default:
			b = append(b, c)
			i++
		}
		next := special(src, i)
		b = append(b, src[i:next]...)
		i = next
	}
	t.buf = b
	return b
}

// special is where something stands from i on that a person may not read as it is.
func special(src []byte, i int) int {
	for ; i+8 <= len(src); i += 8 {
		eight := binary.LittleEndian.Uint64(src[i:])
		if found := zeros(eight^'['*ones) | zeros(eight^'<'*ones) | zeros(eight^'^'*ones); found != 0 {
			return i + firstOf(found)
		}
	}
	for i < len(src) && src[i] != '[' && src[i] != '<' && src[i] != '^' {
		i++
	}
	return i
}

// blockEnd is where the address of a block ends that stands at i at the end of a line; i if none does.
func blockEnd[T text](src T, i int) int {
	j := i + 1
	for j < len(src) && (classOf(src[j]) == ofWord || src[j] == '-') {
		j++
	}
	if j < len(src) && src[j] != '\n' && src[j] != '\r' {
		return i
	}
	return j
}

// appendShown adds what a wikilink shows: nothing, if it cites a line of a day log.
func appendShown(b, link []byte) []byte {
	target, display, named := bytes.Cut(link, []byte("|"))
	if day, _, ok := bytes.Cut(target, []byte("#^")); ok && (dateIn(day) == 10 || bytes.HasPrefix(day, []byte("daily/"))) {
		return b
	}
	if named {
		return append(b, display...)
	}
	target = bytes.TrimSuffix(target, []byte("\\"))
	if i := bytes.LastIndexByte(target, '/'); i >= 0 {
		target = target[i+1:]
	}
	from := len(b)
	b = append(b, target...)
	for i := from; i < len(b); i++ {
		if b[i] == '#' || b[i] == '^' {
			b[i] = ' '
		}
	}
	return b
}
