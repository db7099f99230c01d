package frontmatter

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// order is the order of memoria's properties in a new article, and decides where a missing one is inserted
// into an old one.
var order = []string{
	"title", "aliases", "tags", "type", "project", "connects", "question", "consulted",
	"sources", "created", "updated", "description", "memoria",
}

// splice returns the source with src[start:end] replaced. It removes blank lines before the opening fence:
// Obsidian ignores a header that does not begin the file.
func (h *Header) splice(start, end int, with string) []byte {
	out := make([]byte, 0, len(h.Source)+len(with))
	head := 0
	if h.Exists && h.Fences.Late {
		if bytes.HasPrefix(h.Source, []byte(wikilink.BOM)) {
			out = append(out, wikilink.BOM...)
		}
		head = h.Fences.Open
	}
	out = append(out, h.Source[head:start]...)
	out = append(out, with...)
	return append(out, h.Source[end:]...)
}

// SetText returns the page with a property of a single value. A property that has the value keeps its bytes.
func (h *Header) SetText(key, text string) []byte {
	if old, ok := h.Text(key); ok && old == text {
		return h.Source
	}
	return h.set(key, Encode(text))
}

// SetBare is SetText for a value that is written without quotes, whatever its type in YAML, such as a day.
func (h *Header) SetBare(key, raw string) []byte {
	if old, ok := h.Text(key); ok && old == raw {
		return h.Source
	}
	return h.set(key, raw)
}

// set writes raw, a YAML scalar on one line, as the value of key.
func (h *Header) set(key, raw string) []byte {
	p := h.Find(key)
	if p == nil {
		return h.insert(key, raw)
	}
	line := wikilink.LineAt(h.Source[:p.end], p.after)
	start, end, comment := trimValue(h.Source, p.after, p.after+len(line))
	if p.after+len(line) < p.end || comment < 0 {
		return h.splice(p.after, p.end, " "+raw+h.EOL+h.comments(p))
	}
	if c := h.Source[start-1]; c != ' ' && c != '\t' {
		raw = " " + raw
	}
	if start == comment && start < p.end && h.Source[start] == '#' {
		raw += " "
	}
	return h.splice(start, end, raw)
}

// comments returns the comment lines inside a property of several lines.
func (h *Header) comments(p *Property) string {
	var b strings.Builder
	if isLiteral(wikilink.LineAt(h.Source[:p.end], p.start)) {
		return "" // what looks like one is text
	}
	for at := p.after + len(wikilink.LineAt(h.Source[:p.end], p.after)); at < p.end; {
		line := wikilink.LineAt(h.Source[:p.end], at)
		if t := bytes.TrimSpace(line); len(t) > 0 && t[0] == '#' {
			b.Write(line)
		}
		at += len(line)
	}
	return b.String()
}

// SetList returns the page with a property that is a list. An old list keeps its style and, for the elements
// that stay, its bytes; a new one is written on one line.
func (h *Header) SetList(key string, items []string) []byte {
	p := h.Find(key)
	if p == nil {
		return h.insert(key, EncodeList(items))
	}
	if p.Value.IsList() && slices.Equal(h.List(key), items) {
		return h.Source
	}
	switch v := p.Value; {
	case v.Form == Flow:
		out := make([]string, len(items))
		for i, s := range items {
			out[i] = scalar(s, true)
			if k := slices.IndexFunc(v.Items, func(it Element) bool { return !it.Null && it.Text == s }); k >= 0 {
				out[i] = string(h.Source[v.Items[k].start:v.Items[k].end])
			}
		}
		return h.splice(v.start, v.end, "["+strings.Join(out, ", ")+"]")
	case v.Form == Block && len(items) > 0:
		return h.splice(v.start, v.end, h.blockList(v, items))
	case v.Form == Block:
		line := string(wikilink.LineAt(h.Source[:p.end], p.after))
		return h.splice(p.after, v.end, " []"+line+h.blockList(v, nil))
	}
	return h.set(key, EncodeList(items))
}

// blockList writes items one a line in the style of v. Comments stay before their element; those of a
// removed element go before the next.
func (h *Header) blockList(v Value, items []string) string {
	var b strings.Builder
	old, indent := v.Items, ""
	if len(old) > 0 {
		last := lastLine(h.Source[old[0].start:old[0].end])
		indent = string(last[:len(last)-len(bytes.TrimLeft(last, " "))])
	}
	for _, s := range items {
		k := slices.IndexFunc(old, func(it Element) bool { return !it.Null && it.Text == s })
		for ; k >= 0; k-- {
			chunk := h.Source[old[0].start:old[0].end]
			if k > 0 {
				chunk = chunk[:len(chunk)-len(lastLine(chunk))]
			}
			b.Write(chunk)
			old = old[1:]
			if k == 0 {
				break
			}
		}
		if k < 0 {
			b.WriteString(indent + "- " + scalar(s, false) + h.EOL)
		}
	}
	for _, it := range old {
		chunk := h.Source[it.start:it.end]
		b.Write(chunk[:len(chunk)-len(lastLine(chunk))])
	}
	if n := len(v.Items); n > 0 {
		b.Write(h.Source[v.Items[n-1].end:v.end])
	}
	return b.String()
}

func lastLine(b []byte) []byte {
	return b[bytes.LastIndexByte(b[:len(b)-1], '\n')+1:]
}

// insert adds a property, one of memoria's at its place among the others.
func (h *Header) insert(key, raw string) []byte {
	line := scalar(key, false) + ": " + raw + h.EOL
	if !h.Exists {
		fence := "---" + h.EOL
		return h.splice(h.Fences.Body, h.Fences.Body, fence+line+fence)
	}
	at := h.Fences.End
	if blankLines(h.Source[h.Fences.Start:h.Fences.End]) > 0 { // a header does not begin with one: see wikilink.FrontMatter
		at = h.Fences.Start
	}
	if rank := slices.Index(order, key); rank >= 0 {
		at = h.Fences.Start
		for _, p := range h.Props {
			if r := slices.Index(order, p.Key); r >= 0 && r < rank {
				at = p.end
			}
		}
		for { // behind the comments that are indented like the property's own
			next := wikilink.LineAt(h.Source[:h.Fences.End], at)
			if t := bytes.TrimSpace(next); len(t) == 0 || t[0] != '#' || next[0] == '#' {
				break
			}
			at += len(next)
		}
	}
	return h.splice(at, at, line)
}

// blankLines returns the length of the blank lines at the head of b.
func blankLines(b []byte) (n int) {
	for n < len(b) {
		line := wikilink.LineAt(b, n)
		if len(bytes.TrimSpace(line)) > 0 {
			break
		}
		n += len(line)
	}
	return n
}

// Delete returns the page without a property. Blank lines do not stay at the head of the others.
func (h *Header) Delete(key string) []byte {
	p := h.Find(key)
	if p == nil {
		return h.Source
	}
	before := h.Source[h.Fences.Start:p.start]
	before = before[blankLines(before):]
	end := p.end
	if len(before) == 0 {
		end += blankLines(h.Source[end:h.Fences.End])
	}
	return h.splice(h.Fences.Start, end, string(before))
}
