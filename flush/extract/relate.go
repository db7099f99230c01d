package extract

import "github.com/agent-admin/memoria/flush/transcript"

// relate marks what depends on the neighbouring turns. The agent's turns between two words of
// the person are a run: what is said late in it, and after its last edit, are its
// conclusions. A correction casts doubt on the answer before it and gives weight to the one
// after.
func (r *reader) relate() {
	const (
		sets = 1 << iota
		denies
	)
	says := make([]int, len(r.turns))
	for _, u := range r.units {
		if u.voice != person || !u.place.opens && u.place.of > 3 {
			continue
		}
		if u.cues.any(correct, deny) {
			says[u.turn] |= sets
		}
		if u.cues.has(deny) {
			says[u.turn] |= denies
		}
	}
	runs := r.runs()
	lead := make(map[int]int) // sentences seen of the run
	for i := range r.units {
		u := &r.units[i]
		if u.voice != agent || u.place.side {
			continue
		}
		n := runs[u.turn]
		u.place.zone = u.turn > n.edit
		u.place.late = 1
		if n.to > n.from {
			u.place.late = float64(u.turn-n.from) / float64(n.to-n.from)
		}
		u.place.doubted = n.next >= 0 && says[n.next]&denies != 0
		if n.prev >= 0 && says[n.prev]&sets != 0 {
			u.place.after = lead[n.from] < 5
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
