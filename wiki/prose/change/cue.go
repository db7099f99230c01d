package change

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

//go:embed turns.txt
var file string

type kind uint8

const (
	swap kind = iota
	back
	unswap
	drop
	undo
	set
	amend
	later
	guard
	tried
	kinds
)

var kindNames = map[string]kind{"swap": swap, "drop": drop, "undo": undo, "back": back, "unswap": unswap, "set": set, "amend": amend, "later": later, "guard": guard, "tried": tried}

// A pattern is a sequence of elements. The index leads to it from the words that it must contain.
type pattern struct {
	kind  kind
	start bool // only where a sentence begins
	elems []elem
}

type elem struct {
	words    map[string]bool // nil for a gap or a hole
	gap      bool
	old, now bool
	named    bool // a name, an article or a sign: what stands before it is a verb
	proper   bool // of a hole: only a name that is written as one
	never    bool // the words must not stand here
	optional bool
}

// A lexicon is the parsed turns.txt.
type lexicon struct {
	byWord                     map[string][]*pattern // by each word of their first required element of words
	filler, reason, state, nay map[string]bool
	single, hedge, limit, also map[string]bool
	invert, place, must, works map[string]bool
	lack, none, fits, since    map[string]bool // for what is mended: see mend
	adds, mended, until, vague map[string]bool
	takes, toward, asks, hope  map[string]bool
	rivals                     map[string]int

	subjects, describes, undone, tail, than, each map[string]bool // of the grammar
	articles, without, through, aims, once        map[string]bool
	units                                         map[string]string
	solids                                        map[rune][]string // cues of the languages without spaces, by what they begin with, the longest first
}

// cues is read on first use, so that commands that compile nothing stay fast.
var cues = sync.OnceValue(func() *lexicon {
	x := &lexicon{byWord: make(map[string][]*pattern), rivals: make(map[string]int), units: make(map[string]string), solids: make(map[rune][]string)}
	sets, grammar := make(map[string]map[string]bool), make(map[string]map[string]bool)
	for name, set := range map[string]*map[string]bool{"subjects": &x.subjects, "describes": &x.describes, "undone": &x.undone, "tail": &x.tail,
		"than": &x.than, "each": &x.each, "articles": &x.articles, "without": &x.without, "through": &x.through, "aims": &x.aims, "once": &x.once} {
		*set = make(map[string]bool)
		grammar[name] = *set
	}
	for name, set := range map[string]*map[string]bool{"filler": &x.filler, "reason": &x.reason, "state": &x.state, "nay": &x.nay, "single": &x.single,
		"hedge": &x.hedge, "limit": &x.limit, "also": &x.also, "invert": &x.invert, "place": &x.place, "must": &x.must, "works": &x.works,
		"lack": &x.lack, "none": &x.none, "fits": &x.fits, "since": &x.since, "adds": &x.adds, "mended": &x.mended, "until": &x.until, "vague": &x.vague,
		"takes": &x.takes, "toward": &x.toward, "asks": &x.asks, "hope": &x.hope} {
		*set = make(map[string]bool)
		sets[name] = *set
	}
	group := 0
	for head, words := range prose.Lists(file) {
		unit, isUnit := strings.CutPrefix(head, "unit ")
		set, plain := sets[head], grammar[head]
		switch {
		case head == "rivals":
			group++
		case set == nil && plain == nil && !isUnit:
			x.add(kindNames[head], words)
			continue
		}
		for _, w := range words {
			switch {
			case head == "rivals":
				x.rivals[stem(w)] = group
			case isUnit:
				x.units[w] = unit
			case plain != nil:
				plain[w] = true
			default:
				set[w] = true
				x.solid(w)
			}
		}
	}
	for _, w := range strings.Fields("转换成 转换为 转换 变换 変換") { // no cue, though it holds one
		x.solid(w)
	}
	return x
})

func (x *lexicon) add(k kind, words []string) {
	p := &pattern{kind: k}
	for _, w := range words {
		base, optional := strings.CutSuffix(w, "?")
		if base == "" {
			base, optional = w, false
		}
		switch e := (elem{optional: optional}); base {
		case "^":
			p.start = true
		case "*":
			p.elems = append(p.elems, elem{gap: true})
		case "OLD":
			p.elems = append(p.elems, elem{old: true})
		case "@":
			p.elems = append(p.elems, elem{named: true})
		case "NEW":
			p.elems = append(p.elems, elem{now: true})
		case "NAME":
			p.elems = append(p.elems, elem{now: true, proper: true})
		default:
			base, e.never = strings.CutPrefix(base, "!")
			e.words = make(map[string]bool)
			for alt := range strings.SplitSeq(base, "|") {
				e.words[alt] = true
				x.solid(alt)
			}
			p.elems = append(p.elems, e)
		}
	}
	for _, e := range p.elems {
		if e.words != nil && !e.optional && !e.never {
			for w := range e.words {
				x.byWord[w] = append(x.byWord[w], p)
			}
			return
		}
	}
}

func (x *lexicon) solid(w string) {
	r, _ := utf8.DecodeRuneInString(w)
	if !solid(r) {
		return
	}
	list := x.solids[r]
	at := 0
	for at < len(list) && len(list[at]) >= len(w) {
		if list[at] == w {
			return
		}
		at++
	}
	x.solids[r] = append(list[:at:at], append([]string{w}, list[at:]...)...)
}

// solidAt returns the cue that s begins with, or "".
func (x *lexicon) solidAt(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	for _, w := range x.solids[r] {
		if strings.HasPrefix(s, w) {
			return w
		}
	}
	return ""
}
