package summary

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"

	"github.com/agent-admin/memoria/wiki/lint/proof"
)

// What can be wrong with the form of an answer.
var (
	errCut   = errors.New("its last line is missing, so it is not whole")
	errForm  = errors.New("it is not in the form that was asked for")
	errMark  = errors.New("it has another mark than that of the question")
	errTwice = errors.New("it says something twice that is said once")
)

// nothing is the whole answer where nothing is worth keeping.
const nothing = "NOTHING_WORTH_KEEPING"

const (
	answerMost = 256 << 10 // bytes
	linesMost  = 60
)

// A reply is an answer, taken apart. One that says that nothing is worth keeping has no lines.
type reply struct {
	title, context string
	lines          []line
}

// A line of a reply.
type line struct {
	kind daily.Kind
	done bool
	refs []string // as written: t3, k1
	text string
}

// parse takes an answer apart. Prose and fences around what is between the first and the last line
// are passed over; in between, every line has to be one of the form.
func parse(text, mark string) (r reply, err error) {
	if isNothing(text) {
		return r, nil
	}
	if len(text) > answerMost {
		return r, fmt.Errorf("%w: it is %d KB long", errForm, len(text)>>10)
	}
	open, foreign := 0, false
	var inside []string
	closed := false
	for _, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		m, end, ok := border(l)
		switch {
		case ok && m != mark:
			foreign = true
		case ok && end:
			if open == 0 || closed {
				return r, fmt.Errorf("%w: the last line", errTwice)
			}
			closed = true
		case ok:
			if open++; open > 1 {
				return r, fmt.Errorf("%w: the first line", errTwice)
			}
		case open > 0 && !closed:
			inside = append(inside, l)
		}
	}
	switch {
	case foreign:
		return r, errMark
	case open == 0:
		return r, fmt.Errorf("%w: the first line is missing", errForm)
	case !closed:
		return r, errCut
	}
	return r, r.fill(inside)
}

// border tells the lines that open and end an answer.
func border(l string) (mark string, end, ok bool) {
	l = strings.Trim(l, "*`> ")
	rest, ok := strings.CutPrefix(l, "===")
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

// isNothing tells the word for nothing, however it is decorated or repeated.
func isNothing(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 || len(words)%3 != 0 {
		return false
	}
	for i := 0; i < len(words); i += 3 {
		if !strings.EqualFold(strings.Join(words[i:i+3], "_"), nothing) {
			return false
		}
	}
	return true
}

// fill takes the lines between the first and the last apart.
func (r *reply) fill(inside []string) error {
	var titled, told bool
	rest := inside[:0]
	for _, l := range inside {
		if l != "" && proof.FenceOf(l) == "" {
			rest = append(rest, l)
		}
	}
	if isNothing(strings.Join(rest, "\n")) {
		return nil
	}
	for _, l := range rest {
		l = strings.TrimLeft(l, "-*• ")
		head, text, ok := strings.Cut(l, ":")
		if text = strings.TrimSpace(text); !ok {
			return fmt.Errorf("%w: a line of no kind", errForm)
		}
		switch name := strings.ToLower(strings.Trim(head, "* ")); name {
		case "title":
			if titled {
				return fmt.Errorf("%w: the title", errTwice)
			}
			titled, r.title = true, text
			continue
		case "context":
			if told {
				return fmt.Errorf("%w: the context", errTwice)
			}
			told, r.context = true, text
			continue
		}
		x, err := lineOf(head, text)
		if err != nil {
			return err
		}
		if r.lines = append(r.lines, x); len(r.lines) > linesMost {
			return fmt.Errorf("%w: it has more than %d lines", errForm, linesMost)
		}
	}
	if len(r.lines) == 0 {
		return fmt.Errorf("%w: it has no lines", errForm)
	}
	return nil
}

// kindOf is the kind of a line by its name.
func kindOf(name string) (kind daily.Kind, ok bool) {
	if name == "done" {
		return daily.Action, true
	}
	for k := daily.Decision; k <= daily.Exchange; k++ {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

func lineOf(head, text string) (l line, err error) {
	name, refs, _ := strings.Cut(head, "[")
	name = strings.ToLower(strings.Trim(name, "* "))
	kind, ok := kindOf(name)
	if !ok {
		return l, fmt.Errorf("%w: a line of no kind", errForm)
	}
	refs, _, _ = strings.Cut(refs, "]")
	l = line{kind: kind, done: name == "done", text: text}
	for _, f := range strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
		l.refs = append(l.refs, reach(f)...)
	}
	if text == "" {
		return l, fmt.Errorf("%w: a line without words", errForm)
	}
	return l, nil
}

// reach is t3-t5, or t3-5, as t3, t4 and t5.
func reach(ref string) []string {
	ref = strings.ToLower(strings.Trim(ref, "()"))
	from, to, ok := strings.Cut(strings.ReplaceAll(ref, "–", "-"), "-")
	letter, first := number(from)
	_, last := number(to)
	if !ok || letter == 0 || last < first || last-first > 20 {
		return []string{ref}
	}
	var out []string
	for n := first; n <= last; n++ {
		out = append(out, string(letter)+strconv.Itoa(n))
	}
	return out
}

// number is the number of t3, and its letter, 0 where it has none.
func number(ref string) (letter rune, n int) {
	if ref != "" && !unicode.IsDigit(rune(ref[0])) {
		letter, ref = rune(ref[0]), ref[1:]
	}
	n, err := strconv.Atoi(ref)
	if err != nil || n < 0 {
		return 0, -1
	}
	return letter, n
}
