package sentence

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Ends reports whether a sentence of a text begins by saying that what a task goes on with, or writes, is done, or that to
// which it does something has it done: "The rebase is through" for "Continue the rebase after the merge". It names all of
// the object, and nothing else, or shows what came of it. The language is that of the task.
func Ends(text, task string, lang prose.Lang) bool {
	task = Task(task)
	if at := afterwards().FindStringIndex(task); at != nil {
		task = task[:at[0]]
	}
	object := prose.Words(task)
	if len(object) < 2 {
		return false
	}
	verb := object[0]
	if object = object[1:]; lang == prose.DE {
		object = append([]string{verb}, object...)
		verb, object = object[len(object)-1], object[:len(object)-1]
	}
	object = slices.DeleteFunc(object, func(w string) bool { return generic()[w] })
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool {
		clause := clauseEnd().Split(strings.TrimSpace(s), 2)[0]
		said := prose.Words(clause)
		return !slices.ContainsFunc(said, withheld) &&
			(shows(clause, verb, object, lang) || saysDone(said, verb, object, lang))
	})
}

// saysDone reports whether words name all of an object, nothing else, and end by saying that what a verb asks for is done.
func saysDone(said []string, verb string, object []string, lang prose.Lang) bool {
	named := make(map[string]bool)
	known := Stems(strings.Join(object, " "), lang)
	for i, w := range said {
		switch s := prose.Stem(w); {
		case known[s]:
			named[s] = true
		case linking()[w] || slices.Contains(object, w):
		default:
			last := i+1 == len(said) || said[i+1] == "at" || said[i+1] == "now" // not "done for", "done wrong"
			return i > 0 && last && len(known) > 0 && len(named) == len(known) && closes(verb, w, linking()[said[i-1]])
		}
	}
	return false
}

// shows reports whether a clause tells of what came of a verb: where that stands which was to be written, or what that
// has or uses now which was to be brought up to date.
func shows(clause, verb string, object []string, lang prose.Lang) bool {
	has := Stems(clause, lang)
	want := Stems(strings.Join(object, " "), lang)
	return len(want) > 0 && Shared(want, has) == len(want) &&
		(writing().MatchString(verb) && stands().MatchString(clause) || renewing().MatchString(verb) && holdsNow().MatchString(clause))
}

// closes reports whether a word says that what a verb asks for is done; state: it stands after a form of "be".
func closes(verb, w string, state bool) bool {
	goesOn, writes := goOn().MatchString(verb), writing().MatchString(verb)
	if goesOn || writes {
		return finished().MatchString(w) || writes && wrote().MatchString(w)
	}
	verb, w = prose.Bare(verb), prose.Bare(w)
	ending, least := 2, 5              // of the verb; its root, which its participle has too
	if strings.HasSuffix(verb, "ть") { // and it needs no word for "is"
		ending, least, state = 3, 4, true
	}
	root := []rune(verb)[:max(0, utf8.RuneCountInString(verb)-ending)]
	return state && verb != w && len(root) >= least && strings.HasPrefix(w, string(root)) && participle().MatchString(w)
}

// Did reports whether the writer of a text says that they did what a task asks for, to what it names or to "it".
func Did(text, task string, lang prose.Lang) bool {
	words := prose.Words(clauseEnd().Split(strings.TrimSpace(text), 2)[0])
	at := slices.IndexFunc(words, func(w string) bool { return w == "i" || w == "we" }) + 1
	if at == 0 || at > 3 || slices.ContainsFunc(words, withheld) {
		return false
	}
	for at < len(words) && (linking()[words[at]] || words[at] == "just") {
		at++
	}
	verb, object, _ := strings.Cut(strings.ToLower(Task(task)), " ")
	if at+1 >= len(words) || !(strings.HasSuffix(words[at], "ed") && prose.Stem(words[at]) == prose.Stem(verb) || writing().MatchString(verb) && (words[at] == "wrote" || wrote().MatchString(words[at]))) {
		return false
	}
	rest := words[at+1:]
	of := Stems(object, lang)
	n := Shared(of, Stems(strings.Join(rest, " "), lang))
	return slices.Contains([]string{"it", "that", "them"}, rest[0]) && (len(rest) == 1 || byUs()[rest[1]]) || n > 0 && n == len(of)
}

