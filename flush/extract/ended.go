package extract

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// refused reports whether the person begins with a no behind a turn of the agent.
func (r *reader) refused(turn int) bool {
	for _, t := range r.turns[turn+1:] {
		if t.Role != transcript.Agent && !t.Subagent {
			no, _ := sentence.SaysNo(t.Text)
			return no || t.Rejected
		}
	}
	return false
}

// ended adds to bullets what ends tasks of earlier sessions: the sentence that says so, ticked.
func (a Author) ended(r *reader, out []daily.Bullet) []daily.Bullet {
	if a.Ends == nil {
		return out
	}
	var said []string
	var by []*unit // who says it
	for i := range r.units {
		u, next := &r.units[i], ""
		if p := &u.place; p.gone || p.side || p.quote || p.asked || p.script || p.plan || p.no || p.task() || u.voice == agent && r.refused(u.turn) {
			continue
		}
		if i+1 < len(r.units) && r.units[i+1].turn == u.turn {
			next = r.units[i+1].text
		}
		all := prose.Sentences(u.text)
		for k, s := range all {
			if !sentence.Retreats(append(all, next)[k+1]) {
				said, by = append(said, sentence.Ticked(r.turns[u.turn].Text, s)), append(by, u)
			}
		}
	}
	for i, lines := range a.Ends(said) {
		if lines == "" || r.unsaid(by[i], said[i]) {
			continue
		}
		done := daily.Bullet{Kind: daily.Action, Text: strings.TrimRight(said[i], " :;,"), Done: true, Settles: lines}
		out = append(slices.DeleteFunc(out, func(b daily.Bullet) bool { return b.Text == done.Text }), done)
	}
	return out
}
