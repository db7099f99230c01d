package search

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const alsoMost = 5

// statements are what the hits so far say.
type statements []statement

// A statement is what a hit says, and its place among those that are shown: -1 for one that was left out.
type statement struct {
	link, text string
	kind       index.Kind
	cites      []string
	at         int
}

// repeats reports whether a hit says what an earlier one says, which then names it: the claim of an article
// and the line of a log that it cites, or one claim in two articles. skipped is of one before the first
// that is shown.
func (all *statements) repeats(h *Hit, shown []Hit, skipped bool) bool {
	t := statement{h.Link(), wiki.Fold(h.Passage), h.Kind, h.Cites, len(shown)}
	if skipped {
		t.at = -1
	}
	i := slices.IndexFunc(*all, func(o statement) bool { return t.says(&o) || o.says(&t) })
	if i < 0 {
		*all = append(*all, t)
		return false
	}
	at := (*all)[i].at
	if at >= 0 && len(shown[at].Also) < alsoMost && !slices.Contains(shown[at].Cites, t.link) {
		shown[at].Also = append(shown[at].Also, t.link)
	}
	return true
}

// says reports whether a statement is what another one rests on, or the same words from the same lines.
func (t *statement) says(o *statement) bool {
	if t.text == "" || o.text == "" || len(o.cites) == 0 {
		return false
	}
	return t.kind == index.Entry && slices.Contains(o.cites, t.link) || t.text == o.text && slices.Equal(t.cites, o.cites)
}
