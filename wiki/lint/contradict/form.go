package contradict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// The verdicts.
const (
	Agree      = "agree"
	Contradict = "contradict"
	Replaces   = "replaces"
	Unrelated  = "unrelated"

	unclear = "unclear" // no answer on the pair could be used
)

const reasonMost = 300 // bytes

// A line is a parsed line of an answer.
type line struct {
	verdict string
	refs    []int // the numbers of the claims
	reason  string
}

// parse reads an answer. Every line of it must have the form.
func parse(text, mark string) (out []line, err error) {
	inside, err := ask.Inside(text, mark, "")
	if err != nil {
		return nil, err
	}
	if len(inside) > 4*batchPairs {
		return nil, fmt.Errorf("%w: it has more lines than there are pairs", ask.ErrForm)
	}
	for _, l := range inside {
		x, err := lineOfAnswer(ask.Unlisted(l))
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func lineOfAnswer(l string) (x line, err error) {
	head, rest, ok := strings.Cut(l, "[")
	refs, reason, closed := strings.Cut(rest, "]")
	x.verdict = strings.ToLower(strings.Trim(head, "* :"))
	if !ok || !closed || !slices.Contains([]string{Agree, Contradict, Replaces, Unrelated}, x.verdict) {
		return x, fmt.Errorf("%w: a line of no kind", ask.ErrForm)
	}
	for _, f := range strings.FieldsFunc(refs, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }) {
		n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(f), "c"))
		if err != nil {
			return x, fmt.Errorf("%w: a line that names no claims", ask.ErrForm)
		}
		x.refs = append(x.refs, n)
	}
	x.reason = proof.Line(strings.TrimLeft(reason, ":* "))
	return x, nil
}

// take matches the lines of an answer to the pairs that were asked about. It returns the verdict on each pair, and
// for pairs without one what was wrong.
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
		if l.verdict == Agree || l.verdict == Unrelated {
			l.reason = ""
		} else if why := amiss(l.reason, pairs[n]); why != "" {
			wrong[n] = why
		}
		got[n] = l
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

// pairOf returns the index of the pair that two claims form, or -1.
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

// amiss returns what is wrong with a reason: everything it says must be supported by the two claims.
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
