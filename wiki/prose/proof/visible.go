package proof

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/prose"
)

// LeftOut replaces a hidden comment.
const LeftOut = "[a hidden comment]"

// Visible returns a text as a person reads it: without invisible characters, which can hide or reverse
// words, and without HTML comments outside code.
func Visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if prose.Invisible(r) {
			return -1
		}
		return r
	}, s)
	return withoutComments(norm.NFC.String(s))
}

// Line returns a text in one line, as a person reads it.
func Line(s string) string { return strings.Join(strings.Fields(Visible(s)), " ") }

// withoutComments removes HTML comments outside of code. An unclosed one ends with its paragraph.
func withoutComments(s string) string {
	if !strings.Contains(s, "<!--") {
		return s
	}
	var b strings.Builder
	fence, ends := "", true // there may be the end of a comment in s
	for len(s) > 0 {
		line, rest, _ := strings.Cut(s, "\n")
		mark, _ := prose.Fence(line)
		switch {
		case fence != "":
			if mark != "" && strings.HasPrefix(mark, fence) && strings.Trim(strings.TrimSpace(line), mark[:1]) == "" {
				fence = ""
			}
		case mark != "":
			fence = mark
		case strings.Contains(line, "<!--"):
			if i := uncoded(line, "<!--"); i >= 0 {
				b.WriteString(s[:i] + LeftOut)
				s = s[i+len("<!--"):]
				if end := indexIf(ends, s, "-->"); end >= 0 {
					s = s[end+len("-->"):]
					continue
				}
				ends = false
				if end := strings.Index(s, "\n\n"); end >= 0 {
					s = s[end:]
				} else {
					s = ""
				}
				continue
			}
		}
		b.WriteString(line)
		if len(line) < len(s) {
			b.WriteByte('\n')
		}
		s = rest
	}
	return b.String()
}

func indexIf(look bool, s, what string) int {
	if !look {
		return -1
	}
	return strings.Index(s, what)
}

// uncoded returns where mark first occurs in line outside of `code`, -1 if it does not.
func uncoded(line, mark string) int {
	for i := 0; i < len(line); i++ {
		if line[i] == '`' {
			end, ticks := prose.CodeEnd(line, i)
			i = max(end, i+ticks) - 1
			continue
		}
		if strings.HasPrefix(line[i:], mark) {
			return i
		}
	}
	return -1
}
