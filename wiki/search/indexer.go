package search

import (
	"encoding/binary"
	"unicode/utf8"
)

// languages are those that have stems, in the order in which a text is taken for one.
var languages = [...]string{"en", "de", "fr", "es", "pt", "ru"}

const someLanguages = len(languages) + 1 // and none

// An indexer reads a stretch of the files, passage by passage, and notes all terms in their order. Only
// when all is read they are put together by term, see postings.go: to go to the list of each term at
// each word costs far more, since no memory near the processor holds all lists.
type indexer struct {
	lexicon
	class  [256]uint8
	names  map[string]int32 // terms that are no words of the tables
	termOf []int32          // of each form, 1 + the number of the term that is written so; 0 is none yet
	terms  []string
	have   [someLanguages][]uint32 // what each form gives in a language; unsaid where that is not known yet
	marks  map[int32]int32         // the term of a form with marks as it stands there

	log      []uint32 // terms in the order of the texts: term<<1, and 1 where it stands there without marks as well
	count    []uint32 // how often each term is in log
	ends     []uint32 // where each passage ends in log
	passages []uint32 // of each, its document<<3 and its field

	docs    int
	lengths [][fields]uint32 // of each document
	langs   []uint8
	abouts  []byte // what is known of each document, sealed
	places  []uint32
	first   []uint32 // passage of each document

	open  reading
	parts []part   // of the document that is being read
	forms []uint32 // of it
	upTo  []int    // where each of its passages ends in forms
	row   []byte
}

// A reading is what is known so far of the document that is being read.
type reading struct {
	length [fields]uint32
	stops  [1 << len(languages)]int // how many words are stop words in a set of languages
}

// What a form gives is a term<<2, and these.
const (
	unsaid  = ^uint32(0)
	isExact = 1 // the form has no marks
	isMark  = 2 // the form is a term of its own as well
)

// newIndexer makes an indexer of about so many bytes of text.
func newIndexer(size int64) *indexer {
	x := &indexer{lexicon: newLexicon(), names: map[string]int32{}, marks: map[int32]int32{}}
	for c := range x.class {
		switch {
		case c >= utf8.RuneSelf:
			x.class[c] = foreign
		default:
			x.class[c] = uint8(classOf(byte(c)))
		}
	}
	x.log = make([]uint32, 0, size/5+64)
	return x
}

// foreign is the class of bytes outside of ASCII, beside those of [classOf].
const foreign = 3

// passage takes a passage of the document at hand.
func (x *indexer) passage(f field, text []byte, start, end int) {
	from := len(x.forms)
	holds := x.words(text)
	if asking(text) {
		holds |= question
	}
	n := len(x.forms) - from
	x.open.length[f] += uint32(n)
	x.parts = append(x.parts, part{f, holds, n, start, end})
	x.upTo = append(x.upTo, len(x.forms))
}

// words takes the words of a text.
func (x *indexer) words(text []byte) (holds sort) {
	for i := 0; i < len(text); {
		class := x.class[text[i]]
		if class == between || class == joining {
			i++
			continue
		}
		if class == foreign {
			i = x.foreign(text, i, &holds)
			continue
		}
		start := i
		for i < len(text) && x.class[text[i]] == ofWord {
			i++
		}
		if i < len(text) && (x.class[text[i]] >= joining || i == start+1 && (text[i] == '+' || text[i] == '#')) {
			i = wordEnd(text, start)
		}
		x.take(x.word(text, start, i), &holds)
	}
	return holds
}

// foreign takes what begins with a character outside of ASCII, and is where that ends.
func (x *indexer) foreign(text []byte, i int, holds *sort) int {
	r, w := utf8.DecodeRune(text[i:])
	switch {
	case unspaced(r):
		return pairs(text, i, func(start, end int) { x.take(x.word(text, start, end), holds) })
	case wordRune(r):
		end := wordEnd(text, i)
		x.take(x.word(text, i, end), holds)
		return end
	}
	return i + w
}

