package extract

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
)

const (
	floor  = 1.5 // the score below which nothing is kept
	tired  = 0.1 // how much less each further unit of one turn is worth, so that a long answer does not fill the log
	enough = 4   // how many bullets about one subject the agent may add to
	most   = 80  // bullets of one entry, however long the stretch
)

// choose returns the best units, each statement once, as many as the stretch has room for, in the order they
// were said.
func (r *reader) choose() []pick {
	order, words := r.candidates()
	left := room(words)
	var out []pick
	var sets []map[string]bool
	lines := make(map[string]bool)
	for _, u := range order {
		if left == 0 || u.score < floor {
			break
		}
		if lines[u.line] {
			continue
		}
		lines[u.line] = true
		set, by := make(map[string]bool), u.voice
		for w := range content(u.line, u.lex.lang) {
			set[stem(w)] = true
		}
		if u.line != u.text {
			by = agent // the pick holds the agent's answer
		}
		if len(set) == 0 || known(sets, set, by) || u.voice == agent && about(sets, set) >= enough {
			continue
		}
		out = append(out, pick{u, u.line})
		sets = append(sets, set)
		left--
	}
	if len(out) == 0 {
		out = r.least()
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].unit.seq < out[b].unit.seq })
	return merge(out)
}

// candidates rates the units and words them. It returns those worth keeping, the best first, and how many
// words were said.
func (r *reader) candidates() (order []*unit, words int) {
	for i := range r.units {
		r.rate(&r.units[i])
	}
	for i := range r.units {
		u := &r.units[i]
		r.word(u)
		words += len(u.heard.words)
		if u.lex.solid() {
			words += utf8.RuneCountInString(u.text) / 3
		}
		if u.score >= floor {
			order = append(order, u)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return order[a].score > order[b].score })
	better := make(map[int]int)
	for _, u := range order {
		if u.voice == agent {
			u.score -= tired * float64(better[u.turn])
			better[u.turn]++
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return order[a].score > order[b].score })
	return order, words
}

// least returns what the person asked for, for a stretch in which nothing else was worth keeping: a request,
// however short, leaves a line.
func (r *reader) least() []pick {
	for i := range r.units {
		u := &r.units[i]
		if u.voice == person && u.line != "" && len(content(u.line, u.lex.lang)) > 1 && utf8.RuneCountInString(u.line) <= longest {
			return []pick{{u, u.line}}
		}
	}
	return nil
}

// room returns how many bullets a stretch with this number of words has room for.
func room(words int) int {
	return min(most, int(math.Round(2+0.6*math.Sqrt(float64(words)))))
}

// fewWords is the length up to which one other word makes another statement of it: "we use Postgres", "we
// use SQLite".
const fewWords = 6

// known reports whether what set says was said by one of the sets before. A person's statement, or a short
// one, is known if every word of it was said; another one if most words were. A different number or name
// makes a different statement, however similar the rest is.
func known(before []map[string]bool, set map[string]bool, by voice) bool {
	for _, b := range before {
		n := shared(b, set)
		switch {
		case n == len(set):
			return true
		case by == person || len(set) <= fewWords || differs(b, set):
		case n*10 >= 7*len(set) || n*10 >= 7*len(b) && n >= 3:
			return true
		}
	}
	return false
}

// differs reports whether set names a number or an identifier that b does not.
func differs(b, set map[string]bool) bool {
	for w := range set {
		if !b[w] && strings.ContainsAny(w, "0123456789_./") {
			return true
		}
	}
	return false
}

// about counts the sets that share a third of the words of set.
func about(before []map[string]bool, set map[string]bool) int {
	n := 0
	for _, b := range before {
		if 3*shared(b, set) >= len(set) {
			n++
		}
	}
	return n
}

func (r *reader) bullets(picks []pick) []daily.Bullet {
	var out []daily.Bullet
	context := r.context()
	for i, p := range picks {
		if (len(out) > 0 || i+1 < len(picks)) && r.kindOf(p.unit) == daily.Exchange && strings.HasPrefix(context, p.text) {
			continue // it precedes the bullets already
		}
		out = append(out, daily.Bullet{Kind: r.kindOf(p.unit), Text: p.text})
	}
	return out
}
