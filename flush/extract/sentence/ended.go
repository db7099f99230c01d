package sentence

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

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

// Supposed reports whether a clause that a word begins is only supposed, or is still to come.
func Supposed(word string) bool { return supposed()[word] }

func whole(pattern string) func() *regexp.Regexp { return lazy.Regexp(`^(?:` + pattern + `)$`) }

var (
	afterwards = lazy.Regexp(`(?i) (?:after|before|when|once|until|by|nachdem|bevor|sobald|après|avant|después|antes|depois|после|до) `)
	linking    = prose.Set("the a an this that our your my ok so is are was were has have had been now all both already finally der die das den dem ist sind wurde wurden jetzt bereits schon nun " +
		"le la les l un une ce cette est sont a été ont maintenant déjà el los las está están ha han sido ya o os as já foi foram estão уже теперь была был было")
	supposed = prose.Set("if when once after until wenn falls sobald quand si cuando quando если когда")
	goOn     = whole(`continue|resume|finish|complete|conclude|continuer|reprendre|terminer|finir|achever|continuar|reanudar|terminar|acabar|concluir|retomar|продолжить|закончить|завершить|fortsetzen|fortführen|weiterführen|beenden|abschließen|fertigstellen`)
	finished = whole(`done|through|ready|finished|completed?|ended|fertig|durch|erledigt|beendet|abgeschlossen|terminée?s?|finie?s?|achevée?s?|terminad[oa]s?|acabad[oa]s?|concluíd[oa]s?|list[oa]s?|pront[oa]s?|завершен[аоы]?|завершён|закончен[аоы]?|готов[аоы]?`)
	generic  = prose.Set("version wert value valor valeur default")
	stands   = lazy.Regexp("(?i)\\b(?:stands|lives|sits|is (?:there|in|at|under)|steht|liegt|está en|se (?:trouve|encuentra)|est dans|fica em|está em|лежит|находится)\\b[^.]{0,20}`")
	renewing = whole(`update|bump|upgrade|raise|set|add|extend|aktualisieren|anheben|hochsetzen|ergänzen|hinzufügen|actualizar|subir|añadir|agregar|ajouter|ampliar|atualizar|adicionar|обновить|добавить|поднять`)
	holdsNow = lazy.Regexp(`(?i)\b(?:has|have|uses?|lists?|names?|contains?|runs?|hat|haben|nutzt|verwendet|nennt|enthält|läuft|tiene|usa|contiene|utilise|contient|tem|contém)\b.*\b(?:now|since this commit|since today|jetzt|inzwischen|seit diesem commit|ahora|desde este commit|maintenant|désormais|agora)\b|\bnow (?:has|have|uses?|lists?|names?|contains?|runs?)\b`)
	allDone  = lazy.Regexp(`(?i)^(all|both|everything|alle[s]?|beide[s]?|ambas?|ambos|tou(?:s|tes)|tod[oa]s?|все|обе?)(?: (?:of )?(?:the(?:se|m)?|those|die|l[aeo]s))?(?: (\p{L}+|\d))?(?: (?:of (?:them|these|those)|davon|on the list|auf der liste|de la lista))? (?:are|is|sind|ist|están?|sont|est|estão)(?: now| all| jetzt)? (?:done|finished|fixed|merged|in place|erledigt|fertig|hech[oa]s?|list[oa]s|faite?s?|terminée?s?|feit[oa]s?)\b`)
	numerals = []string{" both beide beides ambos ambas обе оба two zwei dos deux dois duas 2 ", " three drei tres trois três 3 ", " four vier cuatro quatre quatro 4 ", " five fünf cinco cinq 5 ", " six sechs seis 6 "}
)
