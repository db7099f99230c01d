package search

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// A Hit is a document that was found.
type Hit struct {
	index.Doc
	Score float64 // means something beside the scores of the same query only
	Cover float64 // how much of the query the passage holds, by rarity; 0 to 1

	// The passage that matches best.
	Passage string   // as a person reads it, in one line
	Line    int      // of the file, from 1; 0 if only the title matched
	Block   string   // address of the line of a day log, without the caret
	Cites   []string // citations of the passage: "2026-03-02#^k9dc1dd"
	Snippet string   // of the passage, on whole words
	Marks   []Mark   // in the snippet
	Also    []string // links of hits that say the same, if hits are folded
	Before  []string // what the document says before the passage, if asked for
	After   []string // and after it
	Past    bool     // it does not hold
	Fate    holds.Fate

	Projects []string // whose lines the passage of an article cites, if asked for

	Why []Reason // what made the score
}

// A Reason is what one word added to a score.
type Reason struct {
	Word   string   `json:"word"`
	As     string   `json:"as,omitempty"` // its replacement
	Fields []string `json:"fields"`       // the field that contains it
	Rarity float64  `json:"rarity"`       // inverse document frequency
	Weight float64  `json:"weight"`       // of the word in the query
}

var citation = lazy.Regexp(`\[\[(?:[^\]|#\n]*/)?(\d{4}-\d\d-\d\d(?:@[a-z0-9-]+)?)(?:\.md)?((?:#[^\]|\n]+)?)(?:\\?\|[^\]\n]*)?\]\]`)

// known is hit without reading a document of which has knows whether it matches.
func (r *ranking) known(c *candidate, has func(string) (has, known bool)) (h Hit, ok bool) {
	if has != nil {
		if ok, known := has(c.Path); known {
			return Hit{Doc: c.Doc, Score: c.score, Cover: c.cover}, ok
		}
	}
	return r.hit(c)
}

// hit reads the current text of a document. ok is false if the document no longer matches.
func (r *ranking) hit(c *candidate) (h Hit, ok bool) {
	d := &c.Doc
	src, err := r.files.Read(d.Path)
	if err != nil {
		return h, false
	}
	h = Hit{Doc: *d, Score: c.score, Cover: c.cover}
	names := r.names()
	var p index.Text
	if c.passage >= 0 && c.passage < len(d.Passages) {
		at := d.Passages[c.passage]
		if at.End <= len(src) && at.Start < at.End {
			p = index.Text{Field: at.Field, Text: index.Visible(src[at.Start:at.End]), Start: at.Start, End: at.End}
		}
	}
	changed := r.x.Unchecked && !r.asIndexed(d, src)
	if changed || p.Text == "" || !c.line && !mentions(p.Text, names) || len(r.q.phrases) > 0 {
		var there bool
		if p, there = r.again(d, src, names); !there || changed && !mentions(p.Text, names) {
			return h, false
		}
		if changed { // its coverage is unknown
			h.Cover = 0
		}
	}
	h.place(src, p)
	h.Passage = r.clean(h.Passage)
	h.Snippet, h.Marks = snippet(h.Passage, names)
	return h, true
}

// around sets what a document says beside the passage of a hit, up to n passages on either side.
func (r *ranking) around(h *Hit, n int) {
	src, err := r.x.Store.Dir.ReadFile(h.Path)
	if err != nil {
		return
	}
	texts, _ := r.now(&h.Doc, src)
	texts = slices.DeleteFunc(texts, func(t index.Text) bool { return t.End == 0 || t.Field < index.InHeading })
	at := slices.IndexFunc(texts, func(t index.Text) bool { return 1+bytes.Count(src[:t.Start], []byte("\n")) == h.Line })
	if at < 0 {
		return
	}
	for _, t := range texts[max(0, at-n):at] {
		h.Before = append(h.Before, r.clean(saidIn(t.Text)))
	}
	for _, t := range texts[at+1 : min(len(texts), at+1+n)] {
		h.After = append(h.After, r.clean(saidIn(t.Text)))
	}
}

// clean takes secrets out of what is shown.
func (r *ranking) clean(text string) string {
	if r.x.Store.Clean == nil {
		return text
	}
	return r.x.Store.Clean(text)
}

// store returns the store of the index, which asks once for one search what was forgotten.
func (r *ranking) store() *index.Store {
	if r.once == nil {
		s := *r.x.Store
		if s.Redact != nil {
			s.Redact = sync.OnceValues(s.Redact)
		}
		r.once = &s
	}
	return r.once
}

// now returns the passages of a document as it is now; ok is false if it no longer exists.
func (r *ranking) now(d *index.Doc, src []byte) (texts []index.Text, ok bool) {
	all := r.store().Parse(d.Path, src)
	i := slices.IndexFunc(all, func(s index.Source) bool { return s.Entry == d.Entry && (d.Entry != "" || s.Heading == d.Heading) })
	if i < 0 {
		return nil, false
	}
	return all[i].Texts, true
}

