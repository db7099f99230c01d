package compiler

import "github.com/agent-admin/memoria/wiki"

// past are the turns of a draft that a page lacks: those of which it never had what was, or a merge
// has just taken it out. What a person took out does not come back; a page whose History they took out
// gets one anew when something else stops to hold, or that would be told nowhere.
func past(d *wiki.Draft, had, before, after map[key]bool) []wiki.Turn {
	var out []wiki.Turn
	for _, t := range d.History {
		if fresh(t.Was, had, before, after) {
			out = append(out, t)
		}
	}
	return out
}

// holding are the citations of what a draft says to hold.
func holding(d *wiki.Draft) map[key]bool { return draftKeys(&wiki.Draft{Points: draftPoints(d)}) }
