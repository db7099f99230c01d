// Package form reads the form of an answer to the editor.
package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/ask"
)

// Nothing is the whole answer if no article has to change.
const Nothing = "NOTHING_TO_CHANGE"

const linesMost = 200

// A Line is one line of an answer: its kind, what it rests on, its words.
type Line struct {
	Kind string // article, lead, description, section, point, instead, link
	Refs []string
	Over string // instead only: the point that no longer holds
	Text string
	Raw  string
}

// Parse reads an answer; every line must match the form. No lines mean that nothing is to change.
func Parse(text, mark string) (out []Line, err error) {
	inside, err := ask.Inside(text, mark, Nothing)
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
	if len(out) > 0 && out[0].Kind != "article" {
		return nil, fmt.Errorf("%w: it does not begin with an article", ask.ErrForm)
	}
	return out, once(out)
}

// once reports an error if an article occurs twice, or has more than one lead or description.
func once(lines []Line) error {
	seen := map[string]bool{}
	article := ""
	for _, l := range lines {
		k := l.Kind
		switch k {
		case "article":
			article = strings.ToLower(l.Text)
			k = "the article " + strconv.Quote(l.Text)
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

// Kinds are the kinds of lines.
var Kinds = []string{"article", "lead", "description", "section", "point", "instead", "link"}

func lineOf(l string) (x Line, err error) {
	head, text, ok := strings.Cut(l, ":")
	if text = strings.TrimSpace(text); !ok || text == "" {
		return x, fmt.Errorf("%w: a line of no kind, or without words", ask.ErrForm)
	}
	head, refs, _ := strings.Cut(strings.ToLower(head), "[")
	f := strings.Fields(strings.Trim(head, "* "))
	if len(f) == 0 || !slices.Contains(Kinds, f[0]) {
		return x, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	x = Line{Kind: f[0], Text: text, Raw: l}
	switch {
	case x.Kind == "instead" && len(f) == 2:
		x.Over = f[1]
	case len(f) > 1 || x.Kind == "instead":
		return x, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	refs, _, _ = strings.Cut(refs, "]")
	x.Refs = strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
	return x, nil
}
