package proof

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// claimsOf returns the claims of a text that somebody says.
func claimsOf(text string, by Actor) []claim {
	r := reading{by: by}
	for _, b := range prose.Blocks(text) {
		if b.Kind == prose.Code {
			continue
		}
		for _, s := range prose.Sentences(b.Text) {
			r.sentence(s)
		}
	}
	return r.out
}

// A reading reads a text, sentence by sentence.
type reading struct {
	by   Actor
	out  []claim
	from int               // where the claims of the last sentence begin
	said []map[string]bool // the words of each sentence
}

func (r *reading) sentence(s string) {
	end := strings.TrimSpace(s)
	asks := strings.HasSuffix(end, "?") && !strings.HasSuffix(end, "!?") || strings.HasSuffix(end, "？") // "it was dry!?" says that it was
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(s, "¿ ")), " ")
	asks = asks && !lexicon().why[first] // why something is so takes it as so
	above, all, start := map[string]bool{}, map[string]bool{}, len(r.out)
	for _, m := range r.said[max(0, len(r.said)-aboveMost):] {
		maps.Copy(above, m)
	}
	parts := Divide(Folded(s))
	attributed := slices.ContainsFunc(wordsOf(Folded(s)), func(w string) bool { return lexicon().told[strings.ToLower(w)] })
	sole := false
	for i, part := range parts {
		c := read(part, r.by, i == 0)
		if sole { // "no one but"
			c.senses[only], c.narrow, c.nots, sole = true, true, 0, false
		}
		c.free = c.free || attributed
		c.asked = asks && lexicon().preps[firstOf(part)] != because // a reason is given, not asked
		if c.asks = c.asked && !c.maybe; c.asks {
			c.maybe = true
		}
		if i > 0 {
			r.hangs(part, parts[i-1], &c)
		}
		bare := len(c.words) == 0
		if i == 1 && lexicon().senses[strings.ToLower(parts[0])] == "all" && lexicon().but[firstOf(part)] { // "all but"
			c.free = true
		}
		switch {
		case bare && i == 0 && c.nots > 0 && len(parts) > 1: // "No, keep it"
			next := firstOf(parts[1])
			sole = !strings.HasSuffix(part, ",") && (lexicon().but[next] || lexicon().except[next])
			continue
		case bare && i > 0 && c.who == Unknown && len(r.out) > 0 && len(wordsOf(part)) < 3: // "but not"
			o := &r.out[len(r.out)-1]
			o.weak = (o.weak || o.nots == 0) && c.weak
			o.nots += c.nots
			continue
		case bare && c.nots == 0 && len(c.senses) == 0 && c.who == Unknown:
			continue
		case i == 0 && c.nots > 0 && c.points && !c.belies && within(c.words, lexicon().verdict): // "that should not be possible"
			for k := r.from; k < start; k++ {
				r.out[k].maybe = true
			}
		}
		switch {
		case !c.points && len(c.words) > 1:
		case i > 0:
			c.above = maps.Clone(all)
		case len(above) > 0:
			c.above = above
		}
		maps.Copy(all, c.has)
		r.out = append(r.out, c)
	}
	r.limit(r.out[start:])
	if r.from = start; len(all) > 0 {
		r.said = append(r.said, all)
	}
}

// hangs lets a clause deny or doubt the next one, and a refusal the one before it.
func (r *reading) hangs(part, last string, c *claim) {
	x, raw := lexicon(), wordsOf(strings.ToLower(part))
	if len(raw) == 0 || len(r.out) == 0 {
		return
	}
	switch o := &r.out[len(r.out)-1]; {
	case o.text != last:
	case (o.belies || o.doubts) && x.said[raw[0]]: // "it is not true that", "I doubt that"
		c.nots, c.maybe = c.nots+prose.Bit(o.belies), c.maybe || o.doubts
	case x.but[raw[0]] && c.nots > 0 && o.nots == 0 && c.who == actorOf("i", r.by) && within(c.words, x.says): // "but I say no"
		o.nots++
	}
}

// limit gives the clauses of a sentence the conditions and exceptions that stand beside them.
func (r *reading) limit(in []claim) {
	x := lexicon()
	for i := range in {
		c, at := &in[i], i-1
		raw := wordsOf(strings.ToLower(c.text))
		but := len(raw) > 2 && x.but[raw[0]] && isNot(raw[1]) && (x.preps[raw[2]] != "" || len(raw) == 3 && !x.no[raw[1]]) // "but never for production"
		if within(c.words, x.feels) || within(c.words, x.says) || !but && !x.except[raw[0]] && !x.ifs[raw[0]] {
			continue
		}
		if i == 0 && x.ifs[raw[0]] {
			at = 1
		}
		if at < 0 || at >= len(in) || in[at].nots > 0 || in[at].limits != nil {
			continue
		}
		o := &in[at]
		o.limit, o.limits = c.text, maps.Clone(c.has)
		for _, words := range o.behind {
			for _, w := range words {
				o.limits[stem(w)] = o.limits[stem(w)] || but
			}
		}
	}
}
