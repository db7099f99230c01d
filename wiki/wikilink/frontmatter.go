package wikilink

import (
	"bytes"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// A Front says where the properties of a page are. FrontMatter checks only the fences, not whether the text
// between them is YAML.
type Front struct {
	Open     int  // offset of the opening fence, behind a byte order mark and blank lines
	Start    int  // source[Start:End] is the text between the fences
	End      int  // offset of the closing fence
	Body     int  // offset behind the closing fence's line
	Late     bool // blank lines stand before the opening fence: Obsidian sees no properties
	Unclosed bool // the opening fence is never closed: there are no properties, all is body
}

// BOM is the byte order mark some editors put before a page.
const BOM = "\ufeff"

// FrontMatter finds the fences of a page's properties. Both are three dashes at the start of a line,
// followed only by spaces. Two rules with prose between them are no fences: text without a single "key:" at
// the start of a line is a body, and so is text behind a blank line that names no usual property, because a sentence
// may have a colon. Without properties, ok is false and the body starts at f.Body.
func FrontMatter(source []byte) (f Front, ok bool) {
	if bytes.HasPrefix(source, []byte(BOM)) {
		f.Body = len(BOM)
	}
	f.Open = f.Body
	for f.Open < len(source) {
		line := LineAt(source, f.Open)
		if len(bytes.TrimSpace(line)) != 0 {
			break
		}
		f.Open += len(line)
		f.Late = true
	}
	first := LineAt(source, f.Open)
	if !isFence(first) {
		return Front{Body: f.Body}, false
	}
	f.Start = f.Open + len(first)
	keyed, blank := false, true
	spaced := len(bytes.TrimSpace(LineAt(source, f.Start))) == 0
	for at := f.Start; at < len(source); {
		line := LineAt(source, at)
		if isFence(line) {
			if spaced && !blank && !usualKey().Match(source[f.Start:at]) {
				return Front{Body: f.Body}, false
			}
			if !keyed && !blank {
				return Front{Body: f.Body}, false
			}
			f.End, f.Body = at, at+len(line)
			return f, true
		}
		keyed = keyed || isKeyLine(line)
		if t := bytes.TrimSpace(line); len(t) > 0 && t[0] != '#' {
			blank = false
		}
		at += len(line)
	}
	return Front{Body: f.Body, Open: f.Open, Unclosed: keyed}, false
}

// usualKey matches a line with a property that programs write.
var usualKey = lazy.Regexp(`(?m)^(?:title|alias(?:es)?|tags?|type|created|updated|date|sources?|project|id|cssclass(?:es)?|publish|draft|connects|question|consulted|description|memoria):(?:\s|$)`)

func isFence(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("---"))
	return ok && len(bytes.Trim(rest, " \t\r\n")) == 0
}

// isKeyLine reports whether line begins with a key: something, a colon, then space or the end.
func isKeyLine(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	if len(line) < 2 || bytes.IndexByte([]byte("\t\r\n#"), line[0]) >= 0 || line[0] == '-' && (line[1] <= ' ' || line[1] == '-') {
		return false
	}
	i := bytes.IndexByte(line, ':')
	for i > 0 && i+1 < len(line) && bytes.IndexByte([]byte(" \t\r\n"), line[i+1]) < 0 {
		next := bytes.IndexByte(line[i+1:], ':')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return i > 0
}

// propertyLinks appends the links among the values of the properties source[start:end]. A value is a link
// when it is nothing else, in quotes or not, alone or in a list.
func propertyLinks(links []Link, source []byte, start, end int) []Link {
	for at := start; at < end; {
		line := LineAt(source[:end], at)
		if bytes.Contains(line, []byte("[[")) {
			links = lineLinks(links, line, at)
		}
		at += len(line)
	}
	return links
}

// lineLinks appends the links of one line of properties that begins at offset base.
func lineLinks(links []Link, line []byte, base int) []Link {
	fresh := true // a value may begin here
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return links
		case fresh && (c == '"' || c == '\''):
			n := quotedEnd(line[i:])
			if n == 0 {
				return links
			}
			if l, ok := wholeLink(line[i+1:i+n-1], base+i+1); ok {
				links = append(links, l)
			}
			i, fresh = i+n, false
		case fresh && (bytes.HasPrefix(line[i:], []byte("[[")) || bytes.HasPrefix(line[i:], []byte("![["))):
			l, n := bareLink(line[i:], base+i)
			if n == 0 { // a flow list that begins with a link: [[[a]], [[b]]]
				i++
				continue
			}
			links = append(links, l)
			i, fresh = i+n, false
		default:
			fresh = c == '[' || c == ',' || c == '{' || c == ' ' && (fresh || opensValue(line[:i]))
			i++
		}
	}
	return links
}

// opensValue reports whether a value begins behind before and a space: after a key's colon or
// a list's dash.
func opensValue(before []byte) bool {
	if bytes.HasSuffix(before, []byte(":")) {
		return true
	}
	t := bytes.TrimLeft(before, " ")
	return len(t) == 1 && t[0] == '-'
}

// quotedEnd returns the length of the quoted scalar at the head of b, or 0.
func quotedEnd(b []byte) int {
	q := b[0]
	for i := 1; i < len(b); i++ {
		switch {
		case q == '"' && b[i] == '\\':
			i++
		case b[i] == q && q == '\'' && i+1 < len(b) && b[i+1] == q:
			i++
		case b[i] == q:
			return i + 1
		}
	}
	return 0
}

// wholeLink reads value as a link and nothing else.
func wholeLink(value []byte, base int) (Link, bool) {
	trimmed := bytes.TrimLeft(value, " ")
	base += len(value) - len(trimmed)
	trimmed = bytes.TrimRight(trimmed, " ")
	l, n := embedOrLink(trimmed, base)
	return l, n > 0 && n == len(trimmed)
}

// bareLink reads the unquoted link at the head of b, which must end its value.
func bareLink(b []byte, base int) (Link, int) {
	l, n := embedOrLink(b, base)
	rest := bytes.TrimLeft(b[n:], " \t\r\n")
	if n == 0 || len(rest) > 0 && rest[0] != ',' && rest[0] != ']' && !(rest[0] == '#' && len(rest) < len(b[n:])) {
		return Link{}, 0
	}
	return l, n
}

func embedOrLink(b []byte, base int) (Link, int) {
	bang := 0
	if len(b) > 0 && b[0] == '!' {
		bang = 1
	}
	if !bytes.HasPrefix(b[bang:], []byte("[[")) {
		return Link{}, 0
	}
	l, n := match(b[bang:])
	if n == 0 {
		return Link{}, 0
	}
	l.Embed, l.Property = bang == 1, true
	l.Start, l.End = base, base+bang+n
	return l, bang + n
}