// take notes the forms of a word.
func (x *indexer) take(e entry, holds *sort) {
	if e.form >= 0 {
		x.forms = append(x.forms, uint32(e.form))
		x.open.stops[e.saying.stops]++
		*holds |= e.saying.holds
		return
	}
	for _, id := range x.many[-1-e.form] {
		x.forms = append(x.forms, uint32(id))
		x.open.stops[x.says[id].stops]++
		*holds |= x.says[id].holds
	}
}

// document ends the document of the passages that came.
func (x *indexer) document(d *about) {
	d.lang = uint8(language(&x.open.stops, len(x.forms)))
	d.parts = x.parts
	x.first = append(x.first, uint32(len(x.passages)))
	have := x.have[d.lang]
	if n := len(x.lexicon.forms); len(have) < n {
		for range n - len(have) {
			have = append(have, unsaid)
		}
		x.have[d.lang] = have
	}
	from := 0
	for i, to := range x.upTo {
		for _, id := range x.forms[from:to] {
			t := have[id]
			if t == unsaid {
				t = x.gives(int32(id), d.lang)
				have[id] = t
			}
			x.say(t>>2, t&isExact)
			if t&isMark != 0 {
				x.say(uint32(x.marked(int32(id))), 0)
			}
		}
		x.ends = append(x.ends, uint32(len(x.log)))
		x.passages = append(x.passages, uint32(x.docs)<<3|uint32(x.parts[i].field))
		from = to
	}
	x.places = append(x.places, uint32(len(x.abouts)))
	x.row = d.append(x.row[:0])
	x.abouts = binary.LittleEndian.AppendUint32(append(x.abouts, x.row...), sum(x.row))
	x.lengths = append(x.lengths, x.open.length)
	x.langs = append(x.langs, d.lang)
	x.docs++
	x.open = reading{}
	x.parts, x.forms, x.upTo = x.parts[:0], x.forms[:0], x.upTo[:0]
}

func (x *indexer) say(term, exact uint32) {
	x.log = append(x.log, term<<1|exact)
	x.count[term]++
}

// gives is what a form gives in a language.
func (x *indexer) gives(id int32, lang uint8) uint32 {
	f := &x.lexicon.forms[id]
	name := ""
	if int(lang) < len(languages) {
		name = languages[lang]
	}
	t := uint32(x.term(f.term(name))) << 2
	if x.says[id].marks {
		return t | isMark
	}
	return t | isExact
}

// exactly begins the term of a form with marks, as it stands in the text.
const exactly = "="

// marked is the term of a form that has marks, as it is.
func (x *indexer) marked(form int32) int32 {
	t, ok := x.marks[form]
	if !ok {
		t = x.term(exactly + x.lexicon.forms[form].exact)
		x.marks[form] = t
	}
	return t
}

// term is the number of a term. One that is a word as well has it beside that word's form.
func (x *indexer) term(name string) int32 {
	if len(name) > wideMost || caseOf(name) != lower {
		id, ok := x.names[name]
		if !ok {
			id = x.new(name)
			x.names[name] = id
		}
		return id
	}
	form := x.form(form{exact: name}).form
	for len(x.termOf) < len(x.lexicon.forms) {
		x.termOf = append(x.termOf, 0)
	}
	if x.termOf[form] == 0 {
		x.termOf[form] = x.new(name) + 1
	}
	return x.termOf[form] - 1
}

func (x *indexer) new(name string) int32 {
	x.terms = append(x.terms, name)
	x.count = append(x.count, 0)
	return int32(len(x.terms) - 1)
}

// language is the one whose stop words a text has most of, len(languages) for none. stops has how
// many words are stop words in a set of languages.
func language(stops *[1 << len(languages)]int, words int) int {
	best, most := len(languages), 1
	for l := range languages {
		n := 0
		for set, many := range stops {
			n += many * (set >> l & 1)
		}
		if n > most {
			best, most = l, n
		}
	}
	if best < len(languages) && most*20 < words {
		return len(languages)
	}
	return best
}
