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
	turn, not, turned, be, prefer, clause map[string]bool // turned by stem
	units, numerals, verbs                map[string]string
	endings, beginnings                   []string
}

// lexicon is read on first use, so that commands that compile nothing stay fast.
var lexicon = sync.OnceValue(func() *wordLists {
	x := &wordLists{units: map[string]string{}, numerals: map[string]string{}, verbs: map[string]string{}}
	sets := map[string]*map[string]bool{"turn": &x.turn, "not": &x.not, "turned": &x.turned, "be": &x.be, "prefer": &x.prefer, "clause": &x.clause}
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
		}
		for i, w := range list {
			switch kind {
			case "unit":
				x.units[w] = arg
			case "number":
				x.numerals[w] = arg
			case "numeral":
				if i != 1 {
					x.numerals[w] = strconv.Itoa(i)
				}
			case "verb":
				x.verbs[w] = list[0]
			case "turned":
				x.turned[stem(w)] = true
			default:
				if set := sets[kind]; set != nil {
					(*set)[w] = true
				}
			}
		}
	}
	return x
})
