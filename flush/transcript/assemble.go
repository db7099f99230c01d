package transcript

// pendingLimit bounds the text of turns that wait for an older one to be complete.
const pendingLimit = 1 << 20

// A track is one conversation: the session's own, or its subagents'.
type track struct {
	turn    *Turn  // the last turn begun, still open for steps; nil when it was handed out
	message string // id of the agent's message the turn holds
}

// A call says where the step of a tool call is.
type call struct {
	turn *Turn
	step int
}

// An assembler gathers words and steps into turns and hands them out in the order they began.
// Subagents' rows stand between those of the session in old files, so a turn may have to wait
// for an older one.
type assembler struct {
	main, side track
	waiting    []*Turn
	calls      map[string]call // of the waiting turns, by id
	size       int
	spoken     bool // the session spoke after the subagents' last words: those wait no longer
}

func (a *assembler) track(sub bool) *track {
	if sub {
		return &a.side
	}
	return &a.main
}

// begin opens a turn.
func (a *assembler) begin(t *Turn, message string) {
	tr := a.track(t.Subagent)
	tr.turn, tr.message = t, message
	a.waiting = append(a.waiting, t)
	a.size += len(t.Text)
	a.spoken = !t.Subagent
}

// grow adds words of the same message to the open turn.
func (a *assembler) grow(t *Turn, text string) {
	t.Text += "\n\n" + text
	a.size += 2 + len(text)
}

// step adds a tool call to the open turn. Calls before the first words belong to nobody.
func (a *assembler) step(sub bool, s Step) {
	t := a.track(sub).turn
	if t == nil {
		return
	}
	if a.calls == nil {
		a.calls = map[string]call{}
	}
	a.calls[s.ID] = call{t, len(t.Steps)}
	t.Steps = append(t.Steps, s)
}

// find returns the step with an id among the turns not handed out yet, or nil.
func (a *assembler) find(id lit) *Step {
	c, ok := a.calls[string(id.plain())]
	if !ok {
		return nil
	}
	return &c.turn.Steps[c.step]
}

// next hands out the oldest turn that is complete, every turn when the file is at its end.
func (a *assembler) next(end bool) *Turn {
	if len(a.waiting) == 0 {
		return nil
	}
	t := a.waiting[0]
	open := t == a.main.turn || t == a.side.turn && !a.spoken
	if open && !end && (a.size < pendingLimit || len(a.waiting) == 1) {
		return nil
	}
	if t == a.main.turn {
		a.main = track{}
	}
	if t == a.side.turn {
		a.side = track{}
	}
	for i := range t.Steps {
		if id := t.Steps[i].ID; a.calls[id].turn == t {
			delete(a.calls, id)
		}
	}
	a.waiting[0] = nil
	a.waiting = a.waiting[1:]
	a.size -= len(t.Text)
	return t
}
