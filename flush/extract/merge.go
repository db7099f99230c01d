package extract

import (
	"strings"
	"unicode/utf8"
)

// merge writes the head of a list once: items chosen from one list share a bullet as long as they fit. An
// item that does not fit stands alone when it can, and is left out when it needs the head. The picks are in
// the order they were said.
func merge(picks []pick) []pick {
	type list struct {
		turn int
		head string
	}
	first := make(map[list]int)
	var out []pick
	for _, p := range picks {
		rest, ok := p.unit.underHead(p.text)
		if !ok {
			out = append(out, p)
			continue
		}
		key := list{p.unit.turn, p.unit.lead.text}
		k, seen := first[key]
		switch {
		case !seen:
			first[key] = len(out)
			out = append(out, p)
		case utf8.RuneCountInString(out[k].text)+utf8.RuneCountInString(rest)+2 <= longest:
			text := strings.TrimRight(out[k].text, ".;,")
			out[k].text = text + separator(text) + rest
			if p.unit.score > out[k].unit.score {
				out[k].unit = p.unit
			}
		case p.unit.place.no:
			out = append(out, p) // without the head it would say the opposite
		case p.unit.alone(rest):
			out = append(out, pick{p.unit, upper(rest)})
		}
	}
	return out
}

// underHead returns what a list item's line says behind the head of its list; ok is false for a line without
// its head.
func (u *unit) underHead(line string) (rest string, ok bool) {
	if u.voice != agent || u.lead.text == "" {
		return "", false
	}
	rest, ok = strings.CutPrefix(line, u.lead.with(""))
	return strings.TrimSpace(rest), ok && strings.TrimSpace(rest) != ""
}

// alone reports whether an item says something without the head of its list.
func (u *unit) alone(text string) bool {
	return !strings.ContainsAny(text, ";；") && width(text) >= 40 && len(content(text, u.lex.lang)) >= 4 && !u.cues.has(deictic)
}
