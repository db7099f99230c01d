package proof

import (
	"errors"
	"fmt"
	"strings"
)

// What can be wrong with the form of an answer.
var (
	ErrCut   = errors.New("its last line is missing, so it is not whole")
	ErrForm  = errors.New("it is not in the form that was asked for")
	ErrMark  = errors.New("it has another mark than that of the question")
	ErrTwice = errors.New("it says something twice that is said once")
)

// Inside are the lines of an answer between "=== MARK" and "=== end MARK", those without words left
// out. What stands before and behind is passed over. The errors are those above.
func Inside(text, mark string) (inside []string, err error) {
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
		case open > 0 && !closed && l != "" && FenceOf(l) == "":
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
