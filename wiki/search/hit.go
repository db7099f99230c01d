package search

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Hit is a document that was found.
type Hit struct {
	Path    string // from the root of what was searched
	Entry   string // id of the entry of a day log
	Title   string
	Kind    Kind
	Type    string // concept, connection, qa; log
	Tags    []string
	Project string
	Branch  string
	Created string // days, "" where nothing says
	Updated string
	Score   float64 // means something beside the scores of the same query only
	Cover   float64 // how much of the query the passage holds, by rarity; 0 to 1

	// The passage that says most of what was looked for.
	Passage string   // as a person reads it, in one line
	Line    int      // of the file, from 1; 0 where the title alone was found
	Block   string   // address of the line of a day log, without the caret
	Heading string   // what a link to the entry names
	Cites   []string // what the passage cites: "2026-03-02#^k9dc1dd"
	Snippet string   // of the passage, on whole words
	Marks   []Mark   // in the snippet
	Also    []string // links of what says the same, where hits are folded

	Why []Reason // what made the score
}

// A Mark is a word of a snippet that was looked for, in bytes.
type Mark struct{ Start, End int }

// A Reason is what a word did to a score.
type Reason struct {
	Word   string   `json:"word"`
	As     string   `json:"as,omitempty"` // what was taken in its place
	Fields []string `json:"fields"`       // where it stands
	Rarity float64  `json:"rarity"`       // inverse document frequency
	Weight float64  `json:"weight"`       // of the word in the query
}

const snippetMost = 240

var citation = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[\[(?:daily/)?(\d{4}-\d\d-\d\d)(?:\.md)?((?:#[^\]|\n]+)?)(?:\\?\|[^\]\n]*)?\]\]`)
})

// hit reads what a document says now. It is false where that is not what was looked for any more.
func (x *Index) hit(f *candidate, q *Query, terms []term) (h Hit, ok bool) {
	a := &f.about
	src, err := x.store.Dir.ReadFile(a.Path)
	if err != nil || len(src) > fileMost {
		return h, false
	}
	h = Hit{Path: a.Path, Entry: a.Entry, Title: a.Title, Kind: a.Kind, Type: a.Type, Tags: a.Tags, Project: a.Project, Branch: a.Branch,
		Created: a.Created, Updated: a.Updated, Score: f.score, Cover: f.cover, Heading: a.Heading}
	names := termNames(terms)
	var p passage
	if f.passage >= 0 && f.passage < len(a.parts) {
		part := a.parts[f.passage]
		if part.end <= len(src) && part.start < part.end {
			p = passage{part.field, read(string(src[part.start:part.end])), part.start, part.end}
		}
	}
	changed := x.Unchecked && !x.asIndexed(a, src)
	if changed || p.text == "" || !f.line && !mentions(p.text, names) || len(q.phrases) > 0 {
		var there bool
		if p, there = x.again(a, src, q, names); !there || changed && !mentions(p.text, names) {
			return h, false
		}
		if changed { // nobody knows how much it holds
			h.Cover = 0
		}
	}
	h.place(src, p)
	h.Snippet, h.Marks = snippet(h.Passage, names)
	return h, true
}

// asIndexed reports whether the passages of a document stand where they stood when it was indexed.
func (x *Index) asIndexed(a *about, src []byte) bool {
	all := x.store.parse(a.Path, src)
	i := slices.IndexFunc(all, func(s source) bool { return s.Entry == a.Entry && (a.Entry != "" || s.Heading == a.Heading) })
	return i >= 0 && slices.EqualFunc(all[i].passages, a.parts, func(p passage, q part) bool { return p.start == q.start && p.end == q.end })
}

// again finds the passage in a document as it is now: one that holds a phrase, or most of the words. It
// is false where the document is gone or holds the phrase no more.
func (x *Index) again(a *about, src []byte, q *Query, names map[string]bool) (best passage, ok bool) {
	all := x.store.parse(a.Path, src)
	i := slices.IndexFunc(all, func(s source) bool { return s.Entry == a.Entry && (a.Entry != "" || s.Heading == a.Heading) })
	if i < 0 {
		return best, false
	}
	most := -1
	for _, phrase := range q.phrases {
		if !slices.ContainsFunc(all[i].passages, func(p passage) bool { return hasPhrase(p.text, phrase) }) {
			return best, false
		}
	}
	for _, p := range all[i].passages {
		n := 2 * count(p.text, names)
		if n > 0 && p.field == inAside && frames([]byte(p.text)) {
			n = 1
		}
		for _, phrase := range q.phrases {
			if hasPhrase(p.text, phrase) {
				n += 100
			}
		}
		if p.start < p.end && p.field >= inBody && n > most {
			best, most = p, n
		}
	}
	return best, true
}

// termNames are all terms that were found in place of what was looked for.
func termNames(terms []term) map[string]bool {
	out := map[string]bool{}
	for i := range terms {
		for _, part := range terms[i].words {
			for _, w := range part {
				out[strings.TrimPrefix(w.term, exactly)] = true
			}
		}
	}
	return out
}

// eachMention calls f with the words of a text that were looked for.
func eachMention(text string, names map[string]bool, f func(start, end int)) {
	scan(text, func(start, end int) {
		for _, w := range forms(text[start:end]) {
			for _, v := range variants(&w) {
				if names[v.term] {
					f(start+w.start, start+w.end)
					break
				}
			}
		}
	})
}

func count(text string, names map[string]bool) (n int) {
	eachMention(text, names, func(int, int) { n++ })
	return n
}

func mentions(text string, names map[string]bool) bool {
	return len(names) == 0 || count(text, names) > 0
}

// place says where a passage stands and what it cites.
func (h *Hit) place(src []byte, p passage) {
	raw := src[p.start:p.end]
	text := strings.Join(strings.Fields(p.text), " ")
	for _, lead := range [...]string{"- ", "* ", "+ ", "> "} {
		text = strings.TrimPrefix(text, lead)
	}
	for _, box := range [...]string{"[ ] ", "[x] ", "[X] "} {
		text = strings.TrimPrefix(text, box)
	}
	h.Passage = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text), "()"), " ")
	if p.end > p.start {
		h.Line = 1 + bytes.Count(src[:p.start], []byte("\n"))
	}
	line := strings.TrimRight(string(raw), "\r\n")
	if i := strings.LastIndex(line, " ^"); i >= 0 && blockEnd(line, i+1) == len(line) {
		h.Block = line[i+2:]
	}
	for _, m := range citation().FindAllStringSubmatch(string(raw), -1) {
		if c := m[1] + m[2]; !slices.Contains(h.Cites, c) {
			h.Cites = append(h.Cites, c)
		}
	}
}

