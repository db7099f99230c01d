package transcript

import (
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// pendingLimit bounds what waits for an older turn to be complete, in bytes of text; each turn counts as
// some bytes more.
const (
	pendingLimit = 1 << 20
	pendingTurn  = 512
)

// A track is one conversation: the session's own, or its subagents'.
type track struct {
	open    *pending // the last turn begun, which takes steps; nil when it was returned
	message string   // id of the agent's message whose words the open turn holds
	saying  string   // id of the agent's last message
}

// A pending turn has not been returned yet.
type pending struct {
	*Turn
	results int // calls whose results are still to come
	looks   Looks
	after   string // the words behind it
}

// A call says where the step of a tool call is.
type call struct {
	*pending
	step int
	done bool // its result has come
}

// An assembler puts words and steps together to turns and returns them in the order they began. A turn waits
// for the results of its calls, which may follow the next turn's words; in old files, where subagents' rows
// stand between those of the session, it may also wait for an older turn.
type assembler struct {
	main, side track
	waiting    []*pending
	calls      map[string]call // of the waiting turns, by id
	size       int             // bytes of text waiting
	looking    int             // bytes of answers waiting
	spoken     bool            // the session spoke after the subagents' last words: those wait no longer
}

func (a *assembler) track(sub bool) *track {
	if sub {
		return &a.side
	}
	return &a.main
}

// begin opens a turn that holds words of a message, if they are an agent's.
func (a *assembler) begin(t *Turn, message string) {
	p := &pending{Turn: t}
	tr := a.track(t.Subagent)
	if tr.open != nil {
		tr.open.after = t.Text
	}
	tr.open, tr.message = p, message
	a.waiting = append(a.waiting, p)
	a.size += pendingTurn + len(t.Text)
	a.spoken = !t.Subagent
}

// says notes whose message comes next: no results can come for calls before it.
func (a *assembler) says(sub bool, message jsonscan.Literal) {
	tr := a.track(sub)
	if tr.saying != "" && message.Is(tr.saying) {
		return
	}
	tr.saying = message.String()
	for _, p := range a.waiting {
		if p.Subagent == sub {
			p.results = 0
		}
	}
}

// rowBreak stands between the words of two rows of one message.
const rowBreak = "\n\n"

// grow adds the words of another row of the same message to the open turn.
func (a *assembler) grow(t, more *Turn) {
	if t.Rows == nil {
		t.Rows = []Row{{ID: t.ID, At: t.At, Text: len(t.Text), Begin: t.Begin, End: t.End}}
	}
	t.Text += rowBreak + more.Text
	t.Rows = append(t.Rows, Row{ID: more.ID, At: more.At, Text: len(t.Text), Steps: len(t.Steps), Begin: more.Begin, End: more.End})
	t.Last, t.End = more.ID, more.End
	if !more.At.IsZero() {
		t.At = more.At
	}
	a.size += len(rowBreak) + len(more.Text)
}

// step adds a tool call to the open turn. Calls before the first words belong to no turn.
func (a *assembler) step(sub bool, s Step) {
	p := a.track(sub).open
	if p == nil {
		return
	}
	if a.calls == nil {
		a.calls = map[string]call{}
	}
	if s.ID != "" {
		a.calls[s.ID] = call{pending: p, step: len(p.Steps)}
		p.results++
	}
	p.Steps = append(p.Steps, s)
}

// looked keeps an answer of a call until its turn is returned.
func (a *assembler) looked(id jsonscan.Literal, text string, made bool) {
	if c, ok := a.calls[string(id.Plain())]; ok && a.looking < looksMost {
		a.looking -= c.looks.size
		c.looks.Add(c.step, text, made)
		a.looking += c.looks.size
	}
}

// result returns the step with an id whose result has come, or nil if its turn was returned already.
func (a *assembler) result(id jsonscan.Literal) *Step {
	key := string(id.Plain())
	c, ok := a.calls[key]
	if !ok {
		return nil
	}
	if !c.done && c.results > 0 {
		c.results--
	}
	c.done = true
	a.calls[key] = c
	return &c.Steps[c.step]
}

// next returns the oldest turn that is complete; at the end of the file, every turn is.
func (a *assembler) next(end bool) *Turn {
	if len(a.waiting) == 0 {
		return nil
	}
	p := a.waiting[0]
	more := p == a.main.open || p == a.side.open && !a.spoken || p.results > 0
	if more && !end && (a.size < pendingLimit || len(a.waiting) == 1) {
		return nil
	}
	for _, tr := range []*track{&a.main, &a.side} {
		if tr.open == p {
			tr.open = nil
		}
	}
	for i := range p.Steps {
		if id := p.Steps[i].ID; a.calls[id].pending == p {
			delete(a.calls, id)
		}
	}
	a.looking -= p.looks.size
	p.looks.Tell(p.Turn, p.after)
	a.waiting[0] = nil
	a.waiting = a.waiting[1:]
	a.size -= pendingTurn + len(p.Text)
	return p.Turn
}
