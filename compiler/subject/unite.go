package subject

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
)

// unite makes one topic of names that mean the same thing: "SessionStart hook" and "session
// start hook", an abbreviation and what it stands for, the title and the aliases of a page.
func (x *index) unite(pages []*page) {
	for id, t := range x.topics {
		for _, f := range t.forms {
			if f.aka {
				if other, ok := x.byKey[mention.Key(f.text)]; ok {
					x.join(int32(id), other)
				}
			}
		}
	}
	for i := range x.lines {
		for short, long := range mention.Abbreviations(x.lines[i].plain) {
			a, okA := x.byKey[mention.Key(long)]
			b, okB := x.byKey[mention.Key(short)]
			if okA && okB {
				x.join(a, b)
			}
		}
	}
	x.follow()
	for _, p := range pages {
		for _, k := range p.keys[1:] {
			a, okA := x.byKey[p.keys[0]]
			b, okB := x.byKey[k]
			if okA && okB {
				x.join(a, b)
			}
		}
	}
}

// join makes b the same topic as a. A name has one meaning: the first to claim it keeps it.
func (x *index) join(a, b int32) {
	a, b = x.root(a), x.root(b)
	if a == b {
		return
	}
	x.same[b] = a
	ta, tb := x.topics[a], x.topics[b]
	ta.cls = max(ta.cls, tb.cls)
	for _, f := range tb.forms {
		if i := slices.IndexFunc(ta.forms, func(g form) bool { return g.text == f.text }); i >= 0 {
			ta.forms[i].n += f.n
			ta.forms[i].code += f.code
		} else if len(ta.forms) < maxForms {
			ta.forms = append(ta.forms, f)
		}
	}
}
