package prose

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Inline returns one line of Markdown as plain text: emphasis, links, images, wikilinks, HTML tags, comments
// and escapes are resolved to the words a reader would see; struck-out text is removed. Inline code keeps
// its backticks, because it is usually a name; an unclosed backtick is dropped. White space is collapsed to
// single spaces.
func Inline(s string) string {
	s = valid(s)
	if !strings.ContainsAny(s, "`*_~[]<\\&!") {
		return squeeze(s)
	}
	p := inliner{src: s, close: brackets(s)}
	p.text(0, len(s), 0)
	return squeeze(p.resolve())
}

// An inliner copies text piece by piece and remembers where emphasis might start or end.
type inliner struct {
	src   string
	close []int    // for a '[' the offset of its ']', for a '(' of its ')', else 0; code skipped
	out   []byte   // what is kept, emphasis marks included
	runs  []run    // runs of emphasis marks in out
	bare  bool     // no comment ends in what follows
	wraps []string // tags that are off and not closed yet
}

type run struct {
	at, n     int // offset in out, marks left
	mark      byte
	open, cls bool
}

// deepest is how far link texts may nest before the rest is copied literally.
const deepest = 8

func (p *inliner) text(i, end, depth int) {
	for i < end {
		c := p.src[i]
		switch {
		case c == '\\' && i+1 < end && isPunct(p.src[i+1]):
			if strings.IndexByte("*_~`[]<>#", p.src[i+1]) < 0 {
				p.out = append(p.out, '\\') // a Windows path, a regular expression
			}
			p.out = append(p.out, p.src[i+1])
			i += 2
		case c == '`':
			i = p.code(i, end)
		case c == '*' || c == '_' || c == '~':
			i = p.mark(i, end)
		case c == '!' && i+1 < end && p.src[i+1] == '[':
			if next, ok := p.link(i+1, end, depth); ok {
				i = next
				continue
			}
			p.out = append(p.out, c)
			i++
		case c == '[':
			if next, ok := p.link(i, end, depth); ok {
				i = next
				continue
			}
			p.out = append(p.out, c)
			i++
		case c == '<':
			i = p.angle(i, end)
		case c == '&':
			i = p.entity(i, end)
		default:
			p.out = append(p.out, c)
			i++
		}
	}
}

// code copies a code span with one backtick on each side, or drops a lone run of backticks.
func (p *inliner) code(i, end int) int {
	n := count(p.src[i:end], '`')
	stop := closeCode(p.src[:end], i+n, n)
	if stop < 0 {
		return i + n
	}
	body := strings.TrimSpace(p.src[i+n : stop])
	switch {
	case body == "":
	case strings.Contains(body, "`"):
		p.out = append(p.out, "`` "...)
		p.out = append(p.out, body...)
		p.out = append(p.out, " ``"...)
	default:
		p.out = append(p.out, '`')
		p.out = append(p.out, body...)
		p.out = append(p.out, '`')
	}
	return stop + n
}

// mark keeps a run of emphasis marks and notes whether it can open or close emphasis (CommonMark's flanking
// rules, where an underscore inside a word never opens or closes).
func (p *inliner) mark(i, end int) int {
	c := p.src[i]
	n := count(p.src[i:end], c)
	before, _ := utf8.DecodeLastRuneInString(p.src[:i])
	after, _ := utf8.DecodeRuneInString(p.src[i+n:])
	if i == 0 {
		before = ' '
	}
	if i+n >= len(p.src) {
		after = ' '
	}
	left := !unicode.IsSpace(after) && (!punct(after) || unicode.IsSpace(before) || punct(before))
	right := !unicode.IsSpace(before) && (!punct(before) || unicode.IsSpace(after) || punct(after))
	open, cls := left, right
	if c == '_' {
		open = left && (!right || punct(before))
		cls = right && (!left || punct(after))
	}
	if c == '*' && (CJK(before) || CJK(after)) {
		open, cls = !unicode.IsSpace(after), !unicode.IsSpace(before)
	}
	if n > 3 || c == '~' && n != 2 || p.literal(i, n, before, after) {
		open, cls = false, false
	}
	p.runs = append(p.runs, run{len(p.out), n, c, open, cls})
	p.out = append(p.out, p.src[i:i+n]...)
	return i + n
}

