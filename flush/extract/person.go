package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/offer"
	"github.com/agent-admin/memoria/flush/extract/paste"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// readPerson reads what a person typed: their own sentences, not what they pasted. A message of
// acknowledgements and commands gives nothing.
func (r *reader) readPerson(i int, first bool) {
	text := r.turns[i].Text
	lex := sentence.Tongue(text, r.langs[i])
	at, script := len(r.units), scripted(text)
	blocks := prose.Blocks(paste.Without(text))
	plan := len(slices.DeleteFunc(slices.Clone(blocks), func(b prose.Block) bool { return b.Kind != prose.Heading })) > 1
	todo, shown := false, false // the list is of what is left to do, or what the person wants to see
	for k := 0; len(blocks) > 0; k++ {
		b := blocks[0]
		if last := prose.Sentences(b.Text); b.Kind != prose.Item && len(last) > 0 {
			head := last[len(last)-1]
			if todo = sentence.HeadsTasks(head, b.Kind == prose.Heading); todo && shown {
				todo, shown, blocks = false, false, blocks[1:]
				continue
			}
			shown = sentence.Shows(head)
		} else if todo && !b.Done && !b.Link && !b.Quote {
			r.add(unit{text: sentence.Upper(b.Text), voice: person, turn: i, place: place{owed: true}})
			blocks = blocks[1:]
			continue
		}
		if blocks = blocks[1:]; b.Link || b.Open || b.Done || b.Quote || strings.HasPrefix(b.Text, appended) {
			continue
		}
		all := prose.Sentences(b.Text)
		if k == 0 && b.Kind == prose.Item && len(all) > 0 && len(blocks) == 0 && !first {
			all[0] = strings.TrimSpace(strings.Split(strings.TrimSpace(text), "\n")[0]) // "A. is fine" is no list
		}
		if k == 0 && len(all) > 0 && !first {
			took, ok := r.takeOption(i, all[0])
			whole := len(all) == 1 && len(blocks) == 0
			if q := r.question(i, all[0], whole); !ok && q != "" && utf8.RuneCountInString(q+all[0])+5 < short {
				if ok = whole && sentence.Answers(q, all[0]) && !sentence.Proceeds(q) && (sentence.Plainly(all[0]) || !lex.Empty(all[0])); ok || !lex.Empty(all[0]) {
					all[0] = sentence.Answered(q, all[0])
				}
				took = all[0]
			}
			if ok {
				r.add(unit{text: took, voice: person, turn: i, place: place{took: true}})
				all = all[1:]
			}
		}
		var said []string
		for _, s := range all {
			if !sentence.Ticks(s) {
				s = lex.Unpraise(s)
			}
			switch {
			case s == "", lex.Empty(s):
			case len(said) > 0 && sentence.Recalls(s):
				said[len(said)-1] = sentence.Together(said[len(said)-1], s)
			default:
				said = append(said, s)
			}
		}
		if n := len(said); n > 0 && sentence.Colon(said[n-1]) && b.Kind != prose.Heading {
			list := listAt(blocks)
			if with := enumerated(lex, said[n-1], list); with != "" && !todo {
				said[n-1], blocks = with, blocks[len(list):]
			} else if said[n-1] = sentence.Unannounced(lex, said[n-1]); said[n-1] == "" || len(list) > 0 { // its items stand alone
				said = said[:n-1]
			}
		}
		for _, s := range group(lex, said) {
			for k, part := range portions(s) {
				r.add(unit{text: part, voice: person, turn: i, place: place{first: first, heads: b.Kind == prose.Heading, goesOn: k > 0}})
			}
		}
	}
	for k := at; k < len(r.units); k++ {
		p := &r.units[k].place
		p.opens, p.of, p.script, p.plan = k == at, len(r.units)-at, script || p.script, plan && len(r.units)-at > aPlan
	}
}

// copied marks long sentences about code that a person who elsewhere begins in lower case cannot have typed:
// complete, in the third person, without a wish or a decision. They stand in the review that was pasted.
func (r *reader) copied() {
	relaxed := false
	for i := range r.units {
		first, _ := utf8.DecodeRuneInString(r.turns[r.units[i].turn].Text)
		relaxed = relaxed || r.units[i].voice == person && r.units[i].place.opens && unicode.IsLower(first)
	}
	for i := range r.units {
		u := &r.units[i]
		first, _ := utf8.DecodeRuneInString(u.text)
		if relaxed && u.voice == person && utf8.RuneCountInString(u.text) > 90 && strings.HasSuffix(u.text, ".") && !unicode.IsLower(first) &&
			!u.place.asked && !u.place.took && !u.cues.Any(sentence.Habit, sentence.Wish, sentence.Adopt) && namesCode().MatchString(u.text) && !oneOfUs().MatchString(u.text) {
			u.place.gone, u.place.script = !u.place.first, true
		}
	}
}

var (
	namesCode = lazy.Regexp("[a-z][A-Z]|\\w\\(\\)|\\w[_/]\\w|[a-z]\\.[a-z]{2,}|`")
	oneOfUs   = lazy.Regexp(`(?i)\b(?:i|i'\w+|we|we'\w+|our|my|me|us|you|your|let's|lets|please|can|could|ich|wir|uns|unser\w*|mein\w*|du|bitte|kannst|yo|nosotros|je|nous)\b`)
)

