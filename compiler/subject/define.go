package subject

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// defines matches, directly after the name at the start of a line, the words with which languages say what a thing
// is.
var defines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^.;:!?]{0,40}?(?i:\b(?:is|are) (?:an?|the|one|where|how|what|used|not)\b|\bmeans\b|\bist (?:eine?|der|die|das)\b|\b(?:es|est|é|era) (?:une?|uma?|una?|el|la|le|o|a)\b|— это|это|とは|は|是)`)
})

// definition returns the line that best says what s is, the first among equals, or -1. It is computed once, because
// each connection of s asks.
func (b *book) definition(s *subject) int32 {
	if s.defined {
		return s.definition
	}
	best, high := int32(-1), 0
	for _, i := range b.sinceGone(s) {
		if n := b.tells(i, s); n > high && b.Stands(i) && !b.Lines[i].Shaken {
			best, high = i, n
		}
	}
	s.defined, s.definition = true, best
	return best
}

// sinceGone returns the lines of s after the last that says that s was given up: earlier lines no longer say what it
// is.
func (b *book) sinceGone(s *subject) []int32 {
	var names []string // computed on demand
	for n := len(s.lines) - 1; n >= 0 && s.project == ""; n-- {
		t := b.Truth[s.lines[n]]
		if t.Over >= 0 || len(t.Gone) == 0 {
			continue
		}
		if names == nil {
			names = change.Reader{Stop: prose.IsStopAnywhere}.Read(s.title, false).Words()
		}
		if len(t.Gone) == len(names) && !slices.ContainsFunc(t.Gone, func(w string) bool { return !slices.Contains(names, w) }) {
			return s.lines[n+1:]
		}
	}
	return s.lines
}

// The score a line gains by saying what its subject is, or what it does.
const (
	defining  = 20
	declaring = 10
)

// tells returns how well the first sentence of a line defines s, 0 for not at all. It must be a statement, and scores
// most if it begins with the name. A project is too broad for any line but a definition.
func (b *book) tells(i int32, s *subject) int {
	l := &b.Lines[i]
	at := b.where(i, s.id)
	if at < 0 || at >= 60 {
		return 0
	}
	c := claimOf(l)
	if !c.Fit || at >= len(c.Text) {
		return 0
	}
	text := c.Text
	n := 1 + weight(l.Kind)
	before := strings.Trim(text[:at], " `\"'«»„“「『《[")
	if begins := before == "" || mention.Lexicon()[strings.ToLower(before)]&mention.Det != 0; begins && defines().MatchString(text[at:]) {
		return n + defining
	} else if s.project != "" || l.Kind == daily.Preference {
		return 0
	} else if begins {
		lang := languageOf(c)
		if spaceless(text) || lang != prose.EN && lang != prose.Unknown || declares(text[at:]) {
			return n + declaring
		}
	}
	if !lasts(c) {
		return 0
	}
	return n
}

func claimOf(l *topic.Line) *topic.Claim {
	if l.Said == nil {
		c := &topic.Claim{Text: firstSentence(l.Plain)}
		if n := width(c.Text); n >= 20 && n <= 240 && whole(opening(l.Text), describeMost) != "" && l.Kind != daily.Action && !l.Loose() {
			m := markers()
			c.Fit = !strings.ContainsAny(c.Text, "?？") && !colonLed(c.Text) && !m.self.MatchString(c.Text) &&
				!m.passing.MatchString(c.Text) && !m.report.MatchString(c.Text)
		}
		l.Said = c
	}
	return l.Said
}

// lasts tells a claim that holds beyond the moment and the place, and is in the present tense.
func lasts(c *topic.Claim) bool {
	if c.Judged {
		return c.Lasting
	}
	m := markers()
	first, _, _ := strings.Cut(c.Text, " ")
	r := mention.Lexicon()[strings.ToLower(first)]
	c.Lasting = r&(mention.Pron|mention.Aux|mention.Conj|mention.Verb|mention.Inflected) == 0 && !m.moment.MatchString(c.Text) && !m.place.MatchString(c.Text) &&
		!slices.ContainsFunc(strings.Fields(c.Text), func(w string) bool { return past()[strings.ToLower(w)] })
	c.Judged = true
	return c.Lasting
}

func languageOf(c *topic.Claim) prose.Lang {
	if !c.Spoken {
		c.Lang, c.Spoken = prose.Detect(c.Text), true
	}
	return c.Lang
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
