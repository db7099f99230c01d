package memories

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/notes"
)

// folderOf returns the folder a row of a transcript was written in, "" if it names none.
func folderOf(row []byte) string {
	var r struct {
		CWD string `json:"cwd"`
	}
	if json.Unmarshal(row, &r) != nil {
		return ""
	}
	return r.CWD
}

// Bounds of the entries made of one file.
const (
	linesMost = 400  // of an entry; the rest makes others
	lineMost  = 2000 // runes; a longer paragraph goes on in the next line
)

// Told returns the content of a memory file as the lines of an entry, or of several if it is long. topics are the
// names of the files beside it; a line of MEMORY.md that only links to one of them is dropped.
func (m File) Told(src []byte, topics map[string]bool) (out []notes.Note) {
	body, props := properties(string(withoutBlock(section(src, m.heading))))
	t := notes.Note{Agent: m.Agent, Session: sessionID(props["originSessionId"]), Place: m.Path, By: m.Agent + "-memory/" + m.Name, At: m.ModTime}
	t.Summary.Title = m.Title + "'s memory: " + strings.TrimSuffix(m.Name, path.Ext(m.Name))
	if name := props["name"]; name != "" {
		t.Summary.Title = m.Title + "'s memory: " + name
	}
	t.Summary.Context = props["description"]
	p := memoryParser{kind: kindOf(props["type"], ""), typed: kindOf(props["type"], "") != 0, topics: topics}
	for line := range strings.Lines(body) {
		p.line(strings.TrimRight(line, "\r\n"))
	}
	p.end()
	for lines := p.out; ; {
		n := min(len(lines), linesMost)
		t.Summary.Bullets = lines[:n:n]
		out = append(out, t)
		if lines = lines[n:]; len(lines) == 0 {
			return out
		}
	}
}

// sessionID returns the id of a session as a file names it, "" for what cannot be one.
func sessionID(s string) string {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_') {
			return ""
		}
	}
	if len(s) > 64 {
		return ""
	}
	return s
}

// properties cuts the properties off a file. Nested ones are named without what they are nested in.
func properties(src string) (body string, props map[string]string) {
	src = strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(src, "---\n")
	if !ok {
		return src, nil
	}
	head, body, ok := strings.Cut("\n"+rest, "\n---\n")
	if !ok {
		return src, nil
	}
	props = map[string]string{}
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if value = strings.TrimSpace(value); ok && value != "" && props[key] == "" {
			props[key] = strings.Trim(value, `"'`)
		}
	}
	return body, props
}

// kindOf returns what lines are by the type of their file, else by the heading above them; 0 if neither says.
func kindOf(typ, heading string) daily.Kind {
	switch strings.ToLower(typ) {
	case "user", "feedback":
		return daily.Preference
	case "project", "reference":
		return daily.Fact
	}
	heading = strings.ToLower(heading)
	for _, k := range []struct {
		kind  daily.Kind
		words string
	}{
		{daily.Preference, "preference style user feedback convention workflow"},
		{daily.Decision, "decision decided"},
		{daily.Action, "todo to-do next open"},
		{daily.Lesson, "lesson gotcha pitfall debug learned trap bug fix issue"},
	} {
		for w := range strings.FieldsSeq(k.words) {
			if strings.Contains(heading, w) {
				return k.kind
			}
		}
	}
	return 0
}

// A memoryParser makes lines of an entry of the lines of a file: an item of a list, or a paragraph, each.
type memoryParser struct {
	kind   daily.Kind
	typed  bool // the file says what its lines are
	topics map[string]bool

	out    []daily.Bullet
	open   []string // of the item or paragraph that is being read
	fenced string
}

func (p *memoryParser) line(s string) {
	text := strings.TrimSpace(s)
	switch {
	case p.fenced != "":
		if strings.HasPrefix(text, p.fenced) {
			p.fenced = ""
		} else if text != "" {
			p.open = append(p.open, "`"+strings.ReplaceAll(text, "`", "'")+"`")
		}
	case strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~"):
		p.fenced = text[:3]
	case text == "" || strings.Trim(text, "-*_ ") == "" || strings.HasPrefix(text, "<!--"):
		p.end()
	case strings.HasPrefix(text, "#"):
		p.end()
		p.heading(strings.TrimSpace(strings.TrimLeft(text, "#")))
	case p.goesOn(text):
		p.reopen(text)
	case isItem(text):
		p.end()
		p.open = []string{itemText(text)}
	default:
		p.open = append(p.open, text)
	}
}

// heading notes what the lines below it are.
func (p *memoryParser) heading(text string) {
	if !p.typed {
		p.kind = kindOf("", text)
	}
}

// goesOn reports whether a paragraph says why the line before it holds, as the client has its agent write.
func (p *memoryParser) goesOn(text string) bool {
	return len(p.open) == 0 && len(p.out) > 0 && (strings.HasPrefix(text, "**Why:**") || strings.HasPrefix(text, "**How to apply:**"))
}

// reopen takes the last line back to add to it.
func (p *memoryParser) reopen(text string) {
	last := p.out[len(p.out)-1]
	p.out = p.out[:len(p.out)-1]
	p.open = []string{last.Text, text}
}

func isItem(text string) bool {
	if len(text) > 2 && strings.ContainsRune("-*+", rune(text[0])) && text[1] == ' ' {
		return true
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	return digits > 0 && digits < 4 && strings.HasPrefix(text[digits:], ". ")
}

func itemText(text string) string {
	_, rest, _ := strings.Cut(text, " ")
	return strings.TrimSpace(rest)
}

// end makes a line of what was read.
func (p *memoryParser) end() {
	text := strings.Join(p.open, " ")
	p.open = nil
	if text == "" || p.leads(text) {
		return
	}
	b := daily.Bullet{Kind: p.kind}
	if b.Kind == 0 {
		b.Kind = daily.Fact
		if wished(text) {
			b.Kind = daily.Preference
		}
	}
	for box, done := range map[string]bool{"[ ] ": false, "[x] ": true, "[X] ": true} {
		if rest, ok := strings.CutPrefix(text, box); ok {
			text, b.Kind, b.Done = rest, daily.Action, done
		}
	}
	for r := []rune(text); len(r) > 0; {
		n := min(len(r), lineMost)
		for n < len(r) && n > lineMost/2 && r[n] != ' ' {
			n--
		}
		b.Text = strings.TrimSpace(string(r[:n]))
		p.out, r = append(p.out, b), r[n:]
	}
}

// leads reports whether a line does nothing but lead to a file of a topic, which is read itself.
func (p *memoryParser) leads(text string) bool {
	_, rest, ok := strings.Cut(text, "](")
	if !ok || !strings.HasPrefix(strings.TrimLeft(text, "*_ "), "[") {
		return false
	}
	file, _, ok := strings.Cut(rest, ")")
	return ok && p.topics[path.Base(strings.TrimSpace(file))]
}

// wished reports whether a line says what a person prefers, under any heading.
func wished(text string) bool {
	text = strings.ToLower(text)
	for _, w := range [...]string{"user prefers ", "user wants ", "user likes ", "user dislikes ", "i prefer "} {
		if i := strings.Index(text, w); i >= 0 && i < 20 {
			return true
		}
	}
	return false
}
