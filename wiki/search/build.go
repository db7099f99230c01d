package search

import (
	"encoding/binary"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
)

// languages are those that have stems, in the order in which a text is taken for one.
var languages = [...]string{"en", "de", "fr", "es", "pt", "ru"}

// A source is a page or an entry as it goes into an index.
type source struct {
	about
	passages []passage
}

// An indexer makes the postings of a stretch of the sources.
type indexer struct {
	words map[string][]int32 // what scan found -> forms, as indices of forms
	forms []known
	exact map[string]int32 // forms by their text
	terms map[string]int32
	lists []list
	now   []said // of the source that is being read
	first int    // number of the first source
}

// known is a form that was met before.
type known struct {
	form
	stops uint8                     // languages of which it is a stop word, as bits
	terms [len(languages) + 1]int32 // 1 + its term in each language, the last in none; 0 is not made yet
	asIs  int32                     // 1 + its term as it stands there, of one with marks
}

type said struct {
	form, passage int32
}

// A list is the postings of a term.
type list struct {
	term    string
	buf     []byte
	df      int
	last    int // the source last written, -1 for none
	open    bool
	passage int // the passage that is being counted
	before  int // the one before
	tf      int
	exact   int
	field   field
}

// build makes the segment of sources.
func build(all []source) *segment {
	workers := max(1, min(runtime.GOMAXPROCS(0), len(all)/64))
	parts := make([]*indexer, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			from, to := w*len(all)/workers, (w+1)*len(all)/workers
			x := &indexer{words: map[string][]int32{}, exact: map[string]int32{}, terms: map[string]int32{}, first: from}
			for i := from; i < to; i++ {
				x.read(i-from, &all[i])
			}
			parts[w] = x
		})
	}
	wg.Wait()
	s := &segment{docs: make([]about, len(all))}
	for i := range all {
		s.docs[i] = all[i].about
	}
	s.lists = merge(parts)
	return s
}

// read adds a source.
func (x *indexer) read(n int, src *source) {
	x.now = x.now[:0]
	var stops [8]int
	for i := range src.passages {
		p := &src.passages[i]
		from := len(x.now)
		scan(p.text, func(start, end int) {
			for _, id := range x.formsOf(p.text[start:end]) {
				x.now = append(x.now, said{id, int32(i)})
				if m := x.forms[id].stops; m != 0 {
					for l := range languages {
						stops[l] += int(m >> l & 1)
					}
				}
			}
		})
		long := len(x.now) - from
		src.length[p.field] += long
		src.parts = append(src.parts, part{p.field, long, p.start, p.end})
	}
	lang := language(stops[:len(languages)], len(x.now))
	src.lang = uint8(lang)
	for _, at := range x.now {
		x.add(n, src, x.termOf(at.form, lang), at)
		if m := x.marked(at.form); m >= 0 {
			x.add(n, src, m, at)
		}
	}
	for _, at := range x.now {
		x.close(x.termOf(at.form, lang))
		if m := x.marked(at.form); m >= 0 {
			x.close(m)
		}
	}
}

// exactly begins the term of a form with marks, as it stands in the text.
const exactly = "="

// marked is the term of a form as it is, of one with marks; -1 of others.
func (x *indexer) marked(form int32) int32 {
	k := &x.forms[form]
	if k.exact == k.folded {
		return -1
	}
	if k.asIs == 0 {
		k.asIs = x.term(exactly+k.exact) + 1
	}
	return k.asIs - 1
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

func (x *indexer) formsOf(word string) []int32 {
	ids, ok := x.words[word]
	if ok {
		return ids
	}
	word = strings.Clone(word)
	for _, f := range forms(word) {
		id, ok := x.exact[f.exact]
		if !ok {
			id = int32(len(x.forms))
			k := known{form: f}
			for l, name := range languages {
				if prose.IsStop(f.exact, prose.Lang(name)) {
					k.stops |= 1 << l
				}
			}
			x.exact[f.exact] = id
			x.forms = append(x.forms, k)
		}
		ids = append(ids, id)
	}
	x.words[word] = ids
	return ids
}

func (x *indexer) termOf(form int32, lang int) int32 {
	k := &x.forms[form]
	if k.terms[lang] == 0 {
		name := ""
		if lang < len(languages) {
			name = languages[lang]
		}
		k.terms[lang] = x.term(k.term(name)) + 1
	}
	return k.terms[lang] - 1
}

func (x *indexer) term(term string) int32 {
	id, ok := x.terms[term]
	if !ok {
		id = int32(len(x.lists))
		x.terms[term] = id
		x.lists = append(x.lists, list{term: term, last: -1})
	}
	return id
}

func (x *indexer) add(n int, src *source, term int32, at said) {
	l := &x.lists[term]
	if !l.open {
		l.buf = binary.AppendUvarint(l.buf, uint64(n-l.last-1))
		l.df++
		l.last, l.open, l.passage, l.before = n, true, int(at.passage), -1
	}
	if int(at.passage) != l.passage {
		l.count()
		l.passage = int(at.passage)
	}
	l.field = src.passages[at.passage].field
	l.tf++
	if f := &x.forms[at.form]; f.exact == f.folded {
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

func (x *indexer) close(term int32) {
	if l := &x.lists[term]; l.open {
		l.count()
		l.buf = append(l.buf, 0)
		l.open = false
	}
}

// merge puts the postings of stretches behind each other, by term.
func merge(parts []*indexer) []list {
	at := map[string]int{}
	var out []list
	for _, x := range parts {
		for i := range x.lists {
			l := &x.lists[i]
			n, ok := at[l.term]
			if !ok {
				n = len(out)
				at[l.term] = n
				out = append(out, list{term: l.term, last: -1})
			}
			to := &out[n]
			first, width := binary.Uvarint(l.buf)
			if x.first == 0 {
				to.buf = l.buf
			} else {
				to.buf = binary.AppendUvarint(to.buf, uint64(x.first+int(first)-to.last-1))
				to.buf = append(to.buf, l.buf[width:]...)
			}
			to.df += l.df
			to.last = x.first + l.last
		}
	}
	slices.SortFunc(out, func(a, b list) int { return strings.Compare(a.term, b.term) })
	return out
}
