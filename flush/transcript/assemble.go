package transcript

// pendingLimit bounds the text of turns that wait for an older one to be complete.
const pendingLimit = 1 << 20

// A track is one conversation: the session's own, or its subagents'.
type track struct {
	turn    *Turn  // the last turn begun, still open for steps; nil when it was handed out
	message string // id of the agent's message the turn holds
}

// An assembler gathers words and steps into turns and hands them out in the order they began.
// Subagents' rows stand between those of the session in old files, so a turn may have to wait
// for an older one.
type assembler struct {
	main, side track
	waiting    []*Turn
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
func (a *assembler) grow(tr *track, text string) {
	tr.turn.Text += "\n\n" + text
	a.size += len(text)
}

// step adds a tool call to the open turn, unless it is there already.
func (a *assembler) step(sub bool, s Step) {
	t := a.track(sub).turn
	if t == nil || s.ID != "" && findStep(t, s.ID) != nil {
		return
	}
	t.Steps = append(t.Steps, s)
}

// find returns the step with an id among the turns not handed out yet.
func (a *assembler) find(id string) *Step {
	for i := len(a.waiting) - 1; i >= 0; i-- {
		if s := findStep(a.waiting[i], id); s != nil {
			return s
		}
	}
	return nil
}

func findStep(t *Turn, id string) *Step {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if t.Steps[i].ID == id {
			return &t.Steps[i]
		}
	}
	return nil
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
	a.waiting[0] = nil
	a.waiting = a.waiting[1:]
	a.size -= len(t.Text)
	return t
}
