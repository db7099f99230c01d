package wikilink

import "bytes"

// goldmark's time grows with the square of how deep a line nests quotes and lists, of the length of a line,
// and of the number of consecutive link definitions. No person writes such lines, so the scan reads them as
// blank.
const (
	maxNesting = 50
	maxLine    = 64 << 10
)

// Limits that no person's page exceeds. What shows a page obeys them, too.
const (
	MaxDefined = 2000 // definitions of links, and of footnotes
	maxIndent  = 200  // columns before the mark of a list item or a quote
)

// tame returns body with those lines blanked that goldmark would take too long for, and with the definitions
// of footnotes made paragraphs, because goldmark would take [^1]: [[page]] for an address of that name. All
// offsets stay.
func tame(body []byte) []byte {
	copied := false
	defined := 0
	for at := 0; at < len(body); {
		line := LineAt(body, at)
		if defined++; Defines(line) < 0 {
			defined = 0
		}
		if colon := footnoteColon(line); colon > 0 {
			if !copied {
				body, copied = bytes.Clone(body), true
			}
			body[at+colon] = ' '
		}
		if len(line) > maxLine || nesting(line) > maxNesting || defined > MaxDefined || Indented(line) > 0 {
			if !copied {
				body, copied = bytes.Clone(body), true
			}
			for i := at; i < at+len(line); i++ {
				if body[i] != '\n' {
					body[i] = ' '
				}
			}
		}
		at += len(line)
	}
	return body
}

// footnoteColon returns the offset of the colon in the beginning of a footnote's definition, [^1]:, 0 for
// any other line.
func footnoteColon(line []byte) int {
	rest := bytes.TrimLeft(line, " \t>")
	if !bytes.HasPrefix(rest, []byte("[^")) {
		return 0
	}
	end := bytes.Index(rest, []byte("]:"))
	if end < 3 || bytes.ContainsAny(rest[2:end], "[]\n") {
		return 0
	}
	return len(line) - len(rest) + end + 1
}

// Defines returns where in a line the definition of a link or a footnote may begin, [name]: address, -1 if
// none does.
func Defines(line []byte) int {
	rest := bytes.TrimLeft(line, " \t>")
	if len(rest) == 0 || rest[0] != '[' || !bytes.Contains(rest, []byte("]:")) {
		return -1
	}
	return len(line) - len(rest)
}

// Indented returns how many bytes of the space at the beginning of a line are too many, if the mark of a
// list item or a quote follows too far to the right; else 0.
func Indented(line []byte) int {
	rest := bytes.TrimLeft(line, " \t")
	in := line[:len(line)-len(rest)]
	if len(in) <= maxIndent/4 || len(in)+3*bytes.Count(in, []byte("\t")) <= maxIndent || nesting(rest) == 0 {
		return 0
	}
	return len(in) - maxIndent/4
}

// nesting counts the marks of quotes and list items that begin a line.
func nesting(line []byte) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '>', bytes.IndexByte([]byte("-*+.)"), c) >= 0 && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			n++
		case c == ' ' || c == '\t' || c >= '0' && c <= '9':
		default:
			return n
		}
		if n > maxNesting {
			return n
		}
	}
	return n
}
