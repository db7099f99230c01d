package wiki

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The log of the wiki says what changed on which day. It names pages in code, because links
// from it would tie every article to every other in the graph. Code adds lines under their day,
// each line once; what a person adds stays. Past logBudget bytes, the months before the newest
// are moved to a page of their own each, log-2026-11.md.
const logBudget = 256 << 10

// A Change is one line of the log.
type Change struct {
	Verb  string // created, updated, removed, renamed, merged
	Path  string // of the page, from the vault's root
	Title string
	Note  string // where from, why; may be empty
}

// A LogDay is what is to be said under one day of the log.
type LogDay struct {
	Day     Date
	Changes []Change
}

// AppendLog adds changes under the days they belong to, which stand in order. A line that stands
// under its day already is not added again, so that a run that was cut off can be repeated. With
// nothing to add, nothing is written.
func (s Store) AppendLog(days ...LogDay) error {
	file := path.Join(s.wiki(), "log.md")
	old, err := s.Dir.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	page := old
	for _, d := range days {
		page = appendLog(page, s.wiki(), d)
	}
	if bytes.Equal(page, old) {
		return nil
	}
	if len(page) > logBudget {
		if page, err = s.rotate(page); err != nil {
			return err
		}
	}
	_, err = s.writeCode(file, page)
	return err
}

var logDay = regexp.MustCompile(`(?m)^## (\d{4}-\d\d-\d\d)[ \t]*\r?$`)

// appendLog returns the log with the lines of a day that it lacks.
func appendLog(old []byte, wiki string, d LogDay) []byte {
	start, end := logSection(old, d.Day)
	has := map[string]bool{}
	for line := range strings.Lines(string(old[start:end])) {
		has[strings.TrimRight(line, "\r\n")] = true
	}
	var lines strings.Builder
	for _, c := range d.Changes {
		if l := c.line(wiki); !has[l] {
			has[l] = true
			lines.WriteString(l + "\n")
		}
	}
	if lines.Len() == 0 {
		return old
	}
	head, tail := bytes.TrimRight(old[:end], "\r\n"), old[end:]
	var b bytes.Buffer
	if len(bytes.TrimSpace(old)) == 0 {
		head, tail = []byte("# Log"), nil
	}
	b.Write(head)
	b.WriteByte('\n')
	if start == end {
		b.WriteString("\n## " + string(d.Day) + "\n\n")
	}
	b.WriteString(lines.String())
	if len(tail) > 0 {
		b.WriteByte('\n')
		b.Write(tail)
	}
	return b.Bytes()
}

// logSection returns where a day stands in the log, its heading included; start and end are equal,
// and where it belongs, if it does not.
func logSection(page []byte, day Date) (start, end int) {
	days := logDay.FindAllSubmatchIndex(page, -1)
	start = -1
	for i, m := range days {
		next := len(page)
		if i+1 < len(days) {
			next = days[i+1][0]
		}
		if string(page[m[2]:m[3]]) == string(day) {
			start, end = m[0], next
		}
	}
	if start >= 0 {
		return start, end
	}
	for _, m := range days {
		if string(page[m[2]:m[3]]) > string(day) {
			return m[0], m[0]
		}
	}
	return len(page), len(page)
}

func (c Change) line(wiki string) string {
	name := stem(strings.TrimPrefix(c.Path, wiki+"/"))
	s := "- " + c.Verb + " `" + strings.ReplaceAll(name, "`", "'") + "`"
	if t := wikilink.Text(c.Title); t != "" {
		s += " " + t
	}
	if n := wikilink.Text(c.Note); n != "" {
		s += " - " + n
	}
	return s
}

// rotate moves the months before the newest out of the log. A month's page is complete before
// the log gets shorter, and moving a month twice changes nothing.
func (s Store) rotate(page []byte) ([]byte, error) {
	days := logDay.FindAllSubmatchIndex(page, -1)
	if len(days) == 0 {
		return page, nil
	}
	month := func(i int) string { return string(page[days[i][2] : days[i][2]+len("2006-01")]) }
	newest := month(0)
	for i := range days {
		newest = max(newest, month(i))
	}
	kept := slices.Clone(page[:days[0][0]])
	moved := map[string][]byte{}
	var months []string
	for i := range days {
		end := len(page)
		if i+1 < len(days) {
			end = days[i+1][0]
		}
		part := page[days[i][0]:end]
		if month(i) == newest {
			kept = append(kept, part...)
			continue
		}
		if moved[month(i)] == nil {
			months = append(months, month(i))
		}
		moved[month(i)] = append(append(moved[month(i)], bytes.TrimRight(part, "\r\n")...), "\n\n"...)
	}
	for _, m := range months {
		if err := s.archive(m, moved[m]); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// archive adds a stretch of the log to the page of its month, unless it is there already.
func (s Store) archive(month string, part []byte) error {
	file := path.Join(s.wiki(), "log-"+month+".md")
	old, err := s.Dir.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part = bytes.TrimRight(part, "\n")
	if bytes.Contains(old, part) {
		return nil
	}
	if len(old) == 0 {
		old = []byte("# Log " + month + "\n")
	}
	page := slices.Concat(bytes.TrimRight(old, "\r\n"), []byte("\n\n"), part, []byte("\n"))
	_, err = s.writeCode(file, page)
	return err
}
