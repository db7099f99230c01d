package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// ends reports whether b begins by saying that what a task goes on with, or writes, is done, or that to which it does
// something has it done: "The rebase is through" for "Continue the rebase after the merge". It names all of the object, and
// nothing else.
func (b claim) ends(a claim) bool {
	task := sentence.Task(a.text)
	if at := afterwards().FindStringIndex(task); at != nil {
		task = task[:at[0]]
	}
	object := prose.Words(task)
	said := prose.Words(clauseEnd().Split(strings.TrimSpace(b.text), 2)[0])
	if len(object) < 2 || slices.ContainsFunc(said, func(w string) bool { return withholds()[w] || supposes()[w] || strings.HasSuffix(w, "n't") }) {
		return false
	}
	verb := object[0]
	if object = object[1:]; a.lex.Lang == prose.DE {
		object = append([]string{verb}, object...)
		verb, object = object[len(object)-1], object[:len(object)-1]
	}
	named := make(map[string]bool)
	known := sentence.Stems(strings.Join(object, " "), a.lex.Lang)
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

// closes reports whether a word says that what a verb asks for is done; state: it stands after a form of "be".
func closes(verb, w string, state bool) bool {
	goesOn, writes := goOn().MatchString(verb), writing().MatchString(verb)
	if goesOn || writes {
		return finished().MatchString(w) || writes && written().MatchString(w)
	}
	verb, w = prose.Bare(verb), prose.Bare(w)
	root := []rune(verb)[:max(0, utf8.RuneCountInString(verb)-2)] // which its participle has too
	return state && verb != w && len(root) > 4 && strings.HasPrefix(w, string(root)) && participle().MatchString(w)
}

// did reports whether the person says that they did what a task asks for, to what it names or to "it".
func (b claim) did(a claim) bool {
	words := prose.Words(clauseEnd().Split(strings.TrimSpace(b.text), 2)[0])
	at := slices.IndexFunc(words, func(w string) bool { return w == "i" || w == "we" }) + 1
	if b.voice != person || at == 0 || at > 3 || slices.ContainsFunc(words, func(w string) bool { return withholds()[w] || supposes()[w] || strings.HasSuffix(w, "n't") }) {
		return false
	}
	for at < len(words) && (linking()[words[at]] || words[at] == "just") {
		at++
	}
	verb, object, _ := strings.Cut(strings.ToLower(sentence.Task(a.text)), " ")
	if at+1 >= len(words) || !(strings.HasSuffix(words[at], "ed") && prose.Stem(words[at]) == prose.Stem(verb) || writing().MatchString(verb) && (words[at] == "wrote" || written().MatchString(words[at]))) {
		return false
	}
	rest := words[at+1:]
	of := sentence.Stems(object, a.lex.Lang)
	n := sentence.Shared(of, sentence.Stems(strings.Join(rest, " "), b.lex.Lang))
	return slices.Contains([]string{"it", "that", "them"}, rest[0]) && (len(rest) == 1 || ourselves()[rest[1]]) || n > 0 && n == len(of)
}

func whole(pattern string) func() *regexp.Regexp { return lazy.Regexp(`^(?:` + pattern + `)$`) }

var (
	clauseEnd  = lazy.Regexp(`[,;:.!?。](?:\s|$)|\s[–—(-]| (?:and|und|et|y|e|и) `)
	afterwards = lazy.Regexp(`(?i) (?:after|before|when|once|until|by|nachdem|bevor|sobald|après|avant|después|antes|depois|после|до) `)
	linking    = prose.Set("the a an this that our your my ok so is are was were has have had been now all both already finally der die das den dem ist sind wurde wurden jetzt bereits schon nun " +
		"le la les l un une ce cette est sont a été ont maintenant déjà el los las está están ha han sido ya o os as já foi foram estão уже теперь была был было")
	ourselves = prose.Set("myself ourselves already now today yesterday too")
	within    = lazy.Regexp(`(?i) (?:for|of|in|on|to|from|with) `)
	supposes  = prose.Set("if when once after until wenn falls sobald quand si cuando quando если когда")
	withholds = prose.Set("not never no nearly almost half partly mostly but except only would should could will must may might needs be " +
		"nicht kein keine fast halb nur aber erst pas presque seulement mais no casi solo pero não quase mas не почти только но пока")
	goOn     = whole(`continue|resume|finish|complete|conclude|continuer|reprendre|terminer|finir|achever|continuar|reanudar|terminar|acabar|concluir|retomar|продолжить|закончить|завершить|fortsetzen|fortführen|weiterführen|beenden|abschließen|fertigstellen`)
	writing  = whole(`write|draft|schreiben|verfassen|écrire|rédiger|escribir|redactar|escrever|redigir|написать`)
	finished = whole(`done|through|finished|completed?|ended|fertig|durch|erledigt|beendet|abgeschlossen|terminée?s?|finie?s?|achevée?s?|terminad[oa]s?|acabad[oa]s?|concluíd[oa]s?|list[oa]s?|pront[oa]s?|завершен[аоы]?|завершён|закончен[аоы]?|готов[аоы]?`)
	written  = whole(`written|drafted|geschrieben|verfasst|écrite?s?|rédigée?s?|escrit[oa]s?|redactad[oa]s?|redigid[oa]s?|написан[аоы]?`)
	// participle matches the end of one, in the languages in which its beginning is that of the verb.
	participle = lazy.Regexp(`(?:ed|t|en|ee?s?|[ai]d[oa]s?|[нт][аоы]?)$`)
)