// snippet is the stretch of a passage with most of the words, and where they stand in it.
func snippet(text string, names map[string]bool) (string, []Mark) {
	var marks []Mark
	eachMention(text, names, func(start, end int) {
		for n := len(marks); n > 0 && marks[n-1].Start >= start && marks[n-1].End <= end; n-- {
			marks = marks[:n-1] // a part of this
		}
		n := len(marks)
		switch {
		case n > 0 && marks[n-1].End >= end: // this is a part
		case n > 0 && marks[n-1].End > start:
			marks[n-1].End = end
		default:
			marks = append(marks, Mark{start, end})
		}
	})
	if len(text) <= snippetMost {
		return text, marks
	}
	from := 0
	most := 0
	for i, m := range marks {
		n := 0
		for _, o := range marks[i:] {
			if o.End-m.Start > snippetMost-40 {
				break
			}
			n++
		}
		if n > most {
			most, from = n, max(0, m.Start-40)
		}
	}
	from = min(from, len(text)-snippetMost)
	to := from + snippetMost
	if from > 0 {
		if i := strings.IndexByte(text[from:to], ' '); i >= 0 && i < 60 {
			from += i + 1
		}
	}
	if to < len(text) {
		if i := strings.LastIndexByte(text[from:to], ' '); i > snippetMost/2 {
			to = from + i
		}
	}
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	lead, tail := "", ""
	if from > 0 {
		lead = "… "
	}
	if to < len(text) {
		tail = " …"
	}
	var kept []Mark
	for _, m := range marks {
		if m.Start >= from && m.End <= to {
			kept = append(kept, Mark{m.Start - from + len(lead), m.End - from + len(lead)})
		}
	}
	return lead + text[from:to] + tail, kept
}

// explain tells of hits what made their scores; docs are their numbers. Each list of postings is read
// once for all.
func (x *Index) explain(hits []Hit, docs []int, terms []term) {
	at := make(map[int][]int, len(docs))
	for i, doc := range docs {
		at[doc] = append(at[doc], i)
	}
	parts := x.parted(docs)
	in := make([][]string, len(hits))
	for n := range terms {
		t := &terms[n]
		clear(in)
		for k, p := range x.parts {
			for _, w := range t.words[k] {
				p.postingsIn(w, parts[k], func(doc int, list []posting) {
					for _, i := range at[x.first[k]+doc] {
						for _, q := range list {
							if name := q.field.String(); !slices.Contains(in[i], name) {
								in[i] = append(in[i], name)
							}
						}
					}
				})
			}
		}
		for i, fields := range in {
			if fields != nil {
				hits[i].Why = append(hits[i].Why, Reason{Word: t.exact, As: t.by, Fields: fields, Rarity: t.idf, Weight: t.weight})
			}
		}
	}
}

// Link is what a wikilink to the hit names: the page, or the line of the day log.
func (h *Hit) Link() string {
	name := strings.TrimSuffix(path.Base(h.Path), path.Ext(h.Path))
	switch {
	case h.Block != "":
		return name + "#^" + h.Block
	case h.Kind == Entry && h.Heading != "":
		return name + "#" + h.Heading
	}
	return name
}
