package query

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Passage is a line of the vault that may answer a question.
type Passage struct {
	Path  string   // page, from the vault's root
	Title string   // of the page, or of the entry
	Link  string   // target of a wikilink to it: "sqlite" or "2026-03-02#^k9dc1dd"
	Day   string   // on which it was last said, "" if unknown
	Line  int      // of the file
	Text  string   // as a person reads it
	Cites []string // lines of logs that it cites: "2026-03-02#^k9dc1dd"
	Pages []string // articles that say it too
	Past  bool     // it no longer holds

	Projects []string // whose lines it is, or cites

	score   float64
	own     float64 // as Cover, of the line without its title
	answers bool    // as far as can be decided without a model
	Cover   float64 // how much of the question it holds, 0 to 1
}

// Found is the result of Retrieve.
type Found struct {
	Passages []Passage // the best first
	Sure     bool      // one of them answers it, as far as can be decided without a model; else they are only the closest
	Notes    []string  // of the question, what could not be obeyed and which words are nowhere
	Lost     bool      // the index was damaged: ask again
}

const (
	passagesMost = 14
	lookedAt     = 40

	// A question is answered if a page covers the share pageLeast of it, and a passage of the page, with its title,
	// covers passageLeast. Shares are weighted by rarity, from 0 to 1. The limits separate the questions of
	// testdata/questions.txt from those that the vault does not answer.
	pageLeast    = 0.45
	passageLeast = 0.46
	// wholly is the share that a page must cover if its passage contains only one of several words of the question:
	// a single word may be about anything.
	wholly = 0.95
	// nearLeast is the share that a page must cover to be shown as close to a question that no page clearly answers; it is
	// enough if a model decides what answers.
	nearLeast = 0.25
	// nearShare is the share of the closest passage's coverage that another must reach to be shown beside it.
	nearShare = 0.6
	// besideShare is the share of the coverage of the first answering passage that another must reach if it does not answer
	// itself, answerShare the share if it does, and scoreShare the share of the best score that it needs.
	besideShare = 0.8
	answerShare = 0.5
	scoreShare  = 0.4
	ownSome     = 0.2 // is the least coverage without the title
	// foreignWord is the weight of a word that occurs nowhere, in a question of another language than the notes.
	foreignWord = 0.2
)

// Retrieve finds the passages that answer a question. If none does it returns the closest, or none if
// none is close; with loose, all that may help a model. The record says which hold. The error is ctx's.
func Retrieve(ctx context.Context, x *index.Index, question string, f search.Filter, r *holds.Record, loose bool) (Found, error) {
	q := search.Parse(plain(question))
	q.Filter = f
	res, err := search.Find(ctx, x, q, search.Options{Limit: lookedAt, Lines: true, Whose: true, Holds: r})
	if err != nil || res.Lost {
		return Found{Lost: res.Lost}, err
	}
	asked := contentOf(question, &res, x.Documents())
	out, near := gather(res.Hits, &asked)
	sure := slices.ContainsFunc(out, func(p Passage) bool { return p.answers })
	switch {
	case !sure && near < nearLeast:
		out = nil
	case loose:
	case sure:
		out = beside(out)
	case len(out) > 0:
		out = nearest(out)
	}
	sorting.Stable(out, func(a, b Passage) int {
		switch {
		case a.Past == b.Past:
			return 0
		case b.Past:
			return -1
		}
		return 1
	})
	return Found{Passages: out[:min(passagesMost, len(out))], Sure: sure, Notes: append(res.Told(), dashed(question)...)}, nil
}

// And returns what was found with what else was, for a model.
func (f Found) And(more Found) Found {
	for _, p := range more.Passages {
		if !slices.ContainsFunc(f.Passages, func(o Passage) bool { return o.Link == p.Link }) {
			f.Passages = append(f.Passages, p)
		}
	}
	f.Passages = f.Passages[:min(passagesMost, len(f.Passages))]
	f.Notes = append(f.Notes, more.Notes...)
	return f
}

