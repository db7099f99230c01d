package daily

import (
	"bytes"
	"strings"
)

// compose says how entries get into a file: how much of it stays, which is all but a torn tail of
// ours, and what is written after that. The file's own line ending is used, and prose that ends
// without one is ended first.
func compose(file []byte, date Date, entries []Entry) (keep int, text []byte) {
	eol := lineEnding(file)
	toFile := func(s string) string { return strings.ReplaceAll(s, "\n", eol) }
	next := toFile("### " + headingText(entries[0]) + "\n")
	file = file[:tornAt(file, date, []byte(next))]
	ids := blockSet{}
	ids.collect(file)
	var b strings.Builder
	whole := file
	if eol == "\r\n" && bytes.HasSuffix(file, []byte("\r")) { // a torn line break
		b.WriteString("\n")
		whole = append(file[:len(file):len(file)], '\n')
	}
	b.WriteString(toFile(separator(whole, date)))
	for i, e := range entries {
		if i > 0 {
			b.WriteString(eol)
		}
		ids.assign(&e)
		b.WriteString(toFile(format(e)))
	}
	return len(file), []byte(b.String())
}

// separator is what stands between the file and its next entry: what the header lacks in a new
// file, else an empty line.
func separator(file []byte, date Date) string {
	text := strings.ReplaceAll(string(bytes.TrimPrefix(file, []byte(byteOrderMark))), "\r\n", "\n")
	head := header(date)
	switch {
	case len(text) <= len(head) && strings.HasPrefix(head, text):
		return head[len(text):] + "\n"
	case strings.TrimSpace(text) == "":
		return head + "\n"
	case strings.HasSuffix(text, "\n\n"):
		return ""
	case strings.HasSuffix(text, "\n"):
		return "\n"
	}
	return "\n\n"
}