// listAt returns the items that a message goes on with.
func listAt(blocks []prose.Block) []prose.Block {
	n := slices.IndexFunc(blocks, func(b prose.Block) bool { return b.Kind != prose.Item })
	if n < 0 {
		n = len(blocks)
	}
	return blocks[:n]
}

// enumerated returns a sentence with the list that it announces, if the items say nothing without it and both fit a bullet;
// "" if not.
func enumerated(x *sentence.Lexicon, s string, list []prose.Block) string {
	var items []string
	for _, b := range list {
		text := strings.TrimRight(b.Text, " .;,")
		c := x.Match(sentence.Hear(text))
		if sentence.Asks(text) || c.Any(sentence.Habit, sentence.Wish, sentence.Adopt) {
			return ""
		}
		items = append(items, text)
	}
	if s += " " + strings.Join(items, ", "); len(items) == 0 || utf8.RuneCountInString(s) > short {
		return ""
	}
	return s
}

// group joins neighbouring sentences up to the length of a bullet. A short one left over at the end takes
// its neighbour along. A choice and a lasting wish stay apart.
func group(x *sentence.Lexicon, said []string) []string {
	var out []string
	for len(said) > 0 {
		n := fill(x, said)
		if rest := said[n:]; n > 1 && len(rest) == 1 && utf8.RuneCountInString(rest[0]) < few &&
			utf8.RuneCountInString(rest[0])+utf8.RuneCountInString(said[n-1]) < short && !apart(x, said[n-1], rest[0]) {
			n--
		}
		text := said[0]
		for _, s := range said[1:n] {
			text = sentence.Together(text, s)
		}
		out = append(out, text)
		said = said[n:]
	}
	return out
}

const aPlan = 8 // sentences below headings that nobody types

const portionMost = 8 << 10 // bytes, more than the longest portion

// portions divides a text that is too long for a bullet where clauses end, or else between words. An ellipsis says that
// it goes on.
func portions(s string) (out []string) {
	for len(s) > utf8.UTFMax*longest || utf8.RuneCountInString(s) > longest {
		head := s[:min(len(s), portionMost)] // what comes later ends no clause here
		for len(head) < len(s) && !utf8.RuneStart(s[len(head)]) {
			head = head[:len(head)-1]
		}
		cut, ok := prose.Clip(head, short)
		if !ok || !strings.HasPrefix(s, cut) || len(cut) < few {
			cut = string([]rune(head)[:longest-4])
			if k := strings.LastIndexByte(cut, ' '); k > few {
				cut = cut[:k]
			}
		}
		out = append(out, cut+" …")
		s = "… " + strings.TrimLeft(s[len(cut):], " ,;:")
	}
	return append(out, s)
}

// fill returns how many sentences fit into a bullet.
func fill(x *sentence.Lexicon, said []string) int {
	size := utf8.RuneCountInString(said[0])
	for n := 1; n < len(said); n++ {
		if size += 2 + utf8.RuneCountInString(said[n]); size > short || apart(x, said[n-1], said[n]) {
			return n
		}
	}
	return len(said)
}

// apart reports whether one of two sentences decides something and the other states a lasting wish, or one is a task, somebody
// else's or of another matter than the rule before it: each gets a bullet of its own.
func apart(x *sentence.Lexicon, a, b string) bool {
	if sentence.ToDo(b) || sentence.Ends(a, b) || sentence.HandsOver(a) >= 0 || sentence.HandsOver(b) >= 0 || sentence.Strays(a, b, x.Lang) {
		return true
	}
	one, other := x.Settled(a) || sentence.States(a), x.Settled(b) || sentence.States(b)
	if one {
		a = b
	}
	return one != other && x.Match(sentence.Hear(a)).Has(sentence.Habit) && !sentence.Asks(a)
}

// readChoice reads an answer to a question, or a refusal with its reason.
func (r *reader) readChoice(i int) {
	t := r.turns[i]
	answer := sentence.Unadvised(strings.Join(prose.Sentences(offer.Plain(t.Text)), " "))
	if answer == "" {
		return
	}
	if t.Rejected || t.Question == "" {
		r.readPerson(i, false)
		return
	}
	text, q := answer, prose.Sentences(offer.Plain(t.Question))
	if len(q) > 0 {
		text = sentence.Answered(strings.Join(q, " "), answer)
		if utf8.RuneCountInString(text) > short {
			text = sentence.Answered(q[len(q)-1], answer)
		}
		if utf8.RuneCountInString(text) > longest {
			text = answer
		}
	}
	r.add(unit{text: text, voice: person, turn: i, place: place{opens: true, of: 1}})
}

// question returns the question of the agent that a short answer in turn i needs to be understood: the only one in the words
// before it, and no offer, unless the answer is all of the message and takes something up.
func (r *reader) question(i int, answer string, whole bool) (q string) {
	if len(strings.Fields(answer)) > 6 || utf8.RuneCountInString(answer) > few {
		return ""
	}
	for j := len(r.units) - 1; j >= 0 && r.units[j].turn == i-1; j-- {
		if u := &r.units[j]; u.place.asked {
			if q != "" || u.voice != agent || sentence.Offers(u.text) && !(whole && sentence.Answers(u.text, answer)) {
				return ""
			}
			q = u.text
		}
	}
	return q
}
