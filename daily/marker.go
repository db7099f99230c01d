package daily

import (
	"fmt"
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

// formatMarker is the line that opens an entry and holds where it came from.
func formatMarker(e Entry) string {
	var b strings.Builder
	b.WriteString(opening[:len(opening)-1])
	for _, f := range [...][2]string{
		{"id", e.ID}, {"agent", e.Agent}, {"session", e.Session}, {"project", e.Project}, {"branch", e.Branch},
		{"at", e.At.Format(time.RFC3339)}, {"from", e.From}, {"to", e.To}, {"by", e.By}, {"redoes", e.Redoes},
	} {
		if f[0] == "redoes" && f[1] == "" {
			continue
		}
		b.WriteString(" " + f[0] + "=" + encodeValue(f[1]))
	}
	b.WriteString(ending)
	return b.String()
}

// parseMarker reads what formatMarker wrote; unknown keys are left alone. ok is false where the
// line is no marker, or one without an id and a time.
func parseMarker(line string) (e Entry, ok bool) {
	rest, ok := strings.CutPrefix(line, opening)
	if !ok {
		return e, false
	}
	rest, ok = strings.CutSuffix(strings.TrimRight(rest, " \t\r"), ending)
	if !ok {
		return e, false
	}
	for _, f := range strings.Split(rest, " ") {
		k, v, _ := strings.Cut(f, "=")
		v = decodeValue(v)
		switch k {
		case "id":
			e.ID = v
		case "agent":
			e.Agent = v
		case "session":
			e.Session = v
		case "project":
			e.Project = v
		case "branch":
			e.Branch = v
		case "at":
			e.At, _ = time.Parse(time.RFC3339, v)
		case "from":
			e.From = v
		case "to":
			e.To = v
		case "by":
			e.By = v
		case "redoes":
			e.Redoes = v
		}
	}
	return e, e.ID != "" && !e.At.IsZero()
}

// encodeValue percent-encodes what would end a value, the marker or the line: spaces and controls
// of every script, '>', the second of two hyphens, bytes that are no UTF-8, and '%' itself.
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
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				b = append(b, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}
