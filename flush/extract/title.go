package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/extract/title"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// title returns a name for a stretch: the client's own title when it speaks of this stretch, else what the
// person asked for, else the main thing the agent said. It is plain text.
func (r *reader) title(titles []string, picks []pick) string {
	t := r.given(titles)
	if t == "" {
		t = r.named(picks).Text
	}
	if t == "" && len(picks) > 0 {
		t = title.UpperFirst(picks[0].text)
		if utf8.RuneCountInString(t) > title.Widest {
			t = title.Shorten(t)
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(t, "`", ""))
}

// named returns the best name of what was asked. If the first request makes a poor one, it returns the name
// of the result, if there is one.
func (r *reader) named(picks []pick) title.Name {
	c := concluded(picks, r.context())
	switch a := r.asked(1); {
	case a.Text != "" && a.Score >= 0:
		return r.asked(5)
	case c.Text == "" || c.Score < 0:
		return r.asked(5).Or(c)
	}
	return c
}

// poorer is how much less a poor name is worth.
const poorer = 1

// asked returns the best name among what the person said in the first messages; most limits their number.
func (r *reader) asked(most int) title.Name {
	var best title.Name
	turns, last := 0, -1
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || u.place.gone || u.place.goesOn || r.turns[u.turn].Role == transcript.Choice {
			continue
		}
		if u.turn != last {
			if turns++; turns > most {
				break
			}
			last = u.turn
		}
		for k, s := range prose.Sentences(u.text) {
			n := title.NameOf(u.lex, s)
			n.Score -= 0.2*float64(k) + 0.6*float64(turns-1)
			if title.Poor(u.lex, n.Text) {
				n.Score -= poorer
			}
			switch {
			case u.place.heads:
				n.Score += 1
			case !u.place.opens:
				n.Score -= 0.2
			}
			best = best.Or(n)
		}
	}
	return best
}

// concluded returns the best name among what the agent found or changed.
func concluded(picks []pick, asked string) title.Name {
	best, about := title.Name{}, make(map[string]bool)
	sentence.EachStem(asked, func(w string) { about[w] = true })
	for _, p := range picks {
		u := p.unit
		if u.voice != agent || u.place.item || u.place.side || u.cues.Any(sentence.Narrate, sentence.Status, sentence.Action) {
			continue
		}
		n := title.Headline(u.lex, u.text)
		switch {
		case n.Text == "":
			continue
		case title.Poor(u.lex, n.Text):
			n.Score -= poorer
		case !u.cues.Any(sentence.Found, sentence.Change):
			n.Score -= 0.6
		case !u.cues.Has(sentence.Found):
			n.Score -= 0.3
		}
		if !u.place.final {
			n.Score -= 0.1
		}
		sentence.EachStem(n.Text, func(w string) {
			if about[w] {
				n.Score += 0.1
			}
		})
		best = best.Or(n)
	}
	return best
}
