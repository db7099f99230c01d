package search

import (
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/search/index"
)

// asked returns what kind of answer a question asks for, 0 if the text is no question.
func asked(text string) (t index.Trait) {
	text = strings.ToLower(strings.TrimSpace(text))
	if index.Asks(text) {
		t |= index.Question
	}
	first, rest, _ := strings.Cut(text, " ")
	second, _, _ := strings.Cut(rest, " ")
	for _, w := range questionWords() {
		if w.words == first || w.words == first+" "+second {
			t |= w.trait
		}
	}
	return t
}

type questionWord struct {
	words string
	trait index.Trait
}

var questionWords = sync.OnceValue(func() (out []questionWord) {
	add := func(t index.Trait, words string) {
		for _, w := range strings.Split(words, ",") {
			out = append(out, questionWord{w, t | index.Question})
		}
	}
	add(index.Number, "how many,how much,how long,how old,how far,how deep,how often,wie viele,wie viel,wieviele,wieviel,wie lange,wie alt,wie oft,cuántos,cuántas,cuánto,cuánta,combien,quantos,quantas,quanto,quanta,сколько")
	add(index.Moment, "when,what time,what date,which day,on which,since when,wann,seit wann,ab wann,cuándo,quand,quando,когда")
	add(0, "who,what,where,why,which,how,whose,wer,was,wo,warum,welche,welcher,welches,wie,qui,où,pourquoi,quel,quelle,quién,qué,dónde,por qué,quem,onde,кто,что,где,почему")
	return out
})
