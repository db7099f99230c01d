package extract

import (
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// relate marks what depends on the neighbouring turns. The agent's turns between two messages of the person
// are a run: what is said after its last edit are its conclusions.
func (r *reader) relate() {
	runs := r.runs()
	speaks := make(map[int]bool) // turns of the person that say something
	for i := range r.units {
		if r.units[i].voice == person {
			speaks[r.units[i].turn] = true
		}
	}
	denials := r.denials(runs, speaks)
	r.supersede(runs, denials)
	r.lectures(runs)
	edits := 0 // behind the turn
	for i, t := len(r.units)-1, len(r.turns)-1; i >= 0; i-- {
		u := &r.units[i]
		for ; t > u.turn; t-- {
			edits += r.turns[t].Edits()
		}
		if u.voice == agent && !u.place.side {
			u.place.zone, u.place.worked = u.turn > runs[u.turn].edit, edits > fewEdits
		}
	}
}

// fewEdits is how many edits behind a task may be about something else: of more, one has mostly done it.
const fewEdits = 3

// A span is a run of the agent's turns.
type span struct {
	from, to   int // its first and last turn
	prev, next int // the person's turns around it, or -1
	edit       int // the last turn in it with an edit, or -1
}

// runs returns the run of each turn of the agent.
func (r *reader) runs() []*span {
	out := make([]*span, len(r.turns))
	var cur *span
	prev := -1
	for i, t := range r.turns {
		if t.Role != transcript.Agent {
			if !t.Subagent {
				if cur != nil {
					cur.next = i
				}
				cur, prev = nil, i
			}
			continue
		}
		if cur == nil {
			cur = &span{from: i, prev: prev, next: -1, edit: -1}
		}
		cur.to, out[i] = i, cur
		if t.Edits() > 0 {
			cur.edit = i
		}
	}
	return out
}

// edits reports whether files are edited between a message of the person and the next.
func (r *reader) edits(turn int) bool {
	for _, t := range r.turns[turn+1:] {
		if t.Role != transcript.Agent && !t.Subagent {
			break
		}
		if t.Edits() > 0 {
			return true
		}
	}
	return false
}

// lectures marks what the agent says of something that is not the project's, before it used any tool: an explanation out
// of a textbook, a translation, a poem.
func (r *reader) lectures(runs []*span) {
	tools, on := 0, false
	for i, t := range r.turns {
		n := runs[i]
		if tools += len(t.Steps); n == nil || n.prev < 0 || tools > 0 {
			continue
		}
		ask := r.turns[n.prev].Text
		if on = made().MatchString(ask) || (on || textbook().MatchString(ask)) && !here().MatchString(differs().ReplaceAllString(ask, "")); on {
			for k := range r.units {
				if u := &r.units[k]; u.turn == i && u.voice == agent {
					u.place.gone = true
				}
			}
		}
	}
}

var (
	textbook = lazy.Regexp(`(?i)\b(?:explain|what(?:'s| is| are| does| do)|differences? between|how (?:does|do) .* work|in simple terms|was (?:ist|sind|macht|bedeutet)|erklär\p{L}*|wie funktioniert|unterschied zwischen|explica\p{L}*|cómo funciona|qu'est-ce|c'est quoi|expliquer?|o que (?:é|são|faz)|explique)(?:$|[^\p{L}])|(?:qué (?:es|son|hace)|diferencia entre|что такое|объясни|как работает|什么是|是什么|解释|区别|とは|説明|違い)`)
	made     = lazy.Regexp(`(?i)\b(?:translat\p{L}+|poem|haiku|limerick|joke|riddle|lyrics|übersetz\p{L}*|gedicht|witz|traduc[ei]\p{L}*|poema|chiste|tradui\p{L}*|poème|blague|traduz\p{L}*|piada)\b|перевед|стих|шутк|анекдот|翻译|写.{0,6}诗|笑话|翻訳|ジョーク|俳句`)
	differs  = lazy.Regexp(`(?i)\b(?:the|der|den|la|el|le|die|a) (?:differences?|unterschied|diferencia|différence|diferença|idea|concept)\b`)
	here     = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:our|my|we|us|this|these|here|the|open|left|next|missing|wrong|broken|failing|new|status|offen|los|übrig|neu|kaputt|pendiente|falta|nuevo|reste|manque|unser\p{L}*|mein\p{L}*|wir|diese[rsmn]?|hier|der|die|das|dem|den|el|la|los|las|nuestr\p{L}+|este|esta|le|les|notre|mon|ma|ce|cette|o|os|as|nosso|meu|нашу?|мой|этот?|эта)(?:$|[^\p{L}])|我们|这个|这里|この|その|うちの|[/\\]\w+\.\w+`)
)
