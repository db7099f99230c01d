package transcript

import (
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

const imagePlaceholder = "[image]"

var (
	imageNumber = lazy.Regexp(`\[Image #\d+\]`)
	blankLines  = lazy.Regexp(`\n[ \t]*\n[ \t]*(\n[ \t]*)+`)
	openTag     = lazy.Regexp(`<(system-reminder|ide_\w+|new-diagnostics|[a-z-]+-hook|local-command-caveat)\b[^>]*>`)
	ansi        = lazy.Regexp("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|[@-Z\\\\-_])")
)

// clean removes from a person's text what the client put into it: reminders, notes of the editor and hook
// output with their content. The tags around a paste stay, since they say that nobody typed it.
func clean(text string) string {
	text = plain(text)
	if !strings.Contains(text, "<") {
		return text
	}
	var kept strings.Builder
	open := map[string]bool{} // tags that are never closed
	for {
		m := openTag().FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		tag, n := text[m[2]:m[3]], -1
		closer := "</" + tag + ">"
		if !open[tag] {
			n = strings.Index(text[m[1]:], closer)
			open[tag] = n < 0
		}
		if n < 0 || m[0] > 0 && text[m[0]-1] == '`' { // not the client's: somebody writes about the tag
			kept.WriteString(text[:m[1]])
			text = text[m[1]:]
			continue
		}
		kept.WriteString(text[:m[0]])
		text = text[m[1]+n+len(closer):]
	}
	if kept.Len() > 0 {
		text = blankLines().ReplaceAllString(kept.String()+text, "\n\n")
	}
	return strings.TrimSpace(text)
}

// plain makes text tidy and gives all images one name.
func plain(text string) string {
	text = Tidy(text)
	if strings.Contains(text, "[Image #") {
		text = imageNumber().ReplaceAllString(text, imagePlaceholder)
	}
	return text
}

// CutElement returns what follows the element with a name that text begins with. Elements of that name inside of it belong
// to it. One that is not closed is none.
func CutElement(text, name string) (rest string, ok bool) {
	if !opens(text, name) {
		return text, false
	}
	closer := "</" + name + ">"
	for at, depth := 0, 0; ; at++ {
		next := strings.IndexByte(text[at:], '<')
		if next < 0 {
			return text, false
		}
		at += next
		switch here := text[at:]; {
		case strings.HasPrefix(here, closer):
			if depth--; depth == 0 {
				return here[len(closer):], true
			}
		case opens(here, name):
			depth++
		}
	}
}

// opens reports whether text begins with the open tag of an element.
func opens(text, name string) bool {
	rest, ok := strings.CutPrefix(text, "<"+name)
	if !ok {
		return false
	}
	end := strings.IndexAny(rest, "<>")
	return end >= 0 && rest[end] == '>' && (end == 0 || rest[0] == ' ' && rest[end-1] != '/')
}

// Tidy removes terminal colours and control characters from words, and makes all line ends the same.
func Tidy(text string) string {
	if strings.IndexFunc(text, control) < 0 {
		return strings.TrimSpace(text)
	}
	text = ansi().ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case control(r):
			return -1
		}
		return r
	}, text))
}

func control(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7F }

// ErrorHead returns the beginning of a tool's error text, without the client's tags.
func ErrorHead(text string) string {
	text = Tidy(head(text, 4096))
	return head(untag(text), 600)
}

func untag(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "<tool_use_error>", ""), "</tool_use_error>", "")
	return strings.TrimSpace(text)
}

// head cuts text to at most n bytes, between characters.
func head(text string, n int) string {
	if len(text) > n {
		for n > 0 && text[n]&0xC0 == 0x80 {
			n--
		}
		text = strings.TrimSpace(text[:n])
	}
	return strings.ToValidUTF8(text, "")
}

// TargetOf returns what a step worked on: the first line of a text, at most 300 bytes of it.
func TargetOf(text string) string { return head(firstLine(Tidy(text)), 300) }

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}
