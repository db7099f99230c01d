package manual

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// A writer collects the lines of a page.
type writer struct{ strings.Builder }

// macro writes a line that is a macro with its arguments, which are escaped already.
func (w *writer) macro(words ...string) { w.WriteString("." + strings.Join(words, " ") + "\n") }

// quote returns s as one argument of a macro.
func (w *writer) quote(s string) string {
	s = strings.ReplaceAll(escape(s), `"`, `\(dq`)
	if !strings.Contains(s, " ") {
		return s
	}
	return `"` + s + `"`
}

// ends are the ends of sentences inside a line: mdoc wants each sentence on a line of its own.
var ends = lazy.Regexp(`([.:!?][)"']?) +([[:upper:]"'(-])`)

// line writes text, a sentence a line.
func (w *writer) line(text string) {
	text = strings.Join(strings.Fields(text), " ")
	for s := range strings.SplitSeq(ends().ReplaceAllString(text, "$1\n$2"), "\n") {
		w.plain(s)
	}
}

// sentence writes text as a whole sentence.
func (w *writer) sentence(text string) {
	if text == "" {
		return
	}
	first, rest := text[:1], text[1:]
	if !strings.HasSuffix(text, ".") {
		rest += "."
	}
	w.line(strings.ToUpper(first) + rest)
}

// width is the longest line that mandoc finds good style, in bytes.
const width = 80

// plain writes text that holds no macro.
func (w *writer) plain(s string) {
	line := ""
	for word := range strings.FieldsSeq(strings.ReplaceAll(escape(s), "--", `\-\-`)) {
		if line != "" && len(line)+len(word) >= width {
			w.WriteString(guard(line) + "\n")
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	w.WriteString(guard(line) + "\n")
}

// guard keeps a line of text from being read as a macro.
func guard(line string) string {
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}

// text writes paragraphs. A line that stands further in is kept as it is.
func (w *writer) text(s string) {
	if s == "" {
		return
	}
	for i, p := range strings.Split(strings.Trim(s, "\n"), "\n\n") {
		if i > 0 || !strings.HasSuffix(w.String(), ".Sh DESCRIPTION\n") {
			w.paragraph()
		}
		if strings.HasPrefix(p, " ") {
			w.literal(p)
		} else if p != "" {
			w.line(p)
		}
	}
}

// paragraph begins one, unless a section just began.
func (w *writer) paragraph() {
	s := strings.TrimSuffix(w.String(), "\n")
	if last := s[strings.LastIndexByte(s, '\n')+1:]; !strings.HasPrefix(last, ".Sh ") && !strings.HasPrefix(last, ".Ss ") && last != ".Ed" {
		w.macro("Pp")
	}
}

// literal writes lines as they are, for example commands.
func (w *writer) literal(s string) {
	w.macro("Bd", "-literal", "-offset", "indent")
	for line := range strings.SplitSeq(strings.Trim(s, "\n"), "\n") {
		line = strings.TrimPrefix(line, "  ")
		w.WriteString(guard(strings.ReplaceAll(escape(line), "-", `\-`)) + "\n")
	}
	w.macro("Ed")
}

// special are the characters that roff would change: it makes typographic ones of those of the keyboard.
var special = strings.NewReplacer(`\`, `\e`, "'", `\(aq`, "`", `\(ga`, "~", `\(ti`, "^", `\(ha`)

// escape returns s as roff shows it unchanged.
func escape(s string) string {
	var b strings.Builder
	for _, r := range special.Replace(s) {
		if r > unicode.MaxASCII {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
