package markup

import (
	"bytes"
	"unicode/utf8"
)

// goldmark takes time in the square of how deep quotes and lists nest, of how long a line is, of how many links
// it begins and does not end, of how many lines a paragraph has, and of how many footnotes and addresses of links a
// page defines. No person writes such lines. They are shown, but not as what they pretend to be.
const (
	maxNesting = 50
	maxIndent  = 200 // columns before the mark of a list item or a quote
	maxLine    = 64 << 10
	longLine   = 4 << 10
	maxOpen    = 100  // addresses that begin in one line, beside those that end
	maxRun     = 4000 // lines without a blank one
	maxDefined = 2000
)

// tame returns a page whose lines goldmark gets done with: the same, where no line is odd.
func tame(body []byte) []byte {
	var out []byte
	from := 0 // what lies before it is in out
	run, defined := 0, 0
	for at := 0; at < len(body); {
		end := len(body)
		if i := bytes.IndexByte(body[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := body[at:end]
		in := defines(line)
		if in >= 0 {
			defined++
		}
		if run++; len(line) < 20 && len(bytes.TrimSpace(line)) == 0 {
			run = 0
		} else if run == maxRun {
			out = append(append(out, body[from:at]...), '\n')
			from, run = at, 0
		}
		if n := nesting(line); n > 0 {
			out = append(append(out, body[from:at]...), line[n:]...)
			from = end
		} else if n := deep(line); n > 0 {
			out = append(append(out, body[from:at]...), line[n:]...)
			from = end
		} else if in >= 0 && defined > maxDefined {
			out = append(append(append(out, body[from:at]...), line[:in]...), '\\')
			from = at + in
		} else if len(line) > longLine && (len(line) > maxLine || bytes.Count(line, []byte("](")) > bytes.Count(line, []byte(")"))+maxOpen) {
			out = append(out, body[from:at]...)
			for len(line) > longLine {
				n := longLine
				for n > longLine-utf8.UTFMax && !utf8.RuneStart(line[n]) {
					n--
				}
				out = append(append(out, line[:n]...), '\n')
				line = line[n:]
			}
			out = append(out, line...)
			from = end
		}
		at = end
	}
	if out == nil {
		return body
	}
	return append(out, body[from:]...)
}

// defines says where in a line the definition of a footnote or of a link's address begins, -1 where none does.
func defines(line []byte) int {
	rest := bytes.TrimLeft(line, " \t>")
	if len(rest) == 0 || rest[0] != '[' || !bytes.Contains(rest, []byte("]:")) {
		return -1
	}
	return len(line) - len(rest)
}

// deep is how much of the space that begins a line goes where the mark of a list item or a quote stands too far to
// the right behind it.
func deep(line []byte) int {
	rest := bytes.TrimLeft(line, " \t")
	in := len(line) - len(rest)
	if in <= maxIndent/4 || in+3*bytes.Count(line[:in], []byte("\t")) <= maxIndent || !marked(rest) {
		return 0
	}
	return in - maxIndent/4
}

// marked reports whether a line begins with the mark of a list item or a quote.
func marked(rest []byte) bool {
	rest = bytes.TrimLeft(rest, "0123456789")
	return len(rest) > 0 && (rest[0] == '>' || bytes.IndexByte([]byte("-*+.)"), rest[0]) >= 0 && len(rest) > 1 && (rest[1] == ' ' || rest[1] == '\t'))
}

// nesting is the length of the marks of quotes and list items that begin a line, where they are too many.
func nesting(line []byte) int {
	n := 0
	for i, c := range line {
		switch {
		case c == '>', (c == '-' || c == '*' || c == '+' || c == '.' || c == ')') && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			n++
		case c == ' ' || c == '\t' || c >= '0' && c <= '9':
		default:
			if n > maxNesting {
				return i
			}
			return 0
		}
	}
	if n > maxNesting {
		return len(line) - 1
	}
	return 0
}
