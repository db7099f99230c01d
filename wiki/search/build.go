package search

import (
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
)

// languages are those that have stems, in the order in which a text is taken for one.
var languages = [...]string{"en", "de", "fr", "es", "pt", "ru"}

const someLanguages = len(languages) + 1 // and none

// A source is a page or an entry as it goes into an index.
type source struct {
	about
	passages []passage
}

// An indexer makes the postings of a stretch of the files.
type indexer struct {
	words words
	forms []form // that were met, each once
	known map[string]int32
	stops []uint8                // of each form, the languages of which it is a stop word, as bits
	terms [someLanguages][]int32 // of each form, 1 + its term; 0 is not looked up yet
	holds []sort
	marks []int32          // of each form, 1 + the term of the form as it stands there, if it has marks; -1 if it has none
	names map[string]int32 // terms
	lists []list
	docs  []about
	now   []said // of the source that is being read
	open  []int32
}

type said struct {
	form, passage int32
}

// A list is the postings of a term.
type list struct {
	buf     []byte
	term    string
	df      int32
	last    int32 // the source last written, -1 for none
	passage int32 // the passage that is being counted
	before  int32 // the one before
	tf      int32 // in it; 0 while nothing is counted
	exact   int32
	field   field
}

func newIndexer() *indexer {
	return &indexer{known: map[string]int32{}, names: map[string]int32{}, words: newWords()}
}

