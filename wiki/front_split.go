package wiki

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// What is read of a header. More is no header a person wrote, and YAML readers grow slow on it.
const (
	maxHeader = 64 << 10
	maxProps  = 500
	maxDepth  = 32
)

// parseFront reads the properties of a page. It never fails: what cannot be read is a finding
// and the page may not be written then, but a value that stands plainly on its line is known
// all the same.
func parseFront(src []byte) (*front, []Finding) {
	f := &front{src: src, eol: "\n"}
	f.span, f.exists = wikilink.FrontMatter(src)
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		f.eol = "\r\n"
	}
	var found []Finding
	add := func(kind string, at int, format string, args ...any) {
		found = append(found, Finding{kind, lineOf(src, at), fmt.Sprintf(format, args...)})
		f.broken = f.broken || kind == FindingBroken || kind == FindingDuplicate
	}
	if f.span.Unclosed {
		add(FindingUnclosed, f.span.Open, "the properties have no closing fence")
	}
	if !f.exists {
		return f, found
	}
	if f.span.Late {
		add(FindingLate, f.span.Open, "blank lines before the properties hide them from Obsidian")
	}
	if f.span.End-f.span.Start > maxHeader {
		add(FindingBroken, f.span.Start, "the properties are longer than %d bytes", maxHeader)
		return f, found
	}
	if i := loneReturn(src[f.span.Start:f.span.End]); i >= 0 {
		add(FindingBroken, f.span.Start+i, "a carriage return stands without a line feed")
		return f, found
	}
	props := f.split(add)
	f.props = props[:0]
	for _, p := range props {
		if f.find(p.key) != nil {
			add(FindingDuplicate, p.start, "the property %q stands there twice", p.key)
			continue
		}
		if len(f.props) >= maxProps {
			add(FindingBroken, p.start, "there are more than %d properties", maxProps)
			break
		}
		v, err := f.decode(p)
		if err != nil {
			add(FindingBroken, p.start, "the property %q is not YAML: %v", p.key, err)
			v = salvage(src, p)
		}
		p.value = v
		f.props = append(f.props, p)
	}
	return f, found
}

// loneReturn returns the offset of a carriage return that ends no line for us but does for
// YAML, or -1.
func loneReturn(b []byte) int {
	for i := 0; i < len(b); i++ {
		if b[i] == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			return i
		}
	}
	return -1
}

// split cuts the header into properties at the keys that begin a line.
func (f *front) split(add func(kind string, at int, format string, args ...any)) []prop {
	lines := bytes.Count(f.src[f.span.Start:f.span.End], []byte("\n"))
	props := make([]prop, 0, min(lines, 1<<4)) // as many as most have, or room to grow from
	literal := false                           // inside a block scalar, where a number sign begins no comment
	for at := f.span.Start; at < f.span.End; {
		line := lineAt(f.src[:f.span.End], at)
		key, colon := cutKey(line)
		switch t := bytes.TrimSpace(line); {
		case len(t) == 0 || line[0] == '#' || t[0] == '#' && !literal:
		case colon >= 0:
			props = append(props, prop{key: key, start: at, end: at + len(line), after: at + colon + 1})
			literal = isLiteral(line)
		case len(props) > 0 && (bytes.IndexByte([]byte(" \t]}"), line[0]) >= 0 || isDash(line)):
			props[len(props)-1].end = at + len(line)
			literal = literal || isLiteral(line)
		default:
			add(FindingBroken, at, "%q is no property", clip(string(t), 40))
		}
		at += len(line)
	}
	return props
}

// isLiteral reports whether a block scalar begins on line.
func isLiteral(line []byte) bool { return bytes.ContainsAny(line, "|>") && opensLiteral().Match(line) }

var opensLiteral = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[:-][ \t]+(?:[!&]\S+[ \t]+)*[|>][-+0-9]*[ \t]*(?:#.*)?\r?\n?$`)
})

// cutKey returns the key at the head of line and the offset of its colon, or -1.
func cutKey(line []byte) (string, int) {
	if len(line) == 0 || bytes.HasPrefix(line, []byte("...")) || strings.IndexByte(" \t\r\n#-?:[]{},&*!|>%@`", line[0]) >= 0 {
		if len(line) < 2 || line[0] != '-' || line[1] <= ' ' || line[1] == '-' {
			return "", -1
		}
	}
	if line[0] == '"' || line[0] == '\'' {
		n := quotedLen(line)
		if n == 0 || !isColon(line[n:]) {
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
			if strings.Contains(key, "<<") { // a merge, which draws in what stands elsewhere
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

// salvage reads the first line of a broken property as plain text, so that a page whose title
// holds a colon still has its name.
func salvage(src []byte, p prop) value {
	text := strings.TrimSpace(string(lineAt(src[:p.end], p.after)))
	if text == "" {
		return value{form: formOther}
	}
	return value{form: formScalar, text: strings.Trim(text, `"'`)}
}

func lineAt(src []byte, at int) []byte {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return src[at : at+i+1]
	}
	return src[at:]
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
