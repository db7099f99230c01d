package daily

import (
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
)

const (
	opening = "<!-- memoria:entry "
	ending  = " -->"
	closing = "<!-- /memoria:entry -->"
)

// A field is a value of a marker. The time is written by itself.
type field struct {
	key   string
	value *string
}

// fields returns the fields of an entry in their order; at is its time.
func (e *Entry) fields(at *string) []field {
	return []field{
		{"id", &e.ID}, {"agent", &e.Agent}, {"session", &e.Session}, {"project", &e.Project}, {"branch", &e.Branch},
		{"at", at}, {"from", &e.From}, {"to", &e.To}, {"repo", &e.Repo}, {"by", &e.By},
		{"redoes", &e.Redoes}, {"settles", &e.settles},
	}
}

// formatMarker returns the line that opens an entry and holds its provenance.
func formatMarker(e Entry) string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(opening, " "))
	at := e.At.Format(time.RFC3339)
	for _, x := range e.Bullets {
		for ref := range strings.FieldsFuncSeq(x.Settles, comma) {
			e.settles = strings.TrimPrefix(e.settles+","+x.Block+":"+ref, ",")
		}
	}
	for _, f := range e.fields(&at) {
		if *f.value != "" || f.key != "redoes" && f.key != "repo" && f.key != "settles" {
			b.WriteString(" " + f.key + "=" + markdown.EncodeValue(*f.value))
		}
	}
	return b.String() + ending
}

func comma(r rune) bool { return r == ',' }

// settle tells the bullets what they settle.
func (e *Entry) settle() {
	for one := range strings.FieldsFuncSeq(e.settles, comma) {
		block, ref, _ := strings.Cut(one, ":")
		if i := slices.IndexFunc(e.Bullets, func(b Bullet) bool { return b.Block == block }); i >= 0 {
			b := &e.Bullets[i]
			b.Settles = strings.TrimPrefix(b.Settles+","+ref, ",")
		}
	}
	e.settles = ""
}

// parseMarker reads what formatMarker wrote; it ignores unknown keys. ok is false where the line is no
// marker, or one without an id and a time.
func parseMarker(line string) (e Entry, ok bool) {
	rest, ok := strings.CutPrefix(line, opening)
	if !ok {
		return e, false
	}
	rest, ok = strings.CutSuffix(strings.TrimRight(rest, " \t\r"), ending)
	if !ok {
		return e, false
	}
	at := ""
	fields := e.fields(&at)
	for word := range strings.SplitSeq(rest, " ") {
		key, value, _ := strings.Cut(word, "=")
		if i := slices.IndexFunc(fields, func(f field) bool { return f.key == key }); i >= 0 {
			*fields[i].value = markdown.DecodeValue(value)
		}
	}
	e.At, _ = time.Parse(time.RFC3339, at)
	return e, e.ID != "" && !e.At.IsZero()
}
