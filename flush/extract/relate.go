package extract

import "github.com/agent-admin/memoria/flush/transcript"

// relate marks what depends on the neighbouring turns. The agent's turns between two messages of the person
// are a run: what is said after its last edit are its conclusions.
func (r *reader) relate() {
	runs := r.runs()
	speaks := make(map[int]bool) // turns of the person that say something
	for i := range r.units {
		if r.units[i].voice == person {
			speaks[r.units[i].turn] = true
		}
	}
	denials := r.denials(runs, speaks)
	r.supersede(runs, denials)
	for i := range r.units {
		if u := &r.units[i]; u.voice == agent && !u.place.side {
			n := runs[u.turn]
			u.place.zone = u.turn > n.edit
			u.place.doubted = denials[n] != nil
		}
	}
}

// A span is a run of the agent's turns.
type span struct {
	from, to   int // its first and last turn
	prev, next int // the person's turns around it, or -1
	edit       int // the last turn in it with an edit, or -1
}

// runs returns the run of each turn of the agent.
func (r *reader) runs() []*span {
	out := make([]*span, len(r.turns))
	var cur *span
	prev := -1
	for i, t := range r.turns {
		if t.Role != transcript.Agent {
			if !t.Subagent {
				if cur != nil {
					cur.next = i
				}
				cur, prev = nil, i
			}
			continue
		}
		if cur == nil {
			cur = &span{from: i, prev: prev, next: -1, edit: -1}
		}
		cur.to, out[i] = i, cur
		for _, s := range t.Steps {
			if s.Edit {
				cur.edit = i
			}
		}
	}
	return out
}
