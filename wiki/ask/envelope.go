package ask

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// The errors in the form of an answer.
var (
	ErrCut   = errors.New("its last line is missing, so it is not whole")
	ErrForm  = errors.New("it is not in the form that was asked for")
	ErrMark  = errors.New("it has another mark than that of the question")
	ErrTwice = errors.New("it says something twice that is said once")
)

// Malformed reports whether an error is about the form of an answer, so that asking once more may help.
func Malformed(err error) bool {
	return errors.Is(err, ErrForm) || errors.Is(err, ErrMark) || errors.Is(err, ErrTwice)
}

const answerMost = 256 << 10 // bytes

// Inside returns the lines of an answer between "=== MARK" and "=== end MARK", without blank lines and
// code fences. Text before and after is ignored. It returns no lines if the whole answer, or all
// that is inside, is the word nothing ("NOTHING_TO_CHANGE"), however it is decorated. If nothing is "", there is no such
// word, and an empty answer is valid.
func Inside(text, mark, nothing string) (inside []string, err error) {
	if is(text, nothing) {
		return nil, nil
	}
	if len(text) > answerMost {
		return nil, fmt.Errorf("%w: it is %d KB long", ErrForm, len(text)>>10)
	}
	open, closed, foreign := 0, false, false
	for l := range strings.SplitSeq(text, "\n") {
		l = strings.TrimSpace(l)
		m, end, ok := border(l)
		switch {
		case ok && m != mark:
			foreign = true
		case ok && end:
			if open == 0 || closed {
				return nil, fmt.Errorf("%w: the last line", ErrTwice)
			}
			closed = true
		case ok:
			if open++; open > 1 {
				return nil, fmt.Errorf("%w: the first line", ErrTwice)
			}
		case open > 0 && !closed && !isBlank(l):
			inside = append(inside, l)
		}
	}
	switch {
	case foreign:
		return nil, ErrMark
	case open == 0:
		return nil, fmt.Errorf("%w: the first line is missing", ErrForm)
	case !closed:
		return nil, ErrCut
	case is(strings.Join(inside, "\n"), nothing):
		return nil, nil
	case len(inside) == 0 && nothing != "":
		return nil, fmt.Errorf("%w: it has no lines", ErrForm)
	}
	return inside, nil
}

// border reads a line that opens or ends an answer.
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

// isBlank reports whether a line has no content: it is empty, a list mark alone or a code fence.
func isBlank(l string) bool {
	l = Unlisted(l)
	fence := strings.TrimLeft(l, " \t>")
	return l == "" || strings.HasPrefix(fence, "```") || strings.HasPrefix(fence, "~~~")
}

// Unlisted returns a line without a list mark before it.
func Unlisted(l string) string { return strings.TrimLeft(l, "-*• ") }

// is reports whether a text is a word such as NOTHING_TO_CHANGE, once or repeated.
func is(text, word string) bool {
	want := strings.Split(word, "_")
	got := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if word == "" || len(got) == 0 || len(got)%len(want) != 0 {
		return false
	}
	for i, w := range got {
		if !strings.EqualFold(w, want[i%len(want)]) {
			return false
		}
	}
	return true
}
