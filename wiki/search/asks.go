package search

import (
	"strings"
	"sync"
	"unicode"
)

// A sort is what a passage holds, and what a question asks for, as bits.
type sort uint8

const (
	number   sort = 1 << iota // how many, how long, how old
	moment                    // when
	question                  // asks itself
	framing                   // is a sentence of memoria's own: see wiki.Framing
)

// answers is what a passage that holds some sorts is worth, more or less, to one who asks for others.
func (s sort) answers(asks sort) float64 {
	w := 1.0
	if s&framing != 0 {
		w = framingWeight
	}
	if asks == 0 {
		return w
	}
	if s&asks&(number|moment) != 0 {
		w *= holdsWeight
	}
	if s&question != 0 {
		w *= asksWeight
	}
	return w
}

// asked is what a question asks for, 0 of one that is none.
func asked(text string) (s sort) {
	text = strings.ToLower(strings.TrimSpace(text))
	if asking(text) {
		s |= question
	}
	first, rest, _ := strings.Cut(text, " ")
	second, _, _ := strings.Cut(rest, " ")
	for _, w := range questionWords() {
		if w.words == first || w.words == first+" "+second {
			s |= w.sort
		}
	}
	return s
}

type questionWord struct {
	words string
	sort  sort
}

var questionWords = sync.OnceValue(func() (out []questionWord) {
	add := func(s sort, words string) {
		for _, w := range strings.Split(words, ",") {
			out = append(out, questionWord{w, s | question})
		}
	}
	add(number, "how many,how much,how long,how old,how far,how deep,how often,wie viele,wie viel,wieviele,wieviel,wie lange,wie alt,wie oft,cuántos,cuántas,cuánto,cuánta,combien,quantos,quantas,quanto,quanta,сколько")
	add(moment, "when,what time,what date,which day,on which,since when,wann,seit wann,ab wann,cuándo,quand,quando,когда")
	add(0, "who,what,where,why,which,how,whose,wer,was,wo,warum,welche,welcher,welches,wie,qui,où,pourquoi,quel,quelle,quién,qué,dónde,por qué,quem,onde,кто,что,где,почему")
	return out
})

// sortOf is what a word says.
func sortOf(word string) (s sort) {
	if caseOf(word) != lower && strings.IndexFunc(word, unicode.IsDigit) >= 0 {
		if dateIn(word) > 0 {
			return number | moment
		}
		return number
	}
	return sayings()[word]
}

// asking reports whether a passage ends in a question.
func asking[T text](text T) bool {
	n := len(text)
	for n > 0 && strings.IndexByte(" \t\r\n*_\")", text[n-1]) >= 0 {
		n--
	}
	const wide = "？"
	return n > 0 && text[n-1] == '?' || n >= len(wide) && string(text[n-len(wide):n]) == wide
}

// sayings are words for numbers and for times.
var sayings = sync.OnceValue(func() map[string]sort {
	out := map[string]sort{}
	add := func(s sort, words string) {
		for _, w := range strings.Fields(words) {
			out[w] |= s
		}
	}
	add(number, "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen half third twice "+
		"zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend "+
		"dos tres cuatro cinco seis siete ocho nueve diez deux trois quatre cinq sept huit neuf dix dois duas quatro sete oito nove dez")
	add(moment, "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "+
		"yesterday today tomorrow tonight week weeks weekend month months year years ago morning evening noon midnight spring summer autumn winter last next since until o'clock "+
		"montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember gestern heute morgen woche monat jahr vor seit bis "+
		"lunes martes miércoles jueves viernes sábado domingo enero febrero marzo mayo junio julio agosto septiembre octubre noviembre diciembre ayer hoy mañana semana mes año "+
		"lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre hier demain semaine mois")
	return out
})
