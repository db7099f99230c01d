package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

const (
	lineMost    = 420 // characters of a line
	lineBytes   = 4 << 10
	titleMost   = 70
	contextMost = 300

	otherWay = "its turns say it the other way round"
)

// take accepts from a reply only what its turns support, and reports the rest.
func (s *stretch) take(c chunk, r reply, by string, known []Memory) (p part, refused []leftOut) {
	p.by = by
	for _, l := range r.lines {
		b, why := s.check(c, l, known)
		twice := why == "" && p.has(b)
		if twice {
			why = "it says what another line says"
		}
		if why != "" {
			s.tell(LeftOut, "left out a "+l.name, why)
			if !twice {
				refused = append(refused, leftOut{l, why})
			}
			continue
		}
		p.bullets = append(p.bullets, b)
	}
	if len(p.bullets) == 0 {
		return p, refused
	}
	all := append(s.saidBy(turnsOf(c)), s.did(turnsOf(c))...)
	p.title, p.context = s.heading("title", r.title, titleMost, all), s.heading("context", r.context, contextMost, all)
	return p, refused
}

func (p *part) has(b bullet) bool {
	return slices.ContainsFunc(p.bullets, func(o bullet) bool {
		return len(o.Text) <= 2*len(b.Text) && len(b.Text) <= 2*len(o.Text) && strings.EqualFold(proof.Folded(o.Text), proof.Folded(b.Text))
	})
}

// heading returns as much of a title or a context as the turns support, "" if nothing.
func (s *stretch) heading(what, text string, most int, said []*proof.Evidence) string {
	long := len(text) > lineBytes
	if text = tidy(text[:min(len(text), lineBytes)]); text == "" {
		return ""
	}
	short, ok := prose.Clip(text, most)
	if !ok || long {
		s.tell(LeftOut, "left out the "+what, "it is too long")
		return ""
	}
	plain := mark.Plain(short)
	why := proof.Amiss(plain, said)
	if name := s.stranger(plain, nil); why == "" && name != "" {
		why = fmt.Sprintf("nobody speaks of %q", name)
	}
	if why == "" {
		why = proof.Refuted(plain, proof.Sources{Said: said, Open: what == "title"})
	}
	if why == "" && proof.Reversed(plain, said) {
		why = otherWay
	}
	if why == "" && s.work().Planned(plain) {
		why = "it was planned, and nothing shows that it was done"
	}
	if why != "" {
		s.tell(LeftOut, "left out the "+what, why)
		return ""
	}
	if what == "title" {
		short = strings.TrimRight(strings.ReplaceAll(short, "`", ""), ".")
	}
	return short
}

// tidy returns the text of a line in the form that an entry holds.
func tidy(s string) string {
	s = markdown.Oneline(proof.Visible(s))
	for { // references to turns at the beginning
		i := strings.LastIndexAny(s, "[(")
		if i < 0 || !strings.HasSuffix(strings.TrimRight(s, "."), "])"[strings.IndexByte("[(", s[i]):][:1]) {
			return s
		}
		refs := strings.FieldsFunc(strings.TrimRight(s[i:], "."), func(r rune) bool { return strings.ContainsRune("[](), ", r) })
		for _, r := range refs {
			if letter, n := number(r); letter != 't' && letter != 'k' && letter != 'b' || n < 0 {
				return s
			}
		}
		if s = strings.TrimSpace(s[:i]); len(refs) == 0 {
			return s
		}
	}
}

// check makes a bullet of a line, or returns why it must not become one.
func (s *stretch) check(c chunk, l line, known []Memory) (b bullet, why string) {
	if len(l.text) > lineBytes {
		return b, "it is no line of a length that can be kept"
	}
	b = bullet{Bullet: daily.Bullet{Kind: l.kind, Text: tidy(l.text), Done: l.done}}
	in := turnsOf(c)
	before := s.before(c)
	for _, ref := range l.refs {
		letter, n := number(ref)
		switch n--; {
		case letter == 't' && (slices.Contains(in, n) || n == before):
			b.turns = append(b.turns, n)
		case letter == 'k' && n >= 0 && n < len(known):
			b.known = append(b.known, n)
		default:
			return b, fmt.Sprintf("it names %q, which it was not given", ref)
		}
	}
	slices.Sort(b.turns)
	if b.turns = slices.Compact(b.turns); len(b.turns) == 0 || len(b.turns) == 1 && b.turns[0] == before {
		return b, "it names no turn that it rests on"
	}
	if l.kind == daily.Preference && !slices.ContainsFunc(b.turns, s.person) {
		return b, "only what the person says is a preference, and it rests on no turn of theirs"
	}
	clipped, ok := prose.Clip(b.Text, lineMost)
	if b.Text = clipped; !ok || b.Text == "" {
		return b, "it is no line of a length that can be kept"
	}
	b.open = l.mark != nil || l.kind == daily.Action && !l.done || l.kind == daily.Exchange || l.kind == daily.Preference && s.requests(b.turns)
	whole, open := b.Text, b.open
	b.Text = mark.Plain(whole)
	b.open = open || b.Text != whole // the agent's word for what was asked is no more than that
	if why = s.wrong(&b, in, known); why != "" {
		return b, why
	}
	b.Text, b.open = whole, open
	switch now := s.work().Renamed(b.Text); {
	case now != "" && b.Kind == daily.Decision: // what was asked for was asked for
		b.Text = strings.TrimRight(b.Text, ".") + " (→ `" + now + "`)"
	case now != "":
		return b, fmt.Sprintf("the person typed %q at the end: tell both names, and that this one was in use last", now)
	}
	if l.mark == nil {
		why, claim := s.work().Claims(b.line())
		if why != "" {
			return b, why
		}
		if (claim || s.claimed(&b)) && !mark.Attributed(b.Text) && !proof.Attributes(b.Text) {
			b.Text = mark.Told(b.Text)
		}
	}
	switch {
	case l.mark != nil:
		b.Text = l.mark.On(b.Text)
	case slices.ContainsFunc(b.known, func(k int) bool { return !known[k].Open }):
		b.Text = mark.Correction.On(b.Text)
	}
	b.Settles = settled(b, known)
	return b, ""
}

