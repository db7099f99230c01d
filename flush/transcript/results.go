package transcript

import "strings"

// results reads a row of tool results: how the calls ended, and what a person decided there.
func (r *Reader) results(w *row) {
	turns := 0
	add := func(t *Turn) {
		r.asm.begin(t, "")
		turns++
	}
	suffix := func() string {
		if turns == 0 {
			return ""
		}
		return "#" + string(rune('1'+min(turns, 8)))
	}
	for i := range w.blocks {
		b := &w.blocks[i]
		if !b.kind.is("tool_result") {
			continue
		}
		s := r.asm.find(b.use.String())
		var call Step
		if s != nil {
			call = *s
		}
		switch {
		case b.failed:
			text := blockText(b.content)
			reason, no := refusal(text)
			if s != nil {
				s.Failed = true
				if s.Error = errorHead(text); no {
					s.Error = "rejected"
				}
			}
			if reason != "" && r.fresh(w, reason) {
				t := r.turn(w, Choice, reason, suffix())
				t.Question, t.Rejected = strings.TrimSpace(call.Tool+" "+call.Target), true
				add(t)
			}
		case call.Tool == askTool || begins(b.content, answeredHead):
			got := answers(w.result)
			if len(got) == 0 {
				got = answersIn(blockText(b.content))
			}
			for _, a := range got {
				if !r.mark("q"+a.question, w.stamp, a.text) {
					r.stats.Repeated++
					continue
				}
				t := r.turn(w, Choice, a.text, suffix())
				t.Question = a.question
				add(t)
			}
		case call.Tool == planTool || begins(b.content, "User has approved"):
			if plan := approvedPlan(blockText(b.content), w.result); plan != "" && r.fresh(w, plan) {
				add(r.turn(w, Agent, plan, suffix()))
			}
		}
	}
}
