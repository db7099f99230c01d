package compiler

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// errNoPlace says that what was added to a page would not be read as what it is: a person left a
// code block or a comment open above it.
var errNoPlace = errors.New("there is no place for a new point: a code block or a comment is left open")

// news are the points of a draft that a page lacks: those whose citations it never had. A point of
// which it has one citation it has in other words, or a person took it out; but what was there and
// a merge has taken out was ours to move.
func news(d *wiki.Draft, had, before, after map[key]bool) []wiki.Point {
	var out []wiki.Point
	for _, p := range draftPoints(d) {
		if fresh(p, had, before, after) {
			out = append(out, p)
		}
	}
	return out
}

func fresh(p wiki.Point, had, before, after map[key]bool) bool {
	return len(p.Cites) > 0 && !slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool {
		k := citeKey(c)
		return after[k] || had[k] && (!before[k] || after == nil)
	})
}

// lacking are the citations that were taken out of a page though ours has them, and are not there.
func lacking(lost, ours, there map[key]bool) []key {
	var out []key
	for k := range lost {
		if ours[k] && !there[k] {
			out = append(out, k)
		}
	}
	return out
}

// addTo writes points at the end of the page's Key Points, what is of the past at the end of its
// History, and their days where the page lists its sources and says when it was brought up to date.
// No other byte of the page changes.
func addTo(a *wiki.Article, points []wiki.Point, past []wiki.Turn) (*wiki.Article, error) {
	if a.ReadOnly() {
		return nil, wiki.ErrReadOnly
	}
	if len(points)+len(past) == 0 {
		return a, nil
	}
	add := wiki.Draft{Points: points, History: past}
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
	have := pageKeys(out)
	for k := range draftKeys(&add) {
		if !have[k] {
			return nil, errNoPlace
		}
	}
	if out, err = touch(out, add.Days()); err != nil {
		return nil, err
	}
	return addSources(out, add.Days())
}

// touch brings the property that says what the page is up to date with forward to the newest of
// days, where the page has one and it is a day.
func touch(a *wiki.Article, days []wiki.Date) (*wiki.Article, error) {
	if len(days) == 0 || a.Updated() == "" || a.Updated() >= slices.Max(days) {
		return a, nil
	}
	return a.SetDate("updated", slices.Max(days))
}

// addSources lists days in the property and in the section that list the sources of a page, as far
// as the page has them.
func addSources(a *wiki.Article, days []wiki.Date) (*wiki.Article, error) {
	if slices.Contains(a.Keys(), "sources") {
		list := a.List("sources")
		known := a.Sources()
		for _, d := range days {
			if !slices.Contains(known, d) {
				list = append(list, "[["+string(d)+"]]")
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
			listed[wiki.Date(k.day())] = true
		}
	}
	days = slices.DeleteFunc(slices.Clone(days), func(d wiki.Date) bool { return listed[d] })
	if len(days) == 0 {
		return a, nil
	}
	return insert(a, s, wiki.Draft{Sources: days}.Section(wiki.SourcesHeading)), nil
}

// insert puts list items behind the last line of a section, as items of the list that ends there if
// one does.
func insert(a *wiki.Article, s wiki.Section, items string) *wiki.Article {
	src := a.Bytes()
	eol := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		eol = "\r\n"
	}
	at := s.Body + len(bytes.TrimRight(src[s.Body:s.End], " \t\r\n"))
	gap := eol + eol
	if endsInList(string(src[s.Body:at])) {
		gap = eol
	}
	if at == s.Body { // nothing but the heading
		at -= len(src[:at]) - len(bytes.TrimRight(src[:at], "\r\n"))
	}
	return wiki.Parse(slices.Concat(src[:at], []byte(gap+strings.ReplaceAll(items, "\n", eol)), src[at:]))
}

// endsInList reports whether the last lines of text are an item of a list: a line that begins with
// a bullet, and lines indented under it.
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
