package stream

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"
)

// Decode reads a row and reports whether it is JSON. A member of another form than v has is left out: the words beside it count.
func Decode(row []byte, v any) bool {
	err := json.Unmarshal(row, v)
	return err == nil || errors.As(err, new(*json.UnmarshalTypeError))
}

// A Time is when a row was written. What is none, or of another form, is the zero time: a row counts without one.
type Time struct{ time.Time }

// UnmarshalJSON reads a text, or a count of seconds or milliseconds since 1970.
func (t *Time) UnmarshalJSON(b []byte) error {
	*t = Time{}
	var n float64
	if json.Unmarshal(b, &t.Time) == nil || json.Unmarshal(b, &n) != nil || !(n > 0 && n < 1e14) {
		return nil
	}
	if n < 1e11 {
		n *= 1000
	}
	t.Time = time.UnixMilli(int64(math.Round(n))).UTC()
	return nil
}

// What frames the content of files that a person named with @. The files are parts of their own between the two.
const (
	filesBegin = "--- Content from referenced files ---"
	filesEnd   = "--- End of content ---"
)

// Typed returns the parts of a prompt without the files that the client put in. A file may itself hold what ends them,
// so that the last end counts. Where there is none, nothing follows the files if they begin with a part of their own; else
// a person wrote the words that begin them.
func Typed(parts []string) []string {
	from, at := -1, 0
	for i, p := range parts {
		if at = lineOf(p, filesBegin); at >= 0 {
			from = i
			break
		}
	}
	if from < 0 {
		return parts
	}
	out := append(append([]string{}, parts[:from]...), parts[from][:at])
	for i := len(parts) - 1; i >= from; i-- {
		rest := parts[i]
		if i == from {
			rest = rest[at:]
		}
		if k := strings.LastIndex(rest, filesEnd); k >= 0 {
			return append(append(out, rest[k+len(filesEnd):]), parts[i+1:]...)
		}
	}
	if from == 0 || strings.TrimSpace(parts[from]) != filesBegin {
		return parts
	}
	return out
}

// lineOf returns where a line of text begins with words, or -1.
func lineOf(text, words string) int {
	for at := 0; ; {
		k := strings.Index(text[at:], words)
		if k < 0 {
			return -1
		}
		at += k
		if line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]; strings.TrimSpace(line) == "" {
			return at
		}
		at += len(words)
	}
}
