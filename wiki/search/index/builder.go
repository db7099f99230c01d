package index

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A builder gathers the postings of documents.
type builder struct {
	words map[string][]*form // the forms of each word that came
	forms map[string]*form   // by how they are written
	terms map[string]*list

	files   []file
	lengths []byte // of each document and field
	langs   []byte // of each document
	places  []byte // where each document begins in docs
	docs    []byte // what is known of each, sealed

	all     []*form // room for the forms of a document
	touched []*list // room for the terms of a passage
}

// A form is a form of a word with all that a builder wants to know of it.
type form struct {
	token.Form
	traits Trait
	stops  uint8                     // languages of which it is a stop word, as bits
	terms  [len(Languages) + 1]*list // of documents in each language, nil until one came
	marked *list                     // of one with marks, as it stands there
}

// A list is the postings of a term: of each document its distance from the one before, then of each of its passages
// the distance from the one before, how often the term stands there, the field, and, where it is not the same, how
// often without marks; a zero ends a document.
type list struct {
	name      string
	buf       []byte
	df        int // documents
	doc       int // the last one
	passage   int // the last one of it
	tf, exact int // in the passage that is being read
}

// Exactly begins the term of a form that has marks, as it stands in the text.
const Exactly = "="

func newBuilder() *builder {
	return &builder{words: map[string][]*form{}, forms: map[string]*form{}, terms: map[string]*list{}}
}

// add takes a document in.
func (b *builder) add(s *Source) {
	all := b.all[:0]
	var upTo []int // where each passage ends in all
	var length [Fields]int
	var stops [1 << len(Languages)]int // how many words are stop words in a set of languages
	for _, t := range s.Texts {
		p := Passage{Field: t.Field, Start: t.Start, End: t.End, Traits: textTraits(&t)}
		from := len(all)
		token.Scan(t.Text, func(start, end int) {
			for _, f := range b.formsOf(t.Text[start:end]) {
				all = append(all, f)
				stops[f.stops]++
				p.Traits |= f.traits
			}
		})
		p.Length = len(all) - from
		length[t.Field] += p.Length
		s.Passages, upTo = append(s.Passages, p), append(upTo, len(all))
	}
	b.all = all
	lang := language(&stops, len(all))
	s.Lang = languageOf(lang)
	from := 0
	for i, to := range upTo {
		b.note(all[from:to], lang, len(b.langs), i, s.Texts[i].Field)
		from = to
	}
	b.places = binary.LittleEndian.AppendUint32(b.places, uint32(len(b.docs)))
	b.docs = seal(s.Doc.append(b.docs, lang), len(b.docs))
	for _, n := range length {
		b.lengths = binary.AppendUvarint(b.lengths, uint64(n))
	}
	b.langs = append(b.langs, lang)
}

// note adds the words of a passage to the postings.
func (b *builder) note(forms []*form, lang uint8, doc, passage int, in Field) {
	touched := b.touched[:0]
	count := func(l *list, exact int) {
		if l.tf == 0 {
			touched = append(touched, l)
		}
		l.tf++
		l.exact += exact
	}
	for _, f := range forms {
		if f.terms[lang] == nil {
			f.terms[lang] = b.term(f.Term(languageOf(lang)))
		}
		if f.Exact == f.Folded {
			count(f.terms[lang], 1)
			continue
		}
		if f.marked == nil {
			f.marked = b.term(Exactly + f.Exact)
		}
		count(f.terms[lang], 0)
		count(f.marked, 0)
	}
	for _, l := range touched {
		l.post(doc, passage, in)
	}
	b.touched = touched
}

// post adds a passage with what was counted.
func (l *list) post(doc, passage int, in Field) {
	if l.df == 0 || l.doc != doc {
		before := l.doc
		if l.df == 0 {
			before = -1
		} else {
			l.buf = append(l.buf, 0)
		}
		l.buf = binary.AppendUvarint(l.buf, uint64(doc-before-1))
		l.doc, l.passage = doc, -1
		l.df++
	}
	l.buf = binary.AppendUvarint(l.buf, uint64(passage-l.passage))
	l.passage = passage
	n := uint64(l.tf)<<4 | uint64(in)<<1
	if l.exact == l.tf {
		l.buf = binary.AppendUvarint(l.buf, n|1)
	} else {
		l.buf = binary.AppendUvarint(binary.AppendUvarint(l.buf, n), uint64(l.exact))
	}
	l.tf, l.exact = 0, 0
}

// sorted are the lists by their terms, each with its end.
func (b *builder) sorted() []*list {
	out := make([]*list, 0, len(b.terms))
	for _, l := range b.terms {
		l.buf = seal(append(l.buf, 0), 0)
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *list) int { return strings.Compare(a.name, b.name) })
	return out
}

func (b *builder) term(name string) *list {
	l := b.terms[name]
	if l == nil {
		l = &list{name: name}
		b.terms[name] = l
	}
	return l
}

func (b *builder) formsOf(word string) []*form {
	out, known := b.words[word]
	if known {
		return out
	}
	for _, f := range token.Forms(word) {
		of := b.forms[f.Exact]
		if of == nil {
			of = &form{Form: f, traits: traitsOf(f.Exact), stops: stopsOf(f.Exact)}
			b.forms[f.Exact] = of
		}
		out = append(out, of)
	}
	b.words[strings.Clone(word)] = out
	return out
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

// textTraits are those of a passage beside those of its words.
func textTraits(t *Text) (out Trait) {
	if Asks(t.Text) {
		out |= Question
	}
	if t.Field == InAside && Frames(t.Text) {
		out |= Framing
	}
	return out
}

// language is the one whose stop words a text has most of, len(Languages) for none. stops has how many words are stop
// words in a set of languages.
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
