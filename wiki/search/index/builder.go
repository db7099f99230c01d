package index

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A builder records the terms of documents in the order of the texts. It groups them by term only at the end, because
// the lists of all terms do not fit into a processor cache.
type builder struct {
	lexicon
	gives [len(Languages) + 1][]given // what each form gives in each language
	terms map[uint64]uint32           // by their hashes
	names []string                    // of the terms; the first is unused

	noted    []uint32 // term<<1, plus 1 if it also occurs there without diacritics
	passages []passage
	lists    []list // when all are noted
	postings []byte

	files   []file
	lengths []byte // of each document and field
	langs   []byte // of each document
	places  []int  // offset of each document in docs
	docs    []byte // each document, sealed
	room    []int32
}

// A given is the term of a form: term<<1, plus 1 if the form has no diacritics; and the term with its diacritics. The
// zero value means that the form is not known yet.
type given struct{ term, marked uint32 }

// A passage is the document of a passage, its field, and the end of its terms.
type passage struct{ doc, at, field, end uint32 }

// A list is the postings of a term.
type list struct {
	name     string
	df       int // documents
	last     int // of them
	at, size int // bytes
}

// Exactly is the prefix of the term of a form with diacritics, as it is written in the text.
const Exactly = "="

// newBuilder makes a builder for texts of about size bytes.
func newBuilder(size int64) *builder {
	return &builder{lexicon: newLexicon(size), terms: make(map[uint64]uint32, size>>10), names: make([]string, 1, size>>10+1),
		noted: make([]uint32, 0, size/5), docs: make([]byte, 0, size/8)}
}

// add adds a document.
func (b *builder) add(s *Source) {
	var length [Fields]int
	var stops [1 << len(Languages)]int // how many words are stop words in a set of languages
	forms := b.room[:0]
	s.Passages = make([]Passage, len(s.Texts))
	for i := range s.Texts {
		t := &s.Texts[i]
		p := Passage{Field: t.Field, Start: t.Start, End: t.End, Traits: textTraits(t)}
		from := len(forms)
		forms = b.split(t.Text, forms)
		for _, id := range forms[from:] {
			stops[b.says[id].stops]++
			p.Traits |= b.says[id].traits
		}
		p.Length = len(forms) - from
		length[p.Field] += p.Length
		s.Passages[i] = p
	}
	b.room = forms
	lang := language(&stops, len(forms))
	doc := uint32(len(b.langs))
	gives := b.gives[lang]
	gives = slices.Grow(gives, len(b.forms)-len(gives))[:len(b.forms)]
	b.gives[lang] = gives
	for i := range s.Passages {
		p := &s.Passages[i]
		for _, id := range forms[:p.Length] {
			g := &gives[id]
			if g.term == 0 {
				*g = b.given(&b.forms[id], lang)
			}
			if b.noted = append(b.noted, g.term); g.marked != 0 {
				b.noted = append(b.noted, g.marked)
			}
		}
		forms = forms[p.Length:]
		b.passages = append(b.passages, passage{doc, uint32(i), uint32(p.Field), uint32(len(b.noted))})
	}
	b.places = append(b.places, len(b.docs))
	b.docs = seal(s.Doc.append(b.docs, lang), len(b.docs))
	b.lengths = appendNumbers(b.lengths, length[:]...)
	b.langs = append(b.langs, lang)
}

func (b *builder) given(f *token.Form, lang uint8) given {
	g := given{term: b.term(f.Term(languageOf(lang))) << 1}
	if f.Exact == f.Folded {
		g.term |= 1
	} else {
		g.marked = b.term(Exactly+f.Exact) << 1
	}
	return g
}

func (b *builder) term(name string) uint32 {
	hash := b.hash(name)
	id, known := b.terms[hash]
	if !known {
		id = uint32(len(b.names))
		b.names = append(b.names, name)
		b.terms[hash] = id
	}
	return id
}

// finish makes the postings of all terms, sorted by name.
func (b *builder) finish() {
	ends := make([]uint32, len(b.names)+1) // end of each term in found
	for _, t := range b.noted {
		ends[t>>1+1]++
	}
	for t := range b.names {
		ends[t+1] += ends[t]
	}
	found := make([]uint32, len(b.noted)) // passage<<1, and 1 for one without marks, by term, in the order of the texts
	from := uint32(0)
	for p := range b.passages {
		for _, t := range b.noted[from:b.passages[p].end] {
			at := &ends[t>>1]
			found[*at] = uint32(p)<<1 | t&1
			*at++
		}
		from = b.passages[p].end
	}
	b.noted = nil
	b.lists = make([]list, 0, len(b.names))
	b.postings = make([]byte, 0, 3*len(found))
	order := make([]uint32, len(b.names)-1)
	for i := range order {
		order[i] = uint32(i + 1)
	}
	sorting.By(order, func(x, y uint32) int { return strings.Compare(b.names[x], b.names[y]) })
	for _, t := range order {
		b.post(b.names[t], found[ends[t-1]:ends[t]])
	}
}

// post adds the postings of a term: for each document its distance from the previous one, then for each of its passages
// the distance from the previous one, how often the term occurs, the field, and, if it differs, how often it occurs
// without diacritics; a zero ends a document.
func (b *builder) post(name string, found []uint32) {
	buf := b.postings
	l := list{name: name, last: -1, at: len(buf)}
	before := -1
	for i := 0; i < len(found); {
		at, times, exact := found[i]>>1, 1, found[i]&1
		for i++; i < len(found) && found[i]>>1 == at; i++ {
			times++
			exact += found[i] & 1
		}
		p := &b.passages[at]
		if int(p.doc) != l.last {
			if l.df > 0 {
				buf = append(buf, 0)
			}
			buf = binary.AppendUvarint(buf, uint64(int(p.doc)-l.last-1))
			l.last, before = int(p.doc), -1
			l.df++
		}
		buf = binary.AppendUvarint(buf, uint64(int(p.at)-before))
		before = int(p.at)
		if n := uint64(times)<<4 | uint64(p.field)<<1; int(exact) == times {
			buf = binary.AppendUvarint(buf, n|1)
		} else {
			buf = binary.AppendUvarint(binary.AppendUvarint(buf, n), uint64(exact))
		}
	}
	b.postings = append(buf, 0)
	l.size = len(b.postings) - l.at
	b.lists = append(b.lists, l)
}

// join concatenates the postings of builders. The documents of each come after those of the one before.
func join(parts []*builder) (lists []list, buf []byte) {
	next := make([]int, len(parts))
	size, most := 0, 0
	for _, b := range parts {
		size += len(b.postings) + 8*len(b.lists)
		most += len(b.lists)
	}
	lists, buf = make([]list, 0, most), make([]byte, 0, size)
	for {
		l := list{last: -1, at: len(buf)}
		for i, b := range parts {
			if next[i] < len(b.lists) && (l.name == "" || b.lists[next[i]].name < l.name) {
				l.name = b.lists[next[i]].name
			}
		}
		if l.name == "" {
			return lists, buf
		}
		docs := 0
		for i, b := range parts {
			if next[i] < len(b.lists) && b.lists[next[i]].name == l.name {
				in := &b.lists[next[i]]
				next[i]++
				raw := b.postings[in.at : in.at+in.size]
				first, n := binary.Uvarint(raw)
				buf = binary.AppendUvarint(buf, uint64(docs+int(first)-l.last-1))
				buf = append(buf, raw[n:]...)
				l.last = docs + in.last
				l.df += in.df
			}
			docs += len(b.langs)
		}
		buf = seal(buf, l.at)
		l.size = len(buf) - l.at
		lists = append(lists, l)
	}
}
