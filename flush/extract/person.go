package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// readPerson reads what a person typed: their own sentences, not what they pasted. A message
// of acknowledgements and commands gives nothing.
func (r *reader) readPerson(i int, first bool) {
	text := r.turns[i].Text
	lex := tongue(text, r.langs[i])
	at, script := len(r.units), scripted(text)
	for _, b := range prose.Blocks(withoutPaste(text)) {
		if b.Link || b.Open || b.Done {
			continue
		}
		var said []string
		for _, s := range prose.Sentences(b.Text) {
			if s = lex.unpraise(s); s != "" && !lex.empty(s) {
				said = append(said, s)
			}
		}
		for _, s := range group(said) {
			r.add(unit{text: s, voice: person, turn: i, place: place{first: first, heads: b.Kind == prose.Heading}})
		}
	}
	for k := at; k < len(r.units); k++ {
		p := &r.units[k].place
		p.opens, p.of, p.script = k == at, len(r.units)-at, script
	}
}

// group joins neighbouring sentences up to the length of a bullet. A short one left over at
// the end takes its neighbour along.
func group(said []string) []string {
	var out []string
	for len(said) > 0 {
		n := fill(said)
		if rest := said[n:]; n > 1 && len(rest) == 1 && utf8.RuneCountInString(rest[0]) < few &&
			utf8.RuneCountInString(rest[0])+utf8.RuneCountInString(said[n-1]) < short {
			n--
		}
		text := said[0]
		for _, s := range said[1:n] {
			text = together(text, s)
		}
		out = append(out, text)
		said = said[n:]
	}
	return out
}

// fill returns how many sentences fit into a bullet.
func fill(said []string) int {
	size := utf8.RuneCountInString(said[0])
	for n := 1; n < len(said); n++ {
		if size += 2 + utf8.RuneCountInString(said[n]); size > short {
			return n
		}
	}
	return len(said)
}

// together joins two sentences; a first one without its full stop gets a semicolon.
func together(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	switch {
	case strings.ContainsRune("。！？｡", last):
		return a + b
	case strings.ContainsRune(".!?:;,…)", last):
		return a + " " + b
	}
	return a + separator(a) + b
}

// readChoice reads an answer to a question, or a refusal with its reason.
func (r *reader) readChoice(i int) {
	t := r.turns[i]
	answer := strings.Join(prose.Sentences(plain(t.Text)), " ")
	if answer == "" {
		return
	}
	text := answer
	if q := strings.Join(prose.Sentences(plain(t.Question)), " "); q != "" && !t.Rejected {
		text = q + " " + answer
		if !asks(q) {
			text = q + ": " + answer
		}
		if utf8.RuneCountInString(text) > short {
			if s := prose.Sentences(q); len(s) > 0 {
				text = s[len(s)-1] + " " + answer
			}
		}
		if utf8.RuneCountInString(text) > longest {
			text = answer
		}
	}
	if t.Rejected {
		r.readPerson(i, false)
		return
	}
	r.add(unit{text: text, voice: person, turn: i, place: place{opens: true, of: 1}})
}

// plain is the words of a Markdown text.
func plain(md string) string {
	var b strings.Builder
	for _, p := range prose.Blocks(md) {
		if p.Text != "" {
			b.WriteString(p.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
