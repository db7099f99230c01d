package transcript

import (
	"regexp"
	"strings"
)

const imagePlaceholder = "[image]"

var (
	imageNumber = regexp.MustCompile(`\[Image #\d+\]`)
	pasted      = regexp.MustCompile(`</?pasted_content\b[^>]*>`)
	blankLines  = regexp.MustCompile(`\n[ \t]*\n[ \t]*(\n[ \t]*)+`)
	openTag     = regexp.MustCompile(`<(system-reminder|ide_\w+|new-diagnostics|[a-z-]+-hook|local-command-caveat)\b[^>]*>`)
)

// clean takes out of a person's text what the client put into it: reminders, notes of the
// editor and hook output with their content, the tags around a paste without it.
func clean(text string) string {
	if strings.Contains(text, "[Image #") {
		text = imageNumber.ReplaceAllString(text, imagePlaceholder)
	}
	if !strings.Contains(text, "<") {
		return strings.TrimSpace(text)
	}
	text = pasted.ReplaceAllString(text, "")
	changed := false
	for from := 0; ; {
		m := openTag.FindStringSubmatchIndex(text[from:])
		if m == nil {
			break
		}
		open, inner := from+m[0], from+m[1]
		closer := "</" + text[from+m[2]:from+m[3]] + ">"
		n := strings.Index(text[inner:], closer)
		if n < 0 || open > 0 && text[open-1] == '`' { // not the client's: somebody writes about the tag
			from = inner
			continue
		}
		text = text[:open] + text[inner+n+len(closer):]
		from, changed = open, true
	}
	if changed {
		text = blankLines.ReplaceAllString(text, "\n\n")
	}
	return strings.TrimSpace(text)
}

var ansi = regexp.MustCompile("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|[@-Z\\\\-_])")

// errorHead is the beginning of a tool's error text, without the client's tags and colours.
func errorHead(text string) string {
	text = text[:min(len(text), 4096)]
	text = ansi.ReplaceAllString(text, "")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "<tool_use_error>", ""), "</tool_use_error>", "")
	return head(strings.TrimSpace(text), 600)
}

// head cuts text to at most n bytes, between characters.
func head(text string, n int) string {
	if len(text) <= n {
		return strings.ToValidUTF8(text, "")
	}
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:n], ""))
}
