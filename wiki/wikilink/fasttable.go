package wikilink

import "bytes"

// A table whose lines are framed by pipes, whose head stands alone and holds words only, is cut at
// every pipe; a row with as many pipes as the head has as many cells. So a link without a pipe that
// stands in such a row stands in one cell, and goldmark sees it.

// row reads a row of a table that is not bare. It holds nothing but words and links.
func (s *quickScan) row(at int, text []byte) bool {
	if s.cells == 0 || framed(text) != s.cells || bytes.ContainsAny(text, "`$%^<\\") {
		return false
	}
	first := len(s.doc.Links)
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '!':
			n := s.link(at, text, i)
			if n < 0 || n == 0 && text[i] == '[' || bytes.IndexByte(text[i:i+n], '|') >= 0 {
				s.doc.Links = s.doc.Links[:first]
				return false
			}
			i += max(n-1, 0)
		case ']':
			return false
		}
	}
	for i := range s.doc.Links[first:] {
		s.doc.Links[first+i].Table = true
	}
	return true
}

// framed counts the pipes of a line that begins and ends in one, else 0.
func framed(text []byte) int {
	if len(text) < 3 || text[0] != '|' || text[len(text)-1] != '|' {
		return 0
	}
	return bytes.Count(text, []byte("|"))
}

// wholeRule reports whether every cell of the rule below a table's head is one.
func wholeRule(text []byte) bool {
	for cell := range bytes.SplitSeq(text[1:len(text)-1], []byte("|")) {
		cell = bytes.Trim(cell, " ")
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte(":")), []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return false
		}
	}
	return true
}

// trimEnd is line without white space at its end.
func trimEnd(line []byte) []byte {
	n := len(line)
	for n > 0 && (line[n-1] == ' ' || line[n-1] == '\t' || line[n-1] == '\r' || line[n-1] == '\n') {
		n--
	}
	return line[:n]
}
