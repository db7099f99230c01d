package brief

import (
	"context"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// A Recall finds notes about what a prompt asks.
type Recall struct {
	Index *index.Index         // required
	Holds *holds.Record        // what does not hold is not told; nil: all does
	Clean func(string) string  // redacts; nil leaves all as it is
	Given func(id string) bool // reports whether the session has seen it already; nil for never
	Apart []string             // projects of which nothing is told

	Reader *holds.Reader // who is told
}

// The limits for a strong match: its score times the share of the prompt that the passage holds, measured by the rarity of
// a word that one document has. They were chosen on 236 prompts about a vault of 73 sessions, of which it answered 100;
// TestRecallLimits checks them on another.
const (
	leastFit   = 1.4  // of the best match
	besideFit  = 0.7  // of those that are told with it
	leastCover = 0.25 // of every match
	leastWords = 2    // of the prompt that the passage holds
	recallHits = 6    // that are looked at
	promptMost = 80   // words of a prompt that are looked at
	rareWords  = 12   // of these that are looked for, the rarest
)

// Find returns notes for a prompt, the best first; none if nothing matches strongly.
func (r *Recall) Find(ctx context.Context, prompt string) ([]prepared.Item, error) {
	q := search.Parse(words(prompt))
	if q.Empty() {
		return nil, nil
	}
	if q.Without = r.Apart; r.Reader != nil {
		q.In = []string{"daily"}
	}
	res, err := search.Find(ctx, r.Index, q, search.Options{Limit: recallHits, Rarest: rareWords, Cover: leastCover, Holds: r.Holds})
	if err != nil {
		return nil, err
	}
	var out []prepared.Item
	seen := map[string]bool{}
	fits := r.fits(res.Hits)
	if len(fits) == 0 || slices.Max(fits) < leastFit {
		return nil, nil
	}
	for i := range res.Hits {
		h := &res.Hits[i]
		if fits[i] < besideFit {
			continue
		}
		it := r.item(h)
		if it.Text == "" || seen[it.ID] || r.Given != nil && r.Given(it.ID) {
			continue
		}
		seen[it.ID] = true
		out = append(out, it)
	}
	return out, nil
}

// fits returns how well each hit fits the prompt, 0 for what is not told.
func (r *Recall) fits(hits []search.Hit) []float64 {
	once := math.Log(1 + (float64(r.Index.Documents())-0.5)/1.5)
	fits := make([]float64, len(hits))
	for i, h := range hits {
		words := 0
		for _, w := range h.Why {
			if w.Weight >= 0.5 && w.As == "" {
				words++
			}
		}
		if !h.Past && words >= leastWords {
			fits[i] = h.Score * h.Cover / once
		}
	}
	return fits
}

// item makes a note of a hit.
func (r *Recall) item(h *search.Hit) prepared.Item {
	it := prepared.Item{Kind: "article", Path: h.Path, ID: passageID(h), Cites: []string{h.Link()}}
	text := h.Title + ": " + h.Passage
	day, isLog := strings.TrimSuffix(path.Base(h.Path), ".md"), h.Kind == index.Entry
	switch {
	case isLog && h.Block != "":
		it.ID, it.Kind = receipt.BlockID(day, h.Block), ""
		text = h.Passage
	case len(h.Cites) > 0:
		if d, block, ok := strings.Cut(h.Cites[0], "#^"); ok {
			it.ID = receipt.BlockID(path.Base(d), block)
		}
		it.Cites = append(it.Cites, h.Cites[0])
	}
	it.Text = r.tells(h, day, text)
	return it
}

// tells returns what the reader is told of a hit, "" for what others wish, and in a shared vault for what is no line of a
// log: it is not known who wrote it.
func (r *Recall) tells(h *search.Hit, day, text string) string {
	if r.Reader == nil {
		return note(r.Clean, text)
	}
	if h.Block == "" {
		return ""
	}
	who, wish := r.Holds.Said(day + "#^" + h.Block)
	if who.Who == "" || !r.Reader.Mine(who) && !r.Reader.Obeys(r.Holds.Wished(h.Passage)...) {
		return ""
	}
	return r.Reader.Tells(who, wish, note(r.Clean, text))
}

// passageID names a passage of a page that cites no line of a log.
func passageID(h *search.Hit) string {
	return receipt.PageID(h.Path) + "." + fsutil.Hash([]byte(h.Passage))[:6]
}

// words returns a prompt without characters that have a meaning in a query.
func words(prompt string) string {
	f := strings.FieldsFunc(prompt, func(r rune) bool { return r <= ' ' || strings.ContainsRune("\"“”:", r) })
	out := f[:0]
	for _, w := range f {
		if w = strings.TrimLeft(w, "-"); w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out[:min(len(out), promptMost)], " ")
}