// build makes the segment of files, which it completes. parse reads one and makes its sources.
func build(ctx context.Context, files []file, parse func(*file) []source) (*segment, error) {
	workers := max(1, min(runtime.GOMAXPROCS(0), len(files)/32))
	parts := make([]*indexer, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			x := newIndexer()
			parts[w] = x
			for i := w * len(files) / workers; i < (w+1)*len(files)/workers && ctx.Err() == nil; i++ {
				f := &files[i]
				f.first = len(x.docs)
				for _, src := range parse(f) {
					x.read(&src)
				}
				f.docs = len(x.docs) - f.first
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &segment{files: files}
	for w, x := range parts {
		for i := w * len(files) / workers; i < (w+1)*len(files)/workers; i++ {
			files[i].first += len(s.docs)
		}
		s.docs = append(s.docs, x.docs...)
	}
	s.lists = merge(parts)
	return s, nil
}

// read adds a source.
func (x *indexer) read(src *source) {
	x.now = x.now[:0]
	var stops [someLanguages]int
	for i := range src.passages {
		p := &src.passages[i]
		from := len(x.now)
		var holds sort
		if asking(p.text) {
			holds = question
		}
		scan(p.text, func(start, end int) {
			for _, id := range x.formsOf(p.text[start:end]) {
				x.now = append(x.now, said{id, int32(i)})
				holds |= x.holds[id]
				for m, l := x.stops[id], 0; m != 0; m, l = m>>1, l+1 {
					stops[l] += int(m & 1)
				}
			}
		})
		long := len(x.now) - from
		src.length[p.field] += long
		src.parts = append(src.parts, part{p.field, holds, long, p.start, p.end})
	}
	lang := language(stops[:len(languages)], len(x.now))
	src.lang = uint8(lang)
	n := int32(len(x.docs))
	x.docs = append(x.docs, src.about)
	for _, at := range x.now {
		where := src.passages[at.passage].field
		f := &x.forms[at.form]
		x.add(n, x.termOf(at.form, lang), at.passage, where, f.exact == f.folded)
		if m := x.marks[at.form]; m >= 0 {
			x.add(n, x.marked(at.form), at.passage, where, false)
		}
	}
	for _, term := range x.open {
		l := &x.lists[term]
		l.count()
		l.buf = append(l.buf, 0)
	}
	x.open = x.open[:0]
}

// language is the one whose stop words a text has most of, len(languages) for none.
func language(stops []int, words int) int {
	best := len(languages)
	most := 1
	for l, n := range stops {
		if n > most {
			best, most = l, n
		}
	}
	if best < len(languages) && most*20 < words {
		return len(languages)
	}
	return best
}

// formsOf returns the forms of a word as [scan] found it.
func (x *indexer) formsOf(word string) []int32 {
	at := x.words.find(word)
	if at.forms != nil {
		return at.forms
	}
	word = strings.Clone(word)
	ids := []int32{}
	for _, f := range forms(word) {
		id, ok := x.known[f.exact]
		if !ok {
			id = x.learn(f)
		}
		ids = append(ids, id)
	}
	x.words.put(at, word, ids)
	return ids
}

// learn takes in a form that is new.
func (x *indexer) learn(f form) int32 {
	id := int32(len(x.forms))
	x.known[f.exact] = id
	x.forms = append(x.forms, f)
	stops, mark := uint8(0), int32(-1)
	for l, name := range languages {
		if prose.IsStop(f.exact, prose.Lang(name)) {
			stops |= 1 << l
		}
	}
	if f.exact != f.folded {
		mark = 0
	}
	x.stops = append(x.stops, stops)
	x.holds = append(x.holds, sortOf(f.exact))
	x.marks = append(x.marks, mark)
	for l := range x.terms {
		x.terms[l] = append(x.terms[l], 0)
	}
	return id
}

func (x *indexer) termOf(form int32, lang int) int32 {
	t := x.terms[lang][form]
	if t == 0 {
		name := ""
		if lang < len(languages) {
			name = languages[lang]
		}
		t = x.term(x.forms[form].term(name)) + 1
		x.terms[lang][form] = t
	}
	return t - 1
}

// exactly begins the term of a form with marks, as it stands in the text.
const exactly = "="

// marked is the term of a form that has marks, as it is.
func (x *indexer) marked(form int32) int32 {
	if x.marks[form] == 0 {
		x.marks[form] = x.term(exactly+x.forms[form].exact) + 1
	}
	return x.marks[form] - 1
}

func (x *indexer) term(name string) int32 {
	id, ok := x.names[name]
	if !ok {
		id = int32(len(x.lists))
		x.names[name] = id
		x.lists = append(x.lists, list{term: name, last: -1})
	}
	return id
}

func (x *indexer) add(n, term, passage int32, where field, exact bool) {
	l := &x.lists[term]
	if l.last != n {
		l.buf = binary.AppendUvarint(l.buf, uint64(n-l.last-1))
		l.df++
		l.last, l.before = n, -1
		x.open = append(x.open, term)
	} else if passage != l.passage {
		l.count()
	}
	l.passage, l.field = passage, where
	l.tf++
	if exact {
		l.exact++
	}
}

// count writes how often the term stands in a passage.
func (l *list) count() {
	l.buf = binary.AppendUvarint(l.buf, uint64(l.passage-l.before))
	n := uint64(l.tf)<<4 | uint64(l.field)<<1
	if l.exact == l.tf {
		n |= 1
	}
	l.buf = binary.AppendUvarint(l.buf, n)
	if n&1 == 0 {
		l.buf = binary.AppendUvarint(l.buf, uint64(l.exact))
	}
	l.before, l.tf, l.exact = l.passage, 0, 0
}

// merge puts the postings of stretches behind each other, by term.
func merge(parts []*indexer) []list {
	if len(parts) == 0 {
		return nil
	}
	out := parts[0].lists
	at := parts[0].names
	first := len(parts[0].docs)
	for _, x := range parts[1:] {
		for i := range x.lists {
			l := &x.lists[i]
			n, ok := at[l.term]
			if !ok {
				n = int32(len(out))
				at[l.term] = n
				out = append(out, list{term: l.term, last: -1})
			}
			to := &out[n]
			begin, width := binary.Uvarint(l.buf)
			to.buf = binary.AppendUvarint(to.buf, uint64(int32(first)+int32(begin)-to.last-1))
			to.buf = append(to.buf, l.buf[width:]...)
			to.df += l.df
			to.last = int32(first) + l.last
		}
		first += len(x.docs)
	}
	slices.SortFunc(out, func(a, b list) int { return strings.Compare(a.term, b.term) })
	return out
}
