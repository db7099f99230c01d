package editor

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/lint/proof"
)

// What can be wrong with the form of an answer.
var (
	errCut   = errors.New("its last line is missing, so it is not whole")
	errForm  = errors.New("it is not in the form that was asked for")
	errMark  = errors.New("it has another mark than that of the question")
	errTwice = errors.New("it says something twice that is said once")
)

// nothing is the whole answer where no article has to be touched.
const nothing = "NOTHING_TO_CHANGE"

const (
	answerMost = 256 << 10 // bytes
	linesMost  = 200
)

// A line of an answer: what it is, what it rests on, its words.
type line struct {
	kind string // article, lead, description, section, point, instead, link
	refs []string
	over string // instead only: the point that is over
	text string
	raw  string
}

// parse takes an answer apart. Prose and fences around what is between the first and the last line are
// passed over; in between, every line has to be one of the form. No lines say that nothing is to be
// changed.
func parse(text, mark string) ([]line, error) {
	if strings.Trim(text, " \n`*.") == nothing {
		return nil, nil
	}
	if len(text) > answerMost {
		return nil, fmt.Errorf("%w: it is %d KB long", errForm, len(text)>>10)
	}
	inside, err := within(text, mark)
	if err != nil {
		return nil, err
	}
	var out []line
	for _, l := range inside {
		if l = strings.TrimLeft(l, "-*• "); l == "" || proof.FenceOf(l) != "" {
			continue
		}
		if l == nothing {
			if len(inside) > 1 {
				return nil, fmt.Errorf("%w: %s is the whole answer or none of it", errForm, nothing)
			}
			return nil, nil
		}
		x, err := lineOf(l)
		if err != nil {
			return nil, err
		}
		if len(out) == 0 && x.kind != "article" {
			return nil, fmt.Errorf("%w: it does not begin with an article", errForm)
		}
		if out = append(out, x); len(out) > linesMost {
			return nil, fmt.Errorf("%w: it has more than %d lines", errForm, linesMost)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: it has no lines", errForm)
	}
	return out, once(out)
}

// once makes sure that an article comes once, and has one lead and one description.
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
			return fmt.Errorf("%w: %s", errTwice, k)
		}
		seen[article+"\n"+k] = true
	}
	return nil
}

// within is what stands between the first and the last line.
func within(text, mark string) (inside []string, err error) {
	open, closed, foreign := 0, false, false
	for l := range strings.SplitSeq(text, "\n") {
		l = strings.TrimSpace(l)
		m, end, ok := border(l)
		switch {
		case ok && m != mark:
			foreign = true
		case ok && end:
			if open == 0 || closed {
				return nil, fmt.Errorf("%w: the last line", errTwice)
			}
			closed = true
		case ok:
			if open++; open > 1 {
				return nil, fmt.Errorf("%w: the first line", errTwice)
			}
		case open > 0 && !closed && l != "":
			inside = append(inside, l)
		}
	}
	switch {
	case foreign:
		return nil, errMark
	case open == 0:
		return nil, fmt.Errorf("%w: the first line is missing", errForm)
	case !closed:
		return nil, errCut
	}
	return inside, nil
}

// border tells the lines that open and end an answer.
func border(l string) (mark string, end, ok bool) {
	rest, ok := strings.CutPrefix(strings.Trim(l, "*`> "), "===")
	if !ok {
		return "", false, false
	}
	f := strings.Fields(strings.Trim(rest, "= "))
	switch {
	case len(f) == 1:
		return f[0], false, true
	case len(f) == 2 && strings.EqualFold(f[0], "end"):
		return f[1], true, true
	}
	return "", false, false
}

var kinds = []string{"article", "lead", "description", "section", "point", "instead", "link"}

func lineOf(l string) (x line, err error) {
	head, text, ok := strings.Cut(l, ":")
	if text = strings.TrimSpace(text); !ok || text == "" {
		return x, fmt.Errorf("%w: a line of no kind, or without words", errForm)
	}
	head, refs, _ := strings.Cut(strings.ToLower(head), "[")
	f := strings.Fields(strings.Trim(head, "* "))
	if len(f) == 0 || !slices.Contains(kinds, f[0]) {
		return x, fmt.Errorf("%w: a line of no kind", errForm)
	}
	x = line{kind: f[0], text: text, raw: l}
	switch {
	case x.kind == "instead" && len(f) == 2:
		x.over = f[1]
	case len(f) > 1 || x.kind == "instead":
		return x, fmt.Errorf("%w: a line of no kind", errForm)
	}
	refs, _, _ = strings.Cut(refs, "]")
	x.refs = strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
	return x, nil
}
