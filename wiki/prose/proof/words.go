package proof

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
)

//go:embed words.txt
var wordFile string

// wordLists are the lists of words.txt.
type wordLists struct {
	turn, not, be, loose, maybe, unless, frame, instead, now, again, deny, why, both, points, self, any, told, doubt, sure, falses, ifs, but, except, said, no, though, beside, measures, hedge, when, yes map[string]bool
	turned, mutual, glue, says, feels, verdict, telling                                                                                                                                                    map[string]bool // by stem
	units, numerals, senses, who, preps, forms                                                                                                                                                             map[string]string
	against                                                                                                                                                                                                [][2]string
	endings, beginnings, pasts                                                                                                                                                                             []string
}

// lexicon is read on first use, so that commands that compile nothing stay fast.
var lexicon = sync.OnceValue(func() *wordLists {
	x := &wordLists{}
	sets := map[string]*map[string]bool{"turn": &x.turn, "not": &x.not, "be": &x.be,
		"loose": &x.loose, "maybe": &x.maybe, "unless": &x.unless, "glue": &x.glue, "says": &x.says, "feels": &x.feels, "verdict": &x.verdict, "telling": &x.telling,
		"turned": &x.turned, "frame": &x.frame, "instead": &x.instead, "now": &x.now, "again": &x.again, "deny": &x.deny, "why": &x.why, "both": &x.both, "points": &x.points, "self": &x.self, "any": &x.any, "told": &x.told,
		"doubt": &x.doubt, "sure": &x.sure, "false": &x.falses, "if": &x.ifs, "but": &x.but, "except": &x.except, "mutual": &x.mutual, "said": &x.said, "no": &x.no, "though": &x.though, "beside": &x.beside, "hedge": &x.hedge, "when": &x.when, "yes": &x.yes, "measure": &x.measures}
	maps := map[string]*map[string]string{"unit": &x.units, "number": &x.numerals, "sense": &x.senses, "who": &x.who, "prep": &x.preps, "form": &x.forms}
	for _, m := range maps {
		*m = map[string]string{}
	}
	for _, set := range sets {
		*set = map[string]bool{}
	}
	for name, list := range prose.Lists(wordFile) {
		kind, arg, _ := strings.Cut(name, " ")
		switch kind {
		case "ending":
			x.endings = append(x.endings, list...)
		case "beginning":
			x.beginnings = append(x.beginnings, list...)
		case "past":
			x.pasts = append(x.pasts, list...)
		case "against":
			x.against = append(x.against, [2]string{list[0], list[1]})
		}
		for i, w := range list {
			switch kind {
			case "numeral":
				if i != 1 {
					x.numerals[w] = strconv.Itoa(i)
				}
			case "turned", "mutual", "glue", "says", "feels", "verdict", "telling":
				(*sets[kind])[stem(w)], (*sets[kind])[w] = true, true
			default:
				if set := sets[kind]; set != nil {
					(*set)[w] = true
				} else if m := maps[kind]; m != nil {
					(*m)[w] = arg
				}
			}
		}
	}
	return x
})
