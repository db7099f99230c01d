package budget

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Limits bound what is asked; a nil field is no limit.
type Limits struct {
	Calls  *int64 `json:"calls"`
	Tokens *int64 `json:"tokens"`
	Micros *int64 `json:"micros"` // millionths of a dollar
}

// IsZero reports whether there is no limit.
func (l Limits) IsZero() bool { return l.Calls == nil && l.Tokens == nil && l.Micros == nil }

// A Sum adds up calls. What a provider did not report counts as what was reserved for it. Money cannot be reserved
// without a price: Unpriced counts the calls of unknown cost.
type Sum struct {
	Calls     int   `json:"calls"`
	Failed    int   `json:"failed"`   // of them: no answer
	Open      int   `json:"open"`     // of them: in flight, or killed there; counted as the most they can take
	In        int64 `json:"in"`       // tokens, those from a cache and to one included
	Out       int64 `json:"out"`      // tokens
	Cached    int64 `json:"cached"`   // of In: from a cache
	Micros    int64 `json:"micros"`   // millionths of a dollar, as far as they are known
	Unpriced  int   `json:"unpriced"` // calls whose cost is unknown
	Estimated int   `json:"estimated"`
}

// Tokens returns the sum of all tokens.
func (s Sum) Tokens() int64 { return plus(s.In, s.Out) }

// plus adds two numbers, and stays at the largest or smallest where the sum would pass it: a ledger may hold any.
func plus(a, b int64) int64 {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	default:
		return sum
	}
}

// Add counts a call.
func (s *Sum) Add(r *Call) {
	s.Calls++
	s.In, s.Out, s.Cached = plus(s.In, r.In), plus(s.Out, r.Out), plus(s.Cached, r.Cached)
	switch r.End {
	case "":
		s.Open++
	case Complete:
	default:
		s.Failed++
	}
	if r.Estimated {
		s.Estimated++
	}
	if r.Micros == nil {
		if r.In+r.Out > 0 || r.End == Complete {
			s.Unpriced++
		}
		return
	}
	s.Micros = plus(s.Micros, *r.Micros)
}

// Less returns s without r, a call that is open or was never made.
func (s Sum) Less(r *Call) Sum {
	s.Calls--
	s.Open--
	s.In, s.Out = s.In-r.In, s.Out-r.Out
	if r.Micros != nil {
		s.Micros -= *r.Micros
	} else {
		s.Unpriced--
	}
	return s
}

// Over says which of the limits one more call would pass, "" if none.
func (l Limits) Over(s Sum, next Call, span string) string {
	switch {
	case l.Calls != nil && int64(s.Calls)+1 > *l.Calls:
		return fmt.Sprintf("the limit of %s calls %s is reached", group3(*l.Calls), span)
	case l.Tokens != nil && plus(s.Tokens(), next.Tokens()) > *l.Tokens:
		return fmt.Sprintf("%s of the %s tokens %s are used, and this call may take %s", group3(s.Tokens()), group3(*l.Tokens), span, group3(next.Tokens()))
	case l.Micros != nil && s.Micros >= *l.Micros:
		return fmt.Sprintf("the limit of %s %s is reached", Money(*l.Micros), span)
	case l.Micros != nil && next.Micros != nil && plus(s.Micros, *next.Micros) > *l.Micros:
		return fmt.Sprintf("%s of the %s %s are spent, and this call may cost %s", Money(s.Micros), Money(*l.Micros), span, Money(*next.Micros))
	}
	return ""
}

// Money formats millionths of a dollar.
func Money(micros int64) string {
	if micros%10_000 == 0 {
		return fmt.Sprintf("$%d.%02d", micros/1_000_000, micros%1_000_000/10_000)
	}
	return "$" + strings.TrimRight(fmt.Sprintf("%d.%06d", micros/1_000_000, micros%1_000_000), "0")
}

func group3(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ParseLimits reads limits as a person writes them: "20 calls, 100k tokens, 0.50 usd", or "$0.50" for
// the last.
func ParseLimits(s string) (Limits, error) {
	var l Limits
	for _, part := range strings.Split(s, ",") {
		number, unit := splitUnit(strings.TrimSpace(part))
		var into **int64
		scale := 1.0
		switch unit {
		case "call", "calls":
			into = &l.Calls
		case "token", "tokens":
			into = &l.Tokens
		case "usd", "dollar", "dollars", "$":
			into, scale = &l.Micros, 1e6
		default:
			return Limits{}, fmt.Errorf("%q is no limit such as 20calls, 100ktokens or 0.50usd", strings.TrimSpace(part))
		}
		n, err := quantity(number)
		if err != nil {
			return Limits{}, fmt.Errorf("%q is no limit: %w", strings.TrimSpace(part), err)
		}
		if *into != nil {
			return Limits{}, fmt.Errorf("%q bounds %s twice", s, unit)
		}
		v := int64(n*scale + 0.5)
		*into = &v
	}
	return l, nil
}

func splitUnit(s string) (number, unit string) {
	s = strings.ToLower(s)
	if rest, ok := strings.CutPrefix(s, "$"); ok {
		return strings.TrimSpace(rest), "$"
	}
	for _, u := range []string{"calls", "call", "tokens", "token", "usd", "dollars", "dollar"} {
		if rest, ok := strings.CutSuffix(s, u); ok {
			return strings.TrimSpace(rest), u
		}
	}
	return s, ""
}

// quantity reads a number that may end in k or m.
func quantity(s string) (float64, error) {
	scale := 1.0
	switch {
	case strings.HasSuffix(s, "k"):
		s, scale = s[:len(s)-1], 1e3
	case strings.HasSuffix(s, "m"):
		s, scale = s[:len(s)-1], 1e6
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(s), "_", ""), 64)
	if err != nil || !(n >= 0 && n*scale < 1e12) {
		return 0, fmt.Errorf("%q is no number", s)
	}
	return n * scale, nil
}
