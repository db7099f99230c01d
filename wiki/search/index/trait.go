package index

import (
	"strings"
	"sync"
	"unicode"

	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Trait is something in a passage that a question may ask for, such as a number, as bits.
type Trait uint8

const (
	Number   Trait = 1 << iota // how many, how long, how old
	Moment                     // when
	Question                   // asks itself
	Framing                    // is a sentence of memoria's own: see wiki.Framing
)

// traitsOf returns the traits of a word.
func traitsOf(word string) Trait {
	if strings.IndexFunc(word, unicode.IsDigit) >= 0 {
		if token.DateLen(word) > 0 {
			return Number | Moment
		}
		return Number
	}
	return traitWords()[word]
}

// Asks reports whether a passage ends in a question.
func Asks(text string) bool {
	text = strings.TrimRight(text, " \t\r\n*_\")")
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？")
}

// traitWords are words for numbers and for times.
var traitWords = sync.OnceValue(func() map[string]Trait {
	out := map[string]Trait{}
	add := func(t Trait, words string) {
		for _, w := range strings.Fields(words) {
			out[w] |= t
		}
	}
	add(Number, "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen half third twice "+
		"zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend "+
		"dos tres cuatro cinco seis siete ocho nueve diez deux trois quatre cinq sept huit neuf dix dois duas quatro sete oito nove dez")
	add(Moment, "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "+
		"yesterday today tomorrow tonight week weeks weekend month months year years ago morning evening noon midnight spring summer autumn winter last next since until o'clock "+
		"montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember gestern heute morgen woche monat jahr vor seit bis "+
		"lunes martes miércoles jueves viernes sábado domingo enero febrero marzo mayo junio julio agosto septiembre octubre noviembre diciembre ayer hoy mañana semana mes año "+
		"lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre hier demain semaine mois")
	return out
})
