package entry

import (
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
)

const (
	Opening = "<!-- memoria:entry "
	Ending  = " -->"
	Closing = "<!-- /memoria:entry"
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
		{"at", at}, {"from", &e.From}, {"to", &e.To}, {"repo", &e.Repo}, {"by", &e.By}, {"machine", &e.Machine}, {"who", &e.Who},
		{"redoes", &e.Redoes}, {"settles", &e.settles},
	}
}

// optional are the keys that a marker lacks where they have no value.
var optional = []string{"repo", "machine", "who", "redoes", "settles"}

// Marker returns the line that opens an entry and holds its provenance.
func Marker(e Entry) string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(Opening, " "))
	at := e.At.Format(time.RFC3339)
	for _, x := range e.Bullets {
		for ref := range strings.FieldsFuncSeq(x.Settles, comma) {
			e.settles = strings.TrimPrefix(e.settles+","+x.Block+":"+ref, ",")
		}
	}
	for _, f := range e.fields(&at) {
		if *f.value != "" || !slices.Contains(optional, f.key) {
			b.WriteString(" " + f.key + "=" + markdown.EncodeValue(*f.value))
		}
	}
	return b.String() + Ending
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

// ParseMarker reads what Marker wrote; it ignores unknown keys. ok is false where the line is no
// marker, or one without an id and a time.
func ParseMarker(line string) (e Entry, ok bool) {
	rest, ok := strings.CutPrefix(line, Opening)
	if !ok {
		return e, false
	}
	rest, ok = strings.CutSuffix(strings.TrimRight(rest, " \t\r"), Ending)
	if !ok {
		return e, false
	}
	at := ""
	readFields(e.fields(&at), rest)
	if e.Who != "" && !isPerson(e.Who) { // whoever writes to a vault writes names into it, too
		e.Who = Unproved
	}
	e.At, _ = time.Parse(time.RFC3339, at)
	return e, e.ID != "" && !e.At.IsZero()
}

// isPerson reports whether a name has the form that memoria gives to those of persons: one that looks like another has not.
func isPerson(s string) bool {
	return len(s) <= 40 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// readFields reads the values of fields, which stand in any order.
func readFields(fields []field, text string) {
	for word := range strings.SplitSeq(text, " ") {
		key, value, _ := strings.Cut(word, "=")
		if i := slices.IndexFunc(fields, func(f field) bool { return f.key == key }); i >= 0 {
			*fields[i].value = markdown.DecodeValue(value)
		}
	}
}

// Closer returns the line that ends an entry.
func Closer(id string) string { return Closing + " " + markdown.EncodeValue(id) + Ending }

// Closes reports whether a line ends the entry of an id, and whether it ends another one. Earlier versions wrote no id.
func Closes(line, id string) (own, foreign bool) {
	rest, ok := strings.CutPrefix(line, Closing)
	of, _, ended := strings.Cut(rest, Ending)
	if !ok || !ended || of != "" && of[0] != ' ' {
		return false, false
	}
	own = of == "" || markdown.DecodeValue(of[1:]) == id
	return own, !own
}
