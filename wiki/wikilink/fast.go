package wikilink

import (
	"bytes"
	"slices"
	"strings"
)

// A quickScan reads a plain page line by line, without a Markdown parser. It gives up on any page with a
// construct whose meaning depends on more than its line, or on rules not worth repeating here: indented
// code, blocks inside quotes and lists, tables, raw HTML, Obsidian comments, math, code spans over several
// lines, link definitions. It must never give another answer than goldmark, which FuzzQuick checks. It reads
// 1,000 plain pages in 7 ms where goldmark takes 50.
type quickScan struct {
	doc   *Doc
	src   []byte
	base  int    // where the body begins
	fence []byte // the open code fence, nil outside
	blank bool   // the line before was blank, or ended a block
	marks uint8  // of the bytes of this line
}

// Marks of bytes that may mean something inside a line.
const (
	markOdd    = 1 << iota // not for the quick scan
	markInline             // may begin or end something
	markDollar
)

var byteMarks = [256]uint8{
	0: markOdd, '\r': markOdd, '$': markDollar, '!': markInline, ']': markInline, '[': markInline, '`': markInline,
	'%': markInline, '^': markInline, '<': markInline, '\\': markInline,
}

func marksOf(text []byte) (m uint8) {
	for _, c := range text {
		m |= byteMarks[c]
	}
	return m
}

// quick adds what stands in source from offset base on, and reports whether it could read all of it.
func (d *Doc) quick(source []byte, base int) bool {
	links, headings, blocks, refs := len(d.Links), len(d.Headings), len(d.Blocks), len(d.Hrefs)
	s := quickScan{doc: d, src: source, base: base, blank: true}
	if n := bytes.Count(source[base:], []byte("[[")); n > 0 {
		d.Links = slices.Grow(d.Links, min(n, maxGrow))
	}
	for at := base; at < len(source); {
		line := LineAt(source, at)
		if !s.line(at, line) {
			d.Links, d.Headings, d.Blocks, d.Hrefs = d.Links[:links], d.Headings[:headings], d.Blocks[:blocks], d.Hrefs[:refs]
			return false
		}
		at += len(line)
	}
	return true
}

// Initial capacities, so that a list seldom has to grow.
const (
	maxGrow  = 1 << 16 // links
	someRoom = 8       // headings
)

// line reads one line that begins at offset at.
func (s *quickScan) line(at int, line []byte) bool {
	text := bytes.TrimRight(line, " \t\r\n")
	if s.fence != nil {
		s.closeFence(text)
		return true
	}
	if len(text) == 0 {
		s.blank = true
		return true
	}
	if s.marks = marksOf(text); len(line) > maxLine || s.marks&markOdd != 0 {
		return false
	}
	rest := bytes.TrimLeft(text, " ")
	in := len(text) - len(rest)
	after := s.blank
	s.blank = false
	switch {
	case in > 3 || rest[0] == '\t' || isRuler(rest, after):
		return false
	case rest[0] == '>':
		body := bytes.TrimLeft(rest[1:], " ")
		if in > 0 || len(rest)-len(body) > 4 || len(body) > 0 && opensBlock(body) {
			return false
		}
		return s.inline(at+len(text)-len(body), body)
	case isFenceMark(rest):
		return in == 0 && s.openFence(rest)
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.blank = true
		return in == 0 && bytes.Contains(rest[4:], []byte("-->"))
	case rest[0] == '#':
		if n := len(rest) - len(bytes.TrimLeft(rest, "#")); n <= 6 && (n == len(rest) || rest[n] == ' ' || rest[n] == '\t') {
			s.blank = true
			return in == 0 && rest[len(rest)-1] != '#' && s.heading(at, line, rest, n)
		}
	}
	if n := listMark(rest); n > 0 {
		body := bytes.TrimLeft(rest[n:], " ")
		if gap := len(rest) - n - len(body); gap > 4 || len(body) > 0 && opensBlock(body) {
			return false
		}
		return s.inline(at+len(text)-len(body), body)
	}
	return s.inline(at+in, rest)
}

// isRuler reports whether a line may be a heading's underline or a table's: it consists of
// dashes, equals signs, colons and pipes. A line of dashes after a blank one is neither.
func isRuler(rest []byte, afterBlank bool) bool {
	if c := rest[0]; c != '-' && c != '=' && c != ':' && c != '|' || len(bytes.Trim(rest, "-=:| ")) > 0 {
		return false
	}
	return !afterBlank || len(bytes.Trim(rest, "- ")) > 0
}

func isFenceMark(rest []byte) bool {
	return bytes.HasPrefix(rest, []byte("```")) || bytes.HasPrefix(rest, []byte("~~~"))
}

func (s *quickScan) openFence(rest []byte) bool {
	n := len(rest) - len(bytes.TrimLeft(rest, string(rest[0])))
	if rest[0] == '`' && bytes.IndexByte(rest[n:], '`') >= 0 {
		return false
	}
	s.fence = rest[:n]
	return true
}

func (s *quickScan) closeFence(text []byte) {
	rest := bytes.TrimLeft(text, " ")
	if len(text)-len(rest) <= 3 && bytes.HasPrefix(rest, s.fence) && len(bytes.Trim(rest, string(s.fence[0]))) == 0 {
		s.fence, s.blank = nil, true
	}
}

