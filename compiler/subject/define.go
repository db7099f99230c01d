package subject

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// defines finds, right behind the name a line begins with, the words with which languages say
// what a thing is.
var defines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^.;:!?]{0,40}?(?i:\b(?:is|are) (?:an?|the|one|where|how|what|used|not)\b|\bmeans\b|\bist (?:eine?|der|die|das)\b|\b(?:es|est|é|era) (?:une?|uma?|una?|el|la|le|o|a)\b|— это|это|とは|は|是)`)
})

// definition returns the line that says best what s is, the first of equals, or -1. It is looked
// for once: each connection of s asks.
func (b *book) definition(s *subject) int32 {
	if s.defined {
		return s.definition
	}
	best, high := int32(-1), 0
	for _, i := range b.sinceGone(s) {
		if n := b.tells(i, s); n > high && b.stands(i) && !b.lines[i].shaken {
			best, high = i, n
		}
	}
	s.defined, s.definition = true, best
	return best
}

// sinceGone are the lines of s behind the last that says that s is given up: what it is, the ones
// before do not tell any more.
func (b *book) sinceGone(s *subject) []int32 {
	var names []string // once they are asked for
	for n := len(s.lines) - 1; n >= 0 && s.project == ""; n-- {
		t := b.truth[s.lines[n]]
		if t.over >= 0 || len(t.gone) == 0 {
			continue
		}
		if names == nil {
			names = change.Reader{Stop: prose.IsStopAnywhere}.Read(s.title, false).Words()
		}
		if len(t.gone) == len(names) && !slices.ContainsFunc(t.gone, func(w string) bool { return !slices.Contains(names, w) }) {
			return s.lines[n+1:]
		}
	}
	return s.lines
}

// What a line gains by saying what its subject is, or what it does.
const (
	defining  = 20
	declaring = 10
)

// tells says how well the first sentence of a line defines s, 0 for not at all. It must be a
// statement. Best it begins with the name; a project is too many things for any line but a
// definition.
func (b *book) tells(i int32, s *subject) int {
	l := &b.lines[i]
	at := b.where(i, s.id)
	if at < 0 || at >= 60 {
		return 0
	}
	c := l.claim()
	if !c.fit || at >= len(c.text) {
		return 0
	}
	text := c.text
	n := 1 + weight(l.kind)
	before := strings.Trim(text[:at], " `\"'«»„“「『《[")
	if begins := before == "" || mention.Lexicon()[strings.ToLower(before)]&mention.Det != 0; begins && defines().MatchString(text[at:]) {
		return n + defining
	} else if s.project != "" || l.kind == daily.Preference {
		return 0
	} else if begins {
		lang := c.language()
		if spaceless(text) || lang != prose.EN && lang != prose.Unknown || declares(text[at:]) {
			return n + declaring
		}
	}
	if !c.lasts() {
		return 0
	}
	return n
}

func (l *line) claim() *claim {
	if l.said == nil {
		c := &claim{text: firstSentence(l.plain)}
		if n := width(c.text); n >= 20 && n <= 240 && whole(opening(l.text), describeMost) != "" && l.kind != daily.Action && !l.loose() {
			m := markers()
			c.fit = !strings.ContainsAny(c.text, "?？") && !colonLed(c.text) && !m.self.MatchString(c.text) &&
				!m.passing.MatchString(c.text) && !m.report.MatchString(c.text)
		}
		l.said = c
	}
	return l.said
}

// lasts tells a claim that holds beyond the moment and the place, and is in the present tense.
func (c *claim) lasts() bool {
	if c.judged {
		return c.lasting
	}
	m := markers()
	first, _, _ := strings.Cut(c.text, " ")
	r := mention.Lexicon()[strings.ToLower(first)]
	c.lasting = r&(mention.Pron|mention.Aux|mention.Conj|mention.Verb|mention.Inflected) == 0 && !m.moment.MatchString(c.text) && !m.place.MatchString(c.text) &&
		!slices.ContainsFunc(strings.Fields(c.text), func(w string) bool { return past()[strings.ToLower(w)] })
	c.judged = true
	return c.lasting
}

func (c *claim) language() prose.Lang {
	if !c.spoken {
		c.lang, c.spoken = prose.Detect(c.text), true
	}
	return c.lang
}

// declares tells whether an English line goes on, behind the name it begins with, to say in the
// present tense what the thing is or does.
func declares(text string) bool {
	if end := 0; strings.HasPrefix(text, "`") {
		if end = mention.CodeEnd(text, 0); end == 0 {
			return false
		}
		text = "` " + text[end:]
	}
	for n, w := range strings.Fields(text) {
		w = strings.ToLower(strings.TrimRight(w, ",;.!"))
		r := mention.Lexicon()[w]
		switch {
		case n == 0:
		case n > 5, past()[w], strings.HasSuffix(w, "ed"):
			return false
		case r&mention.Aux != 0:
			return true
		case r&(mention.Adv) != 0:
		case r&(mention.Prep|mention.Pron|mention.Conj) != 0:
			return false
		case r&(mention.Verb|mention.Lemma) != 0, r&(mention.Noun|mention.Label) == 0 && len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
			return true
		}
	}
	return false
}
