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
	ids := takenIn(file, entries)
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
	head := header(date)
	if len(file) < 2*len(head) { // a header at most
		text := strings.ReplaceAll(string(bytes.TrimPrefix(file, []byte(byteOrderMark))), "\r\n", "\n")
		if rest, ok := strings.CutPrefix(head, text); ok {
			return rest + "\n"
		}
	}
	switch end := lineBreaks(file); {
	case len(bytes.TrimSpace(bytes.TrimPrefix(file, []byte(byteOrderMark)))) == 0:
		return strings.Repeat("\n", 1-min(1, end)) + head + "\n"
	case end > 1:
		return ""
	case end == 1:
		return "\n"
	}
	return "\n\n"
}

// lineBreaks counts those that file ends in.
func lineBreaks(file []byte) (n int) {
	for bytes.HasSuffix(file, []byte("\n")) {
		file = bytes.TrimSuffix(file[:len(file)-1], []byte("\r"))
		n++
	}
	return n
}
