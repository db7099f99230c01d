package frontmatter

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/adrg/frontmatter"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The limits of a header. A person writes none that exceeds them, and YAML parsers become slow on it. Plain values and lists
// of them have none: an article names as sources all days that it cites.
const (
	maxYAML   = 64 << 10 // bytes that the YAML library reads
	maxProps  = 500
	maxKey    = 1000 // bytes of one in quotes
	maxDepth  = 32
	maxFaults = 100 // that are told
)

// format is the only one of the library's formats that a page may have.
var format = frontmatter.NewFormat("---", "---", func(data []byte, v any) error {
	v.(*decoder).decode(data)
	return nil
})

// A decoder reads the properties of one header.
type decoder struct {
	*Header
	found []Fault
	yaml  int // bytes that the YAML library has read
}

func (d *decoder) add(kind string, at int, format string, args ...any) {
	if len(d.found) < maxFaults {
		d.found = append(d.found, Fault{kind, lineOf(d.Source, at), fmt.Sprintf(format, args...)})
	}
	d.Broken = d.Broken || kind == Broken || kind == Duplicate
}

// readers holds the buffers that the library reads through.
var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

// Read reads the properties of a page. It never fails: what cannot be read is a finding and the page must
// not be written then, but a simple value on its line is read all the same.
func Read(src []byte) (*Header, []Fault) {
	h := &Header{Source: src, EOL: "\n"}
	h.Fences, h.Exists = wikilink.FrontMatter(src)
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		h.EOL = "\r\n"
	}
	d := &decoder{Header: h}
	if h.Fences.Unclosed {
		d.add(Unclosed, h.Fences.Open, "the properties have no closing fence")
	}
	if !h.Exists {
		return h, d.found
	}
	if h.Fences.Late {
		d.add(Late, h.Fences.Open, "blank lines before the properties hide them from Obsidian")
	}
	if i := loneReturn(src[h.Fences.Start:h.Fences.End]); i >= 0 {
		d.add(Broken, h.Fences.Start+i, "a carriage return stands without a line feed")
		return h, d.found
	}
	lines := readers.Get().(*bufio.Reader)
	defer readers.Put(lines)
	lines.Reset(bytes.NewReader(src[h.Fences.Open:h.Fences.Body]))
	if _, err := frontmatter.MustParse(lines, d, format); err != nil {
		d.add(Broken, h.Fences.Start, "the properties cannot be read: %v", err)
	}
	return h, d.found
}

// decode reads the properties of the header that the library cut. The library takes an indented --- inside a
// value for the closing fence; then the one at the start of a line decides.
func (d *decoder) decode(header []byte) {
	if whole := d.Source[d.Fences.Start:d.Fences.End]; len(header) < len(whole) {
		header = whole
	}
	for _, p := range d.split(header) {
		if d.Find(p.Key) != nil {
			d.add(Duplicate, p.start, "the property %q stands there twice", p.Key)
			continue
		}
		if len(d.Props) >= maxProps {
			d.add(Broken, p.start, "there are more than %d properties", maxProps)
			break
		}
		v, err := d.value(p)
		if err != nil {
			d.add(Broken, p.start, "the property %q is not YAML: %v", p.Key, err)
			v = salvage(d.Source, p)
		}
		p.Value = v
		d.Props = append(d.Props, p)
	}
}

// loneReturn returns the offset of a carriage return that ends a line in YAML but not here, or -1.
func loneReturn(b []byte) int {
	for i := 0; i < len(b); i++ {
		if b[i] == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			return i
		}
	}
	return -1
}

// split cuts the header into properties at the keys that begin a line.
func (d *decoder) split(header []byte) []Property {
	props := make([]Property, 0, min(bytes.Count(header, []byte("\n")), 1<<4)) // as many as most have, or room to grow from
	literal := false                                                           // inside a block scalar, where a number sign begins no comment
	at := d.Fences.Start
	for line := range bytes.Lines(header) {
		key, colon := cutKey(line)
		switch t := bytes.TrimSpace(line); {
		case len(t) == 0 || line[0] == '#' || t[0] == '#' && !literal:
		case colon >= 0 && len(props) == 2*maxProps: // some of which may stand there twice
			d.add(Broken, at, "there are more than %d properties", maxProps)
			return props
		case colon >= 0:
			props = append(props, Property{Key: key, start: at, end: at + len(line), after: at + colon + 1})
			literal = isLiteral(line)
		case len(props) > 0 && (bytes.IndexByte([]byte(" \t]}"), line[0]) >= 0 || isDash(line)):
			props[len(props)-1].end = at + len(line)
			literal = literal || isLiteral(line)
		default:
			d.add(Broken, at, "%q is no property", clip(string(t), 40))
		}
		at += len(line)
	}
	return props
}

// isLiteral reports whether a block scalar begins on line. Lists of links are long, and have a | too.
func isLiteral(line []byte) bool {
	end := bytes.TrimRight(line, " \t\r\n")
	return bytes.ContainsAny(end, "|>") && (bytes.IndexByte(end, '#') >= 0 || strings.IndexByte("|>+-0123456789", end[len(end)-1]) >= 0) && opensLiteral().Match(line)
}

var opensLiteral = lazy.Regexp(`[:-][ \t]+(?:[!&]\S+[ \t]+)*[|>][-+0-9]*[ \t]*(?:#.*)?\r?\n?$`)

// cutKey returns the key at the head of line and the offset of its colon, or -1.
func cutKey(line []byte) (string, int) {
	if len(line) == 0 || bytes.HasPrefix(line, []byte("...")) || strings.IndexByte(" \t\r\n#-?:[]{},&*!|>%@`", line[0]) >= 0 {
		if len(line) < 2 || line[0] != '-' || line[1] <= ' ' || line[1] == '-' {
			return "", -1
		}
	}
	if line[0] == '"' || line[0] == '\'' {
		n := quotedLen(line)
		if n == 0 || n > maxKey || !isColon(line[n:]) {
			return "", -1
		}
		key, err := unquote(string(line[:n]))
		if err != nil {
			return "", -1
		}
		return key, n + bytes.IndexByte(line[n:], ':')
	}
	for i := 1; i < len(line); i++ {
		if line[i] == ':' && isColon(line[i:]) {
			key := strings.TrimRight(string(line[:i]), " \t")
			if strings.Contains(key, "<<") { // a merge, which includes what stands elsewhere
				break
			}
			return key, i
		}
		if line[i] == '\t' || line[i] == '#' && line[i-1] == ' ' {
			break
		}
	}
	return "", -1
}

// isColon reports whether b begins, behind spaces, with a colon that ends a key.
func isColon(b []byte) bool {
	b = bytes.TrimLeft(b, " ")
	return len(b) > 0 && b[0] == ':' && (len(b) == 1 || strings.IndexByte(" \t\r\n", b[1]) >= 0)
}

func isDash(line []byte) bool {
	return line[0] == '-' && (len(line) == 1 || strings.IndexByte(" \t\r\n", line[1]) >= 0)
}

// salvage reads the first line of a broken property as plain text, so that a page whose title holds a colon
// still has its name.
func salvage(src []byte, p Property) Value {
	text := strings.TrimSpace(string(wikilink.LineAt(src[:p.end], p.after)))
	if text == "" {
		return Value{Form: Other}
	}
	return Value{Form: Scalar, Text: strings.Trim(text, `"'`)}
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
