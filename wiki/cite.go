package wiki

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Cite is a place in a day's log.
type Cite struct {
	Date    Date
	Block   string // block id without its caret
	Heading string // where the log has no block ids
}

// Link writes the citation.
func (c Cite) Link() string { return c.Of("", "") }

// Of writes the citation of a line of a project, by which it is told from those of others, and of a person; "" writes
// neither.
func (c Cite) Of(project, person string) string {
	shown := strings.TrimSpace(project + " " + string(c.Date.Day()))
	if person != "" {
		shown += ", " + PersonName(person)
	}
	return c.ref(shown)
}

// PersonName returns how a person of a shared vault is shown: "ana-lopes" as "Ana Lopes". What says that the name is only
// claimed stays as it is: "ana on my-laptop".
func PersonName(who string) string {
	who, on, claimed := strings.Cut(who, " on ")
	if claimed {
		return PersonName(who) + " on " + on
	}
	words := strings.FieldsFunc(who, func(r rune) bool { return r == '-' })
	for i, w := range words {
		r, n := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(r)) + w[n:]
	}
	return strings.Join(words, " ")
}

// In reports whether a text has the citation, whatever it shows.
func (c Cite) In(text string) bool {
	link := strings.TrimSuffix(c.ref(""), "]]")
	return strings.Contains(text, link+"|") || strings.Contains(text, link+"]]")
}

func (c Cite) ref(shown string) string {
	fragment := c.Heading
	if c.Block != "" {
		fragment = "^" + c.Block
	}
	return wikilink.Ref(string(c.Date), fragment, shown, false)
}
