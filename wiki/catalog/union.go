package catalog

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// MergeLog returns a page of the log with the lines of two versions, each once under its day, sorted by the page that
// they are about. What one of them removed since base, their last common version, is left out. A missing version is
// nil and adds nothing.
func MergeLog(base, ours, theirs []byte) []byte {
	switch {
	case ours == nil || base != nil && bytes.Equal(ours, base):
		return theirs
	case theirs == nil || bytes.Equal(theirs, base):
		return ours
	}
	b, o, t := logLines(base), logLines(ours), logLines(theirs)
	days := map[wiki.Date]bool{}
	for _, list := range []map[wiki.Date][]string{o, t} {
		for d := range list {
			days[d] = true
		}
	}
	var out strings.Builder
	for _, d := range slices.Sorted(maps.Keys(days)) {
		lines := mergeLines(b[d], o[d], t[d])
		switch {
		case len(lines) == 0:
			continue
		case d != "":
			sorting.Stable(lines, byPage)
			out.WriteString("\n## " + string(d) + "\n\n")
		}
		out.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return []byte(out.String())
}

// logLines returns the lines of a page of the log that are not blank, by day; those before the first day under "".
func logLines(page []byte) map[wiki.Date][]string {
	heads := logHeads(page)
	out := map[wiki.Date][]string{}
	add := func(d wiki.Date, text []byte) {
		for l := range strings.Lines(string(text)) {
			if l = strings.TrimRight(l, "\r\n"); strings.TrimSpace(l) != "" {
				out[d] = append(out[d], l)
			}
		}
	}
	end := len(page)
	if len(heads) > 0 {
		end = heads[0].start
	}
	add("", page[:end])
	for i, h := range heads {
		add(h.day, page[h.end:endOf(page, heads, i)])
	}
	return out
}

// mergeLines returns the lines of theirs and then those that only ours has, without those that base has and one of
// them lacks.
func mergeLines(base, ours, theirs []string) (out []string) {
	for _, l := range slices.Concat(theirs, ours) {
		gone := slices.Contains(base, l) && !(slices.Contains(ours, l) && slices.Contains(theirs, l))
		if !gone && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// byPage compares lines of the log by the page that they are about, and then by their text. Lines that a person wrote
// come last, in their order.
func byPage(a, b string) int {
	x, y := loggedIn("", a), loggedIn("", b)
	switch {
	case x == "" && y == "":
		return 0
	case x == "" || y == "":
		return cmp.Compare(len(y), len(x))
	}
	return cmp.Or(strings.Compare(x, y), strings.Compare(a, b))
}
