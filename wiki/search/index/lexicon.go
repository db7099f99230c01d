package index

import (
	"hash/maphash"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A lexicon numbers the forms of the words that it has met.
type lexicon struct {
	seed    maphash.Seed
	words   map[uint64]int32 // the number of a word's only form, or -1 less the place of its forms in many
	many    [][]int32        // the forms of words that have not just one
	numbers map[uint64]int32 // of forms, by the hash of how they are written
	forms   []token.Form
	says    []saying // of each form
}

// A saying is what a form says about its passage.
type saying struct {
	stops  uint8 // languages of which it is a stop word, as bits
	traits Trait
}

// newLexicon makes a lexicon for texts of about size bytes.
func newLexicon(size int64) lexicon {
	n := size >> 10 // new words are few, but for the first texts
	return lexicon{seed: maphash.MakeSeed(), words: make(map[uint64]int32, n), numbers: make(map[uint64]int32, n),
		forms: make([]token.Form, 0, n), says: make([]saying, 0, n)}
}

// split appends the forms of the words of a text.
func (l *lexicon) split(text string, forms []int32) []int32 {
	token.Scan(text, func(start, end int) {
		if id := l.word(text[start:end]); id >= 0 {
			forms = append(forms, id)
		} else {
			forms = append(forms, l.many[-1-id]...)
		}
	})
	return forms
}

func (l *lexicon) word(word string) int32 {
	hash := l.hash(word)
	id, known := l.words[hash]
	if !known {
		id = l.learn(word)
		l.words[hash] = id
	}
	return id
}

// hash returns 64 bits; collisions between words of a vault are negligible.
func (l *lexicon) hash(word string) uint64 { return maphash.String(l.seed, word) }

func (l *lexicon) learn(word string) int32 {
	forms := token.Forms(word)
	if len(forms) == 1 {
		return l.form(&forms[0])
	}
	ids := make([]int32, len(forms))
	for i := range forms {
		ids[i] = l.form(&forms[i])
	}
	l.many = append(l.many, ids)
	return -int32(len(l.many))
}

func (l *lexicon) form(f *token.Form) int32 {
	hash := l.hash(f.Exact)
	id, known := l.numbers[hash]
	if !known {
		id = int32(len(l.forms))
		own := *f
		own.Exact = strings.Clone(f.Exact) // without the file that it is from
		if own.Folded = own.Exact; f.Folded != f.Exact {
			own.Folded = strings.Clone(f.Folded)
		}
		l.numbers[hash] = id
		l.forms = append(l.forms, own)
		l.says = append(l.says, saying{stopsOf(f.Exact), traitsOf(f.Exact)})
	}
	return id
}

func stopsOf(word string) (set uint8) {
	if prose.IsStopAnywhere(word) {
		for l, name := range Languages {
			if prose.IsStopOf(word, prose.Lang(name)) {
				set |= 1 << l
			}
		}
	}
	return set
}

// textTraits returns the traits of a passage other than those of its words.
func textTraits(t *Text) (out Trait) {
	if Asks(t.Text) {
		out |= Question
	}
	if t.Field == InAside && Frames(t.Text) {
		out |= Framing
	}
	return out
}

// language returns the language with the most stop words in a text, len(Languages) if there is none. stops counts stop
// words by the set of languages that they belong to.
func language(stops *[1 << len(Languages)]int, words int) uint8 {
	best, most := len(Languages), 1
	for l := range Languages {
		n := 0
		for set, many := range stops {
			n += many * (set >> l & 1)
		}
		if n > most {
			best, most = l, n
		}
	}
	if best < len(Languages) && most*40 < words {
		return uint8(len(Languages))
	}
	return uint8(best)
}
