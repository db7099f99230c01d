package query

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
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
	Link  string   // what a wikilink to it names: "sqlite" or "2026-03-02#^k9dc1dd"
	Day   string   // on which it was said last, "" where nothing says
	Line  int      // of the file
	Text  string   // as a person reads it
	Cites []string // lines of logs that it rests on: "2026-03-02#^k9dc1dd"
	Pages []string // articles that say it too
	Past  bool     // it held once

	score   float64
	own     float64 // as Cover, of the line without its title
	answers bool    // as far as can be told without a model
	Cover   float64 // how much of the question it holds, 0 to 1
}

// A Found is what lies near a question.
type Found struct {
	Passages []Passage // the best first
	Sure     bool      // one of them answers it, as far as can be told without a model; else they are only the nearest
	Notes    []string  // of the question, what could not be obeyed and which words are nowhere
	Lost     bool      // the index was damaged: ask again
}

const (
	passagesMost = 14
	lookedAt     = 40

	// A question is answered where a page speaks of so much of what is asked, and a passage of it, with
	// its title, holds so much; by rarity, from 0 to 1. The questions of testdata/questions.txt are parted
	// by it from those that the vault does not answer.
	pageLeast    = 0.45
	passageLeast = 0.46
	// wholly is how much a page has to speak of where its passage holds but one word of several that are
	// asked about: that one may be of anything.
	wholly = 0.95
	// nearLeast is how much a page speaks of that is near a question which it does not answer plainly, and
	// enough where a model tells what answers.
	nearLeast = 0.25
	// nearShare is how much of what the nearest passage holds one has to hold to be shown beside it.
	nearShare = 0.6
	// besideShare is how much of what the first that answers holds one has to hold that stands beside it and
	// answers nothing itself, answerShare one that does, and scoreShare how much of the best score it needs.
	besideShare = 0.8
	answerShare = 0.5
	scoreShare  = 0.4
	ownSome     = 0.2 // is what it holds at least without its title
	// foreignWord is what a word that is nowhere counts, in a question of another language than the notes.
	foreignWord = 0.2
)

// Retrieve finds the passages that answer a question and, where none does, those nearest to it, none if
// none is near; with loose, all that may help a model. The error is ctx's.
func Retrieve(ctx context.Context, x *index.Index, question string, f search.Filter, loose bool) (Found, error) {
	q := search.Parse(plain(question))
	q.Filter = f
	res, err := search.Find(ctx, x, q, search.Options{Limit: lookedAt, Lines: true})
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
	slices.SortStableFunc(out, func(a, b Passage) int {
		switch {
		case a.Past == b.Past:
			return 0
		case b.Past:
			return -1
		}
		return 1
	})
	return Found{Passages: out[:min(passagesMost, len(out))], Sure: sure, Notes: res.Told()}, nil
}

// gather takes each thing that was found once, and tells how much of the question the page speaks of that
// speaks of most of it.
func gather(hits []search.Hit, asked *content) (out []Passage, near float64) {
	seen := map[string]int{}
	over := overturned(hits)
	for i := range hits {
		h := &hits[i]
		if h.Passage == "" || h.Line == 0 || over[said(h.Passage)] {
			continue
		}
		cover, words := asked.held(h.Title + "\n" + h.Passage)
		p := Passage{Path: h.Path, Title: h.Title, Link: h.Link(), Day: h.Updated, Line: h.Line, Text: h.Passage, Cites: h.Cites, Cover: cover, score: h.Score}
		if until, was, now, ok := turned(h); ok {
			p.Past, p.Text = true, "Until "+until+": "+strings.TrimRight(was, ".")+"; then: "+now
		}
		if h.Block != "" {
			p.Cites = []string{p.Link}
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

// turned reads a line of an article's history: until when what was held, and what took its place.
func turned(h *search.Hit) (until, was, now string, ok bool) {
	if h.Kind != index.Article {
		return "", "", "", false
	}
	until, was, now, ok = draft.ReadReplacement(h.Passage)
	was, now = uncited(was), uncited(now)
	return until, was, now, ok && now != ""
}

// uncited is a text without the brackets that its citations stood in.
func uncited(s string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "()"))
}

// overturned are the lines, as said makes them, that one of the hits tells to be of the past: there they stand
// beside what holds since, in their log by themselves.
func overturned(hits []search.Hit) map[string]bool {
	out := map[string]bool{}
	for i := range hits {
		if _, was, _, ok := turned(&hits[i]); ok {
			out[said(was)] = true
		}
	}
	return out
}

// beside are of passages of which one answers those that do, and what is not far below the first of them.
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

// nearest are of passages of which none answers those that hold most of the question, by rarity.
func nearest(all []Passage) []Passage {
	slices.SortStableFunc(all, func(a, b Passage) int { return cmp.Compare(b.Cover, a.Cover) })
	least := nearShare * all[0].Cover
	return slices.DeleteFunc(all, func(p Passage) bool { return p.own == 0 || p.Cover < least })
}

// A content is what a question asks about: its words that say something, by how rare they are.
type content struct {
	rarity map[string]float64
	all    float64
	place  map[string]bool // of these, words that name a project: they say where
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
		if t.Start < end { // a name's parts say what the whole does; a project's say where, and no more than the whole
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

// bound lets the parts of a name weigh no more together than the name.
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

// spoken is how much of what is asked a page speaks of.
func (c *content) spoken(h *search.Hit) (share float64) {
	for _, r := range h.Why {
		if r.As == "" {
			share += c.rarity[r.Word]
		}
	}
	return share / max(c.all, 1e-9)
}

// held is how much of what is asked a text holds, in any of its forms, and how many words of it that say more than
// in which project.
func (c *content) held(text string) (share float64, words int) {
	in := map[string]bool{}
	for _, lang := range languages {
		for _, t := range token.Tokens(text, lang) {
			in[t.Term] = true
		}
	}
	for word, r := range c.rarity {
		if slices.ContainsFunc(languages, func(lang string) bool {
			ts := token.Tokens(word, lang)
			return len(ts) > 0 && in[ts[len(ts)-1].Term]
		}) {
			share += r
			if !c.place[word] {
				words++
			}
		}
	}
	return share / max(c.all, 1e-9), words
}

// languages are those in whose stems a word may be held, with none.
var languages = append([]string{""}, index.Languages[:]...)

// plain is a question without what a search would take for a filter or a wish to leave something out.
func plain(question string) string {
	return strings.NewReplacer(`"`, " ", "“", " ", "”", " ", " -", " ", ":", " ").Replace(question)
}

// said is what two passages share that say the same.
func said(text string) string {
	text = strings.TrimRight(proof.Folded(proof.Visible(text)), ".!: ")
	return wiki.Fold(text)
}
