// Package say formats numbers, names and times for messages to a person.
package say

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Count returns n with its unit: "1 session", "12 sessions", "2 entries".
func Count(n int, unit string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(unit, "y") && !strings.HasSuffix(unit, "ay"):
		unit = strings.TrimSuffix(unit, "y") + "ies"
	default:
		unit += "s"
	}
	return Thousands(n) + " " + unit
}

// Times says how often something was done: "once", "12 times".
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return Thousands(n) + " times"
}

// Thousands writes n with a comma between groups of three digits.
func Thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Bytes writes a size in MB or GB, of 1,000 each.
func Bytes(n int64) string {
	if n < 100_000 {
		return "less than 0.1 MB"
	}
	if n >= 10_000_000_000 {
		return fmt.Sprintf("%.0f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Moment returns t in the zone of now: the time of a today, else with its day.
func Moment(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// Soon returns when something is tried again, in words.
func Soon(t, now time.Time) string {
	if !t.After(now) {
		return "at the next run"
	}
	day, clock, later := strings.Cut(Moment(t, now), " ")
	if !later {
		return "at " + day
	}
	return "on " + day + " at " + clock
}

// Printable returns s with control characters shown, and those that reorder text, so that a name from a file cannot drive
// the person's terminal.
func Printable(s string) string {
	if Plain(s) { // as most are, of tens of thousands
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || Reorders(r) {
			return '�'
		}
		return r
	}, s)
}

// Reorders reports whether a character changes in which order the text around it is shown.
func Reorders(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Plain reports whether s is printable ASCII.
func Plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// OneLine joins the lines of s with semicolons.
func OneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// Clip returns s in at most n characters.
func Clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// List returns list, and an empty one for nil: JSON has [] if there is nothing.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Span says roughly how long something takes.
func Span(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return Count(max(int(d.Round(time.Second)/time.Second), 1), "second")
	case d < 100*time.Minute:
		return Count(int(d.Round(time.Minute)/time.Minute), "minute")
	}
	return Count(int(d.Round(time.Hour)/time.Hour), "hour")
}

// ByReason calls tell with the names of all that have one reason, the reasons in the order of all.
func ByReason[T any](all []T, of func(T) (name, why string), tell func(names []string, why string)) {
	by := map[string][]string{}
	var reasons []string
	for _, x := range all {
		name, why := of(x)
		if by[why] == nil {
			reasons = append(reasons, why)
		}
		by[why] = append(by[why], name)
	}
	for _, why := range reasons {
		tell(by[why], why)
	}
}
