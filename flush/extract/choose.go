package extract

import (
	"math"
	"sort"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A pick is a unit that was chosen, as it will stand in the log.
type pick struct {
	unit *unit
	text string
}

// least is the score below which nothing is kept.
const least = 1.1

// choose takes the best units, each thing once, as many as the stretch has room for.
func choose(units []unit) []pick {
	order := make([]*unit, 0, len(units))
	words := 0
	for i := range units {
		rate(&units[i])
		words += len(units[i].heard.words)
		if units[i].lex.solid() {
			words += utf8.RuneCountInString(units[i].text) / 3
		}
		if units[i].score >= least {
			order = append(order, &units[i])
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return order[a].score > order[b].score })
	room := room(words)
	var out []pick
	var sets []map[string]bool
	for _, u := range order {
		if len(out) >= room {
			break
		}
		text, ok := bullet(u)
		if !ok {
			continue
		}
		set := content(text)
		if len(set) == 0 || known(sets, set) {
			continue
		}
		out = append(out, pick{u, text})
		sets = append(sets, set)
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].unit.seq < out[b].unit.seq })
	return out
}

// room is how many bullets a stretch of so many words has room for.
func room(words int) int {
	return int(math.Round(1 + 0.42*math.Sqrt(float64(words))))
}

// content is the set of the words that carry the meaning of a bullet.
func content(s string) map[string]bool {
	set := make(map[string]bool)
	prose.EachWord(s, func(w string) {
		if !prose.IsStop(w, prose.Unknown) {
			set[w] = true
		}
	})
	return set
}

// known tells whether most of what set says was said by one of the sets before.
func known(before []map[string]bool, set map[string]bool) bool {
	for _, b := range before {
		n := 0
		for w := range set {
			if b[w] {
				n++
			}
		}
		if n*10 >= 7*len(set) || n*10 >= 7*len(b) && n >= 3 {
			return true
		}
	}
	return false
}

// bullet is the text of a unit as a line of the log: one line of at most 300 characters,
// 200 where a clause ends before. ok is false when it cannot be cut.
func bullet(u *unit) (text string, ok bool) {
	text = u.text
	if u.place.item && u.lead != "" && useful(u.lead) && utf8.RuneCountInString(text) < 90 &&
		utf8.RuneCountInString(text)+utf8.RuneCountInString(u.lead) < short && len(text) > 0 && text[0] != u.lead[0] {
		text = u.lead + " " + text
	}
	if utf8.RuneCountInString(text) > short {
		if cut, ok := prose.Clip(text, short); ok {
			return cut, true
		}
		if utf8.RuneCountInString(text) > longest {
			return "", false
		}
	}
	return text, true
}

func bullets(picks []pick) []daily.Bullet {
	var out []daily.Bullet
	for _, p := range picks {
		out = append(out, daily.Bullet{Kind: kindOf(p.unit), Text: p.text})
	}
	return out
}
