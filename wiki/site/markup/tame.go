package markup

import (
	"bytes"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// goldmark takes quadratic time in the nesting of quotes and lists, the length of a line, the number of links
// that a line begins and does not end, the number of lines of a paragraph, and the number of footnotes and link
// definitions of a page. No person writes such lines. They are shown as plain text.
const (
	maxNesting = 50
	maxLine    = 64 << 10
	longLine   = 4 << 10
	maxOpen    = 100  // addresses that begin in one line, beside those that end
	maxRun     = 4000 // lines without a blank one
)

// tame returns a page that goldmark can parse in reasonable time: unchanged, unless a line is odd.
func tame(body []byte) []byte {
	var out []byte
	from := 0 // the text before it is in out
	run, defined := 0, 0
	for at := 0; at < len(body); {
		end := len(body)
		if i := bytes.IndexByte(body[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := body[at:end]
		in := wikilink.Defines(line)
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
		} else if n := wikilink.Indented(line); n > 0 {
			out = append(append(out, body[from:at]...), line[n:]...)
			from = end
		} else if in >= 0 && defined > wikilink.MaxDefined {
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

// nesting returns the length of the marks of quotes and list items that begin a line, if there are too many.
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
