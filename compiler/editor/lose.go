package editor

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// loss says what a claim leaves out of the points in whose place it would stand.
func loss(c *claim, d *wiki.Draft) (why string) {
	eachPoint(d, func(p *wiki.Point) {
		if why == "" && covers(keysOf(*p), c.On) {
			why = left(p, &c.text)
		}
	})
	return why
}

// left says what a text leaves out of a point in whose place it would stand. It is asked also when a
// reply is applied, since by then the article may say more than when the reply was let in.
func left(p *wiki.Point, c *text) string {
	old, now := proof.Visible(p.Text), proof.Visible(c.Text)
	if old == now {
		return ""
	}
	own := proof.Of(now, nil)
	folded := proof.Folded(old)
	has := proof.Stems(proof.Folded(now))
	switch amiss := proof.Amiss(old, []*proof.Evidence{own}); {
	case amiss != "":
		return "it leaves out of a point in whose place it stands: " + strings.TrimSuffix(amiss, " is not in what it rests on")
	case share(proof.Stems(folded), has) < 50:
		return fmt.Sprintf("it leaves out most of the point in whose place it stands: %q", old)
	case proof.SaysNot(folded) && !proof.Denies(proof.Folded(now), nil):
		return fmt.Sprintf("it leaves a \"not\" out of the point in whose place it stands: %q", old)
	}
	for _, part := range proof.Divide(folded) {
		first, _, _ := strings.Cut(part, " ")
		if because()[strings.ToLower(strings.Trim(first, "(,"))] && share(proof.Stems(part), has) < 50 {
			return fmt.Sprintf("it leaves out the reason that the point in whose place it stands gives: %q", part)
		}
	}
	return ""
}

// because are words with which a reason begins.
var because = sync.OnceValue(func() map[string]bool { return set("because since weil denn porque parce car потому") })

// share is how many of some beginnings of words are among others, in percent.
func share(some, all map[string]bool) int {
	if len(some) == 0 {
		return 100
	}
	n := 0
	for w := range some {
		if all[w] {
			n++
		}
	}
	return 100 * n / len(some)
}

// moved says that a text says what another line says than those that it names.
func (q *asking) moved(said string, on []string) string {
	const clearly = 30 // percent of its words
	want := proof.Stems(proof.Folded(said))
	if len(want) < 3 {
		return ""
	}
	own := map[string]bool{}
	for _, k := range on {
		for w := range q.stems(k) {
			own[w] = true
		}
	}
	has := share(want, own)
	if has+clearly > 100 {
		return ""
	}
	best, name := has+clearly, ""
	for ref, keys := range q.refs {
		for _, k := range keys {
			n := share(want, q.stems(k))
			if !slices.Contains(on, k) && (n > best || n == best && (name == "" || ref < name)) {
				best, name = n, ref
			}
		}
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("it says what %s says, and does not name that", name)
}

// stems are the beginnings of the words of a line.
func (s *session) stems(key string) map[string]bool {
	if m := s.words[key]; m != nil {
		return m
	}
	if s.words == nil {
		s.words = map[string]map[string]bool{}
	}
	m := proof.Stems(proof.Folded(proof.Visible(s.text[key])))
	s.words[key] = m
	return m
}

// wish says that a text tells as the person's what no line tells as that.
func (q *asking) wish(said string, on []string) string {
	if q.wishes(on) {
		return ""
	}
	for w := range proof.Stems(proof.Folded(said)) {
		if !wanting()[w] {
			continue
		}
		if !slices.ContainsFunc(on, func(k string) bool { return q.stems(k)[w] }) {
			return "it makes a preference of what no line tells as one"
		}
	}
	return ""
}

// turned says that a text has a preference among what it rests on and says most of what that forbids,
// as if it did not.
func (q *asking) turned(said string, on []string) string {
	folded := proof.Folded(said)
	if proof.Denies(folded, nil) {
		return ""
	}
	has := proof.Stems(folded)
	for _, k := range on {
		if q.kind[k] != daily.Preference {
			continue
		}
		for _, part := range proof.Divide(proof.Folded(proof.Visible(q.session.text[k]))) {
			if !proof.SaysNot(part) {
				continue
			}
			matter := proof.Stems(part)
			maps.DeleteFunc(matter, func(w string, _ bool) bool { return proof.SaysNot(w) || strings.HasPrefix("without", w) })
			if len(matter) > 0 && share(matter, has) >= 50 {
				return fmt.Sprintf("it leaves a \"not\" out of what the person prefers: %q", part)
			}
		}
	}
	return ""
}

// wanting are beginnings of words by which somebody is said to want something.
var wanting = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	prose.EachWord("prefers preference want wants wanted wish wishes insists bevorzugt möchte will wünscht präferenz prefiere quiere préfère veut souhaite предпочитает хочет", func(w string) {
		for s := range proof.Stems(w) {
			m[s] = true
		}
	})
	return m
})

// wishes reports whether one of some lines is a preference.
func (s *session) wishes(keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return s.kind[k] == daily.Preference })
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
