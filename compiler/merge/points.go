package merge

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// ErrNoPlace says that an addition to a page would not be read as intended: a person left a code block or a comment
// open above it.
var ErrNoPlace = errors.New("there is no place for a new point: a code block or a comment is left open")

// NewPoints returns the points of a draft that a page lacks: those whose citations it never had. If the page ever had
// one of a point's citations, it says the point in other words or a person removed it; but a citation that this merge
// removed counts as lacking.
func NewPoints(d *draft.Draft, had, before, after Keys) []wiki.Point {
	var out []wiki.Point
	for _, p := range DraftPoints(d) {
		if fresh(p, had, before, after) {
			out = append(out, p)
		}
	}
	return out
}

// NewHistory returns the replacements of a draft that a page lacks: it never had what was replaced, or this merge
// removed it. What a person removed does not return. If a person removed the History of a page, it gets a new one
// when something else no longer holds, because that would be recorded nowhere else.
func NewHistory(d *draft.Draft, had, before, after Keys) []draft.Replacement {
	var out []draft.Replacement
	for _, t := range d.History {
		if fresh(t.Was, had, before, after) {
			out = append(out, t)
		}
	}
	return out
}

func fresh(p wiki.Point, had, before, after Keys) bool {
	return len(p.Cites) > 0 && !slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool {
		k := CiteKey(c)
		return after[k] || had[k] && (!before[k] || after == nil)
	})
}

// Lacks reports whether a page lacks a citation of the draft that a merge removed.
func Lacks(a *wiki.Article, lost Keys, d *draft.Draft) bool {
	ours, there := DraftKeys(&draft.Draft{Points: d.Points, Details: d.Details}), PageKeys(a)
	for k := range lost {
		if ours[k] && !there[k] {
			return true
		}
	}
	return false
}

// Add appends the points of a draft to the page's Key Points and its replacements to the History. It adds their days to
// the lists of sources and updates the date if the page has these. No other byte of the page changes.
func Add(a *wiki.Article, add draft.Draft) (*wiki.Article, error) {
	if a.ReadOnly() {
		return nil, wiki.ErrReadOnly
	}
	if len(add.Points)+len(add.History) == 0 {
		return a, nil
	}
	out, err := a, error(nil)
	for _, heading := range []string{wiki.KeyPoints, wiki.History} {
		text := add.Section(heading)
		if text == "" {
			continue
		}
		if s, ok := out.Section(heading); ok {
			out = insert(out, s, text)
		} else if out, err = out.SetSection(heading, text); err != nil {
			return nil, err
		}
	}
	if len(DraftKeys(&add).Minus(PageKeys(out))) > 0 {
		return nil, ErrNoPlace
	}
	if out, err = touch(out, add.Days()); err != nil {
		return nil, err
	}
	return addSources(out, add.Days())
}

// touch sets the property with the date of the last update to the newest of days, if the page has one and it is a
// day.
func touch(a *wiki.Article, days []wiki.Date) (*wiki.Article, error) {
	if len(days) == 0 || a.Updated() == "" || a.Updated() >= slices.Max(days).Day() {
		return a, nil
	}
	return a.SetDate("updated", slices.Max(days).Day())
}

// addSources adds days to the property and the section that list the sources of a page, if it has them.
func addSources(a *wiki.Article, days []wiki.Date) (*wiki.Article, error) {
	if slices.Contains(a.Keys(), "sources") {
		list := a.List("sources")
		known := a.Sources()
		for _, d := range days {
			if !slices.Contains(known, d) {
				list = append(list, d.Link())
			}
		}
		var err error
		if a, err = a.SetList("sources", list); err != nil {
			return nil, err
		}
	}
	s, ok := a.Section(wiki.SourcesHeading)
	if !ok {
		return a, nil
	}
	listed := map[wiki.Date]bool{}
	for _, l := range a.Doc().Links {
		if k, ok := linkKey(l); ok && l.Start >= s.Body && l.End <= s.End {
			listed[wiki.Date(k.Day())] = true
		}
	}
	days = slices.DeleteFunc(slices.Clone(days), func(d wiki.Date) bool { return listed[d] })
	if len(days) == 0 {
		return a, nil
	}
	return insert(a, s, draft.Draft{Sources: days}.Section(wiki.SourcesHeading)), nil
}

// insert adds text after the last line of a section: list items continue a list at the end, everything else goes
// after a blank line.
func insert(a *wiki.Article, s wiki.Section, text string) *wiki.Article {
	src := a.Bytes()
	at := s.Body + len(bytes.TrimRight(src[s.Body:s.End], " \t\r\n"))
	gap := "\n\n"
	first, _, _ := strings.Cut(text, "\n")
	if (Unit{Text: first}).Item() && endsInList(string(src[s.Body:at])) {
		gap = "\n"
	}
	if at == s.Body { // nothing but the heading
		at -= len(src[:at]) - len(bytes.TrimRight(src[:at], "\r\n"))
	}
	return wiki.Parse(slices.Concat(src[:at], []byte(local(gap+text, src)), src[at:]))
}

// endsInList reports whether the last lines of text are an item of a list: a line that begins with a bullet, and
// lines indented under it.
func endsInList(text string) bool {
	lines := strings.Split(text, "\n")
	for _, l := range slices.Backward(lines) {
		switch {
		case strings.HasPrefix(l, "- ") || strings.HasPrefix(l, "* ") || strings.HasPrefix(l, "+ "):
			return true
		case strings.TrimSpace(l) == "" || l[0] != ' ' && l[0] != '\t':
			return false
		}
	}
	return false
}
