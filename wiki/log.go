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
// from it would tie every article to every other in the graph. Only code writes at its end;
// what a person adds stays. Past logBudget bytes, the months before the newest are moved to a
// page of their own each, log-2026-11.md.
const logBudget = 256 << 10

// A Change is one line of the log.
type Change struct {
	Verb  string // created, updated, removed, renamed, merged
	Path  string // of the page, from the vault's root
	Title string
	Note  string // where from, why; may be empty
}

// AppendLog adds changes under the day they were made. Without changes it does nothing.
func (s Store) AppendLog(day Date, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	file := path.Join(s.wiki(), "log.md")
	old, err := s.Dir.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	page := appendLog(old, s.wiki(), day, changes)
	if len(page) > logBudget {
		if page, err = s.rotate(page); err != nil {
			return err
		}
	}
	_, err = s.writeCode(file, page)
	return err
}

func appendLog(old []byte, wiki string, day Date, changes []Change) []byte {
	var b bytes.Buffer
	if len(bytes.TrimSpace(old)) == 0 {
		b.WriteString("# Log\n")
	} else {
		b.Write(bytes.TrimRight(old, "\r\n"))
		b.WriteByte('\n')
	}
	days := logDay.FindAllSubmatch(old, -1)
	if len(days) == 0 || string(days[len(days)-1][1]) != string(day) {
		b.WriteString("\n## " + string(day) + "\n\n")
	}
	for _, c := range changes {
		b.WriteString(c.line(wiki))
	}
	return b.Bytes()
}

var logDay = regexp.MustCompile(`(?m)^## (\d{4}-\d\d-\d\d)[ \t]*\r?$`)

func (c Change) line(wiki string) string {
	name := stem(strings.TrimPrefix(c.Path, wiki+"/"))
	s := "- " + c.Verb + " `" + strings.ReplaceAll(name, "`", "'") + "`"
	if t := wikilink.Text(c.Title); t != "" {
		s += " " + t
	}
	if n := wikilink.Text(c.Note); n != "" {
		s += " - " + n
	}
	return s + "\n"
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
