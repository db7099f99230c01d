package extract

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A pick is a unit that was chosen, as it will stand in the log.
type pick struct {
	unit *unit
	text string
}

// least is the score below which nothing is kept; tired is how much less each further unit
// of one turn is worth, so that no long answer fills the log alone.
const (
	most  = 80 // bullets of one entry, however long the stretch
	least = 1.5
	tired = 0.1
)

// enough is how many bullets about one thing an agent's word may join.
const enough = 4

// choose takes the best units, each thing once, as many as the stretch has room for.
func (r *reader) choose() []pick {
	for i := range r.units {
		r.rate(&r.units[i])
	}
	var order []*unit
	words := 0
	for i := range r.units {
		u := &r.units[i]
		r.word(u)
		u.line = strings.TrimRight(u.line, " :;,：；，、")
		words += len(u.heard.words)
		if u.lex.solid() {
			words += utf8.RuneCountInString(u.text) / 3
		}
		if u.score >= least {
			order = append(order, u)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return order[a].score > order[b].score })
	r.tire(order)
	var out []pick
	var sets []map[string]bool
	lines := make(map[string]bool)
	for _, u := range order {
		if len(out) >= room(words) || u.score < least {
			break
		}
		if lines[u.line] {
			continue
		}
		lines[u.line] = true
		set := content(u.line, u.lex.lang)
		if len(set) == 0 || known(sets, set) || u.voice == agent && about(sets, set) >= enough {
			continue
		}
		out = append(out, pick{u, u.line})
		sets = append(sets, set)
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].unit.seq < out[b].unit.seq })
	return out
}

// tire lowers the score of an agent's unit for each better one of the same turn, and sorts
// again.
func (r *reader) tire(order []*unit) {
	better := make(map[int]int)
	for _, u := range order {
		if u.voice == agent {
			u.score -= tired * float64(better[u.turn])
			better[u.turn]++
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return order[a].score > order[b].score })
}

// room is how many bullets a stretch of so many words has room for.
func room(words int) int {
	return min(most, int(math.Round(2+0.6*math.Sqrt(float64(words)))))
}

// content is the set of the words that carry the meaning of a text.
func content(s string, lang prose.Lang) map[string]bool {
	set := make(map[string]bool)
	prose.EachWord(s, func(w string) {
		if !prose.IsStop(w, lang) && !particles(w) {
			set[w] = true
		}
	})
	return set
}

// particles tells a pair of characters that carries no meaning: hiragana alone, or with one
// of the commonest Han characters.
func particles(w string) bool {
	han := false
	for _, r := range w {
		if r < 0x3041 || r > 0x3096 {
			han = true
			if strings.ContainsRune("的了在是我有和就不也很到说要去你会着这那们吧吗呢啊与及而被把从对将个一", r) {
				return true
			}
		}
	}
	return !han
}

// known tells whether most of what set says was said by one of the sets before.
func known(before []map[string]bool, set map[string]bool) bool {
	for _, b := range before {
		n := shared(b, set)
		if n*10 >= 7*len(set) || n*10 >= 7*len(b) && n >= 3 {
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

func shared(a, b map[string]bool) int {
	n := 0
	for w := range b {
		if a[w] {
			n++
		}
	}
	return n
}

// word gives a unit its line of the log: at most 300 characters, 200 where a clause ends
// before. A list item comes with the line it stands under, a sentence that leans on the one
// before it with that one, where they fit; one that has to stand alone is worth less, and
// one that cannot be cut nothing.
func (r *reader) word(u *unit) {
	u.line = u.text
	n := utf8.RuneCountInString(u.text)
	switch {
	case u.place.item && u.lead.tells() && n+utf8.RuneCountInString(u.lead.text)+2 <= short:
		sep := " "
		if !colon(u.lead.text) {
			sep = ": "
		}
		if n < 90 || strings.Contains(u.text, "; ") {
			u.line = u.lead.text + sep + u.text
		}
	case u.voice == person && u.place.asked && r.kindOf(u) == daily.Exchange:
		if a := r.answer(u); a != nil {
			u.line = u.text + " " + a.text
			u.score += 0.4
		}
	case u.voice == agent && u.cues.has(deictic):
		if before := r.before(u); before != "" {
			u.line = together(before, u.text)
		} else {
			u.score -= 0.3
		}
	}
	if utf8.RuneCountInString(u.line) <= short || u.line != u.text && u.voice == person {
		return
	}
	if cut, ok := prose.Clip(u.line, short); ok {
		u.line = cut
	} else if utf8.RuneCountInString(u.line) > longest {
		u.score = 0
	}
}

// answer returns what the agent said to a question of the person: the first of its last
// words that says something, when both fit into a bullet.
func (r *reader) answer(q *unit) *unit {
	for i, seen := q.seq+1, 0; i < len(r.units) && seen < 3; i++ {
		u := &r.units[i]
		if u.voice == person && u.turn != q.turn {
			return nil
		}
		if u.voice != agent || u.place.side || !u.place.final {
			continue
		}
		seen++
		if u.score >= 0.9 && !u.place.item && !u.place.doubted && (!colon(u.text) || whole(u.text)) && !u.cues.has(narrate) &&
			utf8.RuneCountInString(q.text)+utf8.RuneCountInString(u.text) < short+40 {
			return u
		}
	}
	return nil
}

// before returns the sentence before u in its paragraph, when both fit into a bullet and it
// is no narration.
func (r *reader) before(u *unit) string {
	if u.seq == 0 {
		return ""
	}
	p := &r.units[u.seq-1]
	if p.turn != u.turn || p.para != u.para || p.cues.any(narrate, offer, status) || p.place.asked ||
		utf8.RuneCountInString(p.text)+utf8.RuneCountInString(u.text)+2 > short {
		return ""
	}
	return p.text
}

func (r *reader) bullets(picks []pick) []daily.Bullet {
	var out []daily.Bullet
	for _, p := range picks {
		out = append(out, daily.Bullet{Kind: r.kindOf(p.unit), Text: p.text})
	}
	return out
}