// settled returns which lines of earlier stretches a bullet settles: those that it names and speaks of.
func settled(b bullet, known []Memory) string {
	var refs []string
	own := proof.Of(b.Text, nil)
	for _, k := range b.known {
		if m := known[k]; m.Ref != "" && (own.Bears(m.Text) || proof.Of(m.Text, nil).Bears(b.Text)) {
			refs = append(refs, m.Ref)
		}
	}
	return strings.Join(refs, ",")
}

// rest adds to the turns of a bullet those that hold the values which its own do not: the rest of the exchange, or of
// what was said earlier the nearest turns, where a name, a path, code or a quotation is missing. It returns what nothing
// holds.
func (s *stretch) rest(b *bullet, in []int, before []*proof.Evidence) string {
	amiss := func(turns []int) string {
		return proof.Amiss(b.Text, slices.Concat(s.saidBy(turns), s.did(turns), before))
	}
	first := amiss(b.turns)
	if first == "" {
		return ""
	}
	if near := s.exchange(b.turns, in); amiss(near) == "" {
		b.turns = near
		return ""
	}
	turns, why := slices.Clone(b.turns), first
	last := slices.Max(turns)
	for i := last; i >= in[0] && why != ""; i-- {
		if slices.Contains(turns, i) {
			continue
		}
		if next := amiss(append(slices.Clone(turns), i)); next != why && literal().MatchString(why) {
			turns, why, i = append(turns, i), next, last+1
		}
	}
	if why != "" {
		return first
	}
	slices.Sort(turns)
	b.turns = turns
	return ""
}

// literal matches the description of a value that is hardly two things in one stretch.
var literal = lazy.Regexp(`^the (?:code|quotation|path|address|hash) |^the name "[^0-9"]+" `)

// wrong returns what a bullet says that its turns do not.
func (s *stretch) wrong(b *bullet, in []int, known []Memory) string {
	if proof.Lures(b.Text) {
		return "it would have its reader fetch something and run it"
	}
	said := s.saidBy(b.turns)
	var before []*proof.Evidence
	for _, k := range b.known {
		before = append(before, proof.Of(known[k].Title+"\n"+known[k].Text, nil))
	}
	did := s.did(b.turns)
	if b.Kind == daily.Decision {
		did = nil // no tool decides
	}
	if !proof.Together(slices.Concat(said, did)).Bears(b.Text) {
		more := s.answered(b.turns, in)
		if said = s.saidBy(more); !proof.Together(slices.Concat(said, did)).Bears(b.Text) {
			return "its turns speak of something else"
		}
		b.turns = more
	}
	if b.Kind == daily.Preference && !s.typed(b.turns).Bears(b.Text) {
		return "it is a preference, and the person speaks of something else"
	}
	if why := s.rest(b, in, before); why != "" {
		return why
	}
	said = s.saidBy(b.turns)
	if s.refused(*b) {
		return "it is what the person refused"
	}
	if why := proof.Refuted(b.Text, proof.Sources{Said: said, Old: before, Around: slices.Concat(s.saidBy(s.exchange(b.turns, in)), s.did(b.turns)), Open: b.open, Wish: b.Kind == daily.Preference && s.requests(b.turns)}); why != "" {
		return why + s.heldAgainst(b.turns)
	}
	if proof.Reversed(b.Text, slices.Concat(said, before)) {
		return otherWay
	}
	if name := s.stranger(b.Text, known); name != "" {
		return fmt.Sprintf("nobody speaks of %q", name)
	}
	if words := proof.Invented(unseenIn().ReplaceAllString(b.Text, ""), s.everything(known)); words != "" {
		return "nobody speaks of " + strconv.Quote(words)
	}
	return s.work().Belied(b.line())
}

// unseenIn matches what a line may always say: that something was not seen.
var unseenIn = lazy.Regexp(`(?i)[,;:(]? ?\bno (?:\w+ ){1,4}(?:was |were )?seen\b\)?|\b(?:was |were )?not seen\b|[,;。、（(]? ?\w+ ?[はが](?:見られ|確認され)(?:ない|なかった|ず)`)

// stranger returns a name in a text that occurs neither in the stretch nor in what was known before; "" for
// none.
func (s *stretch) stranger(text string, known []Memory) string {
	if proof.Stranger(text, nil) == "" {
		return ""
	}
	return proof.Stranger(text, s.everything(known))
}

// refused reports whether a bullet says what the person refused, and nothing else that it rests on says it.
func (s *stretch) refused(b bullet) bool {
	stems := proof.Thought(proof.Folded(b.Text))
	if stems == nil || proof.SaysNot(proof.Folded(b.Text)) {
		return false
	}
	found := false
	for _, i := range b.turns {
		t := &s.turns[i]
		say := func(text string) bool { return proof.Says(text, stems) }
		if !t.rejected && say(t.body()) || t.rejected && say(t.text) {
			return false
		}
		found = found || t.rejected && say(t.question)
	}
	return found
}

// headline makes a title from bullets, where the reply has none.
func headline(bullets []bullet) string {
	best := bullets[0].Text
	for _, part := range proof.Divide(best) {
		if len(proof.Stems(part)) > 1 {
			best = part
			break
		}
	}
	return prose.Shorten(strings.TrimRight(strings.ReplaceAll(best, "`", ""), ",;:. "), titleMost)
}
