package paste

import (
	"slices"
	"strings"
	"unicode"
)

// A Part is a part of a message: typed, or pasted.
type Part struct {
	Text   string
	Pasted bool
}

// least is how many bytes of a paste are a part of their own; a shorter one is part of what surrounds it.
const least = 120

// Parts divides a message where a paste begins and ends, see [Without]. Joined with line breaks the parts are the
// message.
func Parts(text string) (out []Part) {
	lines := strings.Split(text, "\n")
	pasted := pastedLines(lines, strings.Split(Without(text), "\n"))
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && pasted[to] == pasted[from] {
			to++
		}
		p := Part{strings.Join(lines[from:to], "\n"), pasted[from]}
		p.Pasted = p.Pasted && len(p.Text) >= least
		if n := len(out); n > 0 && out[n-1].Pasted == p.Pasted {
			out[n-1].Text += "\n" + p.Text
		} else {
			out = append(out, p)
		}
		from = to
	}
	return out
}

// pastedLines reports for each line of a message whether it is none of those that were typed. A line without words is
// as the line above it.
func pastedLines(lines, typed []string) []bool {
	typed = slices.DeleteFunc(typed, func(l string) bool { return strings.TrimSpace(l) == "" })
	out := make([]bool, len(lines))
	for i, l := range lines {
		l = strings.TrimSpace(strings.ReplaceAll(l, "[image]", " "))
		if strings.IndexFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
			out[i] = i > 0 && out[i-1]
			continue
		}
		at := slices.IndexFunc(typed, func(t string) bool { return strings.TrimSpace(t) == l })
		if len(typed) > 0 && strings.Contains(l, strings.TrimSpace(typed[0])) {
			at = 0 // an element stood beside it
		}
		if out[i] = at < 0; at >= 0 {
			typed = typed[at+1:]
		}
	}
	return out
}
