package query

import (
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Listing is a question that asks for all lines of a kind: "open tasks", "what did I decide about SQLite",
// "preferences for project tidewatch".
type Listing struct {
	Kind  daily.Kind
	About []string // the words that say which: a subject, a project; none means all
}

// ListingOf reads a question; ok is false if it asks for something else, such as why something was decided.
func ListingOf(question string) (l Listing, ok bool) {
	question = listingPhrases.Replace(strings.ToLower(question))
	token.Scan(question, func(start, end int) {
		word := question[start:end]
		switch kind := listingWords()[word]; {
		case kind == other:
			l.Kind = other
		case kind != 0 && kind != filler && l.Kind == 0:
			l.Kind = kind
		case kind != 0 || prose.IsStopAnywhere(word):
		default:
			l.About = append(l.About, word)
		}
	})
	return l, l.Kind != 0 && l.Kind != other
}

// Names returns whether the words that say which are in a text, each in some form of it.
func (l *Listing) Names(text string) bool {
	c := content{rarity: map[string]float64{}}
	for _, w := range l.About {
		c.rarity[w], c.all = 1, c.all+1
	}
	_, words := c.held(text)
	return words == len(c.rarity)
}

// listingPhrases are what more than one word asks for.
var listingPhrases = strings.NewReplacer("to do", "todo", "to be done", "todo", "action item", "todo", "still open", "todo", "noch offen", "todo", "steht noch an", "todo",
	"noch machen", "todo", "encore ouvert", "todo", "todavía abiert", "todo ", "aún abiert", "todo ", "settle on", "decide", "settled on", "decide", "agree on", "decide", "agreed on", "decide",
	"'s", "", "’s", "", "reste-t-il", "", "qu'est-ce qui", "", "qu’est-ce qui", "", "qu'il", "", "qu’il", "", "qu'avons-nous", "", "qu’avons-nous", "")

const (
	filler daily.Kind = 100 + iota // says only that something is asked for
	other                          // asks for something about a line, and not for the line
)

// listingWords are the words by which lists are asked for.
var listingWords = sync.OnceValue(func() map[string]daily.Kind {
	all := map[string]daily.Kind{}
	add := func(k daily.Kind, words string) {
		for w := range strings.FieldsSeq(words) {
			all[w] = k
		}
	}
	add(daily.Action, "task tasks todo todos undone pending unfinished outstanding anstehend anstehende aufgabe aufgaben tun erledigen tâche tâches faire tarea tareas pendiente pendientes hacer tarefa tarefas fazer задача задачи задач сделать")
	add(daily.Decision, "decision decisions decide decided entscheidung entscheidungen entschieden beschlossen beschlüsse festgelegt vereinbart vereinbarungen décision décisions décidé décider decisión decisiones decidí decidimos decidido decidió decisão decisões decidir решение acordamos acordado convenu решения решений решили решил решила")
	add(daily.Preference, "preference preferences prefer preferred vorliebe vorlieben präferenzen bevorzuge bevorzugen préférence préférences préfère préférons preferencia preferencias prefiero preferimos preferência preferências prefiro предпочтения предпочтение предпочитаю предпочитаем")
	add(daily.Lesson, "lesson lessons learn learned learnt lektion lektionen lehren gelernt leçon leçons appris lección lecciones aprendí aprendimos aprendido lição lições aprendi урок уроки уроков")
	add(filler, "stand stands hold holds valid current remain remains forget gelten gilt stehen bestehen bleibt bleiben valent vaut tiennent reste restent ce valen vale siguen sigue vigentes vigente queda quedan falta faltan tengo tenemos todavía aún item items took taken take made make there open left remaining list show tell give please project projects about concerning regarding still yet need needs get offen offene offenen liste zeig zeige projekt über noch ouverte ouvertes liste montre projet abiertas abierta lista muestra proyecto sobre abertas mostra projeto quais qual tomamos tomadas foram feitas há existem hay existen cuáles cuales tomado hemos ont été quelles quels prises pris avons gibt welche welchen getroffen какие какое приняты принято приняли были есть открытые открытых список покажи проект проекта проекту")
	add(other, "why how when where who whose warum wieso wie wann wo wer pourquoi comment quand où qui cómo cuándo dónde quién como quando onde quem почему как когда где кто")
	return all
})