// AllOf returns how many things a text says are all done: 3 for "All three are done", -1 for "All of them are done". It is 0
// if it says no such thing.
func AllOf(text string) int {
	m := allDone().FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n := slices.IndexFunc(numerals, func(n string) bool { return strings.Contains(n, " "+strings.ToLower(cmp.Or(m[2], m[1]))+" ") })
	switch {
	case n >= 0:
		return n + 2
	case m[2] != "": // all of something else
		return 0
	}
	return -1
}

// Elsewhere reports whether a text that has most words of a task tells of something else: another number or place, a part of
// what is to be done, what would be, failed, or somebody says.
func Elsewhere(text, task string, lang prose.Lang) bool {
	if doubts().MatchString(text) {
		return true
	}
	has, want := Stems(text, lang), Stems(task, lang)
	if Shared(want, has) == len(want) {
		return false
	}
	mine, its := number().FindAllString(task, -1), number().FindAllString(text, -1)
	lacks := func(of, in []string) bool {
		return slices.ContainsFunc(of, func(n string) bool { return !slices.Contains(in, n) })
	}
	if lacks(mine, its) && lacks(its, mine) || parts().MatchString(task) {
		return true
	}
	there, here := inPlace().Split(task, 2), inPlace().Split(text, 2)
	if len(there) < 2 || len(here) < 2 {
		return false
	}
	at, other := Stems(there[1], lang), Stems(here[1], lang)
	return Shared(at, has) < len(at) && Shared(other, want) < len(other)
}

// Supposed reports whether a clause that a word begins is only supposed, or is still to come.
func Supposed(word string) bool { return supposed()[word] }

// withheld reports whether a word says that something is not so, or not yet.
func withheld(w string) bool { return withholds()[w] || supposed()[w] || strings.HasSuffix(w, "n't") }

func whole(pattern string) func() *regexp.Regexp { return lazy.Regexp(`^(?:` + pattern + `)$`) }

