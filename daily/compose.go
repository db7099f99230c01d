package daily

import (
	"bytes"
	"strings"
)

// compose says how entries get into a log: how much of the view's tail stays, which is all but a
// torn entry of ours, and what is written after that. The log's own line ending is used, and prose
// that ends without one is ended first.
func compose(v *view, date Date, entries []Entry, whole func(id string) bool) (keep int, text []byte) {
	toFile := func(s string) string { return strings.ReplaceAll(s, "\n", v.eol) }
	frame := ""
	if v.at == 0 && !framed(v.tail[:tornAt(v.tail, date, nil)]) {
		frame = sessions + "\n"
	}
	next := toFile(frame + "### " + headingText(entries[0]) + "\n")
	tail := v.tail[:tornAt(v.tail, date, []byte(next))]
	if whole != nil && whole(openedIn(v.tail[len(tail):])) {
		tail = unfilled(v.tail)
	}
	v.taken.collect(tail, nearIDs(entries))
	var b strings.Builder
	end := tail
	if v.eol == "\r\n" && bytes.HasSuffix(tail, []byte("\r")) { // a torn line break
		b.WriteString("\n")
		end = append(tail[:len(tail):len(tail)], '\n')
	}
	sep := separator(end, date)
	b.WriteString(toFile(sep))
	if !strings.Contains(sep, sessions) {
		b.WriteString(toFile(frame))
	}
	for i, e := range entries {
		if i > 0 {
			b.WriteString(v.eol)
		}
		v.taken.assign(&e)
		b.WriteString(toFile(format(e)))
	}
	return len(tail), []byte(b.String())
}

// framed reports whether an entry at the end of file stands where a reader looks for it: the file
// has the heading of the sessions, or an entry of ours already. In a person's note that has neither,
// it would be a part of their last section.
func framed(file []byte) bool {
	for _, l := range splitLines(file) {
		level, text, ok := atxHeading(l.text)
		if ok && level == 2 && strings.EqualFold(Unescape(text), "Sessions") || strings.HasPrefix(l.text, opening) {
			return true
		}
	}
	return false
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
