// Package thought makes what a model printed fit to be kept, and takes its thoughts from it.
package thought

import "strings"

// Clean makes text fit to be kept.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return '\n'
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfeff:
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// tags are the names of the tags between which models think aloud before they answer.
var tags = []string{"think", "thinking", "thought", "reasoning"}

// Without removes the blocks in which a model thinks aloud before its answer, and reports whether the last of
// them ends. Some servers leave out the tag that opens the first.
func Without(s string) (string, bool) {
	for again := true; again; {
		again = false
		s = strings.TrimSpace(s)
		low := strings.ToLower(s)
		if len(low) != len(s) {
			low = s
		}
		for _, tag := range tags {
			open, shut := "<"+tag+">", "</"+tag+">"
			end := strings.Index(low, shut)
			opens := strings.HasPrefix(low, open)
			if !opens && (end < 0 || strings.Contains(low[:end], open) || !endsLine(s[end+len(shut):])) {
				continue
			}
			if end < 0 {
				return "", false
			}
			s, again = s[end+len(shut):], true
			break
		}
	}
	return s, true
}

// endsLine reports whether nothing more follows on a line.
func endsLine(rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line) == ""
}
