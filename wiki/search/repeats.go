package search

import (
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const alsoMost = 5

// statements are the statements of the hits so far.
type statements []statement

// A statement is what a hit says and its index among the hits that are shown: -1 for one that was left out.
type statement struct {
	link, text string
	kind       index.Kind
	cites      []string
	at         int
}

// repeats reports whether a hit repeats an earlier one, and adds it to that hit: the claim of an article
// and the line of a log that it cites, or one claim in two articles. skipped is true for a hit before the first
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

// says reports whether a statement is a source of the other one, or has the same words from the same lines.
func (t *statement) says(o *statement) bool {
	if t.text == "" || o.text == "" || len(o.cites) == 0 {
		return false
	}
	return t.kind == index.Entry && slices.Contains(o.cites, t.link) || t.text == o.text && slices.Equal(t.cites, o.cites)
}
