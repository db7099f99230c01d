package transcript

import (
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
)

// A resultRow reads the results of one row and begins the turns in it.
type resultRow struct {
	r     *Reader
	w     *row
	turns int
	old   bool // the file had the row before
}

// results reads a row of tool results: how the calls ended, and what a person decided there.
func (r *Reader) results(w *row) {
	rr := resultRow{r: r, w: w}
	var last Step
	for i := range w.blocks {
		b := &w.blocks[i]
		if b.kind.Is("tool_result") {
			last = rr.result(b)
		}
	}
	if why := notWords(w); why == "" {
		rr.feedback(last)
	}
}

// result reads one result and returns the step it belongs to.
func (rr *resultRow) result(b *block) Step {
	s := rr.r.asm.result(b.use)
	var done Step
	if s != nil {
		done = *s
	}
	switch {
	case b.failed:
		rr.failed(b, s)
	case done.Tool == askTool || done.Tool == "" && begins(b.content, answerHeads...):
		got := answers(rr.w.result)
		if len(got) == 0 {
			got = answersIn(blockText(b.content))
		}
		rr.answers(got)
	case done.Tool == planTool || done.Tool == "" && begins(b.content, "User has approved"):
		text := blockText(b.content)
		if !strings.HasPrefix(text, "User has approved") {
			break
		}
		approved := plan(text, rr.w.result)
		if approved == "" {
			approved = rr.r.plans[done.ID]
		}
		rr.turn(Agent, approved, "")
	}
	if done.Edit && !b.failed {
		s.Outcome = outcome.Change(patch(rr.w.result))
	}
	if done.Tool == "Bash" && s.Error != Rejected {
		if k := outcome.KindOf(done.Target); k.Wanted(b.failed) {
			s.Outcome = k.Cut(Tidy(blockText(b.content)), b.failed)
		}
	}
	delete(rr.r.plans, done.ID)
	return done
}

// patch returns the lines of the hunks in the toolUseResult of an edit, each behind a space, a "-" or a "+".
func patch(result []byte) (lines []string) {
	c := jsonscan.Scanner{Data: result}
	for key := range c.Members() {
		if !key.Is("structuredPatch") {
			c.Skip()
			continue
		}
		for range c.Elements() {
			for key := range c.Members() {
				if !key.Is("lines") {
					c.Skip()
					continue
				}
				for range c.Elements() {
					lines = append(lines, c.Text().String())
				}
			}
		}
	}
	return lines
}

// failed marks the step and begins a turn when a person said why they refused it.
func (rr *resultRow) failed(b *block, s *Step) {
	text := blockText(b.content)
	reason, refused := refusal(text)
	var call string
	if s != nil {
		call = callName(*s)
		s.Failed = true
		s.Error = ErrorHead(text)
		if refused {
			s.Error = Rejected
		}
	}
	if got, ok := clarified(reason); ok {
		rr.answers(got)
		return
	}
	if t := rr.turn(Choice, reason, call); t != nil {
		t.Rejected = true
	}
}

// callName names the call that a decision was about.
func callName(s Step) string {
	if s.Tool == askTool {
		return s.Target
	}
	return strings.TrimSpace(s.Tool + " " + s.Target)
}

func (rr *resultRow) answers(got []answer) {
	for _, a := range got {
		rr.turn(Choice, a.text, a.question)
	}
}

// feedback reads what a person wrote while they allowed a call: text beside its result.
func (rr *resultRow) feedback(done Step) {
	for i := range rr.w.blocks {
		b := &rr.w.blocks[i]
		if !b.kind.Is("text") || done.Tool == "" || done.Tool == "ToolSearch" || done.Tool == "Skill" {
			continue
		}
		if text, _ := unwrapped(clean(b.text.String())); text != "" {
			rr.turn(Choice, text, "")
		}
	}
}

// turn begins a turn unless it has no words or the file had them before. The second and later
// turns of a row have "#2" and so on after its uuid.
func (rr *resultRow) turn(role Role, text, question string) *Turn {
	if text == "" || rr.old {
		return nil
	}
	if rr.turns == 0 {
		if rr.old = !rr.r.fresh(rr.w, role, question+"\x00"+text); rr.old {
			return nil
		}
	}
	rr.turns++
	t := rr.r.turn(rr.w, role, text)
	if rr.turns > 1 {
		t.ID += "#" + strconv.Itoa(rr.turns)
		t.Last = t.ID
	}
	t.Question = question
	rr.r.asm.begin(t, "")
	return t
}
