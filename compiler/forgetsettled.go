package compiler

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
)

// A person's word on two claims, daily.Settlement, says again what holds. It goes with the claim: with
// all the lines of either side, whole, for it is about nothing any more. Its marker stays as that of
// any entry does, so the pair is not asked about again. Of a side that keeps a line, only what repeats
// the others goes, so that what the person said does not hold goes on not to. What a settlement says
// is said elsewhere, maybe by a claim that stays: its words are no words of the target.

// settlements are what goes so, whole and by lines.
func (t *Target) settlements() (whole []daily.Dated, lines []TargetLine) {
	refs, said := t.refs()
	gone := func(names []string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !refs[n] })
	}
	took := map[string]bool{}
	for _, d := range t.Entries {
		took[d.ID] = true
	}
	for more := true; more; { // one may rest on the words of another
		more = false
		for _, d := range t.all {
			s, ok := d.Settlement()
			if !ok || d.Hand || took[d.ID] || !gone(s.Over) && !gone(s.Holds) {
				continue
			}
			took[d.ID], more = true, true
			whole = append(whole, *d)
			for _, b := range d.Bullets {
				refs[d.Ref(b)] = true
			}
		}
	}
	for _, d := range t.all {
		s, ok := d.Settlement()
		if !ok || d.Hand || took[d.ID] || !slices.ContainsFunc(slices.Concat(s.Over, s.Holds), func(n string) bool { return refs[n] }) {
			continue
		}
		for _, b := range d.Bullets {
			if said[why.Plain(b.Text)] && !slices.ContainsFunc(t.Lines, func(x TargetLine) bool { return x.is(d, b) }) {
				lines = append(lines, TargetLine{*d, b})
			}
		}
	}
	return whole, lines
}

// refs are the lines of the target, as settlements name them, and what they say.
func (t *Target) refs() (refs, said map[string]bool) {
	refs, said = map[string]bool{}, map[string]bool{}
	take := func(d daily.Dated, b daily.Bullet) {
		refs[d.Ref(b)], said[why.Plain(b.Text)] = true, true
	}
	for _, list := range [][]daily.Dated{t.Entries, t.Sections} {
		for _, d := range list {
			for _, v := range t.known(d) {
				for _, b := range v.Bullets {
					if t.goes(d, b) {
						take(v, b)
					}
				}
			}
		}
	}
	for _, l := range t.Lines {
		take(l.Of, l.Bullet)
	}
	for _, k := range t.bare {
		if _, block, ok := strings.Cut(string(k), "#^"); ok {
			refs[daily.LineRef(k.Day(), block, "")] = true
		}
	}
	return refs, said
}