// literal reports whether marks that CommonMark would take for emphasis are meant literally: globs (*.go,
// **/x, a/*), arithmetic (2*x*y), names (__init__.py).
func (p *inliner) literal(i, n int, before, after rune) bool {
	next, _ := utf8.DecodeRuneInString(p.src[min(i+n+1, len(p.src)):])
	dotted := after == '.' && unicode.IsLetter(next)
	switch p.src[i] {
	case '_':
		return dotted || n == 2 && p.dunder(i)
	case '*':
		return n == 1 && (dotted || before == '/' || wordRune(before) && wordRune(after)) || n == 2 && after == '/' && next == '*'
	}
	return false
}

// dunder recognises __init__ and similar names: one word in lower case between double underscores. i is at
// the first two or the last two.
func (p *inliner) dunder(i int) bool {
	isName := func(s string) bool {
		return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_0123456789") == ""
	}
	if stop := strings.Index(p.src[i+2:], "__"); stop > 0 && isName(p.src[i+2:i+2+stop]) {
		return true
	}
	start := strings.LastIndex(p.src[:i], "__")
	return start >= 0 && isName(p.src[start+2:i])
}

// link resolves [text](target), [text][ref], [[page|text]] and footnote marks that open at i.
func (p *inliner) link(i, end, depth int) (next int, ok bool) {
	stop := p.close[i]
	if stop <= i || stop >= end || depth >= deepest {
		return 0, false
	}
	inner := p.src[i+1 : stop]
	if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") && p.close[i+1] == stop-1 {
		from := i + 2
		if bar := strings.LastIndexByte(p.src[from:stop-1], '|'); bar >= 0 {
			from += bar + 1
		}
		p.text(from, stop-1, depth+1)
		return stop + 1, true
	}
	if strings.HasPrefix(inner, "^") && !strings.ContainsAny(inner, " \t") && i > 0 && p.src[i-1] != ' ' {
		return stop + 1, true // a footnote's mark hangs on a word
	}
	after := stop + 1
	switch {
	case after < end && p.src[after] == '(' && p.close[after] > after && p.close[after] < end:
		target := p.src[after+1 : p.close[after]]
		if strings.TrimSpace(inner) == "" {
			p.out = append(p.out, firstField(target)...)
		} else if strings.ContainsAny(firstField(target), " ") || runs(target) {
			return 0, false
		} else {
			p.text(i+1, stop, depth+1)
		}
		return p.close[after] + 1, true
	case after < end && p.src[after] == '[' && p.close[after] > after+1 && p.close[after] < end && inner != "":
		if ref := p.src[after+1 : p.close[after]]; len(ref) < 64 && isRef(ref) {
			p.text(i+1, stop, depth+1)
			return p.close[after] + 1, true
		}
	}
	return 0, false
}

// runs reports whether a link would run something rather than lead to a page, so that who names it means the address.
func runs(target string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(target), ":")
	return ok && (scheme == "javascript" || scheme == "vbscript" || scheme == "data" || scheme == "obsidian")
}

