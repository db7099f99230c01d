package catalog

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A region is a part of a page that code writes, between two HTML comments. What a person
// writes outside it stays.
type region struct{ open, close string }

var (
	listRegion = region{"<!-- memoria:index -->", "<!-- /memoria:index -->"} // the list of articles
	nowRegion  = region{"<!-- memoria:now -->", "<!-- /memoria:now -->"}     // what goes on, above it
)

// set returns the page old with text in the region. In a page without it, the list replaces the table that an earlier
// tool kept there, what goes on is put before the list, or the region is added at the end; a new page begins with title.
func (r region) set(old []byte, title, text string) []byte {
	region, eol := r.of(text), "\n"
	if len(bytes.TrimSpace(old)) == 0 {
		return []byte("# " + title + "\n\n" + region + "\n")
	}
	if bytes.Contains(old, []byte("\r\n")) {
		eol = "\r\n"
		region = strings.ReplaceAll(region, "\n", eol)
	}
	start, end := r.find(old)
	if start < 0 {
		if r == nowRegion {
			if start, _ = listRegion.find(old); start >= 0 {
				return slices.Concat(old[:start], []byte(region+eol+eol), old[start:])
			}
		} else if start, end = earlierTable(old); start >= 0 {
			return slices.Concat(old[:start], []byte(region+"\n"), old[end:])
		}
		head := bytes.TrimRight(old, "\r\n")
		return append(slices.Clip(head), "\n\n"+region+"\n"...)
	}
	return slices.Concat(old[:start], []byte(region), old[end:])
}

// find returns where the region of a page stands, markers included, or -1. An opening marker that is
// followed by another does not count: a person may have written what stands between.
func (r region) find(page []byte) (start, end int) {
	for at := 0; ; {
		n := bytes.Index(page[at:], []byte(r.close))
		if n < 0 {
			return -1, -1
		}
		if start = bytes.LastIndex(page[at:at+n], []byte(r.open)); start >= 0 {
			return at + start, at + n + len(r.close)
		}
		at += n + len(r.close)
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

// of returns the region with a text in it.
func (r region) of(text string) string { return r.open + "\n" + text + r.close }
