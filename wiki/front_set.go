package wiki

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// order is how our properties follow each other in a new article, and where a missing one is
// put into an old one.
var order = []string{
	"title", "aliases", "tags", "type", "connects", "question", "consulted",
	"sources", "created", "updated", "description",
}

// splice returns the source with src[start:end] replaced. Blank lines before the opening fence
// go: a header that does not begin the file is none to Obsidian.
func (f *front) splice(start, end int, with string) []byte {
	out := make([]byte, 0, len(f.src)+len(with))
	head := 0
	if f.exists && f.span.Late {
		if bytes.HasPrefix(f.src, []byte(wikilink.BOM)) {
			out = append(out, wikilink.BOM...)
		}
		head = f.span.Open
	}
	out = append(out, f.src[head:start]...)
	out = append(out, with...)
	return append(out, f.src[end:]...)
}

// setScalar writes raw, a YAML scalar on one line, as the value of key.
func (f *front) setScalar(key, raw string) []byte {
	p := f.find(key)
	if p == nil {
		return f.insert(key, raw)
	}
	line := lineAt(f.src[:p.end], p.after)
	start, end, comment := trimValue(f.src, p.after, p.after+len(line))
	if p.after+len(line) < p.end || comment < 0 {
		return f.splice(p.after, p.end, " "+raw+f.eol+f.comments(p))
	}
	if c := f.src[start-1]; c != ' ' && c != '\t' {
		raw = " " + raw
	}
	if start == comment && start < p.end && f.src[start] == '#' {
		raw += " "
	}
	return f.splice(start, end, raw)
}

// comments returns the comment lines inside a property of several lines.
func (f *front) comments(p *prop) string {
	var b strings.Builder
	if isLiteral(lineAt(f.src[:p.end], p.start)) {
		return "" // what looks like one is text
	}
	for at := p.after + len(lineAt(f.src[:p.end], p.after)); at < p.end; {
		line := lineAt(f.src[:p.end], at)
		if t := bytes.TrimSpace(line); len(t) > 0 && t[0] == '#' {
			b.Write(line)
		}
		at += len(line)
	}
	return b.String()
}

// setList writes a list. Elements that stay keep their bytes, and a list its style.
func (f *front) setList(key string, items []string) []byte {
	p := f.find(key)
	if p == nil {
		return f.insert(key, flow(items))
	}
	switch v := p.value; {
	case v.form == formFlow:
		out := make([]string, len(items))
		for i, s := range items {
			out[i] = scalar(s, true)
			if k := slices.IndexFunc(v.items, func(it item) bool { return !it.null && it.text == s }); k >= 0 {
				out[i] = string(f.src[v.items[k].start:v.items[k].end])
			}
		}
		return f.splice(v.start, v.end, "["+strings.Join(out, ", ")+"]")
	case v.form == formBlock && len(items) > 0:
		return f.splice(v.start, v.end, f.blockList(v, items))
	case v.form == formBlock:
		line := string(lineAt(f.src[:p.end], p.after))
		return f.splice(p.after, v.end, " []"+line+f.blockList(v, nil))
	}
	return f.setScalar(key, flow(items))
}

// blockList writes items one a line in the style of v. Comments stay before the element they
// stood before, those of an element that is gone before the next.
func (f *front) blockList(v value, items []string) string {
	var b strings.Builder
	old, indent := v.items, ""
	if len(old) > 0 {
		last := lastLine(f.src[old[0].start:old[0].end])
		indent = string(last[:len(last)-len(bytes.TrimLeft(last, " "))])
	}
	for _, s := range items {
		k := slices.IndexFunc(old, func(it item) bool { return !it.null && it.text == s })
		for ; k >= 0; k-- {
			chunk := f.src[old[0].start:old[0].end]
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
			b.WriteString(indent + "- " + scalar(s, false) + f.eol)
		}
	}
	for _, it := range old {
		chunk := f.src[it.start:it.end]
		b.Write(chunk[:len(chunk)-len(lastLine(chunk))])
	}
	if n := len(v.items); n > 0 {
		b.Write(f.src[v.items[n-1].end:v.end])
	}
	return b.String()
}

func lastLine(b []byte) []byte {
	return b[bytes.LastIndexByte(b[:len(b)-1], '\n')+1:]
}

// insert adds a property, one of ours where it belongs among the others.
func (f *front) insert(key, raw string) []byte {
	line := scalar(key, false) + ": " + raw + f.eol
	if !f.exists {
		fence := "---" + f.eol
		return f.splice(f.span.Body, f.span.Body, fence+line+fence)
	}
	at := f.span.End
	if rank := slices.Index(order, key); rank >= 0 {
		at = f.span.Start
		for _, p := range f.props {
			if r := slices.Index(order, p.key); r >= 0 && r < rank {
				at = p.end
			}
		}
		for { // behind the comments that are indented like the property's own
			next := lineAt(f.src[:f.span.End], at)
			if t := bytes.TrimSpace(next); len(t) == 0 || t[0] != '#' || next[0] == '#' {
				break
			}
			at += len(next)
		}
	}
	return f.splice(at, at, line)
}

func (f *front) delete(key string) []byte {
	p := f.find(key)
	if p == nil {
		return f.src
	}
	return f.splice(p.start, p.end, "")
}