// angle drops a comment, but not a marker of memoria that the line is about, or a tag that HTML defines, unwraps an address,
// and keeps the rest: <id> and <short-sha> are words.
func (p *inliner) angle(i, end int) int {
	rest := p.src[i:end]
	if strings.HasPrefix(rest, "<!--") {
		if !p.bare && !strings.HasPrefix(strings.TrimLeft(rest[4:], " /"), "memoria:") {
			if stop := strings.Index(rest, "-->"); stop >= 0 {
				return i + stop + 3
			}
			p.bare = true
		}
		k := 2 + count(rest[2:], '-')
		p.out = append(p.out, rest[:k]...)
		return i + k
	}
	if len(rest) > 512 {
		rest = rest[:512]
	}
	stop := strings.IndexByte(rest, '>')
	if stop < 0 {
		p.out = append(p.out, '<')
		return i + 1
	}
	body := rest[1:stop]
	if strings.HasPrefix(body, "http://") || strings.HasPrefix(body, "https://") || strings.HasPrefix(body, "mailto:") {
		p.out = append(p.out, body...)
		return i + stop + 1
	}
	name := strings.ToLower(strings.TrimLeft(body, "/"))
	if k := strings.IndexAny(name, " \t/"); k >= 0 {
		name = name[:k]
	}
	if name == "del" || name == "s" || name == "strike" {
		if end := strings.Index(p.src[i:min(end, i+2000)], "</"+body+">"); end > 0 {
			return i + end + len("</>") + len(body)
		}
	}
	if htmlTags()[name] && p.wrapping(name, body, i, i+stop+1, end) {
		p.out = append(p.out, ' ')
		return i + stop + 1
	}
	p.out = append(p.out, '<')
	return i + 1
}

// wrapping distinguishes markup from a tag that the sentence is about: a tag around words, or a line break
// between two, is markup; "use <section> instead of <div>" names its tags. The tag is src[i:after].
func (p *inliner) wrapping(name, body string, i, after, end int) bool {
	if strings.HasPrefix(body, "/") {
		if n := len(p.wraps); n > 0 && p.wraps[n-1] == name {
			p.wraps = p.wraps[:n-1]
			return true
		}
		return false
	}
	rest := p.src[after:min(end, after+2000)]
	if stop := strings.Index(strings.ToLower(rest), "</"+name+">"); stop >= 0 {
		if strings.TrimSpace(rest[:stop]) == "" {
			return false
		}
		p.wraps = append(p.wraps, name)
		return true
	}
	return name == "br" && (i > 0 && p.src[i-1] != ' ' || after == end || p.src[after] != ' ')
}

func (p *inliner) entity(i, end int) int {
	rest := p.src[i:end]
	if len(rest) > 12 {
		rest = rest[:12]
	}
	if stop := strings.IndexByte(rest, ';'); stop > 1 && !strings.ContainsAny(rest[1:stop], " &") {
		if s := html.UnescapeString(rest[:stop+1]); s != rest[:stop+1] && !strings.ContainsAny(s, "`*_[]") {
			p.out = append(p.out, s...)
			return i + stop + 1
		}
	}
	p.out = append(p.out, '&')
	return i + 1
}

// resolve pairs the emphasis runs and returns the text without the paired marks.
func (p *inliner) resolve() string {
	drop := make(map[int]int)   // run index -> marks to drop
	struck := make(map[int]int) // run index -> offset in out up to which all is dropped
	var open [3][]int
	stack := func(c byte) *[]int { return &open[strings.IndexByte("*_~", c)] }
	for i := range p.runs {
		r := &p.runs[i]
		st := stack(r.mark)
		for r.cls && r.n > 0 && len(*st) > 0 {
			o := &p.runs[(*st)[len(*st)-1]]
			k := min(o.n, r.n)
			o.n -= k
			r.n -= k
			drop[(*st)[len(*st)-1]] += k
			drop[i] += k
			if r.mark == '~' {
				struck[(*st)[len(*st)-1]] = r.at + len("~~")
			}
			if o.n == 0 {
				*st = (*st)[:len(*st)-1]
			}
		}
		if r.open && r.n > 0 {
			*st = append(*st, i)
		}
	}
	if len(drop) == 0 {
		return string(p.out)
	}
	var b strings.Builder
	at := 0
	for i, r := range p.runs {
		if k := drop[i]; k > 0 && r.at >= at {
			b.Write(p.out[at:r.at])
			at = max(r.at+k, struck[i])
		}
	}
	b.Write(p.out[at:])
	return b.String()
}
