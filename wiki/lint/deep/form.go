package deep

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

// The verdicts.
const (
	Agree      = "agree"
	Contradict = "contradict"
	Replaces   = "replaces"
	Unrelated  = "unrelated"

	unclear = "unclear" // no answer on the pair could be used
)

const (
	answerMost = 64 << 10 // bytes
	reasonMost = 300
)

// A line of an answer.
type line struct {
	verdict string
	refs    []int // the numbers of the claims
	reason  string
}

// parse takes an answer apart. Prose and fences around what is between the first and the last line are
// passed over; in between, every line has to be one of the form.
func parse(text, mark string) (out []line, err error) {
	if len(text) > answerMost {
		return nil, fmt.Errorf("%w: it is %d KB long", errForm, len(text)>>10)
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
				return nil, fmt.Errorf("%w: the last line", errTwice)
			}
			closed = true
		case ok:
			if open++; open > 1 {
				return nil, fmt.Errorf("%w: the first line", errTwice)
			}
		case open > 0 && !closed && l != "" && proof.FenceOf(l) == "":
			x, err := lineOfAnswer(l)
			if err != nil {
				return nil, err
			}
			if out = append(out, x); len(out) > 4*batchPairs {
				return nil, fmt.Errorf("%w: it has more lines than there are pairs", errForm)
			}
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
	return out, nil
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

func lineOfAnswer(l string) (x line, err error) {
	head, rest, ok := strings.Cut(strings.TrimLeft(l, "-*• "), "[")
	refs, reason, closed := strings.Cut(rest, "]")
	x.verdict = strings.ToLower(strings.Trim(head, "* :"))
	if !ok || !closed || !slices.Contains([]string{Agree, Contradict, Replaces, Unrelated}, x.verdict) {
		return x, fmt.Errorf("%w: a line of no kind", errForm)
	}
	for _, f := range strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }) {
		n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(f), "c"))
		if err != nil {
			return x, fmt.Errorf("%w: a line that names no claims", errForm)
		}
		x.refs = append(x.refs, n)
	}
	x.reason = flat(strings.TrimLeft(reason, ":* "))
	return x, nil
}

// take holds the lines of an answer against the pairs that were asked about: the verdict on each, and
// for those that have none, what is wrong.
func take(lines []line, pairs []*pair) (got map[int]line, wrong map[int]string, left []string) {
	got, wrong = map[int]line{}, map[int]string{}
	for _, l := range lines {
		n := pairOf(l.refs, len(pairs))
		if n < 0 {
			left = append(left, "a verdict on claims that are no pair")
			continue
		}
		if old, ok := got[n]; ok && old.verdict != l.verdict {
			wrong[n] = "two verdicts on one pair"
			continue
		}
		got[n] = l
		if l.verdict == Agree || l.verdict == Unrelated {
			l.reason = ""
			got[n] = l
		} else if why := amiss(l.reason, pairs[n]); why != "" {
			wrong[n] = why
		}
	}
	for n := range pairs {
		if _, ok := got[n]; !ok {
			wrong[n] = "a pair without a verdict"
		}
		if wrong[n] != "" {
			delete(got, n)
		}
	}
	return got, wrong, left
}

// pairOf is the number of the pair that two claims are, from 0, or -1.
func pairOf(refs []int, pairs int) int {
	if len(refs) != 2 {
		return -1
	}
	a, b := min(refs[0], refs[1]), max(refs[0], refs[1])
	if a < 1 || a%2 == 0 || b != a+1 || b > 2*pairs {
		return -1
	}
	return a / 2
}

// amiss says what is wrong with a reason: what it says has to stand in the two claims.
func amiss(reason string, p *pair) string {
	switch {
	case reason == "":
		return "a verdict without a reason"
	case len(reason) > reasonMost:
		return "a reason that is too long"
	case strings.Contains(reason, "://") || strings.Contains(reason, "[[") || strings.Contains(reason, "]("):
		return "a reason with a link"
	case proof.Lures(reason):
		return "a reason that has a reader fetch something"
	}
	said := []*proof.Evidence{p.a.evidence(), p.b.evidence()}
	if v := proof.Amiss(reason, said); v != "" {
		return v
	}
	if !proof.Together(said).Bears(reason) {
		return "a reason that speaks of something else"
	}
	return ""
}

func (c *claim) evidence() *proof.Evidence { return proof.Of(c.text+"\n"+c.day+"\n"+c.title, nil) }
