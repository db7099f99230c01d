package wiki

import (
	"bytes"
	"slices"
	"strings"
)

// Unlog is a page of the log without the lines about some pages, named by their paths, and without
// the days of which nothing is left then. dir is the wiki's folder.
func Unlog(dir string, page []byte, paths []string) []byte {
	var names []string
	for _, p := range paths {
		names = append(names, " `"+strings.ReplaceAll(stem(strings.TrimPrefix(p, dir+"/")), "`", "'")+"`")
	}
	var kept [][]byte
	cut := false // since the last heading
	for l := range bytes.Lines(page) {
		text := string(l)
		if strings.HasPrefix(text, "- ") && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(text[strings.IndexByte(text[2:]+" ", ' ')+2:], n) }) {
			cut = true
			continue
		}
		if strings.HasPrefix(text, "#") {
			kept = dropEmptyDay(kept, cut)
			cut = false
		}
		kept = append(kept, l)
	}
	return bytes.Join(dropEmptyDay(kept, cut), nil)
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
