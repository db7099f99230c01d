package subject

import (
	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
)

// unite makes one topic of names that mean the same thing: "SessionStart hook" and "session start hook", the
// title and the aliases of a page.
func unite(x *topic.Index, pages []*page) {
	for id, t := range x.Topics {
		for _, f := range t.Forms {
			if f.Aka {
				if other, ok := x.ByKey[mention.Key(f.Text)]; ok {
					x.Join(int32(id), other)
				}
			}
		}
	}
	for _, p := range pages {
		for _, k := range p.keys[1:] {
			a, okA := x.ByKey[p.keys[0]]
			b, okB := x.ByKey[k]
			if okA && okB {
				x.Join(a, b)
			}
		}
	}
}
