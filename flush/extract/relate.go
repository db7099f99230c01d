package extract

import "github.com/agent-admin/memoria/flush/transcript"

// relate marks what depends on the neighbouring turns. The agent's turns between two messages of the person
// are a run: what is said late in it, and after its last edit, are its conclusions. What the person denies
// weighs little, what the agent says right after that weighs more.
func (r *reader) relate() {
	runs := r.runs()
	speaks := make(map[int]bool) // turns of the person that say something
	for i := range r.units {
		if r.units[i].voice == person {
			speaks[r.units[i].turn] = true
		}
	}
	denials, corrected := r.denials(runs, speaks)
	r.supersede(runs, denials)
	lead := make(map[int]int) // sentences seen of the run
	for i := range r.units {
		u := &r.units[i]
		if u.voice != agent || u.place.side {
			continue
		}
		n := runs[u.turn]
		u.place.agreed = u.place.final && n.next >= 0 && r.turns[n.next].Role == transcript.Person && !speaks[n.next]
		u.place.zone = u.turn > n.edit
		u.place.late = 1
		if n.to > n.from {
			u.place.late = float64(u.turn-n.from) / float64(n.to-n.from)
		}
		u.place.doubted = denials[n] != nil
		if corrected[n.prev] && !u.cues.has(narrate) {
			u.place.after = lead[n.from] < 3
			lead[n.from]++
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
