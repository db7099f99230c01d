package sentence

import (
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// AsksFor reports whether a clause asks for something to be done now: fix it, commit and push, tackle them.
func (x *Lexicon) AsksFor(clause string) bool {
	clause = strings.TrimSpace(clause)
	h := Hear(clause)
	switch {
	case x.Lead(Request, h) > 0 && !x.Solid() && x.Lead(Request, h) < len(h.Words):
		return true
	case x.Solid():
		return false
	case x.Lang == prose.EN && len(h.Words) == 2:
		return strings.Contains(" it them this that these those ", " "+h.Words[1]+" ")
	}
	return x.Lead(Ack, h) >= 3
}

// Tells reports whether a sentence says how something is, not how it is to be: "it is never called", "it
// never calls the store". It knows only English.
func Tells(s string) bool {
	words := Hear(s).Words
	for i, w := range words {
		if (w == "never" || w == "always") && (i > 0 && isForms()[words[i-1]] || i+1 < len(words) && acts(words[i+1])) {
			return true
		}
	}
	return false
}

// acts reports whether a word may be an English verb in the third person: adds, removes.
func acts(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// AfterRequest removes the openings of a request from a sentence.
func (x *Lexicon) AfterRequest(s string) string {
	for range 3 {
		h := Hear(s)
		n := x.Lead(Request, h)
		if n == 0 {
			break
		}
		s = strings.TrimLeft(s[h.Ends[n-1]:], " ,:")
	}
	return s
}

// quits matches an order to end a habit.
var quits = lazy.Regexp(`^(?:and |but |please |also |und |bitte |y |por favor )*(?:stop|quit|no more) \p{L}+ing\b|^(?:und |bitte )*hör\p{L}* (?:sie |bitte )*auf\b.*\bzu\b|^(?:y |por favor )*dej[ae] de \p{L}+r\b|^arrêtez? (?:de |d')|^(?:por favor )?par[ae] de \p{L}+r\b|^(?:перестань|хватит) |^(?:别再|不要再)`)

// Habitual returns the class habit where a short sentence has a word for it in any language that is written with
// spaces: of a short one the language cannot be told.
func Habitual(s Said) Mask {
	var m Mask
	if quits().MatchString(s.Text) {
		m = 1 << Habit
	}
	if len(s.Words) > 8 {
		return m
	}
	for _, x := range Lexicons() {
		if !x.Solid() {
			m |= x.Match(s) & (1 << Habit)
		}
	}
	return m
}
