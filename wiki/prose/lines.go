package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fence returns the run of three or more backticks or tildes that a line begins with, behind spaces and the
// marks of quotes, and what follows it; "" for any other line. In Markdown, a fence of backticks whose info
// contains a backtick does not open a code block.
func Fence(line string) (marks, info string) {
	line = strings.TrimLeft(line, " \t>")
	for _, c := range []byte("`~") {
		if n := count(line, c); n >= 3 {
			return line[:n], line[n:]
		}
	}
	return "", ""
}

// Opens returns the fence with which a line opens a block of code, and which closes it, "" for any other
// line.
func Opens(line string) string {
	marks, info := Fence(line)
	if strings.HasPrefix(marks, "`") && strings.Contains(info, "`") {
		return ""
	}
	return marks
}

// heading returns the level of an ATX heading, or 0: "#4 is open" and "#tag" are words.
func heading(t string) int {
	n := count(t, '#')
	if n > 6 || n == len(t) || t[n] != ' ' && t[n] != '\t' {
		return 0
	}
	return n
}

// rule reports whether a line is a thematic break or the underline of a heading.
func rule(t string) bool {
	c := t[0]
	if len(t) < 3 || strings.IndexByte("-*_=—", c) < 0 {
		return false
	}
	return strings.Trim(t, string(c)+" ") == ""
}

// tabular reports whether a line is a row of a table.
func tabular(t string) bool {
	if t[0] == '|' {
		return strings.Count(t, "|") >= 2
	}
	return strings.Contains(t, "|") && strings.Contains(t, "--") && strings.Trim(t, "|:- ") == ""
}

// drawn reports whether a line belongs to a drawing: boxes, trees, bars.
func drawn(t string) bool {
	n, total := 0, 0
	for _, r := range t {
		if r == ' ' {
			continue
		}
		total++
		if r >= 0x2500 && r <= 0x259F {
			n++
		}
	}
	first, _ := utf8.DecodeRuneInString(t)
	return n > 0 && (n*4 >= total || first >= 0x2500 && first <= 0x259F)
}

// bold reports whether a line is completely in bold and no sentence: it serves as a heading.
func bold(t string) bool {
	t = strings.TrimSuffix(t, ":")
	for _, m := range []string{"**", "__"} {
		if len(t) > 4 && strings.HasPrefix(t, m) && strings.HasSuffix(t, m) {
			in := t[2 : len(t)-2]
			last, _ := utf8.DecodeLastRuneInString(in)
			return !strings.Contains(in, m) && !strings.ContainsRune(".!。！", last) && len(in) < 120
		}
	}
	return false
}

func marked(t string) bool {
	n, _, _ := marker(t)
	return n > 0 || crossedLine(t)
}

// crossedLine reports whether a ✗ or similar symbol makes a line an item of a list.
func crossedLine(t string) bool {
	r, w := utf8.DecodeRuneInString(t)
	return cross(r) && strings.HasPrefix(strings.TrimPrefix(t[w:], "\uFE0F"), " ")
}

// marker returns the length of the list marker that t starts with, its task box included,
// or 0. A symbol such as a check mark counts as one.
func marker(t string) (n int, open, done bool) {
	n = bullet(t)
	if n == 0 {
		n = number(t)
	}
	if n == 0 {
		return symbol(t), false, false
	}
	rest := strings.TrimLeft(t[n:], " \t")
	if len(rest) > 3 && rest[0] == '[' && rest[2] == ']' && (rest[3] == ' ' || rest[3] == '\t') {
		switch rest[1] {
		case ' ':
			open = true
		case 'x', 'X':
			done = true
		default:
			return n, false, false
		}
		n = len(t) - len(rest) + 3
	}
	return n, open, done
}

func bullet(t string) int {
	for _, m := range []string{"-", "*", "+", "•", "◦", "‣", "·", "–", "—", "・"} {
		if strings.HasPrefix(t, m) && len(t) > len(m) {
			if r, _ := utf8.DecodeRuneInString(t[len(m):]); unicode.IsSpace(r) || m == "•" || m == "・" {
				return len(m)
			}
		}
	}
	return 0
}

// number reads "1.", "1)", "(1)", "a)", "A." and their full-width forms, with a space after.
func number(t string) int {
	i := 0
	if t[0] == '(' {
		i = 1
	}
	from := i
	for i < len(t) && i-from < 3 && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	if i == from && i < len(t) && (t[i] >= 'a' && t[i] <= 'f' || t[i] >= 'A' && t[i] <= 'F') {
		if i++; i < len(t) && t[i] == '.' && t[from] >= 'a' {
			return 0
		}
	}
	if i == from || i >= len(t) {
		return 0
	}
	for _, end := range []string{".", ")", "、", "．", "）"} {
		if strings.HasPrefix(t[i:], end) {
			i += len(end)
			if i == len(t) || len(end) == 1 && t[i] != ' ' && t[i] != '\t' || from == 1 && end != ")" {
				return 0
			}
			return i
		}
	}
	return 0
}

// symbol reads decoration at the start of a line, with words after it.
func symbol(t string) int {
	n := 0
	for n < len(t) {
		r, w := utf8.DecodeRuneInString(t[n:])
		if !decoration(r) {
			break
		}
		n += w
	}
	if n == 0 || n == len(t) || t[n] != ' ' {
		return 0
	}
	return n
}

// onlyLink reports whether a line is one link or address, with at most a few words after it.
func onlyLink(t string) bool {
	t = strings.Trim(t, "*_ ")
	if strings.HasPrefix(t, "http://") || strings.HasPrefix(t, "https://") || strings.HasPrefix(t, "<http") {
		return !strings.Contains(t, " ")
	}
	if t == "" || t[0] != '[' {
		return false
	}
	i := brackets(t)[0]
	if i <= 0 || i+1 >= len(t) || t[i+1] != '(' {
		return false
	}
	end := brackets(t)[i+1]
	return end > 0 && len(t)-end < 50
}
