package catalog

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The log of the wiki lists what changed on which day. It names pages in code, because links from it would
// connect every article to every other in the graph. Code adds lines under their day, each line once; what a
// person adds stays. Once it is longer than logBudget bytes, log.md keeps only the newest month and every
// month before it has a page of its own, log-2026-11.md. The same lines thus end up in the same pages in
// however many runs they were added.
const logBudget = 256 << 10

// A LogChange is one line of the log.
type LogChange struct {
	Verb  string // created, updated, removed, renamed, merged
	Path  string // of the page, from the vault's root
	Title string
	Note  string // where from, why; may be empty
}

// A LogDay holds the changes of one day of the log.
type LogDay struct {
	Day     wiki.Date
	Changes []LogChange
}

// AppendLog adds changes under their days, which must be in order. A line that is under its day already is
// not added again, so that an interrupted run can be repeated. With nothing to add, it writes nothing.
func AppendLog(s wiki.Store, days ...LogDay) error {
	if len(days) == 0 {
		return nil
	}
	names, err := s.Dir.ReadNames(s.Folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var failed error
	pages := logPages{}
	for _, n := range names {
		if file := path.Join(s.Folder(), n); IsLog(s.Folder(), file) {
			pages[file] = func() []byte {
				text, err := s.Dir.ReadFile(file)
				failed = errors.Join(failed, err)
				return text
			}
		}
	}
	files := logFiles(s.Folder(), pages, days)
	if failed != nil {
		return failed
	}
	for _, f := range files {
		if _, err := s.WriteCode(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// IsLog reports whether a file is a page of the log.
func IsLog(dir, file string) bool {
	return path.Dir(file) == dir && strings.HasPrefix(path.Base(file), "log") && wiki.CodePath(dir, file)
}

// Log returns the pages of the log that change when days are added, log.md last: what AppendLog
// will write.
func Log(w *wiki.Wiki, days ...LogDay) []GeneratedPage {
	if len(days) == 0 {
		return nil
	}
	pages := logPages{}
	for _, p := range w.Pages() {
		if p.Article != nil && IsLog(w.Dir(), p.Path) {
			pages[p.Path] = p.Bytes
		}
	}
	return logFiles(w.Dir(), pages, days)
}

// logPages maps the paths of the log's pages to functions that read them: few of many months are read.
type logPages map[string]func() []byte

func (p logPages) text(file string) []byte {
	if read := p[file]; read != nil {
		return read()
	}
	return nil
}

// logFiles adds days to the log.
func logFiles(dir string, pages logPages, days []LogDay) []GeneratedPage {
	file := path.Join(dir, "log.md")
	old := pages.text(file)
	page := old
	for _, d := range days {
		var lines []string
		for _, c := range d.Changes {
			lines = append(lines, c.line(dir))
		}
		page = addToDay(page, "# Log", d.Day, lines)
	}
	if bytes.Equal(page, old) {
		return nil
	}
	archived := slices.ContainsFunc(slices.Collect(maps.Keys(pages)), func(f string) bool { return f != file })
	var out []GeneratedPage
	if archived || len(page) > logBudget {
		page, out = rotate(dir, page, pages)
	}
	return append(out, GeneratedPage{file, page})
}

// A logHead is the heading of a day in a page of the log.
type logHead struct {
	day        wiki.Date
	start, end int // of its line, without the line end
}

// logHeads returns the headings of days in the order of the page.
func logHeads(page []byte) []logHead {
	var out []logHead
	for at := 0; at < len(page); {
		if line := wikilink.LineAt(page, at); bytes.HasPrefix(line, []byte("## ")) {
			text := bytes.TrimRight(line, " \t\r\n")
			if d, ok := wiki.DayOf(string(text[len("## "):])); ok {
				out = append(out, logHead{d, at, at + len(text)})
			}
		}
		next := bytes.Index(page[at:], []byte("\n## "))
		if next < 0 {
			break
		}
		at += next + 1
	}
	return out
}

// addToDay returns the page with those lines under a day that it lacks there. An empty page
// begins with title.
func addToDay(old []byte, title string, day wiki.Date, lines []string) []byte {
	start, end := logSection(old, day)
	has := map[string]bool{}
	for l := range strings.Lines(string(old[start:end])) {
		has[strings.TrimRight(l, "\r\n")] = true
	}
	var fresh strings.Builder
	for _, l := range lines {
		if !has[l] {
			has[l] = true
			fresh.WriteString(l + "\n")
		}
	}
	if fresh.Len() == 0 {
		return old
	}
	head, tail := bytes.TrimRight(old[:end], "\r\n"), old[end:]
	if len(bytes.TrimSpace(old)) == 0 {
		head, tail = []byte(title), nil
	}
	var b bytes.Buffer
	b.Write(head)
	b.WriteByte('\n')
	if start == end {
		b.WriteString("\n## " + string(day) + "\n\n")
	}
	b.WriteString(fresh.String())
	if len(tail) > 0 {
		b.WriteByte('\n')
		b.Write(tail)
	}
	return b.Bytes()
}

// logSection returns where a day stands in the log, its heading included; start and end are equal,
// and where it belongs, if it does not.
func logSection(page []byte, day wiki.Date) (start, end int) {
	heads := logHeads(page)
	for i := len(heads) - 1; i >= 0; i-- {
		if heads[i].day == day {
			return heads[i].start, endOf(page, heads, i)
		}
	}
	for _, h := range heads {
		if h.day > day {
			return h.start, h.start
		}
	}
	return len(page), len(page)
}

// endOf returns where the section of heading i ends.
func endOf(page []byte, heads []logHead, i int) int {
	if i+1 < len(heads) {
		return heads[i+1].start
	}
	return len(page)
}

func (c LogChange) line(dir string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(c.Path, dir+"/"), ".md")
	s := "- " + c.Verb + " `" + strings.ReplaceAll(name, "`", "'") + "`"
	if t := wikilink.Text(c.Title); t != "" {
		s += " " + t
	}
	if n := wikilink.Text(c.Note); n != "" {
		s += " - " + n
	}
	return s
}

// rotate moves the months before the newest out of a log that is too long, or was once. A month's page is
// complete before the log gets shorter, and moving a line twice has the effect of moving it once.
func rotate(dir string, page []byte, pages logPages) (rest []byte, months []GeneratedPage) {
	heads := logHeads(page)
	if len(heads) == 0 {
		return page, nil
	}
	newest := ""
	for _, h := range heads {
		newest = max(newest, month(h.day))
	}
	kept := slices.Clone(page[:heads[0].start])
	moved := map[string][]LogDay{}
	texts := map[wiki.Date][]string{}
	for i, h := range heads {
		end := endOf(page, heads, i)
		if month(h.day) == newest {
			kept = append(kept, page[h.start:end]...)
			continue
		}
		moved[month(h.day)] = append(moved[month(h.day)], LogDay{Day: h.day})
		for l := range strings.Lines(string(page[h.end:end])) {
			if l = strings.TrimRight(l, "\r\n"); l != "" {
				texts[h.day] = append(texts[h.day], l)
			}
		}
	}
	for _, m := range slices.Sorted(maps.Keys(moved)) {
		file := path.Join(dir, "log-"+m+".md")
		old := pages.text(file)
		text := old
		for _, d := range moved[m] {
			text = addToDay(text, "# Log "+m, d.Day, texts[d.Day])
		}
		if !bytes.Equal(text, old) {
			months = append(months, GeneratedPage{file, text})
		}
	}
	return kept, months
}

func month(d wiki.Date) string { return string(d[:len("2006-01")]) }

// Unlog returns a page of the log without the lines about some pages, named by their paths, and without the
// days of which nothing is left then. dir is the wiki's folder.
func Unlog(dir string, page []byte, paths []string) []byte {
	var kept [][]byte
	cut := false // since the last heading
	for l := range bytes.Lines(page) {
		if slices.Contains(paths, loggedIn(dir, string(l))) {
			cut = true
			continue
		}
		if bytes.HasPrefix(l, []byte("#")) {
			kept = dropEmptyDay(kept, cut)
			cut = false
		}
		kept = append(kept, l)
	}
	return bytes.Join(dropEmptyDay(kept, cut), nil)
}

// Earlier returns the paths that pages had, according to a page of the log, before they were renamed to one
// of paths.
func Earlier(dir string, page []byte, paths []string) (out []string) {
	for l := range strings.Lines(string(page)) {
		if !strings.HasPrefix(l, "- renamed ") || !slices.Contains(paths, loggedIn(dir, l)) {
			continue
		}
		if i := strings.LastIndex(l, " - it was "); i >= 0 {
			out = append(out, dir+"/"+strings.TrimSpace(l[i+len(" - it was "):])+".md")
		}
	}
	return out
}

// loggedIn returns the path of the page that a line of the log is about, "" for other lines.
func loggedIn(dir, line string) string {
	text, ok := strings.CutPrefix(line, "- ")
	_, text, found := strings.Cut(text, " `")
	name, _, closed := strings.Cut(text, "`")
	if !ok || !found || !closed {
		return ""
	}
	return dir + "/" + name + ".md"
}

// dropEmptyDay removes the last heading of a day if lines below it were removed and nothing is left.
func dropEmptyDay(lines [][]byte, cut bool) [][]byte {
	if !cut {
		return lines
	}
	n := len(lines)
	for n > 0 && len(bytes.TrimSpace(lines[n-1])) == 0 {
		n--
	}
	if n > 0 && bytes.HasPrefix(lines[n-1], []byte("## ")) {
		if _, ok := wiki.DayOf(string(bytes.TrimSpace(lines[n-1][len("## "):]))); ok {
			return lines[:n-1]
		}
	}
	return lines
}
