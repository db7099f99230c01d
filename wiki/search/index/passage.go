package index

import (
	"bytes"
	"path"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// passageMost is the approximate length of a passage in bytes; a longer paragraph is split.
const passageMost = 320

// A splitter reads the lines of a page and adds its passages.
type splitter struct {
	to         *Source
	src        []byte
	title      string // folded
	start, end int    // of the passage that is being read
	field      Field
	section    string // of an article that code knows, in small letters; "" below other headings
	fence      []byte
}

// sectionOf returns the section that a heading of an article begins, "" for other headings.
func sectionOf(heading string) string {
	switch heading = strings.ToLower(heading); heading {
	case "details", "key points", "history", "sources", "related concepts":
		return heading
	}
	return ""
}

func (s *splitter) line(at, end int) {
	text := bytes.TrimSpace(s.src[at:end])
	article := s.to.Kind == Article
	switch {
	case s.fence != nil:
		if bytes.HasPrefix(text, s.fence) && len(bytes.Trim(text, string(s.fence[:1]))) == 0 {
			s.fence = nil
		}
	case bytes.HasPrefix(text, []byte("```")), bytes.HasPrefix(text, []byte("~~~")):
		s.fence = text[:3]
	case len(text) == 0:
		s.flush()
		return
	case text[0] == '#' && bytes.HasPrefix(bytes.TrimLeft(text, "#"), []byte(" ")):
		s.flush()
		heading := string(bytes.TrimSpace(bytes.TrimLeft(text, "#")))
		s.section = sectionOf(heading)
		if wiki.Fold(heading) != s.title {
			s.start, s.end, s.field = at, end, InHeading
			s.flush()
		}
		return
	case item(text):
		s.flush()
	}
	if article && s.section == "sources" {
		return
	}
	if s.start == s.end {
		s.start, s.field = at, InBody
		switch {
		case article && (s.section == "history" || s.section == "related concepts"):
			s.field = InAside
		case item(text) && (s.section == "key points" || bytes.Contains(text, []byte("[["))):
			s.field = InPoint
		}
	}
	if s.end = end; s.end-s.start > passageMost && s.fence == nil {
		s.flush()
	}
}

// flush adds the passage that is being read. The fixed headings of an article are not indexed.
func (s *splitter) flush() {
	start, end, article := s.start, s.end, s.to.Kind == Article
	s.start, s.end = 0, 0
	if start == end || s.field == InHeading && article && s.section != "" {
		return
	}
	text := Visible(s.src[start:end])
	if strings.TrimSpace(text) == "" {
		return
	}
	if s.field == InBody && article && s.section == "" && Frames(text) {
		s.field = InAside
	}
	s.to.say(s.field, text, start, end)
}

// item reports whether a line begins an item of a list.
func item[T string | []byte](line T) bool {
	if len(line) < 3 {
		return false
	}
	if line[0] == '-' || line[0] == '*' || line[0] == '+' {
		return line[1] == ' '
	}
	n := 0
	for n < len(line) && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	return n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' '
}

// Frames reports whether a passage of an article is a sentence that memoria generates, or a link with such a reason.
func Frames(text string) bool {
	text = strings.TrimSpace(text)
	if item(text) {
		_, text, _ = strings.Cut(text[2:], " - ")
	}
	return wiki.Framing(text)
}

// Visible returns the text of a passage as a person reads it: without comments and block ids, links replaced by the text they
// show, citations removed.
func Visible(src []byte) string {
	var b []byte
	eol, end := -1, -1 // of the line, and of a link in it: each is looked for once
	for i := 0; ; {
		n := bytes.IndexAny(src[i:], "[<^")
		if n < 0 {
			if i == 0 {
				return string(src)
			}
			return string(append(b, src[i:]...))
		}
		if b == nil {
			b = make([]byte, 0, len(src))
		}
		b = append(b, src[i:i+n]...)
		i += n
		switch rest := src[i:]; {
		case bytes.HasPrefix(rest, []byte("[[")):
			if eol < i+2 {
				eol = i + 2 + first(rest[2:], "\n")
			}
			if end < i+2 {
				end = i + 2 + first(src[i+2:eol], "]]")
			}
			if end == eol {
				break
			}
			link := src[i+2 : end]
			b = append(b, shown(string(link))...)
			i += len(link) + 4
			continue
		case bytes.HasPrefix(rest, []byte("<!--")):
			comment, _, ok := bytes.Cut(rest, []byte("-->"))
			if !ok {
				return string(b)
			}
			b = append(b, ' ')
			i += len(comment) + 3
			continue
		case rest[0] == '^' && (i == 0 || src[i-1] == ' '):
			if block, ok := Block(rest); ok {
				i += 1 + len(block)
				continue
			}
		}
		b = append(b, src[i])
		i++
	}
}

// first returns where a text is in src, its length if it is not.
func first(src []byte, text string) int {
	if n := bytes.Index(src, []byte(text)); n >= 0 {
		return n
	}
	return len(src)
}

// Block returns the block id, after its caret, at the beginning of a text. ok is false unless the id ends its
// line.
func Block[T string | []byte](text T) (block T, ok bool) {
	n := 1
	for n < len(text) && (text[n] == '-' || token.LetterOrDigit(text[n])) {
		n++
	}
	return text[1:n], n > 1 && (n == len(text) || text[n] == '\n' || text[n] == '\r')
}

// shown returns the text that a wikilink shows, "" if it cites a line of a day log.
func shown(link string) string {
	target, display, named := strings.Cut(link, "|")
	if log, _, ok := strings.Cut(target, "#^"); ok {
		if day, _, _ := strings.Cut(path.Base(log), "@"); token.DateLen(day) == 10 {
			return ""
		}
	}
	if named {
		return display
	}
	target = strings.TrimSuffix(target, "\\")
	target = target[strings.LastIndexByte(target, '/')+1:]
	return addressMarks.Replace(target)
}

var addressMarks = strings.NewReplacer("#", " ", "^", " ")