// gather takes each statement once. It also returns the largest share of the question that a page covers.
func gather(hits []search.Hit, asked *content) (out []Passage, near float64) {
	seen := map[string]int{}
	for i := range hits {
		h := &hits[i]
		if h.Passage == "" || h.Line == 0 {
			continue
		}
		cover, words := asked.held(h.Title + "\n" + h.Passage)
		p := Passage{Path: h.Path, Title: h.Title, Link: h.Link(), Day: h.Updated, Line: h.Line, Text: h.Passage, Cites: h.Cites, Cover: cover, score: h.Score, Projects: h.Projects}
		if h.Past {
			p.Past, p.Text = true, h.Fate.Said(h.Passage)
		}
		if h.Block != "" {
			p.Cites = []string{p.Link}
		}
		if h.Project != "" {
			p.Projects = []string{h.Project}
		}
		for _, c := range p.Cites {
			if day, _, _ := strings.Cut(c, "#"); day > p.Day || p.Day == "" || len(p.Cites) == 1 {
				p.Day = day
			}
		}
		page := asked.spoken(h)
		p.own, _ = asked.held(h.Passage)
		p.answers = page >= pageLeast && cover >= passageLeast && (words > 1 || len(asked.rarity) < 2 || page >= wholly)
		near = max(near, page)
		key := said(p.Text)
		if at, ok := seen[key]; ok { // the claim of an article and the line it cites are one
			same := &out[at]
			if same.Cites == nil {
				same.Cites = p.Cites
			}
			if more := without(p.Projects, same.Projects); len(more) > 0 { // another project says it, too
				same.Projects, same.Cites = append(same.Projects, more...), append(slices.Clip(same.Cites), without(p.Cites, same.Cites)...)
			}
			same.answers = same.answers || p.answers
			if h.Kind == index.Article && !slices.Contains(same.Pages, h.Path) {
				same.Pages = append(same.Pages, h.Path)
			}
			continue
		}
		seen[key] = len(out)
		out = append(out, p)
	}
	return out, near
}

func without(list, known []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(known, s) })
}

// Several reports whether passages are of more than one project.
func Several(passages []Passage) bool {
	var some []string
	for i := range passages {
		some = append(some, without(passages[i].Projects, some)...)
	}
	return len(some) > 1
}

// beside returns the passages that answer, and others that are not far below the first of them.
func beside(all []Passage) []Passage {
	first := all[slices.IndexFunc(all, func(p Passage) bool { return p.answers })]
	best := slices.MaxFunc(all, func(a, b Passage) int { return cmp.Compare(a.score, b.score) }).score
	return slices.DeleteFunc(all, func(p Passage) bool {
		if p.answers {
			return p.score < first.score && (p.score < scoreShare*best || p.Cover < answerShare*first.Cover)
		}
		return p.Cover < besideShare*first.Cover || p.own < ownSome
	})
}

// nearest returns, where no passage answers, those that cover most of the question, by rarity.
func nearest(all []Passage) []Passage {
	sorting.Stable(all, func(a, b Passage) int { return cmp.Compare(b.Cover, a.Cover) })
	least := nearShare * all[0].Cover
	return slices.DeleteFunc(all, func(p Passage) bool { return p.own == 0 || p.Cover < least })
}

// content is what a question asks about: its significant words, weighted by rarity.
type content struct {
	rarity map[string]float64
	all    float64
	place  map[string]bool // of these, words that name a project
}

