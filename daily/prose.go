package daily

import (
	"github.com/agent-admin/memoria/daily/entry"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A section is what stands under one heading of a person, up to the next. Headings that only say of what
// kind the bullets below are, "#### Decisions Made", belong to the section above them.
type section struct {
	head       int // in parser.heads; -1 before the first heading
	title      string
	at         entry.Minutes
	start, end int // in the file, without blank lines at the end
	context    string
	bullets    []Bullet
	kind       Kind // of the bullets that follow
	base       Kind // of bullets under no label
	mute       bool // the earlier tool's own notes
}

// A block is a paragraph or list item that is being read.
type block struct {
	text []string
	line markdown.Line // the first
	item bool
	kind Kind
	done bool
}

// A scanner reads prose line by line. It knows enough of Markdown's blocks to distinguish headings, list
// items and paragraphs from code, comments, tables and properties.
type scanner struct {
	p       *parser
	cur     *block
	list    int    // indent of the text of the current list item, 0 outside of lists
	code    string // the fence that ends the current code block
	codeIn  int    // list when it began
	quoted  bool   // and whether it is in a quote
	comment string // what ends the current comment
	gap     bool   // the line before was blank
}

// prose reads lines outside of markers.
func (p *parser) prose(lines []markdown.Line) {
	s := &scanner{p: p, gap: true}
	for _, l := range lines {
		s.line(l)
	}
	s.endBlock()
}

func (s *scanner) line(l markdown.Line) {
	if _, ok := entry.ParseControl(l.Text); ok {
		return
	}
	if l.Blank() {
		s.endBlock()
		s.gap = true
		return
	}
	if s.p.sec == nil {
		s.p.startSection(l.Start)
	}
	gap := s.gap
	s.gap = false
	w, text := markdown.Indent(l.Text)
	switch {
	case s.comment != "":
		if strings.Contains(text, s.comment) {
			s.comment = ""
		}
	case s.code != "" && w >= s.codeIn && (!s.quoted || strings.HasPrefix(text, ">")):
		if markdown.Closes(markdown.Unquote(text), s.code) {
			s.code = ""
		}
	default:
		s.code = ""
		if s.list > 0 && w < s.list && gap {
			s.list = 0
		}
		s.open(l, w, text, gap)
	}
	if s.p.sec != nil {
		s.p.sec.end = l.End
	}
}

// open reads a line outside code and comments.
func (s *scanner) open(l markdown.Line, w int, text string, gap bool) {
	if level, title, ok := markdown.Heading(l.Text); ok {
		s.endBlock()
		s.list = 0
		s.p.heading(level, title, l)
		return
	}
	if level, ok := markdown.Setext(l.Text); ok && s.cur != nil && !s.cur.item {
		title, at := strings.Join(s.cur.text, " "), s.cur.line
		s.cur, s.p.sec.end = nil, at.Start
		s.p.heading(level, title, at)
		return
	}
	if w-s.list > 3 && s.cur == nil { // indented code
		return
	}
	if markdown.IsRule(text) {
		s.endBlock()
		s.list = 0
		return
	}
	s.quoted = strings.HasPrefix(text, ">")
	text = markdown.Unquote(text)
	if item, width, ok := markdown.Item(text); ok {
		s.endBlock()
		s.list = w + width
		s.cur = &block{line: l, item: true}
		if n := markdown.Checkbox(item); n > 0 {
			s.cur.kind, s.cur.done = Action, !strings.HasPrefix(item, "[ ]")
			item = item[n:]
		}
		text = item
	}
	s.content(l, text)
}

// content reads what is left of a line when its markers are removed.
func (s *scanner) content(l markdown.Line, text string) {
	if mark := prose.Opens(text); mark != "" {
		s.endBlock()
		s.code, s.codeIn = mark, s.list
		return
	}
	if text == "" {
		return
	}
	for _, c := range [...][2]string{{"<!--", "-->"}, {"%%", "%%"}} {
		if rest, ok := strings.CutPrefix(text, c[0]); ok && !strings.Contains(rest, c[1]) {
			s.endBlock()
			s.comment = c[1]
			return
		}
	}
	if text[0] == '|' || text[0] == '<' && strings.IndexByte(text, '>') == len(text)-1 {
		s.endBlock()
		return
	}
	if s.cur == nil || !s.cur.item || len(s.cur.text) == 0 {
		if kind, rest, ok := label(text); ok {
			s.label(l, kind, rest, text[0] == '*' || text[0] == '_')
			return
		}
	}
	if s.cur == nil {
		s.cur = &block{line: l}
	}
	s.cur.text = append(s.cur.text, text)
}

// label reads "**Decisions Made:** we keep it", where the words may be on the lines below.
func (s *scanner) label(l markdown.Line, kind Kind, rest string, bold bool) {
	sec := s.p.sec
	if kind == 0 {
		kind = sec.base
	}
	if s.cur == nil || !s.cur.item {
		s.endBlock()
		s.cur = &block{line: l}
	}
	if rest == "" || bold && !s.cur.item && kind != entry.InContext {
		sec.kind = kind
	}
	if s.cur.kind == 0 {
		s.cur.kind = kind
	}
	if rest != "" {
		s.cur.text = append(s.cur.text, rest)
	} else if !s.cur.item {
		s.cur = nil
	}
}

// label reads a label, of memoria or of a person, at the beginning of a line; kind is 0 for an unknown
// label. Words in bold are a label when a colon follows, inside or outside, or nothing at all.
func label(s string) (kind Kind, rest string, ok bool) {
	for _, mark := range [...]string{"**", "__"} {
		inner, found := strings.CutPrefix(s, mark)
		if !found {
			continue
		}
		inner, rest, found = strings.Cut(inner, mark)
		if !found || inner == "" {
			return 0, "", false
		}
		after, outside := strings.CutPrefix(rest, ":")
		rest = strings.TrimSpace(after)
		colon := outside || strings.HasSuffix(inner, ":")
		kind, known := entry.Labelled(inner)
		if !colon && rest != "" || !known && rest != "" {
			return 0, "", false
		}
		return kind, rest, true
	}
	if name, rest, found := strings.Cut(s, ":"); found {
		if kind, known := entry.Labelled(name); known && (rest == "" || rest[0] == ' ') {
			return kind, strings.TrimSpace(rest), true
		}
	}
	return 0, "", false
}

// endBlock makes the block that was read a bullet of its section.
func (s *scanner) endBlock() {
	b := s.cur
	s.cur = nil
	if b == nil || len(b.text) == 0 {
		return
	}
	sec := s.p.sec
	text, id := markdown.CutBlockID(markdown.WithoutComments(strings.Join(b.text, " ")))
	text = markdown.Oneline(markdown.Unescape(text))
	switch {
	case sec.mute:
	case text == "" && id != "": // an id on a line of its own belongs to the block above
		if n := len(sec.bullets); n > 0 && sec.bullets[n-1].Block == "" {
			sec.bullets[n-1].Block = id
		}
	case text == "", markdown.IsEmbed(text):
	case len(sec.bullets) == 0 && isSentinel(text):
		sec.mute = true
	default:
		kind := b.kind
		if kind == 0 {
			kind = sec.kind
		}
		if kind == entry.InContext {
			sec.context = strings.TrimSpace(sec.context + " " + text)
			if !b.item {
				sec.kind = sec.base
			}
			return
		}
		sec.bullets = append(sec.bullets, Bullet{Kind: kind, Text: text, Block: id, Done: b.done && kind == Action})
	}
}

// isSentinel reports whether text is one of those that the earlier tool wrote where it had nothing to save
// or got no answer. A sentence that mentions these words is not.
func isSentinel(text string) bool {
	text = strings.Trim(text, "`*_\"'. ")
	if strings.HasPrefix(text, "FLUSH_ERROR:") || strings.HasPrefix(text, "FLUSH_OK - Nothing worth saving") {
		return true
	}
	for w := range strings.FieldsSeq(text) {
		if w = strings.Trim(w, "`*_\"'."); w != "FLUSH_OK" && w != "FLUSH_ERROR" {
			return false
		}
	}
	return text != ""
}