// listMark returns the length of a list item's mark at the head of rest, or 0.
func listMark(rest []byte) int {
	n := 0
	switch c := rest[0]; {
	case c == '-' || c == '*' || c == '+':
		n = 1
	case c >= '0' && c <= '9':
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n > 9 || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
			return 0
		}
		n++
	default:
		return 0
	}
	if n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
		return 0
	}
	return n
}

// opensBlock reports whether the body of a list item or a quote may be more than a paragraph.
func opensBlock(body []byte) bool {
	return strings.IndexByte("#>\t<|", body[0]) >= 0 || isFenceMark(body) || listMark(body) > 0 || isRuler(body, false)
}

// heading reads a heading of level n.
func (s *quickScan) heading(at int, line, rest []byte, n int) bool {
	text := bytes.TrimLeft(rest[n:], " \t")
	if s.doc.Headings == nil {
		s.doc.Headings = make([]Heading, 0, someRoom)
	}
	s.doc.Headings = append(s.doc.Headings, Heading{
		Level: n, Text: headingText(text), Start: at, End: at + len(line),
	})
	return len(text) == 0 || s.inline(at+len(rest)-len(text), text)
}

// inline reads the text of a paragraph's line, of a heading or of a list item, which begins at
// offset at.
func (s *quickScan) inline(at int, text []byte) bool {
	if s.marks&(markInline|markDollar) == 0 {
		return true
	}
	if s.marks&markDollar != 0 && bytes.Count(text, []byte("$")) > 1 {
		return false
	}
	last := 0               // end of what was last read as more than a character
	open, escaped := -1, -1 // the bracket that may begin a link's text; the last character behind a backslash
	for i := 0; i < len(text); {
		if byteMarks[text[i]]&markInline == 0 {
			i++
			continue
		}
		switch c := text[i]; c {
		case '\\':
			if i+1 < len(text) && text[i+1] == '`' {
				return false
			}
			escaped = i + 1
			i += 2
			continue
		case '`':
			run := ticks(text[i:])
			end := closing(text[i+run:], run)
			if end < 0 {
				return false
			}
			i += run + end
			last = i
			continue
		case '[', '!':
			if n := s.link(at, text, i); n != 0 {
				if n < 0 {
					return false
				}
				i += n
				last, open = i, -1
				continue
			}
			if c == '[' {
				open = i
			}
		case ']':
			n, ok := afterBracket(text[i:])
			if !ok {
				return false
			}
			if n > 0 {
				if open < 0 || i-open > maxLabel {
					return false
				}
				s.ref(at+i+2, text[i+2:i+n], open > 0 && text[open-1] == '!' && escaped != open-1)
			}
			open = -1
			i += n
		case '<':
			if i+1 < len(text) && (text[i+1] == '!' || text[i+1] == '/' || text[i+1] == '?' || isWord(text[i+1])) {
				return false
			}
		case '%':
			if i+1 < len(text) && text[i+1] == '%' {
				return false
			}
		case '^':
			before := byte('\n')
			if at+i > s.base {
				before = s.src[at+i-1]
			}
			if i >= last && (before == ' ' || before == '\t' || before == '\n') && blockID(text[i:]) != nil {
				s.doc.Blocks = append(s.doc.Blocks, Anchor{ID: string(text[i+1:]), Start: at + i})
			}
		}
		i++
	}
	return true
}

// link reads a link at text[i:] and returns its length, 0 if there is none, -1 if that depends on more than
// the line.
func (s *quickScan) link(at int, text []byte, i int) int {
	bang := 0
	if text[i] == '!' {
		bang = 1
	}
	rest := text[i+bang:]
	if !bytes.HasPrefix(rest, []byte("[[")) {
		return 0
	}
	l, n := match(rest)
	if n == 0 {
		return 0
	}
	if bytes.IndexByte(rest[:n], '`') >= 0 || bytes.IndexByte(rest[:n], '$') >= 0 {
		return -1
	}
	l.Embed = bang == 1
	l.Start, l.End = at+i, at+i+bang+n
	s.doc.Links = append(s.doc.Links, l)
	return bang + n
}

// maxLabel is the length up to which the quick scan reads the text of a link.
const maxLabel = 900

// ref adds the address that stands at offset at.
func (s *quickScan) ref(at int, dest []byte, image bool) {
	if len(dest) > 0 {
		s.doc.Hrefs = append(s.doc.Hrefs, Href{Dest: string(dest), Image: image, Start: at, End: at + len(dest)})
	}
}

// afterBracket returns how much of text, which begins with a closing bracket, is the address of a link. It
// is false for what may be a definition, and for an intricate address.
func afterBracket(text []byte) (int, bool) {
	if len(text) < 2 {
		return 0, true
	}
	switch text[1] {
	case ':':
		return 0, false
	case '(':
		end := bytes.IndexByte(text, ')')
		if end < 0 || bytes.ContainsAny(text[2:end], "[(\\<\"'`$^& \t") || bytes.Contains(text[2:end], []byte("%%")) {
			return 0, false
		}
		return end, true
	}
	return 0, true
}
