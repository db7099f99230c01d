package contradict

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A pair is a claim and one that was said before it.
type pair struct {
	a, b  *claim // a was said first
	score int
}

// id names the pair for people and in settlements, whatever the words are.
func (p *pair) id() string { return daily.Pair(p.a.refs, p.b.refs) }

// key names what is asked.
func (p *pair) key() string {
	return fsutil.Hash([]byte(p.a.day + "\n" + p.a.text + "\n" + p.b.day + "\n" + p.b.text))
}

const (
	pairsMost  = 3  // for a claim
	wordsMost  = 6  // of a claim, the rarest first, by which others are looked for
	rivalsMost = 24 // that have one of them, the newest first
)

// pairs are what may not agree. A claim is held against those before it, and what is rare is what was
// rare then: so a later claim adds pairs of its own and changes none.
func (j *Judge) pairs(claims []*claim) []*pair {
	having := map[string][]int32{}
	linked := linksOf(j.Wiki)
	var out []*pair
	for i, c := range claims {
		words := slices.DeleteFunc(slices.Clone(c.stems), func(w string) bool { return having[w] == nil })
		slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(len(having[a]), len(having[b])) })
		var rivals []int32
		for _, w := range words[:min(len(words), wordsMost)] {
			list := having[w]
			rivals = append(rivals, list[max(0, len(list)-rivalsMost):]...)
		}
		slices.Sort(rivals)
		var found []*pair
		for _, n := range slices.Compact(rivals) {
			if p := match(claims[n], c, linked); p != nil {
				found = append(found, p)
			}
		}
		slices.SortStableFunc(found, func(p, q *pair) int { return cmp.Or(cmp.Compare(q.score, p.score), cmp.Compare(q.a.at, p.a.at)) })
		out = append(out, found[:min(len(found), pairsMost)]...)
		for _, w := range c.stems {
			having[w] = append(having[w], int32(i))
		}
	}
	return out
}

// links are the articles that one links to, in pairs, whichever of them it is that does.
type links map[[2]*wiki.Page]bool

func linksOf(w *wiki.Wiki) links {
	out := links{}
	for _, p := range w.Articles() {
		for _, l := range w.LinksOf(p) {
			if l.To != nil {
				out[[2]*wiki.Page{p, l.To}], out[[2]*wiki.Page{l.To, p}] = true, true
			}
		}
	}
	return out
}

// match is the pair of two claims if they speak of one thing and may not agree about it. Words that
// they share say that they do, and a value in either that is not in the other, or a "not" in one of
// them, that they may not; where only time is between them, they have to say almost the same. What one
// entry says is of one mind.
func match(a, b *claim, linked links) *pair {
	if a.text == b.text || a.entry == b.entry || slices.ContainsFunc(a.refs, func(r string) bool { return slices.Contains(b.refs, r) }) {
		return nil
	}
	shared := common(a.stems, b.stems)
	least := min(len(a.stems), len(b.stems))
	if shared < 2 || shared*3 < least {
		return nil
	}
	near := slices.ContainsFunc(a.pages, func(p *wiki.Page) bool { return slices.Contains(b.pages, p) })
	if !near && (shared < 3 || a.project == "" || a.project != b.project) && !meet(a, b, linked) {
		return nil
	}
	p := &pair{a: a, b: b, score: 4 * shared / max(least, 1)}
	values := beyond(a.values, b.values) && beyond(b.values, a.values)
	if values {
		p.score += 5
	}
	if a.denies != b.denies {
		p.score += 4
	}
	if near {
		p.score++
	}
	if !values && a.denies == b.denies && (a.day == b.day || shared*2 < least) {
		return nil
	}
	return p
}

// meet reports whether an article that says one links to one that says the other, or is linked from it.
func meet(a, b *claim, linked links) bool {
	return slices.ContainsFunc(a.pages, func(p *wiki.Page) bool {
		return slices.ContainsFunc(b.pages, func(q *wiki.Page) bool { return linked[[2]*wiki.Page{p, q}] })
	})
}

// common counts what two sorted lists share.
func common(a, b []string) (n int) {
	for _, w := range a {
		if _, ok := slices.BinarySearch(b, w); ok {
			n++
		}
	}
	return n
}

// beyond reports whether a has what b lacks.
func beyond(a, b map[string]bool) bool {
	for v := range a {
		if !b[v] {
			return true
		}
	}
	return false
}
