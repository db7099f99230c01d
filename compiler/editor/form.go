package editor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/ask"
)

// nothing is the whole answer if no article has to change.
const nothing = "NOTHING_TO_CHANGE"

const linesMost = 200

// A line is one line of an answer: its kind, what it rests on, its words.
type line struct {
	kind string // article, lead, description, section, point, instead, link
	refs []string
	over string // instead only: the point that no longer holds
	text string
	raw  string
}

// parse reads an answer; every line must match the form. No lines mean that nothing is to change.
func parse(text, mark string) (out []line, err error) {
	inside, err := ask.Inside(text, mark, nothing)
	if err != nil {
		return nil, err
	}
	if len(inside) > linesMost {
		return nil, fmt.Errorf("%w: it has more than %d lines", ask.ErrForm, linesMost)
	}
	for _, l := range inside {
		x, err := lineOf(ask.Unlisted(l))
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	if len(out) > 0 && out[0].kind != "article" {
		return nil, fmt.Errorf("%w: it does not begin with an article", ask.ErrForm)
	}
	return out, once(out)
}

// once reports an error if an article occurs twice, or has more than one lead or description.
func once(lines []line) error {
	seen := map[string]bool{}
	article := ""
	for _, l := range lines {
		k := l.kind
		switch k {
		case "article":
			article = strings.ToLower(l.text)
			k = "the article " + strconv.Quote(l.text)
		case "lead", "description":
			k = "the " + k
		default:
			continue
		}
		if seen[article+"\n"+k] {
			return fmt.Errorf("%w: %s", ask.ErrTwice, k)
		}
		seen[article+"\n"+k] = true
	}
	return nil
}

var kinds = []string{"article", "lead", "description", "section", "point", "instead", "link"}

func lineOf(l string) (x line, err error) {
	head, text, ok := strings.Cut(l, ":")
	if text = strings.TrimSpace(text); !ok || text == "" {
		return x, fmt.Errorf("%w: a line of no kind, or without words", ask.ErrForm)
	}
	head, refs, _ := strings.Cut(strings.ToLower(head), "[")
	f := strings.Fields(strings.Trim(head, "* "))
	if len(f) == 0 || !slices.Contains(kinds, f[0]) {
		return x, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	x = line{kind: f[0], text: text, raw: l}
	switch {
	case x.kind == "instead" && len(f) == 2:
		x.over = f[1]
	case len(f) > 1 || x.kind == "instead":
		return x, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	refs, _, _ = strings.Cut(refs, "]")
	x.refs = strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
	return x, nil
}
