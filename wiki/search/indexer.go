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
	have   [someLanguages][]given // what each form gives in a language
	marks  map[int32]int32        // the term of a form with marks as it stands there

	log      []uint32 // terms in the order of the texts: term<<1, and 1 where it stands there without marks as well
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

	entries []entry // of the words of the passage
	shorts  []sought[[1]uint64]
	wides   []sought[[2]uint64]
	room    []byte // for a text that has none behind it
}

// A reading is what is known so far of the document that is being read.
type reading struct {
	length [fields]uint32
	stops  [1 << len(languages)]int // how many words are stop words in a set of languages
}

// A given is what a form gives in a language: a term<<2, and these; and how often it did.
type given struct{ what, n uint32 }

const (
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
	x.ends = make([]uint32, 0, size/128+16)
	x.passages = make([]uint32, 0, size/128+16)
	x.abouts = make([]byte, 0, size/8)
	return x
}

// passage takes a passage of the document at hand.
func (x *indexer) passage(f field, text []byte, start, end int) {
	from := len(x.forms)
	holds := x.words(text)
	if asking(text) {
		holds |= question
	}
	if f == inAside && frames(text) {
		holds |= framing
	}
	n := len(x.forms) - from
	x.open.length[f] += uint32(n)
	x.parts = append(x.parts, part{f, holds, n, start, end})
	x.upTo = append(x.upTo, len(x.forms))
}

// document ends the document of the passages that came.
func (x *indexer) document(d *about) {
	d.lang = uint8(language(&x.open.stops, len(x.forms)))
	d.parts = x.parts
	x.first = append(x.first, uint32(len(x.passages)))
	have := x.have[d.lang]
	if n := len(x.lexicon.forms); len(have) < n {
		if cap(have) < n {
			have = append(make([]given, 0, 2*n), have...)
		}
		have = have[:n]
		x.have[d.lang] = have
	}
	from := 0
	for i, to := range x.upTo {
		for _, id := range x.forms[from:to] {
			g := &have[id]
			if g.n++; g.n == 1 {
				g.what = x.gives(int32(id), d.lang)
			}
			x.log = append(x.log, g.what>>2<<1|g.what&isExact)
			if g.what&isMark != 0 {
				x.log = append(x.log, uint32(x.marked(int32(id)))<<1)
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

// count is how often each term is in log.
func (x *indexer) count() []uint32 {
	out := make([]uint32, len(x.terms))
	for _, have := range x.have {
		for id, g := range have {
			if g.n > 0 {
				out[g.what>>2] += g.n
				if g.what&isMark != 0 {
					out[x.marks[int32(id)]] += g.n
				}
			}
		}
	}
	return out
}

// gives is what a form gives in a language.
func (x *indexer) gives(id int32, lang uint8) uint32 {
	f := &x.lexicon.forms[id]
	name := ""
	if int(lang) < len(languages) {
		name = languages[lang]
	}
	stem := f.term(name)
	t := int32(0)
	if stem == f.exact && tabled(stem) {
		t = x.termAt(id, stem)
	} else {
		t = x.term(stem)
	}
	if x.says[id].marks {
		return uint32(t)<<2 | isMark
	}
	return uint32(t)<<2 | isExact
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
	if !tabled(name) {
		id, ok := x.names[name]
		if !ok {
			id = x.new(name)
			x.names[name] = id
		}
		return id
	}
	return x.termAt(x.form(form{exact: name}).form, name)
}

// termAt is the number of the term that is written as a form is which the tables hold.
func (x *indexer) termAt(form int32, name string) int32 {
	if n := len(x.lexicon.forms); len(x.termOf) < n {
		if cap(x.termOf) < n {
			x.termOf = append(make([]int32, 0, 2*n), x.termOf...)
		}
		x.termOf = x.termOf[:n]
	}
	if x.termOf[form] == 0 {
		x.termOf[form] = x.new(name) + 1
	}
	return x.termOf[form] - 1
}

func (x *indexer) new(name string) int32 {
	x.terms = append(doubled(x.terms), name)
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
	if best < len(languages) && most*40 < words {
		return len(languages)
	}
	return best
}