// asIndexed reports whether the passages of a document are still where they were when it was indexed.
func (r *ranking) asIndexed(d *index.Doc, src []byte) bool {
	now, ok := r.now(d, src)
	return ok && slices.EqualFunc(now, d.Passages, func(t index.Text, p index.Passage) bool { return t.Start == p.Start && t.End == p.End })
}

// again finds the best passage in the current text of a document: one that contains a phrase, or most of the words. It
// returns false if the document is gone or no longer contains the phrase.
func (r *ranking) again(d *index.Doc, src []byte, names map[string]bool) (best index.Text, ok bool) {
	now, ok := r.now(d, src)
	for _, phrase := range r.q.phrases {
		ok = ok && slices.ContainsFunc(now, func(t index.Text) bool { return hasPhrase(t.Text, phrase) })
	}
	if !ok {
		return best, false
	}
	most := -1
	for _, t := range now {
		if t.Start == t.End || t.Field < index.InBody {
			continue
		}
		n := 2 * count(t.Text, names)
		if n > 0 && t.Field == index.InAside && index.Frames(t.Text) {
			n = 1
		}
		for _, phrase := range r.q.phrases {
			if hasPhrase(t.Text, phrase) {
				n += 100
			}
		}
		if n > most {
			best, most = t, n
		}
	}
	return best, true
}

// place sets the position of a passage and the lines that it cites.
func (h *Hit) place(src []byte, p index.Text) {
	raw := src[p.Start:p.End]
	h.Passage = saidIn(p.Text)
	if p.End > p.Start {
		h.Line = 1 + bytes.Count(src[:p.Start], []byte("\n"))
	}
	line := strings.TrimRight(string(raw), "\r\n")
	if i := strings.LastIndex(line, " ^"); i >= 0 {
		if block, ok := index.Block(line[i+1:]); ok && i+2+len(block) == len(line) {
			h.Block = block
		}
	}
	for _, m := range citation().FindAllStringSubmatch(string(raw), -1) {
		if c := m[1] + m[2]; !slices.Contains(h.Cites, c) {
			h.Cites = append(h.Cites, c)
		}
	}
}

// saidIn returns what a passage says in one line, without the mark of a list and the brackets of its citations.
func saidIn(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, lead := range [...]string{"- ", "* ", "+ ", "> "} {
		text = strings.TrimPrefix(text, lead)
	}
	for _, box := range [...]string{"[ ] ", "[x] ", "[X] "} {
		text = strings.TrimPrefix(text, box)
	}
	return uncited(text)
}

// uncited returns a text without the brackets of citations whose links are gone.
func uncited(text string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(several().ReplaceAllString(text, "")), "()"))
}

// several matches the brackets of more than one citation.
var several = lazy.Regexp(` \((?:, )+\)`)

// judge finds out whether the passage holds: a line of a log, a statement by the lines that it cites, or a line of a
// history, which never does.
func (h *Hit) judge(r *holds.Record) {
	if until, was, now, ok := draft.ReadReplacement(h.Passage); ok && h.Kind == index.Article {
		h.Past, h.Fate = true, holds.Fate{Until: until, By: uncited(now)}
		h.Passage = uncited(was)
		return
	}
	cites := h.Cites
	if h.Block != "" {
		cites = []string{h.Link()}
	}
	h.Fate = r.Past(cites)
	h.Past = !h.Fate.Holds()
}

// explain adds to hits the reasons for their scores; docs are their numbers. Each list of postings is read once for all
// hits.
func (r *ranking) explain(hits []Hit, docs []int) {
	at := make(map[int][]int, len(docs))
	for i, doc := range docs {
		at[doc] = append(at[doc], i)
	}
	some := append([]int{}, slices.Sorted(maps.Keys(at))...)
	for n := range r.terms {
		t := &r.terms[n]
		in := make([][]string, len(hits))
		for _, of := range t.in {
			r.x.Postings(of, some, func(doc int, list []index.Posting) {
				for _, i := range at[doc] {
					for _, p := range list {
						if name := p.Field.String(); !slices.Contains(in[i], name) {
							in[i] = append(in[i], name)
						}
					}
				}
			})
		}
		for i, fields := range in {
			if fields != nil {
				hits[i].Why = append(hits[i].Why, Reason{Word: t.Exact, As: t.by, Fields: fields, Rarity: t.idf, Weight: t.weight})
			}
		}
	}
}

// Link returns the target of a wikilink to the hit: the page, or the line of the day log.
func (h *Hit) Link() string {
	name := strings.TrimSuffix(path.Base(h.Path), path.Ext(h.Path))
	switch {
	case h.Block != "":
		return name + "#^" + h.Block
	case h.Kind == index.Entry && h.Heading != "":
		return name + "#" + h.Heading
	}
	return name
}