func contentOf(question string, res *search.Results, docs int) content {
	c := content{rarity: map[string]float64{}, place: map[string]bool{}}
	known := map[string]float64{}
	projects := map[string]bool{}
	var notes strings.Builder
	for i := range res.Hits {
		notes.WriteString(res.Hits[i].Passage + "\n")
		if ts := token.Tokens(res.Hits[i].Project, ""); len(ts) > 0 {
			projects[ts[len(ts)-1].Exact] = true
		}
		for _, r := range res.Hits[i].Why {
			if r.As == "" {
				known[r.Word] = max(known[r.Word], r.Rarity)
			}
		}
	}
	nowhere := 0.8 * math.Log(1+2*float64(docs))
	if of, in := prose.Detect(question), prose.Detect(notes.String()); of != prose.Unknown && in != prose.Unknown && of != in {
		nowhere *= foreignWord
	}
	end := -1
	var parts []token.Token // that make the name at hand
	for _, t := range token.Tokens(plain(question), "") {
		if t.Start < end { // the parts of a name repeat the whole; those of a project's name count no more than the whole
			if whole, ok := known[t.Exact]; ok && projects[t.Exact] {
				c.bound(parts, t.Start, whole)
			}
			continue
		}
		if end = t.End; len(parts) > 0 && parts[len(parts)-1].End+1 < t.Start {
			parts = parts[:0]
		}
		parts = append(parts, t)
		if prose.IsStopAnywhere(t.Exact) {
			continue
		}
		r, ok := known[t.Exact]
		if !ok && slices.Contains(askingWords, t.Exact) {
			continue
		}
		if !ok {
			r = nowhere
		}
		c.place[t.Exact] = projects[t.Exact]
		if _, twice := c.rarity[t.Exact]; !twice {
			c.rarity[t.Exact] = r
			c.all += r
		}
	}
	return c
}

// askingWords are words by which people ask, and of which notes need not have any: "what did we say about", "on which
// day".
var askingWords = strings.Fields("say said says talk talked discuss discussed mention mentioned tell told know known day time thing things " +
	"gesagt sagten besprochen erwähnt wissen tag dit parlé savons jour dijimos dicho sabemos día говорили сказали знаем день")

// bound limits the weight of the parts of a name to that of the whole name.
func (c *content) bound(parts []token.Token, from int, whole float64) {
	sum := 0.0
	in := map[string]bool{}
	for _, t := range parts {
		if t.Start >= from && !in[t.Exact] {
			in[t.Exact], c.place[t.Exact] = true, true
			sum += c.rarity[t.Exact]
		}
	}
	if sum <= whole {
		return
	}
	for word := range in {
		if r, ok := c.rarity[word]; ok {
			c.rarity[word] = r * whole / sum
		}
	}
	c.all -= sum - whole
}

// spoken returns the share of the question that a page covers.
func (c *content) spoken(h *search.Hit) (share float64) {
	for _, r := range h.Why {
		if r.As == "" {
			share += c.rarity[r.Word]
		}
	}
	return share / max(c.all, 1e-9)
}

// held returns the share of the question that a text covers, in any word form, and how many of its words, other than
// those that name the project, it contains.
func (c *content) held(text string) (share float64, words int) {
	in := map[string]bool{}
	for _, lang := range languages {
		for _, t := range token.Tokens(text, lang) {
			in[t.Term] = true
		}
	}
	for _, word := range slices.Sorted(maps.Keys(c.rarity)) { // a sum of floats depends on its order
		if slices.ContainsFunc(languages, func(lang string) bool {
			ts := token.Tokens(word, lang)
			return len(ts) > 0 && in[ts[len(ts)-1].Term]
		}) {
			share += c.rarity[word]
			if !c.place[word] {
				words++
			}
		}
	}
	return share / max(c.all, 1e-9), words
}

// languages are the languages whose stemmers are tried, and none.
var languages = append([]string{""}, index.Languages[:]...)

// dashed says of words that a search would leave out that a question looks for them.
func dashed(question string) (notes []string) {
	for _, w := range strings.Fields(question) {
		if rest := strings.TrimLeft(w, "-"); len(rest) > 1 && len(rest) == len(w)-1 {
			notes = append(notes, w+" is looked for like the other words: memoria search leaves out what says it, a question leaves out nothing")
		}
	}
	return notes
}

// plain returns a question without the syntax of filters and exclusions: what begins with dashes is an option that is
// asked about.
func plain(question string) string {
	words := strings.Fields(strings.NewReplacer(`"`, " ", "“", " ", "”", " ", ":", " ").Replace(question))
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "-")
	}
	return strings.Join(words, " ")
}

// said returns a key that is equal for two passages that say the same.
func said(text string) string {
	text = strings.TrimRight(proof.Folded(proof.Visible(text)), ".!: ")
	return wiki.Fold(text)
}
