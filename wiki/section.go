package wiki

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Section is one "## Heading" of a page and what follows up to the next heading of that
// level or above.
type Section struct {
	Heading string // as written
	Start   int    // Bytes()[Start:Body] is the heading, [Body:End] the rest
	Body    int
	End     int
}

// Sections returns the page's sections in their order.
func (a *Article) Sections() []Section {
	var out []Section
	open := false
	for _, h := range a.Doc().Headings {
		if h.Level > 2 {
			continue
		}
		if open {
			out[len(out)-1].End = h.Start
		}
		if open = h.Level == 2; open {
			out = append(out, Section{Heading: h.Text, Start: h.Start, Body: h.End, End: len(a.head.Source)})
		}
	}
	return out
}

// Section returns the first section of that heading, whatever its case.
func (a *Article) Section(heading string) (Section, bool) {
	for _, s := range a.Sections() {
		if strings.EqualFold(s.Heading, heading) {
			return s, true
		}
	}
	return Section{}, false
}

// SectionText returns what stands in a section, without blank lines around it, "" if there is
// no such section.
func (a *Article) SectionText(heading string) string {
	s, ok := a.Section(heading)
	if !ok {
		return ""
	}
	return string(bytes.TrimSpace(a.head.Source[s.Body:s.End]))
}

// SetSection replaces the content of a section, with a blank line before and after it. A missing section is
// added at its place among memoria's sections, else at the end. All other bytes of the page stay.
func (a *Article) SetSection(heading, text string) (*Article, error) {
	text = a.local(strings.TrimSpace(text))
	if s, ok := a.Section(heading); ok {
		if a.SectionText(heading) == text {
			return a.unchanged()
		}
		return a.with(func() []byte { return a.replace(s.Body, s.End, text) })
	}
	title := a.local("## " + heading + "\n\n")
	return a.with(func() []byte { return a.replace(a.placeFor(heading), -1, title+text) })
}

// RemoveSection removes a section with its heading.
func (a *Article) RemoveSection(heading string) (*Article, error) {
	s, ok := a.Section(heading)
	if !ok {
		return a.unchanged()
	}
	return a.with(func() []byte {
		src := a.head.Source
		if s.End == len(src) {
			return append(slices.Clip(bytes.TrimRight(src[:s.Start], "\r\n")), a.head.EOL...)
		}
		return slices.Concat(src[:s.Start], src[s.End:])
	})
}

// placeFor returns where a missing section is inserted: before the first of memoria's sections that comes
// after it, else at the end.
func (a *Article) placeFor(heading string) int {
	rank := slices.Index(SectionOrder, heading)
	for _, s := range a.Sections() {
		if r := slices.Index(SectionOrder, s.Heading); rank >= 0 && r > rank {
			return s.Start
		}
	}
	return len(a.head.Source)
}

// replace replaces the bytes between start and end by text with one blank line on each side; at the end of
// the file none is needed. An end of -1 inserts at start.
func (a *Article) replace(start, end int, text string) []byte {
	src, eol := a.head.Source, a.head.EOL
	if end < 0 {
		end = start
	}
	head, tail := bytes.TrimRight(src[:start], "\r\n"), src[end:]
	var b bytes.Buffer
	b.Write(head)
	if len(head) > a.head.Fences.Body || a.head.Exists {
		b.WriteString(eol)
		if text != "" || len(tail) > 0 {
			b.WriteString(eol)
		}
	}
	b.WriteString(text)
	if text != "" {
		b.WriteString(eol)
		if len(tail) > 0 {
			b.WriteString(eol)
		}
	}
	b.Write(tail)
	return b.Bytes()
}

// leadSpan returns where the lead stands: from the first heading of level one, or the start
// of the body, to the next heading of any level.
func (a *Article) leadSpan() (start, end int) {
	start, end = a.head.Fences.Body, len(a.head.Source)
	for i, h := range a.Doc().Headings {
		if i == 0 && h.Level == 1 {
			start = h.End
			continue
		}
		end = h.Start
		break
	}
	return start, end
}

// Lead returns the text between the title and the first section.
func (a *Article) Lead() string {
	start, end := a.leadSpan()
	return string(bytes.TrimSpace(a.head.Source[start:end]))
}

// SetHeading replaces the heading of level one that begins the page, or adds one.
func (a *Article) SetHeading(title string) (*Article, error) {
	line := HeadingLine(title)
	for _, h := range a.Doc().Headings {
		if h.Level != 1 {
			break
		}
		if wikilink.Plain(h.Text) == wikilink.Squeeze(title) {
			return a.unchanged()
		}
		src := a.head.Source
		return a.with(func() []byte { return slices.Concat(src[:h.Start], []byte(a.local(line+"\n")), src[h.End:]) })
	}
	at := a.head.Fences.Body
	rest := bytes.TrimLeft(a.head.Source[at:], "\r\n")
	return a.with(func() []byte {
		out := slices.Concat(a.head.Source[:at], []byte(a.local("\n"+line+"\n")))
		if len(rest) > 0 {
			out = slices.Concat(out, []byte(a.head.EOL), rest)
		}
		return out
	})
}

// HeadingLine writes a title as a heading of level one.
func HeadingLine(title string) string {
	text := wikilink.Text(title)
	if strings.HasSuffix(text, "#") && !strings.HasSuffix(text, `\#`) {
		text = text[:len(text)-1] + `\#` // otherwise it would be the heading's closing mark
	}
	return "# " + text
}

// The headings of memoria's sections, in their order.
const (
	KeyPoints       = "Key Points"
	Details         = "Details"
	History         = "History"
	RelatedConcepts = "Related Concepts"
	SourcesHeading  = "Sources"
)

// SectionOrder lists all of them.
var SectionOrder = []string{KeyPoints, Details, History, RelatedConcepts, SourcesHeading}
