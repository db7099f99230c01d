package transcript

import (
	"time"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// An intern keeps the strings that nearly every row repeats, so that turns share them.
type intern map[string]string

func (m *intern) of(s jsonscan.Literal) string {
	if v, ok := (*m)[string(s)]; ok {
		return v
	}
	if *m == nil || len(*m) >= 256 {
		*m = intern{}
	}
	v := s.String()
	(*m)[string(s)] = v
	return v
}

var layouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999",
}

// parseTime parses RFC 3339 with or without a zone (then UTC); it returns the zero time for anything else.
func parseTime(s jsonscan.Literal) time.Time {
	if len(s) > 0 {
		text := s.String()
		for _, layout := range layouts {
			if t, err := time.Parse(layout, text); err == nil {
				return t
			}
		}
	}
	return time.Time{}
}
