package subject

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
)

// origin says how often and when the subject occurred, and what kinds of lines there are. Code counts this, so it is
// always correct.
func (b *book) origin(s *subject) string {
	if s.project != "" {
		work := b.workOn(s)
		return fmt.Sprintf("Notes from %s of work on %s, %s: %s.", b.sittings(work), b.spelled(s.project), b.span(work, "", " to "), b.counted(s.lines))
	}
	return fmt.Sprintf("Comes up in %s, %s: %s.", b.places(s.lines), b.days(s.lines, "from ", " to "), b.counted(s.lines))
}

// days returns the first and the last day of lines.
func (b *book) days(lines []int32, from, to string) string {
	return b.span([]int32{b.Lines[lines[0]].Entry, b.Lines[lines[len(lines)-1]].Entry}, from, to)
}

// span returns the first and the last day of entries.
func (b *book) span(entries []int32, from, to string) string {
	first, last := b.Entries[entries[0]].Date, b.Entries[entries[len(entries)-1]].Date
	if first == last {
		return "on " + string(last)
	}
	return from + string(first) + to + string(last)
}

// places says how many entries lines come from, and of which projects.
func (b *book) places(lines []int32) string {
	var projects []string
	entries, last := 0, int32(-1)
	for _, i := range lines {
		n := b.Lines[i].Entry
		if n == last {
			continue
		}
		last = n
		entries++
		if p := b.spelled(b.Entries[n].Project); p != "" && !slices.Contains(projects, p) {
			projects = append(projects, p)
		}
	}
	where := fmt.Sprintf("%d log entries", entries)
	if entries == 1 {
		where = "one log entry"
	}
	if len(projects) > 0 && len(projects) <= 3 {
		where += " of " + list(projects)
	}
	return where
}

// workOn returns the entries of a project's sessions, even if every line of an entry has an article of its own.
func (b *book) workOn(s *subject) []int32 {
	if b.work == nil {
		b.work = make(map[string][]int32)
		for n := range b.Entries {
			if e := &b.Entries[n]; !e.Settles && e.Last > e.First && e.Project != "" {
				k := b.Seats[e.Home]
				b.work[k] = append(b.work[k], int32(n))
			}
		}
	}
	if work := b.work[b.Seat(s.project)]; len(work) > 0 {
		return work
	}
	return []int32{b.Lines[s.lines[0]].Entry} // only its page is left
}

// sittings counts the sessions of entries; if an entry was written by hand, it counts entries.
func (b *book) sittings(entries []int32) string {
	sessions := make(map[string]bool)
	for _, n := range entries {
		sessions[b.Entries[n].Session] = true
	}
	if sessions[""] {
		return amount(len(entries), "log entry", true)
	}
	return amount(len(sessions), "session", true)
}

// counted says how many different lines of each kind there are: "two decisions and a lesson".
func (b *book) counted(lines []int32) string {
	type group struct {
		kind daily.Kind
		done bool
	}
	by := make(map[group][]int32)
	for _, i := range lines {
		l := &b.Lines[i]
		g := group{l.Kind, l.Done && l.Kind == daily.Action}
		by[g] = append(by[g], i)
	}
	many := false
	for _, ls := range by {
		many = many || b.texts(ls) >= 10
	}
	var out []string
	for _, k := range []struct {
		group
		what string
	}{{group{kind: daily.Decision}, "decision"}, {group{kind: daily.Lesson}, "lesson"}, {group{kind: daily.Preference}, "preference"},
		{group{kind: daily.Fact}, "fact"}, {group{kind: daily.Action}, "open task"}, {group{daily.Action, true}, "done task"}} {
		if n := b.texts(by[k.group]); n > 0 {
			out = append(out, amount(n, k.what, many))
		}
	}
	return list(out)
}

// amount says how many there are, in figures or in words.
func amount(n int, what string, figures bool) string {
	many := fmt.Sprint(n)
	if !figures && n < 10 {
		many = [...]string{"no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine"}[n]
	}
	switch {
	case n == 1 && many == "a" && what == "open task":
		return "an " + what
	case n == 1:
		return many + " " + what
	case strings.HasSuffix(what, "y"):
		return many + " " + strings.TrimSuffix(what, "y") + "ies"
	}
	return many + " " + what + "s"
}

// list joins words as a sentence does.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
