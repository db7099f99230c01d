package contradict

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// A pair is a claim and one that was said before it.
type pair struct {
	a, b  *claim // a was said first
	score int
	who   *holds.Dispute // of two people; nil for a pair that a model judges
}

// people returns the pairs of which two people say different things.
func people(claims []*claim, disputes []holds.Dispute) (out []*pair) {
	having := map[string]*claim{}
	for _, c := range claims {
		for _, ref := range c.refs {
			having[ref] = c
		}
	}
	for i, d := range disputes {
		if a, b := having[d.Earlier], having[d.Later]; a != nil && b != nil && a != b {
			out = append(out, &pair{a: a, b: b, who: &disputes[i]})
		}
	}
	return out
}

// unite returns the pairs of both lists, each once.
func unite(pairs, more []*pair) []*pair {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Concat(pairs, more), func(p *pair) bool {
		id := p.id()
		defer func() { seen[id] = true }()
		return seen[id]
	})
}

// id names the pair for people and in settlements, independently of the words.
func (p *pair) id() string { return entry.Pair(p.a.refs, p.b.refs) }

// key identifies the question about the pair.
func (p *pair) key() string {
	return fsutil.Hash([]byte(p.a.day + "\n" + p.a.text + "\n" + p.b.day + "\n" + p.b.text))
}

const (
	pairsMost  = 3  // for a claim
	wordsMost  = 6  // of a claim, the rarest first, by which others are looked for
	rivalsMost = 24 // that have one of them, the newest first
)

// pairs returns the pairs that may contradict each other. A claim is compared with earlier ones, and the rarity of words
// is that of the time of the claim, so a later claim adds pairs and changes none.
func (j *Judge) pairs(claims []*claim) []*pair {
	having := map[string][]int32{}
	linked := linksOf(j.Wiki)
	var out []*pair
	for i, c := range claims {
		words := slices.DeleteFunc(slices.Clone(c.stems), func(w string) bool { return having[w] == nil })
		sorting.Stable(words, func(a, b string) int { return cmp.Compare(len(having[a]), len(having[b])) })
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
		sorting.Stable(found, func(p, q *pair) int { return cmp.Or(cmp.Compare(q.score, p.score), cmp.Compare(q.a.at, p.a.at)) })
		out = append(out, found[:min(len(found), pairsMost)]...)
		for _, w := range c.stems {
			having[w] = append(having[w], int32(i))
		}
	}
	return out
}

// links are the pairs of articles where one links to the other, in either direction.
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

// match returns the pair of two claims if they are about the same thing and may contradict each other, else nil. Shared
// words show that they are about the same thing. If each has a value that the other lacks, or only one has a "not", they
// may differ. If only the time differs, the claims must be almost the same. Claims of one entry are never paired.
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

// meet reports whether an article with one claim links to an article with the other, in either direction.
func meet(a, b *claim, linked links) bool {
	return slices.ContainsFunc(a.pages, func(p *wiki.Page) bool {
		return slices.ContainsFunc(b.pages, func(q *wiki.Page) bool { return linked[[2]*wiki.Page{p, q}] })
	})
}

// common counts the elements that two sorted lists share.
func common(a, b []string) (n int) {
	for _, w := range a {
		if _, ok := slices.BinarySearch(b, w); ok {
			n++
		}
	}
	return n
}

// beyond reports whether a has an element that b lacks.
func beyond(a, b map[string]bool) bool {
	for v := range a {
		if !b[v] {
			return true
		}
	}
	return false
}
