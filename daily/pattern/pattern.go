// Package pattern reads the day out of the path of a daily note, as a pattern says where people keep theirs:
// journals/YYYY_MM_DD, YYYY/MM/DD. The letters are those of Obsidian's and Logseq's settings.
package pattern

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// tokens are what a part of a name may be, longest first, with what each matches and how package time reads it. A
// weekday says nothing that the day does not.
var tokens = []struct{ name, match, layout string }{
	{"YYYY", `\d{4}`, "2006"},
	{"MMMM", `[A-Z][a-z]+`, "January"}, {"MMM", `[A-Z][a-z]{2}`, "Jan"}, {"MM", `\d{2}`, "01"}, {"M", `\d{1,2}`, "1"},
	{"DD", `\d{2}`, "02"}, {"D", `\d{1,2}`, "2"},
	{"dddd", `[A-Z][a-z]+`, ""}, {"ddd", `[A-Z][a-z]{2}`, ""},
}

// A Pattern says where the daily notes of a vault lie.
type Pattern struct {
	text    string
	parts   []*regexp.Regexp // of each part of the path
	layouts []string         // of each token that tells something of the day, in their order
}

// letters are the runs of a pattern that may be tokens. What stands in square brackets is meant as it is.
var letters = regexp.MustCompile(`\[[^\]]*\]|[A-Za-z]+`)

// Parse reads a pattern: a path in the vault, with or without .md.
func Parse(s string) (*Pattern, error) {
	p := &Pattern{text: s}
	clean := strings.TrimSuffix(s, ".md")
	if clean == "" || path.Clean(clean) != clean || path.IsAbs(clean) || strings.HasPrefix(clean, "..") || strings.Contains(clean, `\`) {
		return nil, fmt.Errorf("%q is not a path in the vault", s)
	}
	for part := range strings.SplitSeq(clean, "/") {
		var expr strings.Builder
		at := 0
		for _, run := range letters.FindAllStringIndex(part, -1) {
			expr.WriteString(regexp.QuoteMeta(part[at:run[0]]))
			expr.WriteString(p.run(part[run[0]:run[1]]))
			at = run[1]
		}
		expr.WriteString(regexp.QuoteMeta(part[at:]))
		p.parts = append(p.parts, regexp.MustCompile("^"+expr.String()+"$"))
	}
	for _, needed := range []string{"2006", "Jan1", "2"} {
		if !slices.ContainsFunc(p.layouts, func(l string) bool {
			return needed == l || needed == "Jan1" && strings.ContainsAny(l, "J1") || needed == "2" && l == "02"
		}) {
			return nil, fmt.Errorf("%q does not tell the year, the month and the day, as journals/YYYY_MM_DD does", s)
		}
	}
	return p, nil
}

// run returns what a run of letters matches: tokens alone, or itself.
func (p *Pattern) run(s string) string {
	if s[0] == '[' {
		return regexp.QuoteMeta(s[1 : len(s)-1])
	}
	expr, layouts := "", []string(nil)
next:
	for rest := s; rest != ""; {
		for _, t := range tokens {
			if after, ok := strings.CutPrefix(rest, t.name); ok {
				if rest = after; t.layout == "" {
					expr += t.match
				} else {
					expr, layouts = expr+"("+t.match+")", append(layouts, t.layout)
				}
				continue next
			}
		}
		return regexp.QuoteMeta(s)
	}
	p.layouts = append(p.layouts, layouts...)
	return expr
}

// Depth returns of how many parts the paths are that the pattern matches.
func (p *Pattern) Depth() int { return len(p.parts) }

// Folder reports whether a folder whose path has n parts before its name may lead to a daily note.
func (p *Pattern) Folder(n int, name string) bool {
	return n < len(p.parts)-1 && p.parts[n].MatchString(name)
}

// Day returns the day of the note at a path in the vault, as its midnight in UTC; false where it is none.
func (p *Pattern) Day(file string) (time.Time, bool) {
	stem, ok := strings.CutSuffix(file, ".md")
	parts := strings.Split(stem, "/")
	if !ok || len(parts) != len(p.parts) {
		return time.Time{}, false
	}
	var values []string
	for i, re := range p.parts {
		found := re.FindStringSubmatch(parts[i])
		if found == nil {
			return time.Time{}, false
		}
		values = append(values, found[1:]...)
	}
	t, err := time.Parse(strings.Join(p.layouts, " "), strings.Join(values, " "))
	if err != nil || t.Year() < 1 {
		return time.Time{}, false
	}
	return t, true
}
