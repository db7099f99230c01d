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
	Kind string // one of Kinds
	Refs []string
	Over string // of instead, settled and drop: the point
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
		x, err := Read(ask.Unlisted(l))
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
var Kinds = []string{"article", "lead", "description", "section", "point", "instead", "settled", "drop", "link", "rename", "merge", "remove"}

// Read reads a line: "point [b3 p4]: words", "instead p2 [b5]: words", "settled p2 by b5", "drop p3", "remove". A
// reference with a ~ is one that the line leans on without standing in its place.
func Read(l string) (x Line, err error) {
	head, text, _ := strings.Cut(l, ":")
	head, refs, _ := strings.Cut(strings.ToLower(head), "[")
	f := strings.Fields(strings.Trim(head, "* ."))
	if len(f) == 0 || !slices.Contains(Kinds, f[0]) {
		return x, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	x = Line{Kind: f[0], Text: strings.TrimSpace(text), Raw: l}
	refs, _, _ = strings.Cut(refs, "]")
	x.Refs = strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
	ok := len(f) == 1
	switch x.Kind {
	case "instead", "drop":
		if ok = len(f) == 2; ok {
			x.Over = f[1]
		}
	case "settled":
		if ok = len(f) > 3 && f[2] == "by"; ok {
			x.Over, x.Refs = f[1], f[3:]
		}
	}
	bare := x.Kind == "settled" || x.Kind == "drop" || x.Kind == "remove"
	if !ok || !bare && x.Text == "" {
		return x, fmt.Errorf("%w: a line of no kind, or without words", ask.ErrForm)
	}
	return x, nil
}
