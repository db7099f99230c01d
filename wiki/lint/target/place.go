package target

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// HasBlock reports whether a page has a block id anywhere: Obsidian also finds ids in
// quotes, lists and below tables, and ignores letter case.
func HasBlock(p *wiki.Page, id string) bool {
	if from, to, ok := strings.Cut(id, ":#"); ok {
		to, block := strings.CutPrefix(to, "^")
		return HasBlock(p, from) && (block && HasBlock(p, to) || !block && HasHeading(p, to))
	}
	if id == "begin" || id == "end" { // Dendron's for those of the page
		return true
	}
	for _, b := range p.Doc().Blocks {
		if strings.EqualFold(b.ID, id) {
			return true
		}
	}
	src := p.Bytes()
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '^')
		if i < 0 {
			return false
		}
		at += i + 1
		end := at + len(id)
		if end <= len(src) && strings.EqualFold(string(src[at:end]), id) && len(bytes.TrimSpace(wikilink.LineAt(src, end))) == 0 {
			return true
		}
	}
}

// HasHeading reports whether a page has the heading that a link's fragment names. A fragment may name several
// headings, joined by number signs. Headings are compared without the characters that no fragment can
// contain, and in the form of other tools, with dashes.
func HasHeading(p *wiki.Page, fragment string) bool {
	if from, to, ok := strings.Cut(fragment, ":#"); ok { // Dendron's from a heading to another
		return HasHeading(p, from) && HasHeading(p, to)
	}
	if before, _, ok := strings.Cut(fragment, ","); ok && isOffset(fragment[len(before)+1:]) && HasHeading(p, before) {
		return true
	}
	if fragment == "*" {
		return true
	}
	for _, h := range p.Doc().Headings {
		if strings.EqualFold(h.Text, fragment) { // most links name a heading as it is written
			return true
		}
	}
	have := headingKeys(p)
	if have.has(fragment) {
		return true
	}
	for _, part := range strings.Split(fragment, "#") {
		if part = strings.TrimSpace(part); part != "" && !strings.HasPrefix(part, "^") && !have.has(part) && !rawHeading(p.Bytes(), part) {
			return false
		}
	}
	return true
}

// isOffset reports whether s is a number of lines, which Dendron's references add to a heading.
func isOffset(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

type keys []string

func (k keys) has(fragment string) bool {
	plain, dashed := headingKey(fragment), dashes(fragment)
	for _, have := range k {
		if have == plain || dashes(have) == dashed {
			return true
		}
	}
	return false
}

func headingKeys(p *wiki.Page) keys {
	var k keys
	for _, h := range p.Doc().Headings {
		k = append(k, headingKey(h.Text))
		if plain := headingKey(wikilink.Plain(h.Text)); plain != k[len(k)-1] {
			k = append(k, plain)
		}
	}
	return k
}

// headingKey returns a heading without the characters that a link cannot contain, for comparison.
func headingKey(s string) string {
	s = strings.ReplaceAll(norm.NFC.String(s), "%%", " ")
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`#|^[]:\`, r) || unicode.IsSpace(r) {
			return ' '
		}
		return unicode.ToLower(r)
	}, s)
	return wikilink.Squeeze(s)
}

// dashes returns a heading as tools write it in an address: its words joined by dashes.
func dashes(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == '-' || unicode.IsSpace(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_'
	}), "-")
}

// headingLeads are the characters that may precede a heading inside quotes and lists.
const headingLeads = " \t>*+-0123456789.)"

// rawHeading looks for a heading inside quotes, lists and HTML, where the page's own list has none.
func rawHeading(src []byte, fragment string) bool {
	want := headingKey(fragment)
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, headingLeads)
		if len(text) > 0 && text[0] == '#' && headingKey(wikilink.Plain(string(bytes.Trim(text, "# \t\r\n")))) == want {
			return true
		}
		if said := string(line); len(text) > 0 && text[0] == '<' && (strings.Contains(said, `id="`+fragment+`"`) || strings.Contains(said, `name="`+fragment+`"`)) {
			return true
		}
	}
	return false
}
