package query

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint/proof"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search"
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

	own   float64 // as Cover, of the line without its title
	Cover float64 // how much of the question it holds, 0 to 1
}

const (
	passagesMost = 14
	lookedAt     = 40

	// A question is answered where a page speaks of so much of what is asked, and a passage of it, with
	// its title, holds so much; by rarity, from 0 to 1. The questions of testdata/questions.txt are parted
	// by it from those that the vault does not answer.
	pageLeast    = 0.45
	passageLeast = 0.3
	// looseLeast is how much is enough where a model tells what answers.
	looseLeast = 0.25
	// coverSome is how much a passage has to hold to stand beside one that answers.
	coverSome = 0.25
	ownSome   = 0.2 // without its title
	// foreignWord is what a word that is nowhere counts, in a question of another language than the notes.
	foreignWord = 0.2
)

// Retrieve returns the passages nearest to a question, the best first; none where none of them answers
// it, as far as can be told without a model; with loose, as far as a model might tell. lost says that the index was damaged. The error is ctx's.
func Retrieve(ctx context.Context, x *search.Index, question string, f search.Filter, loose bool) (out []Passage, lost bool, err error) {
	q := search.Parse(plain(question))
	q.Filter = f
	res, err := x.Search(ctx, q, search.Options{Limit: lookedAt, Lines: true})
	if err != nil || res.Lost {
		return nil, res.Lost, err
	}
	asked := contentOf(question, &res, x.Documents())
	answers := false
	seen := map[string]int{}
	for i := range res.Hits {
		h := &res.Hits[i]
		if h.Passage == "" || h.Line == 0 {
			continue
		}
		p := Passage{Path: h.Path, Title: h.Title, Link: h.Link(), Day: h.Updated, Line: h.Line, Text: h.Passage, Cites: h.Cites, Cover: asked.held(h.Title + "\n" + h.Passage),
			Past: strings.HasPrefix(h.Passage, "Until ") && h.Kind == search.Article}
		if h.Block != "" {
			p.Cites = []string{p.Link}
		}
		for _, c := range p.Cites {
			if day, _, _ := strings.Cut(c, "#"); day > p.Day || p.Day == "" || len(p.Cites) == 1 {
				p.Day = day
			}
		}
		key := said(p.Text)
		if at, ok := seen[key]; ok { // the claim of an article and the line it cites are one
			if out[at].Cites == nil {
				out[at].Cites = p.Cites
			}
			if h.Kind == search.Article && !slices.Contains(out[at].Pages, h.Path) {
				out[at].Pages = append(out[at].Pages, h.Path)
			}
			continue
		}
		p.own = asked.held(h.Passage)
		page := asked.spoken(h)
		answers = answers || page >= pageLeast && p.Cover >= passageLeast || loose && page >= looseLeast
		seen[key] = len(out)
		out = append(out, p)
	}
	if !answers {
		return nil, false, nil
	}
	first := out[0].Link
	out = slices.DeleteFunc(out, func(p Passage) bool {
		return !loose && p.Link != first && (p.Cover < coverSome || p.own < ownSome)
	})
	slices.SortStableFunc(out, func(a, b Passage) int {
		switch {
		case a.Past == b.Past:
			return 0
		case b.Past:
			return -1
		}
		return 1
	})
	return out[:min(passagesMost, len(out))], false, nil
}

// A content is what a question asks about: its words that say something, by how rare they are.
type content struct {
	rarity map[string]float64
	all    float64
}

func contentOf(question string, res *search.Results, docs int) content {
	c := content{rarity: map[string]float64{}}
	known := map[string]float64{}
	var notes strings.Builder
	for i := range res.Hits {
		notes.WriteString(res.Hits[i].Passage + "\n")
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
	for _, t := range search.Tokens(plain(question), "") {
		if prose.IsStopAnywhere(t.Exact) || t.Start < end { // a name's parts say what the whole does
			continue
		}
		end = t.End
		r, ok := known[t.Exact]
		if !ok {
			r = nowhere
		}
		if _, twice := c.rarity[t.Exact]; !twice {
			c.rarity[t.Exact] = r
			c.all += r
		}
	}
	return c
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

// held is how much of what is asked a text holds, in any of its forms.
func (c *content) held(text string) (share float64) {
	in := map[string]bool{}
	for _, lang := range languages {
		for _, t := range search.Tokens(text, lang) {
			in[t.Term] = true
		}
	}
	for word, r := range c.rarity {
		if slices.ContainsFunc(languages[:], func(lang string) bool {
			ts := search.Tokens(word, lang)
			return len(ts) > 0 && in[ts[len(ts)-1].Term]
		}) {
			share += r
		}
	}
	return share / max(c.all, 1e-9)
}

var languages = [...]string{"", "en", "de", "fr", "es", "pt", "ru"}

// plain is a question without what a search would take for a filter or a wish to leave something out.
func plain(question string) string {
	return strings.NewReplacer(`"`, " ", "“", " ", "”", " ", " -", " ", ":", " ").Replace(question)
}

// said is what two passages share that say the same.
func said(text string) string {
	text = strings.TrimRight(proof.Folded(proof.Visible(text)), ".!: ")
	return wiki.Fold(text)
}
