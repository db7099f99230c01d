package summary

import (
	"fmt"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/ask"
)

// nothing is the whole answer where nothing is worth keeping.
const nothing = "NOTHING_WORTH_KEEPING"

const linesMost = 60

// A reply is a parsed answer. One that says that nothing is worth keeping has no lines.
type reply struct {
	title, context string
	lines          []line
}

// A line of a reply.
type line struct {
	kind daily.Kind
	name string
	mark mark.Mark // of a question or an explanation that nobody confirmed
	done bool
	refs []string // as written: t3, k1
	text string
}

// parse parses an answer. It fails unless every line has the form.
func parse(text, mark string) (r reply, err error) {
	inside, err := ask.Inside(text, mark, nothing)
	if err != nil || inside == nil {
		return r, err
	}
	var titled, told bool
	for _, l := range inside {
		head, text, ok := strings.Cut(ask.Unlisted(l), ":")
		if text = strings.TrimSpace(text); !ok {
			return r, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
		}
		switch name := strings.ToLower(strings.Trim(head, "* ")); name {
		case "title":
			if titled {
				return r, fmt.Errorf("%w: the title", ask.ErrTwice)
			}
			titled, r.title = true, text
			continue
		case "context":
			if told {
				return r, fmt.Errorf("%w: the context", ask.ErrTwice)
			}
			told, r.context = true, text
			continue
		}
		x, err := lineOf(head, text)
		if err != nil {
			return r, err
		}
		if r.lines = append(r.lines, x); len(r.lines) > linesMost {
			return r, fmt.Errorf("%w: it has more than %d lines", ask.ErrForm, linesMost)
		}
	}
	if len(r.lines) == 0 {
		return r, fmt.Errorf("%w: it has no lines", ask.ErrForm)
	}
	return r, nil
}

// kindOf returns the kind of a line by its name, and the mark of the kinds that the logs do not have.
func kindOf(name string) (kind daily.Kind, m mark.Mark, ok bool) {
	switch name {
	case "done":
		return daily.Action, nil, true
	case "question":
		return daily.Action, mark.Question, true
	case "unconfirmed":
		return daily.Lesson, mark.Unconfirmed, true
	}
	for k := daily.Decision; k <= daily.Exchange; k++ {
		if k.String() == name {
			return k, nil, true
		}
	}
	return 0, nil, false
}

func lineOf(head, text string) (l line, err error) {
	name, refs, _ := strings.Cut(head, "[")
	name = strings.ToLower(strings.Trim(name, "* "))
	kind, m, ok := kindOf(name)
	if !ok {
		return l, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	refs, _, _ = strings.Cut(refs, "]")
	l = line{kind: kind, name: name, mark: m, done: name == "done", text: text}
	for _, f := range strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
		l.refs = append(l.refs, reach(f)...)
	}
	if text == "" {
		return l, fmt.Errorf("%w: a line without words", ask.ErrForm)
	}
	return l, nil
}

// reach expands t3-t5, or t3-5, to t3, t4 and t5.
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

// number splits t3 into its letter, 0 where it has none, and its number.
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
