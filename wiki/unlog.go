package wiki

import (
	"bytes"
	"slices"
	"strings"
)

// Unlog is a page of the log without the lines about some pages, named by their paths, and without
// the days of which nothing is left then. dir is the wiki's folder.
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

// Earlier are the paths that pages had, by a page of the log, before they were renamed to some others.
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

// loggedIn is the path of the page that a line of the log is about, "" for other lines.
func loggedIn(dir, line string) string {
	text, ok := strings.CutPrefix(line, "- ")
	_, text, found := strings.Cut(text, " `")
	name, _, closed := strings.Cut(text, "`")
	if !ok || !found || !closed {
		return ""
	}
	return dir + "/" + name + ".md"
}

// dropEmptyDay takes the last heading of a day off where lines were cut below it and nothing is left.
func dropEmptyDay(lines [][]byte, cut bool) [][]byte {
	if !cut {
		return lines
	}
	n := len(lines)
	for n > 0 && len(bytes.TrimSpace(lines[n-1])) == 0 {
		n--
	}
	if n > 0 && bytes.HasPrefix(lines[n-1], []byte("## ")) {
		if _, ok := dayOf(string(bytes.TrimSpace(lines[n-1][len("## "):]))); ok {
			return lines[:n-1]
		}
	}
	return lines
}
