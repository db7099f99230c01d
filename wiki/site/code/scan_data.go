package code

import "bytes"

// scanJSON reads JSON, with comments. A string before a colon is a key.
func scanJSON(p *painter, l *language) {
	s := scanner{painter: p, l: l}
	for p.at < len(p.src) {
		from := p.at
		for _, q := range l.Quotes {
			if !p.has(q.Open) {
				continue
			}
			n, _ := q.end(p.left())
			class := "s"
			for i := n; i < n+near; i++ {
				if c := p.peek(i); c == ':' {
					class = "nt"
				} else if isSpace(c) {
					continue
				}
				break
			}
			p.paint(class, n)
			break
		}
		if p.at == from {
			s.step()
		}
	}
}

// scanYAML reads line by line: a key is the text before a colon and a space.
func scanYAML(p *painter, l *language) {
	s := scanner{painter: p, l: l}
	for p.at < len(p.src) {
		if p.has("---") || p.has("...") {
			p.paint("k", 3)
		}
		for c := p.peek(0); c == ' ' || c == '\t' || c == '-' && p.peek(1) == ' '; c = p.peek(0) {
			p.paint("", 1)
		}
		if n := yamlKey(p.left()); n > 0 {
			p.paint("nt", n)
		}
		for p.at < len(p.src) && p.peek(0) != '\n' {
			switch c := p.peek(0); {
			case (c == '&' || c == '*' || c == '!') && isLetter(p.peek(1)) && isSpace(p.peek(-1)):
				p.paint("nv", 1)
				p.paint("nv", p.word("-./!"))
			case c == '"' || c == '\'':
				if before := p.peek(-1); isWord(before) || !s.text(0) {
					p.paint("", 1)
				}
			case isDigit(c) || isLetter(c):
				yamlValue(&s)
			default:
				if !s.comment() {
					p.paint("", 1)
				}
			}
		}
		p.paint("", 1)
	}
}

// yamlValue paints a word, or a number that is a whole value.
func yamlValue(s *scanner) {
	n := s.word("-./:+%")
	word := s.left()[:n]
	class := s.l.class(word)
	if before := s.peek(-1); class != "" && before != ' ' && before != '[' && before != ',' {
		class = ""
	}
	if isDigit(word[0]) && len(bytes.Trim(word, "0123456789._-:TZ+")) == 0 {
		class = "m"
	}
	s.paint(class, n)
}

// yamlKey returns the length of a key at the beginning of a line, 0 if there is none.
func yamlKey(line []byte) int {
	if len(line) == 0 || line[0] == '#' {
		return 0
	}
	for i := 0; i < len(line) && i < near; i++ {
		switch c := line[i]; {
		case c == '\n' || c == '{' || c == '[' || c == '#' && i > 0 && line[i-1] == ' ':
			return 0
		case c == ':' && (i+1 == len(line) || isSpace(line[i+1])):
			return i
		}
	}
	return 0
}

// scanKeys reads lines of key = value under [section]s.
func scanKeys(p *painter, l *language) {
	s := scanner{painter: p, l: l}
	for p.at < len(p.src) {
		for c := p.peek(0); c == ' ' || c == '\t'; c = p.peek(0) {
			p.paint("", 1)
		}
		if p.peek(0) == '[' {
			p.paint("k", p.line())
		} else if n := keyLength(p.left()); n > 0 {
			p.paint("nt", n)
		}
		for p.at < len(p.src) && p.peek(0) != '\n' {
			s.step()
		}
		p.paint("", 1)
	}
}

func keyLength(line []byte) int {
	for i := 0; i < len(line) && i < near; i++ {
		switch c := line[i]; {
		case c == '=' || c == ':' && i > 0:
			return len(bytes.TrimRight(line[:i], " \t"))
		case isWord(c) || c == '.' || c == '-' || c == ' ' || c == '"' || c == '/':
		default:
			return 0
		}
	}
	return 0
}

// scanMake reads a makefile: the text before a colon at the beginning of a line is a target.
func scanMake(p *painter, l *language) {
	s := scanner{painter: p, l: l}
	for p.at < len(p.src) {
		if n := target(p.left()); n > 0 {
			p.paint("nf", n)
		}
		for p.at < len(p.src) && p.peek(0) != '\n' {
			s.step()
		}
		p.paint("", 1)
	}
}

func target(line []byte) int {
	for i := 0; i < len(line) && i < near; i++ {
		switch c := line[i]; {
		case c == ':':
			if i+1 < len(line) && line[i+1] == '=' {
				return 0
			}
			return i
		case isWord(c) || i > 0 && c == ' ' || c == '.' || c == '-' || c == '/' || c == '%':
		default:
			return 0
		}
	}
	return 0
}
