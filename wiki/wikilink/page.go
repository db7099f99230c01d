package wikilink

import "strings"

// A Doc is what [Scan] finds in a page, each list in the order of the page.
type Doc struct {
	Links    []Link
	Headings []Heading // of the page itself: those inside lists and quotes are left out
	Blocks   []Anchor
	HTML     []Link // double brackets in blocks of raw HTML: shown literally, not links
	Hrefs    []Href // links and images of plain Markdown
}

// A Heading is one heading of a page.
type Heading struct {
	Level int
	Text  string // as written, without marks and block id
	Start int    // source[Start:End] are the heading's lines
	End   int
}

// An Anchor is a block id and where it stands.
type Anchor struct {
	ID    string // without the caret
	Start int    // offset of the caret
}

// An Href is the address of a link or an image in plain Markdown: [text](address),
// ![alt](address), or the definition of a reference, [name]: address.
type Href struct {
	Dest  string // the address, escapes and entities resolved; percent signs are not decoded
	Image bool
	Start int // source[Start:End] is the address as written, without angle brackets
	End   int
}

// Split cuts an address within the vault into the path of a file and a place in it, without decoding percent
// signs. local is false for an address of the web or of a program.
func (r Href) Split() (target, fragment string, local bool) {
	if r.Dest == "" || strings.HasPrefix(r.Dest, "//") || hasScheme(r.Dest) {
		return "", "", false
	}
	target, fragment, _ = strings.Cut(r.Dest, "#")
	return target, fragment, true
}

// hasScheme reports whether an address begins with a scheme, as https: or mailto: or obsidian:.
func hasScheme(dest string) bool {
	i := strings.IndexByte(dest, ':')
	if i < 1 {
		return false
	}
	for j := range i {
		c := dest[j]
		if !isWord(c) && (j == 0 || c != '+' && c != '-' && c != '.') || c == '_' {
			return false
		}
	}
	return dest[0] > '9'
}
