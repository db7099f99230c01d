package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// readPerson reads what a person typed: their own sentences, not what they pasted.
func (r *reader) readPerson(i int, first bool) {
	parts := r.ownWords(i)
	if len(parts) == 0 {
		return
	}
	at := len(r.units)
	for k, p := range parts {
		r.add(unit{text: p, voice: person, turn: i, place: place{
			first: first, opens: k == 0, closes: k == len(parts)-1, of: len(parts),
		}})
	}
	_ = at
}

// ownWords returns the sentences of a person's turn, short ones of one thought joined. A
// message of acknowledgements and commands has none.
func (r *reader) ownWords(i int) []string {
	text := r.turns[i].Text
	lex := tongue(text, r.langs[i])
	var parts []string
	pasted := pastedLines(text)
	for _, b := range prose.Blocks(dropLines(text, pasted)) {
		if b.Kind == prose.Code || b.Kind == prose.Table {
			continue
		}
		fresh := true
		for _, s := range prose.Sentences(b.Text) {
			s = lex.unpraise(s)
			if s == "" || lex.empty(s) {
				continue
			}
			n := len(parts) - 1
			if !fresh && n >= 0 && utf8.RuneCountInString(parts[n])+utf8.RuneCountInString(s) < short {
				parts[n] = together(parts[n], s)
				continue
			}
			parts = append(parts, s)
			fresh = false
		}
	}
	return parts
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
	return a + "; " + b
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
	r.add(unit{text: text, voice: person, turn: i, place: place{opens: true, closes: true, of: 1}})
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

var _ = transcript.Person