var (
	clauseEnd  = lazy.Regexp(`[,;:.!?。](?:\s|$)|\s[–—(-]| (?:and|und|et|y|e|и) `)
	afterwards = lazy.Regexp(`(?i) (?:after|before|when|once|until|by|nachdem|bevor|sobald|après|avant|después|antes|depois|после|до) `)
	linking    = prose.Set("the a an this that our your my ok so is are was were has have had been now all both already finally der die das den dem ist sind wurde wurden jetzt bereits schon nun " +
		"le la les l un une ce cette est sont a été ont maintenant déjà el los las está están ha han sido ya o os as já foi foram estão уже теперь была был было")
	byUs      = prose.Set("myself ourselves already now today yesterday too")
	supposed  = prose.Set("if when once after until wenn falls sobald quand si cuando quando если когда")
	withholds = prose.Set("not never no nearly almost half partly mostly but except only would should could will must may might needs be " +
		"nicht kein keine fast halb nur aber erst pas presque seulement mais no casi solo pero não quase mas не почти только но пока")
	goOn     = whole(`continue|resume|finish|complete|conclude|continuer|reprendre|terminer|finir|achever|continuar|reanudar|terminar|acabar|concluir|retomar|продолжить|закончить|завершить|fortsetzen|fortführen|weiterführen|beenden|abschließen|fertigstellen`)
	writing  = whole(`write|draft|schreiben|verfassen|écrire|rédiger|escribir|redactar|escrever|redigir|написать`)
	finished = whole(`done|through|ready|finished|completed?|ended|fertig|durch|erledigt|beendet|abgeschlossen|terminée?s?|finie?s?|achevée?s?|terminad[oa]s?|acabad[oa]s?|concluíd[oa]s?|list[oa]s?|pront[oa]s?|завершен[аоы]?|завершён|закончен[аоы]?|готов[аоы]?`)
	wrote    = whole(`written|drafted|geschrieben|verfasst|écrite?s?|rédigée?s?|escrit[oa]s?|redactad[oa]s?|redigid[oa]s?|написан[аоы]?`)
	generic  = prose.Set("version wert value valor valeur default")
	number   = lazy.Regexp(`\d+(?:\.\d+)*`)
	parts    = lazy.Regexp(`(?i) (?:and|und|y|et|e|и) |,|\b(?:everywhere|all|every|each|both|überall|alle[ns]?|beide|jede[nrs]?|tod[oa]s|cada|partout|tou(?:s|tes)|везде|все)\b`)
	inPlace  = lazy.Regexp(`(?i) (?:in|on|at|of|for|from|to|im|am|auf|bei|für|von|des|der|en|de|del|da|do|dans|du|sur|в|на|для) `)
	doubts   = lazy.Regexp(`(?i)\b(?:would|could|should|whether|fail(?:s|ed)|still|says?|said|asked|würden?|hätten?|könnte|ob|noch|fehlgeschlagen|scheiter\p{L}+|sagte?|fragte?|(?:har|habr)ía|falló|fall[oó]|dice|dijo|aurait|échoué|dit|teria|falhou|disse)\b|["“„«][^"”“»]+ [^"”“»]+ [^"”“»]+["”“»]|не удал|сказал|говорит`)
	stands   = lazy.Regexp("(?i)\\b(?:stands|lives|sits|is (?:there|in|at|under)|steht|liegt|está en|se (?:trouve|encuentra)|est dans|fica em|está em|лежит|находится)\\b[^.]{0,20}`")
	renewing = whole(`update|bump|upgrade|raise|set|add|extend|aktualisieren|anheben|hochsetzen|ergänzen|hinzufügen|actualizar|subir|añadir|agregar|ajouter|ampliar|atualizar|adicionar|обновить|добавить|поднять`)
	holdsNow = lazy.Regexp(`(?i)\b(?:has|have|uses?|lists?|names?|contains?|runs?|hat|haben|nutzt|verwendet|nennt|enthält|läuft|tiene|usa|contiene|utilise|contient|tem|contém)\b.*\b(?:now|since this commit|since today|jetzt|inzwischen|seit diesem commit|ahora|desde este commit|maintenant|désormais|agora)\b|\bnow (?:has|have|uses?|lists?|names?|contains?|runs?)\b`)
	allDone  = lazy.Regexp(`(?i)^(all|both|everything|alle[s]?|beide[s]?|ambas?|ambos|tou(?:s|tes)|tod[oa]s?|все|обе?)(?: (?:of )?(?:the(?:se|m)?|those|die|l[aeo]s))?(?: (\p{L}+|\d))?(?: (?:of (?:them|these|those)|davon|on the list|auf der liste|de la lista))? (?:are|is|sind|ist|están?|sont|est|estão)(?: now| all| jetzt)? (?:done|finished|fixed|merged|in place|erledigt|fertig|hech[oa]s?|list[oa]s|faite?s?|terminée?s?|feit[oa]s?)\b`)
	numerals = []string{" both beide beides ambos ambas обе оба two zwei dos deux dois duas 2 ", " three drei tres trois três 3 ", " four vier cuatro quatre quatro 4 ", " five fünf cinco cinq 5 ", " six sechs seis 6 "}
	// participle matches the end of one, in the languages in which its beginning is that of the verb.
	participle = lazy.Regexp(`(?:ed|t|en|ee?s?|[ai]d[oa]s?|[нт][аоы]?)$`)
)
