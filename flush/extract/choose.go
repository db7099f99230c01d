package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/wiki/prose"
)

const (
	twice = 3 * rank.One / 2 // how much more one must be worth that takes the room of two
	empty = rank.One         // what a sentence of the agent that names nothing must be worth
	first = 4                // bullets of the agent of which less is asked than of the others
	ease  = rank.One / 4     // how much less a person's must be worth, and the last of them, twice as much the one before it, …
	alone = rank.One / 5     // what one must be worth that needs the sentence before it and comes without
	along = 3 * rank.One / 2 // how much less than others a neighbour must be worth that fits into a bullet
)

// A pick is a bullet in the making: units that follow each other in one message.
type pick struct {
	unit     *unit // the best of them
	from, to int   // the first and the last
	text     string
	lower    string // without its end
	terms    map[string]bool
}

// choose returns what is worth keeping, each thing once, in the order it was said.
func (r *reader) choose() []pick {
	order := make([]*unit, 0, len(r.units))
	for i := range r.units {
		if u := &r.units[i]; u.worth >= worthy-ease*first && r.tellable(u) {
			order = append(order, u)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return order[a].worth > order[b].worth })
	taken := make([]bool, len(r.units))
	var out []pick
	with := make(map[string][]pick) // by their terms
	told := 0                       // bullets of the agent
	for _, u := range order {
		if taken[u.seq] || u.worth < u.price(told) {
			continue
		}
		p := r.pick(u, taken)
		if u.leans && u.voice == agent && p.from == u.seq && u.worth < worthy+alone {
			continue // nothing says what it is about
		}
		if p.text == "" || utf8.RuneCountInString(p.text) > short && u.worth < worthy+twice || u.cures == nil && slices.ContainsFunc(p.among(out, with), func(o pick) bool { return o.unit.cures != u && o.says(p) }) {
			continue
		}
		for k := p.from; k <= p.to; k++ {
			taken[k] = true
		}
		out = append(out, p)
		for w := range p.terms {
			with[w] = append(with[w], p)
		}
		if u.voice == agent {
			told++
		}
	}
	if !slices.ContainsFunc(out, func(p pick) bool {
		return p.unit.kind != daily.Exchange || !p.unit.place.first || !p.unit.place.asked
	}) {
		return nil // a question tells nothing without what came of it
	}
	sort.Slice(out, func(a, b int) bool { return out[a].from < out[b].from })
	return out
}

// tellable reports whether a unit can stand in a log at all. One word cannot, nor the agent's shortest answers and what it only
// announces.
func (r *reader) tellable(u *unit) bool {
	if u.place.gone {
		return false
	}
	if u.voice == person && (u.kind == daily.Decision || u.kind == daily.Preference) {
		return true
	}
	return len(terms(u.text)) > 1 && (u.voice == person || (!sentence.Colon(u.text) || u.place.owed) && !u.place.asked && (u.place.box || sentence.Width(u.text) > 12))
}

// price returns what a unit must be worth behind so many bullets of the agent. Less is asked of what a person says, and of
// the first of the agent's: a short session tells little, and that is kept.
func (u *unit) price(told int) int {
	switch {
	case u.voice == person && !u.place.mute:
		return worthy - ease
	case u.bare():
		return empty
	}
	return worthy - ease*max(0, first-told)
}

// bare reports whether an agent's sentence names nothing and gives no cause. A capital names nothing in German.
func (u *unit) bare() bool {
	return u.voice == agent && (specifics(u.text) == 0 || u.lex.Lang == prose.DE) && !strings.Contains(u.text, "`") && !u.cues.Any(sentence.Found, sentence.Action)
}

// pick words a unit, together with those of its neighbours that it needs or that are nearly as good.
func (r *reader) pick(u *unit, taken []bool) pick {
	p := pick{unit: u, from: u.seq, to: u.seq, text: r.line(u)}
grow:
	for p.text != "" && utf8.RuneCountInString(p.text) < short {
		before, after := r.join(p, p.from-1, taken), r.join(p, p.to+1, taken)
		switch leans := r.units[p.from].leans; {
		case before != "" && (leans || r.units[p.from-1].worth >= worthy-along) && (after == "" || leans || r.units[p.from-1].worth >= r.units[p.to+1].worth):
			p.text = before
			p.from--
		case after != "" && r.units[p.to+1].worth >= worthy-along:
			p.text = after
			p.to++
		default:
			break grow
		}
	}
	p.lower, p.terms = strings.ToLower(strings.TrimRight(p.text, ".!")), make(map[string]bool)
	for _, w := range terms(p.text) {
		p.terms[w] = true
	}
	return p
}

