package code

import "bytes"

// scanMarkup reads HTML and XML: tags, attributes, comments; a script and a style in their own language.
func scanMarkup(p *painter, _ *language) {
	for p.at < len(p.src) {
		switch {
		case p.has("<!--"):
			p.until("c", "-->")
		case p.has("<![CDATA["):
			p.until("s", "]]>")
		case p.has("<!"), p.has("<?"):
			p.until("cp", ">")
		case p.has("{{"):
			p.until("nv", "}}")
		case p.has("{%"):
			p.until("cp", "%}")
		case p.peek(0) == '<' && (isLetter(p.peek(1)) || p.peek(1) == '/'):
			p.tag()
		case p.peek(0) == '&':
			n := bytes.IndexByte(p.left()[:min(len(p.left()), 12)], ';')
			if n > 0 {
				p.paint("nb", n+1)
			} else {
				p.paint("", 1)
			}
		default:
			p.paint("", 1)
		}
	}
}

// until paints up to a mark, or everything left if there is none.
func (p *painter) until(class, mark string) {
	if n := bytes.Index(p.left(), []byte(mark)); n >= 0 {
		p.paint(class, n+len(mark))
		return
	}
	p.paint(class, len(p.left()))
}

func (p *painter) tag() {
	n := 1
	if p.peek(1) == '/' {
		n = 2
	}
	p.paint("nt", n)
	size := p.word("-:.")
	name := string(bytes.ToLower(p.left()[:min(size, 20)]))
	p.paint("nt", size)
	for p.at < len(p.src) && p.peek(0) != '>' {
		switch c := p.peek(0); {
		case c == '"' || c == '\'':
			p.paint("s", 1)
			p.until("s", string(rune(c)))
		case c == '<': // the tag was none
			return
		case isLetter(c) || c == '@' || c == ':' || c == '#':
			p.paint("na", max(p.word("-:.@#"), 1))
		default:
			p.paint("", 1)
		}
	}
	p.paint("nt", 1)
	if language := map[string]string{"script": "js", "style": "css"}[name]; language != "" && n == 1 && p.peek(-2) != '/' {
		end := bytes.Index(p.left(), []byte("</"+name))
		if end < 0 {
			end = len(p.left())
		}
		l, whole := p.find(language), p.src
		p.src = p.src[:p.at+end]
		l.scan(p, l)
		p.src = whole
	}
}

// scanCSS reads rules. The text before a brace is a selector, the text before a colon within braces a property.
func scanCSS(p *painter, l *language) {
	s := scanner{painter: p, l: l}
	for p.at < len(p.src) {
		switch c := p.peek(0); {
		case s.comment() || s.text(0):
		case c == '@' && isLetter(p.peek(1)):
			p.paint("k", 1)
			p.paint("k", p.word("-"))
		case isSpace(c) || c == '{' || c == '}' || c == ';':
			p.paint("", 1)
		case c == '$' && isLetter(p.peek(1)):
			p.paint("nv", 1)
			p.paint("nv", p.word("-"))
		default:
			p.statement()
		}
	}
}

// statement paints up to a brace, as a selector, or up to a semicolon, as a property.
func (p *painter) statement() {
	end, colon, selector := 0, -1, false
	for end = 0; end < len(p.left()); end++ {
		c := p.peek(end)
		if c == ':' && colon < 0 {
			colon = end
		}
		if selector = c == '{'; selector || c == ';' || c == '}' {
			break
		}
		if c == '/' && p.peek(end+1) == '*' || c == '"' || c == '\'' {
			break
		}
	}
	if selector || colon < 0 {
		class := ""
		if selector {
			class = "nt"
		}
		p.paint(class, max(end, 1))
		return
	}
	p.paint("na", colon)
	p.paint("", 1)
	for stop := p.at + end - colon - 1; p.at < stop; {
		switch c := p.peek(0); {
		case c == '#' && isWord(p.peek(1)):
			p.paint("m", 1)
			p.paint("m", p.word(""))
		case isDigit(c) || c == '.' && isDigit(p.peek(1)):
			p.paint("m", p.word(".%"))
		case isLetter(c) || c == '-' && isLetter(p.peek(1)) || c == '-' && p.peek(1) == '-':
			n := p.word("-")
			if p.peek(n) == '(' {
				p.paint("nf", n)
			} else {
				p.paint("", n)
			}
		default:
			p.paint("", 1)
		}
	}
}
