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
				return settle(out, s)
			}
			out = next
		}
	}
	return out
}

// settle ends a context whose next sentence does not fit.
func settle(out, next string) string {
	if out != "" {
		return out
	}
	if cut, ok := prose.Clip(next, short); ok {
		return cut
	}
	if utf8.RuneCountInString(next) <= longest {
		return next
	}
	return string([]rune(next)[:short-1]) + "…"
}