// join returns the text of a pick with the neighbour k, "" where they do not make one bullet.
func (r *reader) join(p pick, k int, taken []bool) string {
	if k < 0 || k >= len(r.units) || taken[k] {
		return ""
	}
	u, o := &r.units[k], p.unit
	switch {
	case u.turn != o.turn, u.lead != o.lead, u.para != o.para, u.place.item || o.place.item, u.place.took || o.place.took,
		u.voice == person && (u.kind != o.kind || u.kind == daily.Preference), u.place.owed, o.place.owed, !r.tellable(u):
		return ""
	}
	text := sentence.Together(p.text, u.text)
	if k < p.from {
		text = sentence.Together(u.text, p.text)
	}
	if utf8.RuneCountInString(text) > short {
		return ""
	}
	return text
}

// stated reports whether a person says a pick so that only the same words say it.
func (p *pick) stated() bool { return p.unit.voice == person && p.unit.worth > stated/2 }

func numbered(term string) bool { return strings.ContainsAny(term, "0123456789") }

// among returns the picks that may say what p says: what has all of its terms, where a person says it, or its numbers, else all.
func (p *pick) among(all []pick, with map[string][]pick) []pick {
	few := all
	for w := range p.terms {
		if l := with[w]; len(l) < len(few) && !p.stated() && (p.unit.voice == person || numbered(w)) {
			few = l
		}
	}
	return few
}

// says reports whether a pick says what another one says.
func (p pick) says(o pick) bool {
	both, differs := 0, false
	for w := range o.terms {
		switch {
		case p.terms[w]:
			both++
		case numbered(w):
			differs = true
		}
	}
	switch n := len(o.terms); {
	case o.unit.place.box && p.unit.kind != daily.Action:
		return false // that it is to be done says nothing else
	case o.stated():
		return strings.Contains(p.lower, o.lower)
	case both == n:
		return true
	case differs, n < 4, o.unit.voice == person:
		return false
	default:
		return 10*both >= 7*n || 10*both >= 7*len(p.terms)
	}
}

// line returns a unit as it stands in a log, "" where it cannot: with the line above it where it needs that, and cut
// to the length of a bullet where a clause ends there.
func (r *reader) line(u *unit) string {
	text := u.label + strings.TrimRight(u.text, " :;,：；，、")
	switch n := utf8.RuneCountInString(text) + utf8.RuneCountInString(u.lead.text) + 2; {
	case u.place.no && !sentence.Crossed(text) && (n > longest || u.lead.text == ""):
		return "" // it would say the opposite
	case u.place.no && !sentence.Crossed(text), u.place.item && !u.place.box && u.lead.tells() && n <= short && sentence.Width(text) < 90 && !sentence.Labelled(text):
		text = u.lead.with(text)
	}
	if utf8.RuneCountInString(text) <= short || u.voice == person && utf8.RuneCountInString(text) <= longest {
		return text
	}
	if cut, ok := prose.Clip(text, short); ok {
		return cut
	}
	if utf8.RuneCountInString(text) > longest {
		return ""
	}
	return text
}

func (r *reader) bullets(picks []pick) []daily.Bullet {
	var out []daily.Bullet
	context := r.context()
	for i, p := range picks {
		if (len(out) > 0 || i+1 < len(picks)) && p.unit.kind == daily.Exchange && strings.HasPrefix(context, p.text) {
			continue // it precedes the bullets already
		}
		texts := []string{p.text}
		if p.unit.kind == daily.Action && len(p.unit.parts) > 0 && p.from == p.to {
			texts = p.unit.parts // each may be done alone
		}
		for _, text := range texts {
			if p.unit.kind == daily.Action {
				text = sentence.Task(strings.TrimRight(text, " :;,"))
			}
			out = append(out, daily.Bullet{Kind: p.unit.kind, Text: text})
		}
	}
	return out
}
