package subject

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
)

// unite makes one topic of names that mean the same thing: "SessionStart hook" and "session start hook", an
// abbreviation and its long form, the title and the aliases of a page.
func unite(x *topic.Index, pages []*page) {
	for id, t := range x.Topics {
		for _, f := range t.Forms {
			if f.Aka {
				if other, ok := x.ByKey[mention.Key(f.Text)]; ok {
					join(x, int32(id), other)
				}
			}
		}
	}
	for i := range x.Lines {
		for short, long := range mention.Abbreviations(x.Lines[i].Plain) {
			a, okA := x.ByKey[mention.Key(long)]
			b, okB := x.ByKey[mention.Key(short)]
			if okA && okB {
				join(x, a, b)
			}
		}
	}
	follow(x)
	for _, p := range pages {
		for _, k := range p.keys[1:] {
			a, okA := x.ByKey[p.keys[0]]
			b, okB := x.ByKey[k]
			if okA && okB {
				join(x, a, b)
			}
		}
	}
}

// join makes b the same topic as a. A name has one meaning: the first to claim it keeps it.
func join(x *topic.Index, a, b int32) {
	a, b = x.Root(a), x.Root(b)
	if a == b {
		return
	}
	x.Same[b] = a
	ta, tb := x.Topics[a], x.Topics[b]
	ta.Cls = max(ta.Cls, tb.Cls)
	for _, f := range tb.Forms {
		if i := slices.IndexFunc(ta.Forms, func(g topic.Form) bool { return g.Text == f.Text }); i >= 0 {
			ta.Forms[i].N += f.N
			ta.Forms[i].Code += f.Code
		} else if len(ta.Forms) < topic.MaxForms {
			ta.Forms = append(ta.Forms, f)
		}
	}
}
