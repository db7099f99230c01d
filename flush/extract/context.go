package extract

import (
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/wiki/prose"
)

// context returns what the person asked for first, in one line.
func (r *reader) context() string {
	out := ""
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || !u.place.first || u.place.gone {
			continue
		}
		for _, s := range prose.Sentences(u.text) {
			next := numbering().ReplaceAllString(s, "")
			if out != "" {
				next = sentence.Together(out, s)
			}
			if utf8.RuneCountInString(next) > short {
				if out == "" {
					out = portions(s)[0]
				}
				return out
			}
			out = next
		}
	}
	return out
}
