package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// BlockKind says what a [Block] is.
type BlockKind uint8

const (
	Paragraph BlockKind = iota + 1
	Item                // one item of a list
	Heading             // a heading, or a line completely in bold that serves as one
	Code                // fenced or indented code, a drawing, a diff; Text is empty
	Table               // Text is empty
)

// A Block is a stretch of a message that is read as one.
type Block struct {
	Kind  BlockKind
	Text  string // plain text; a line break is kept where a sentence ends with its line
	Depth int    // Item: how deep it is nested, from 0; Heading: its level, 7 for a line in bold
	Quote bool   // inside a block quote
	Open  bool   // Item: an empty task box
	Done  bool   // Item: a ticked task box
	Link  bool   // nothing but a link
	Lines int    // lines of the source
}

// Blocks reads a message as Markdown, as tolerantly as a chat window: a line of text may directly follow a
// list or precede one, a line that starts with a symbol is an item, and a short line ends its sentence. A ✗
// or similar symbol stays in the text, since it negates it (see [Crossed]).
func Blocks(md string) []Block {
	var b blocker
	md = valid(md)
	for len(md) > 0 {
		line := md
		if k := strings.IndexByte(md, '\n'); k >= 0 {
			line, md = md[:k], md[k+1:]
		} else {
			md = ""
		}
		b.line(strings.TrimSuffix(line, "\r"))
	}
	b.flush()
	return b.out
}

// A blocker holds the block being read.
type blocker struct {
	out    []Block
	cur    Block
	raw    []string // lines of cur, markup still in
	fence  string   // the fence that closes the code being read
	indent []int    // columns of the open list levels
	blank  bool     // the last line was empty
}

func (b *blocker) line(s string) {
	if b.fence != "" {
		b.cur.Lines++
		if t := strings.TrimLeft(s, " \t>"); strings.HasPrefix(t, b.fence) && strings.Trim(t, "`~ \t") == "" {
			b.fence = ""
			b.flush()
		}
		return
	}
	quote := false
	t := strings.TrimLeft(s, " \t")
	col := column(s[:len(s)-len(t)])
	for strings.HasPrefix(t, ">") && !strings.HasPrefix(t, ">=") {
		quote = true
		t = strings.TrimPrefix(t[1:], " ")
		rest := strings.TrimLeft(t, " \t")
		col = column(t[:len(t)-len(rest)])
		t = rest
	}
	t = strings.TrimRight(t, " \t")
	if t == "" {
		b.flush()
		b.blank = true
		return
	}
	b.visible(t, col, quote)
	b.blank = false
}

// visible reads one line that is not empty: t is its text from column col on.
func (b *blocker) visible(t string, col int, quote bool) {
	if f := Opens(t); f != "" {
		b.start(Block{Kind: Code, Quote: quote})
		b.fence = f
		b.cur.Lines++
		return
	}
	if col >= 4 && len(b.indent) == 0 && (b.cur.Kind == Code || b.blank || b.cur.Kind == 0 && len(b.out) == 0) && !marked(t) {
		b.odd(Code, quote)
		return
	}
	switch {
	case rule(t):
		b.flush()
		b.indent = nil
	case strings.HasPrefix(t, "#") && heading(t) > 0:
		n := heading(t)
		b.start(Block{Kind: Heading, Depth: n, Quote: quote})
		b.raw = append(b.raw, strings.TrimRight(strings.Trim(t[n:], " \t"), "# "))
		b.cur.Lines = 1
		b.flush()
		b.indent = nil
	case tabular(t):
		b.odd(Table, quote)
	case drawn(t):
		b.odd(Code, quote)
	default:
		b.prose(t, col, quote)
	}
}

// prose reads a line of words: the start of an item, or of a paragraph, or its next line.
func (b *blocker) prose(t string, col int, quote bool) {
	if n, open, done := marker(t); n > 0 || crossedLine(t) {
		for len(b.indent) > 0 && b.indent[len(b.indent)-1] > col {
			b.indent = b.indent[:len(b.indent)-1]
		}
		if len(b.indent) == 0 || b.indent[len(b.indent)-1] < col {
			b.indent = append(b.indent, col)
		}
		b.start(Block{Kind: Item, Depth: len(b.indent) - 1, Quote: quote, Open: open, Done: done})
		b.raw = append(b.raw, strings.TrimSpace(t[n:]))
		b.cur.Lines = 1
		return
	}
	if bold(t) {
		b.start(Block{Kind: Heading, Depth: 7, Quote: quote})
		b.raw, b.cur.Lines = append(b.raw, t), 1
		b.flush()
		return
	}
	item := b.cur.Kind == Item && (col > b.indent[len(b.indent)-1] || !b.blank && joins(b.raw[len(b.raw)-1], t))
	if b.cur.Kind != Paragraph && !item || b.cur.Quote != quote {
		b.start(Block{Kind: Paragraph, Quote: quote})
		if col == 0 {
			b.indent = nil
		}
	}
	b.raw = append(b.raw, t)
	b.cur.Lines++
}

// odd adds a line to a block whose words are not read.
func (b *blocker) odd(k BlockKind, quote bool) {
	if b.cur.Kind != k {
		b.start(Block{Kind: k, Quote: quote})
	}
	b.cur.Lines++
}

func (b *blocker) start(next Block) {
	b.flush()
	b.cur = next
}

// flush ends the current block.
func (b *blocker) flush() {
	if b.cur.Kind == 0 {
		return
	}
	cur, raw := b.cur, b.raw
	b.cur, b.raw = Block{}, nil
	if cur.Kind != Code && cur.Kind != Table {
		cur.Text = join(raw)
		cur.Link = len(raw) == 1 && onlyLink(raw[0])
		if cur.Text == "" {
			return
		}
	}
	b.out = append(b.out, cur)
}

// join makes one text of the lines of a block. It joins lines that the writer's editor wrapped first, so
// that markup may span them.
func join(raw []string) string {
	var lines []string
	for i, l := range raw {
		if n := len(lines); n > 0 && joins(raw[i-1], l) {
			lines[n-1] = glue(lines[n-1], l)
		} else {
			lines = append(lines, l)
		}
	}
	out := lines[:0]
	for _, l := range lines {
		if l = undecorate(Inline(l)); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// joins reports whether line next continues the sentence of line prev: prev is long enough to have been
// wrapped and does not end a sentence.
func joins(prev, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(prev)
	first, _ := utf8.DecodeRuneInString(next)
	if strings.ContainsRune(".!?:。！？：…", last) {
		return false
	}
	if CJK(last) || CJK(first) || cjkPunct(last) {
		return utf8.RuneCountInString(prev) >= 30
	}
	if len(prev) > 110 {
		return false // no editor wraps there
	}
	return strings.ContainsRune(",;(", last) || len(prev) >= 65 ||
		len(prev) >= 35 && (unicode.IsLower(first) || len(prev) >= 50 && strings.ContainsRune("`(\"'*_[<0123456789", first))
}

func glue(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if (CJK(last) || cjkPunct(last)) && (CJK(first) || cjkPunct(first)) {
		return a + b
	}
	return a + " " + b
}

// column returns the width of leading white space, a tab counting four.
func column(space string) int { return len(space) + 3*strings.Count(space, "\t") }
