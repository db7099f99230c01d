package editor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// told takes a lead and a description out of an edit that tell what no point of the article would: they
// carry no citations of their own.
func (q *asking) told(e *edit, d *wiki.Draft, lines []line) (faults []fault) {
	own := map[string]bool{}
	if d != nil {
		eachPoint(d, func(p *wiki.Point) {
			for _, k := range keysOf(*p) {
				own[k] = true
			}
		})
	}
	for _, x := range append([]edit{*e}, q.before...) {
		for _, c := range x.Claims {
			for _, k := range c.On {
				own[k] = own[k] || x.Article == e.Article
			}
		}
	}
	for kind, t := range map[string]*text{"lead": &e.Lead, "description": &e.Description} {
		i := slices.IndexFunc(t.On, func(k string) bool { return !own[k] })
		if i < 0 {
			continue
		}
		n := slices.IndexFunc(lines, func(l line) bool { return l.kind == kind })
		faults = append(faults, fault{lines[0].text, lines[n].raw, fmt.Sprintf("it tells what %s says, and no point of the article does", q.refOf(t.On[i]))})
		*t = text{}
	}
	slices.SortFunc(faults, func(a, b fault) int { return strings.Compare(b.line, a.line) })
	return faults
}

// refOf is the reference of a line.
func (q *asking) refOf(key string) (name string) {
	for ref, keys := range q.refs {
		if slices.Contains(keys, key) && (name == "" || len(keys) == 1 && ref < name) {
			name = ref
		}
	}
	return name
}
