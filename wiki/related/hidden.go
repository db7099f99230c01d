package related

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A span is a range of bytes of a page.
type span struct{ start, end int }

func within(spans []span, start, end int) bool {
	i, _ := slices.BinarySearchFunc(spans, start, func(s span, at int) int { return cmp.Compare(s.end, at+1) })
	return i < len(spans) && spans[i].start < end
}

// hiddenIn returns the parts of a page that are not prose, in order: properties, headings, links, code, comments,
// addresses.
func hiddenIn(a *wiki.Article) []span {
	src, doc := a.Bytes(), a.Doc()
	out := []span{{0, len(src) - len(a.Body())}}
	for _, h := range doc.Headings {
		out = append(out, span{h.Start, h.End})
	}
	for _, l := range slices.Concat(doc.Links, doc.HTML) {
		out = append(out, span{l.Start, l.End})
	}
	for _, h := range doc.Hrefs {
		open := max(0, bytes.LastIndexByte(src[:h.Start], '['))
		out = append(out, span{open, min(h.End+1, len(src))})
	}
	out = append(out, code(src, len(src)-len(a.Body()))...)
	sorting.By(out, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	merged := out[:0]
	for _, s := range out {
		if n := len(merged); n > 0 && s.start <= merged[n-1].end {
			merged[n-1].end = max(merged[n-1].end, s.end)
		} else if s.end > s.start {
			merged = append(merged, s)
		}
	}
	return merged
}

// code finds fenced blocks, code spans within a line, comments, and bare addresses.
func code(src []byte, from int) (out []span) {
	fence, began := "", 0
	for at := from; at < len(src); {
		end := at + len(wikilink.LineAt(src, at))
		line := strings.TrimLeft(string(src[at:end]), " \t>")
		switch {
		case fence != "":
			if strings.HasPrefix(line, fence) {
				out = append(out, span{began, end})
				fence = ""
			}
		case strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~"):
			fence, began = line[:3], at
		default:
			out = append(out, inline(src[at:end], at)...)
		}
		at = end
	}
	if fence != "" {
		out = append(out, span{began, len(src)})
	}
	for _, c := range wikilink.Comments(src) {
		out = append(out, span{c[0], c[1]})
	}
	return out
}

// inline finds code spans and addresses in a line that begins at the offset base.
func inline(line []byte, base int) (out []span) {
	for i := 0; i < len(line); {
		switch {
		case line[i] == '`':
			n := 1
			for i+n < len(line) && line[i+n] == '`' {
				n++
			}
			j := bytes.Index(line[i+n:], line[i:i+n])
			if j < 0 {
				i += n
				continue
			}
			out = append(out, span{base + i, base + i + n + j + n})
			i += n + j + n
		case bytes.HasPrefix(line[i:], []byte("://")):
			j := i
			for j > 0 && line[j-1] > ' ' {
				j--
			}
			for i < len(line) && line[i] > ' ' {
				i++
			}
			out = append(out, span{base + j, base + i})
		default:
			i++
		}
	}
	return out
}
