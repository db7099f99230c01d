package transcript

import "github.com/agent-admin/memoria/fsutil/pick"

// Leave marks the turns that a person left behind: they went back to before a prompt and asked anew, so that two
// prompts follow one row. What was said from the first of them up to the second is on a branch that was left. Clients
// give other rows siblings, too, such as the results of calls made at once and answers tried again; those are not
// meant. turns are all of a session, in the order of its transcript.
func Leave(turns []Turn) {
	asked := map[string]int{} // the last prompt that follows a row
	for i := range turns {
		t := &turns[i]
		if t.Role != Person || t.Subagent || t.Parent == "" {
			continue
		}
		if from, ok := asked[t.Parent]; ok && t.Began().After(turns[from].Began()) {
			for k := from; k < i; k++ {
				turns[k].Left = true
			}
		}
		asked[t.Parent] = i
	}
}

// Stay returns the turns that were not left behind.
func Stay(turns []Turn) []Turn {
	return pick.Where(turns, func(t Turn) bool { return !t.Left })
}
