package daily

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
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
		{"redoes", &e.Redoes},
	}
}

// formatMarker returns the line that opens an entry and holds its provenance.
func formatMarker(e Entry) string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(opening, " "))
	at := e.At.Format(time.RFC3339)
	for _, f := range e.fields(&at) {
		if *f.value != "" || f.key != "redoes" && f.key != "repo" {
			b.WriteString(" " + f.key + "=" + encodeValue(*f.value))
		}
	}
	return b.String() + ending
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
			*fields[i].value = decodeValue(value)
		}
	}
	e.At, _ = time.Parse(time.RFC3339, at)
	return e, e.ID != "" && !e.At.IsZero()
}

// encodeValue percent-encodes what would end a value, the marker or the line: spaces and controls of every
// script, '>', the second of two hyphens, invalid UTF-8, and '%' itself.
func encodeValue(s string) string {
	var b strings.Builder
	prev := rune(0)
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1, r == '>', r == '%', r == '-' && prev == '-', unicode.IsSpace(r), unicode.IsControl(r),
			r == '\u2028', r == '\u2029':
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		default:
			b.WriteString(s[i : i+n])
		}
		prev = r
	}
	return b.String()
}

func decodeValue(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}
