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
	if s != nil && s.Error != Rejected && s.Outcome == "" {
		rr.kept(b, s)
	}
	delete(rr.r.plans, done.ID)
	return done
}

// kept notes what is to be kept of the answer to a call, or of what an edit changed.
func (rr *resultRow) kept(b *block, s *Step) {
	switch kind := outcome.KindOf(s.Target); {
	case s.Edit:
		lines, whole := patch(rr.w.result)
		changed := outcome.Change(lines)
		if s.Outcome = outcome.Join(changed); len(changed) > 0 {
			whole = strings.Join(changed, "\n")
		}
		if whole != s.Outcome && !b.failed {
			rr.r.asm.looked(b.use, whole, true)
		}
	case s.Tool == "Bash" && kind.Wanted(b.failed):
		s.Outcome = kind.Cut(Tidy(blockText(b.content)), b.failed)
	case !b.failed && !unlooked()[s.Tool]:
		rr.r.asm.looked(b.use, lookText(b.content), false)
	}
}

// lookText returns the beginning of the text of a tool result's content.
func lookText(content []byte) string {
	if c := (jsonscan.Scanner{Data: content}); c.Peek() == '"' {
		text := c.Text()
		return Tidy(text[:min(len(text), outcome.Look)].String())
	}
	return Tidy(blockText(content))
}

// patch returns the lines of an edit by its toolUseResult, each behind a space, a "-" or a "+", and the text of a file that it
// made.
func patch(result []byte) (lines []string, whole string) {
	var edits []string
	c := jsonscan.Scanner{Data: result}
	for key := range c.Members() {
		switch string(key) {
		case "structuredPatch":
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
		case "edits": // of clients that write no patch
			for range c.Elements() {
				edits = append(edits, edit(&c)...)
			}
		case "content":
			text := c.Text()
			whole = Tidy(text[:min(len(text), outcome.Look)].String())
		default:
			c.Skip()
		}
	}
	if lines == nil {
		lines = edits
	}
	return lines, whole
}

// edit returns the lines that an edit replaces and those that it puts there.
func edit(c *jsonscan.Scanner) []string {
	var old, put []string
	for key := range c.Members() {
		switch string(key) {
		case "old_string":
			old = signed("-", c.Text().String())
		case "new_string":
			put = signed("+", c.Text().String())
		default:
			c.Skip()
		}
	}
	return append(old, put...)
}

func signed(sign, text string) []string {
	return strings.Split(sign+strings.ReplaceAll(text, "\n", "\n"+sign), "\n")
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
