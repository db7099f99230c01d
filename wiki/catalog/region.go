package catalog

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A region is the part of a page that code writes, between two HTML comments. What a person
// writes outside it stays.
const (
	regionOpen  = "<!-- memoria:index -->"
	regionClose = "<!-- /memoria:index -->"
)

// setRegion returns the page old with text in its region. In a page without a region, it replaces the table
// that an earlier tool kept there, or is added at the end; a new page begins with title.
func setRegion(old []byte, title, text string) []byte {
	region := regionOf(text)
	if len(bytes.TrimSpace(old)) == 0 {
		return []byte("# " + title + "\n\n" + region + "\n")
	}
	if bytes.Contains(old, []byte("\r\n")) {
		region = strings.ReplaceAll(region, "\n", "\r\n")
	}
	start, end := findRegion(old)
	if start < 0 {
		if start, end = earlierTable(old); start < 0 {
			head := bytes.TrimRight(old, "\r\n")
			return append(slices.Clip(head), "\n\n"+region+"\n"...)
		}
		region += "\n"
	}
	return slices.Concat(old[:start], []byte(region), old[end:])
}

// findRegion returns where the region of a page stands, markers included, or -1. An opening marker that is
// followed by another does not count: a person may have written what stands between.
func findRegion(page []byte) (start, end int) {
	for at := 0; ; {
		n := bytes.Index(page[at:], []byte(regionClose))
		if n < 0 {
			return -1, -1
		}
		if start = bytes.LastIndex(page[at:at+n], []byte(regionOpen)); start >= 0 {
			return at + start, at + n + len(regionClose)
		}
		at += n + len(regionClose)
	}
}

// earlierTable finds the catalogue of an earlier tool: a table whose first column is Article.
func earlierTable(page []byte) (start, end int) {
	start = -1
	for at := 0; at < len(page); {
		line := wikilink.LineAt(page, at)
		row := strings.HasPrefix(string(line), "|")
		switch {
		case start < 0 && row && strings.HasPrefix(strings.TrimLeft(string(line[1:]), " "), "Article "):
			start = at
		case start >= 0 && !row:
			return start, at
		}
		at += len(line)
	}
	return start, len(page)
}

// regionOf returns the region with a text in it.
func regionOf(text string) string { return regionOpen + "\n" + text + regionClose }
