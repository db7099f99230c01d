package code

import "bytes"

// scanDiff paints whole lines by their first characters.
func scanDiff(p *painter, _ *language) {
	for p.at < len(p.src) {
		class := ""
		switch {
		case p.has("+++ "), p.has("--- "), p.has("diff "), p.has("index "), p.has("Index: "), p.has("rename "), p.has("new file "), p.has("deleted file "), p.has("similarity "):
			class = "gh"
		case p.has("@@"):
			class = "gu"
		case p.has("+"), p.has("> "):
			class = "gi"
		case p.has("-"), p.has("< "):
			class = "gd"
		}
		p.paint(class, p.line())
		p.paint("", 1)
	}
}

// scanSession reads a terminal session: prompts with commands, and their output.
func scanSession(p *painter, _ *language) {
	shell := p.find("sh")
	for p.at < len(p.src) {
		line := p.left()[:p.line()]
		n := 0
		for _, mark := range []string{"$ ", "# ", "% ", "> "} {
			if i := bytes.Index(line[:min(len(line), 60)], []byte(mark)); i == 0 || i > 0 && mark != "> " && bytes.IndexByte(line[:i], '@') > 0 {
				n = i + len(mark)
				break
			}
		}
		end := p.at + len(line)
		if n == 0 {
			p.paint("go", len(line))
		} else {
			p.paint("gp", n)
			p.scanTo(shell, end)
		}
		p.paint("", 1)
	}
}

// scanMarkdown paints headings, list marks, quotes, code and the addresses of links.
func scanMarkdown(p *painter, _ *language) {
	fence := ""
	for p.at < len(p.src) {
		line := p.left()[:p.line()]
		end := p.at + len(line)
		rest := bytes.TrimLeft(line, " ")
		switch {
		case fence != "":
			if bytes.HasPrefix(rest, []byte(fence)) {
				fence = ""
			}
			p.paint("s", len(line))
		case bytes.HasPrefix(rest, []byte("```")), bytes.HasPrefix(rest, []byte("~~~")):
			fence = string(rest[:3])
			p.paint("s", len(line))
		case bytes.HasPrefix(rest, []byte("#")):
			p.paint("gh", len(line))
		case bytes.HasPrefix(rest, []byte(">")):
			p.paint("c", len(line))
		default:
			if n := len(line) - len(rest); len(rest) > 1 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') && rest[1] == ' ' {
				p.paint("", n)
				p.paint("k", 1)
			}
			p.markdownLine(end)
		}
		p.paint("", 1)
	}
}

func (p *painter) markdownLine(end int) {
	for p.at < end {
		rest := p.src[p.at:min(end, p.at+near)]
		mark, class := "", ""
		switch rest[0] {
		case '`':
			mark, class = "`", "s"
		case '[':
			mark, class = "]", "nt"
			if bytes.HasPrefix(rest, []byte("[[")) {
				mark = "]]"
			}
		case '*':
			if bytes.HasPrefix(rest, []byte("**")) {
				mark, class = "**", "gs"
			}
		}
		if mark != "" {
			if n := bytes.Index(rest[len(mark):], []byte(mark)); n > 0 {
				p.paint(class, n+2*len(mark))
				continue
			}
		}
		p.paint("", 1)
	}
}

// scanHTTP reads the lines of a request or a response, up to the empty one.
func scanHTTP(p *painter, _ *language) {
	for first := true; p.at < len(p.src); first = false {
		line := p.left()[:p.line()]
		if len(bytes.TrimSpace(line)) == 0 {
			return
		}
		if first {
			p.paint("k", len(line))
		} else if n := bytes.IndexByte(line, ':'); n > 0 {
			p.paint("na", n)
			p.paint("", len(line)-n)
		} else {
			p.paint("", len(line))
		}
		p.paint("", 1)
	}
}
