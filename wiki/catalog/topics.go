package catalog

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A topic of more than topicLines articles is cut into parts. A new article must change one page of the
// catalogue and not those behind it, so the position of an article must not depend on how many come before
// it: a part begins at an article whose name has a certain hash, one in partMean, if it is at least
// partLeast behind the previous beginning.
const (
	topicLines = 200
	topicLeast = 5 // a topic of fewer articles joins the common one
	partLeast  = 32
	partMean   = 96

	othersTopic = "others"
)

// A topic is a page of the catalogue, of a topic or a part of one.
type topic struct {
	name  string // index-locking
	title string
	pages []entry
}

// topics divides articles among topics: each goes to that of its first tag, those without a tag and those of
// small topics to a common one. Topics are sorted by name, with the common one last.
func topics(w *wiki.Wiki, arts []entry) []topic {
	groups := map[string][]entry{}
	for _, e := range arts {
		t := topicTag(e.Page)
		groups[t] = append(groups[t], e)
	}
	least := leastOf(len(arts))
	var others []entry
	for _, e := range arts {
		if t := topicTag(e.Page); t == othersTopic || len(groups[t]) < least {
			others = append(others, e)
		}
	}
	var names []string
	for t, pages := range groups {
		if t != othersTopic && len(pages) >= least {
			names = append(names, t)
		}
	}
	slices.Sort(names)
	if len(others) > 0 {
		groups[othersTopic] = others
		names = append(names, othersTopic)
	}
	given := map[string]bool{}
	first := make(map[string]string, len(names))
	for _, t := range names {
		first[t] = topicName(w, given, "index-"+t)
	}
	var out []topic
	for _, t := range names {
		for i, part := range parts(groups[t]) {
			if i == 0 {
				out = append(out, topic{first[t], t, part})
				continue
			}
			out = append(out, topic{topicName(w, given, first[t]+"-"+wiki.Kebab(part[0].Name)), fmt.Sprintf("%s, from %s", t, part[0].title), part})
		}
	}
	return out
}

// leastOf returns how many articles make a topic in a wiki of n: it doubles as the wiki does, so that
// index.md lists a hundred topics or two and not thousands.
func leastOf(n int) int { return topicLeast << max(0, bits.Len(uint(n/500))-1) }

// topicTag returns the first tag of a page that can be the name of a file, in the form it has there.
func topicTag(p *wiki.Page) string {
	for _, t := range p.Tags() {
		if k := wiki.Kebab(t); k != "" && len(k) <= wiki.MaxSlug/2 {
			return k
		}
	}
	return othersTopic
}

// topicName returns a name that no other file of the vault has, and no topic so far.
func topicName(w *wiki.Wiki, given map[string]bool, name string) string {
	for len(name) > wiki.MaxSlug || given[wiki.Fold(name)] || taken(w, name, nil) {
		tail := "-" + fsutil.Hash([]byte(name))[:8]
		cut := min(len(name), wiki.MaxSlug-len(tail))
		for cut < len(name) && !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = name[:cut] + tail
	}
	given[wiki.Fold(name)] = true
	return name
}

// parts cuts a topic into pages.
func parts(pages []entry) [][]entry {
	if len(pages) <= topicLines {
		return [][]entry{pages}
	}
	var out [][]entry
	from := 0
	for i, e := range pages {
		if i-from >= partLeast && nameHash(e)%partMean == 0 {
			out = append(out, halves(pages[from:i])...)
			from = i
		}
	}
	return append(out, halves(pages[from:])...)
}

// halves cuts a part that is too long at the article of its middle whose hash is the least.
func halves(pages []entry) [][]entry {
	if len(pages) <= topicLines {
		return [][]entry{pages}
	}
	from := len(pages) / 4
	cut := from
	for i, e := range pages[from : len(pages)-from] {
		if cmp.Compare(nameHash(e), nameHash(pages[cut])) < 0 {
			cut = from + i
		}
	}
	return append(halves(pages[:cut]), halves(pages[cut:])...)
}

func nameHash(e entry) uint64 {
	sum := sha256.Sum256([]byte(e.Name))
	return binary.BigEndian.Uint64(sum[:8])
}
