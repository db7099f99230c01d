package change

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/prose"
)

//go:embed roles.txt
var file string

// A role is what a word does in a clause, as a set of bits; roles.txt explains them.
type role uint64

const (
	filler role = 1 << iota
	state
	place
	swapped
	swap
	from
	fromEnd
	to
	toEnd
	into
	instead
	insteadEnd
	replaced
	replaces
	with
	not
	gone
	more
	drop
	undone
	exempt
	permit
	must
	soft
	now
	fixed
	added
	works
	lack
	absent
	until
	correct
	weak
	invert
	guard
	hedge
	back
	also
	limit
	reason
	pron
	we
	was
	once
	each
	attempt
	but
	ended
	failed
	vague
	number
	lapse
	remake
	cause
	leave
	onward
	naming
	moment
	theme
	relative
	final

	// silent words tell nothing of what a clause is about.
	silent = filler | state | place | swapped | replaced | from | fromEnd | to | into | toEnd | instead | insteadEnd | replaces | with | not | gone | more |
		exempt | permit | must | soft | now | correct | weak | guard | hedge | back | also | reason | pron | we | was | once | undone | remake | naming
)

// roleNames are the names of the roles in roles.txt, in their order.
var roleNames = strings.Fields("filler state place swapped swap from fromend to toend into instead insteadend replaced replaces with not gone more drop undone exempt permit must soft now fixed added works lack absent until correct weak invert guard hedge back also limit reason pron we was once each attempt but ended failed vague number lapse remake cause leave onward naming moment theme relative final")

func roleOf(name string) role { return 1 << slices.Index(roleNames, name) }

// A lexicon is the parsed roles.txt.
type lexicon struct {
	roles   map[string]role
	phrases map[string][]phrase // by their first word, the longest first
	same    map[string]string   // a common stem for words that here say the same
	rivals  map[string][]string // the stems of which one is taken, by each
	units   map[string]string   // how a unit is written at length and in short
	solids  map[rune][]string   // words of the languages without spaces, by what they begin with, the longest first
}

// A phrase is several words with one role.
type phrase struct {
	words []string
	role  role
}

// cues is read on first use, so that commands that compile nothing stay fast.
var cues = sync.OnceValue(func() *lexicon {
	x := &lexicon{roles: map[string]role{}, phrases: map[string][]phrase{}, same: map[string]string{}, rivals: map[string][]string{}, units: map[string]string{}, solids: map[rune][]string{}}
	for name, words := range prose.Lists(file) {
		unit, isUnit := strings.CutPrefix(name, "unit_")
		var group []string
		for _, w := range words {
			parts := strings.Split(w, "_")
			switch {
			case strings.HasPrefix(name, "same_"):
				x.same[w] = name
			case name == "rivals":
				group = append(group, prose.Stem(w))
			case isUnit:
				x.units[w] = unit
			case len(parts) > 1:
				x.phrases[parts[0]] = append(x.phrases[parts[0]], phrase{parts, roleOf(name)})
			default:
				x.roles[w] |= roleOf(name)
				x.solid(w)
			}
		}
		for _, w := range group {
			x.rivals[w] = group
		}
	}
	for _, list := range x.phrases {
		for i := range list {
			for _, o := range list { // a phrase may have several roles
				if slices.Equal(o.words, list[i].words) {
					list[i].role |= o.role
				}
			}
		}
		sorting.Stable(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	for _, w := range strings.Fields("转换成 转换为 转换 变换 変換") { // no change of what holds
		x.solid(w)
	}
	return x
})

func (x *lexicon) solid(w string) {
	r, _ := utf8.DecodeRuneInString(w)
	if list := x.solids[r]; prose.CJK(r) && !slices.Contains(list, w) {
		at := slices.IndexFunc(append(list, ""), func(o string) bool { return len(o) < len(w) })
		x.solids[r] = slices.Insert(list, at, w)
	}
}

// solidAt returns the word with a role that s begins with, or "".
func (x *lexicon) solidAt(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	for _, w := range x.solids[r] {
		if strings.HasPrefix(s, w) {
			return w
		}
	}
	return ""
}

// phraseAt returns the longest phrase that the tokens begin with, and how many tokens it is.
func (x *lexicon) phraseAt(toks []tok) (role, int) {
	for _, p := range x.phrases[toks[0].word] {
		if len(p.words) <= len(toks) && !slices.ContainsFunc(toks[:len(p.words)], func(t tok) bool { return t.code }) &&
			slices.EqualFunc(p.words, toks[:len(p.words)], func(w string, t tok) bool { return w == t.word }) {
			return p.role, len(p.words)
		}
	}
	return 0, 0
}
