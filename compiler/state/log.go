package state

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// A LogLine is one line of log.md, and the day it stands under.
type LogLine struct {
	Date  wiki.Date `json:"date"`
	Verb  string    `json:"verb"`
	Path  string    `json:"path"`
	Title string    `json:"title,omitempty"`
	Note  string    `json:"note,omitempty"`
}

// LogDays returns lines in order, grouped as the wiki's log takes them.
func LogDays(lines []LogLine) []catalog.LogDay {
	var days []catalog.LogDay
	for _, l := range lines {
		if n := len(days); n == 0 || days[n-1].Day != l.Date {
			days = append(days, catalog.LogDay{Day: l.Date})
		}
		last := &days[len(days)-1]
		last.Changes = append(last.Changes, catalog.LogChange{Verb: l.Verb, Path: l.Path, Title: l.Title, Note: l.Note})
	}
	return days
}

// SortLines returns the lines in the order of log.md, each once. It drops lines without a verb.
func SortLines(lines []LogLine) []LogLine {
	lines = slices.DeleteFunc(lines, func(l LogLine) bool { return l.Verb == "" })
	sorting.By(lines, func(a, b LogLine) int { return strings.Compare(a.order(), b.order()) })
	return slices.Compact(lines)
}

func (l LogLine) order() string {
	return strings.Join([]string{string(l.Date), l.Path, l.Verb, l.Note, l.Title}, "\x00")
}
