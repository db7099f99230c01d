package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// context returns what the person asked for first, in one line. If the person only showed an error, the
// context is the error.
func (r *reader) context() string {
	if s := r.shown(); s != "" {
		return s
	}
	out := ""
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || !u.place.first {
			continue
		}
		for _, s := range prose.Sentences(u.text) {
			next := s
			if out != "" {
				next = together(out, s)
			}
			if utf8.RuneCountInString(next) > short {
				return settle(out, s)
			}
			out = next
		}
	}
	return out
}

// shown returns the error in the person's first message, if the message holds no words of their own.
func (r *reader) shown() string {
	at := slices.IndexFunc(r.turns, func(t transcript.Turn) bool {
		return t.Role == transcript.Person && !t.Subagent && !notSaid(t)
	})
	if at < 0 || slices.ContainsFunc(r.units, func(u unit) bool { return u.turn == at && u.voice == person }) {
		return ""
	}
	text := prose.Inline(strings.TrimSpace(errorShown().FindString(r.turns[at].Text)))
	switch cut, ok := prose.Clip(text, short); {
	case utf8.RuneCountInString(text) <= short, !ok && utf8.RuneCountInString(text) <= longest:
		return text
	default:
		return cut
	}
}

var errorShown = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[A-Z]\w*(?:Error|Exception|Panic): .{3,}$|(?im)^(?:error|fatal|panic|fehler|erreur|erro|ошибка): .{8,}$`)
})

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
