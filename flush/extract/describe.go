package extract

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// describe returns what the ranker is told of each unit.
func (r *reader) describe() []rank.Features {
	s := r.scene()
	out := make([]rank.Features, len(r.units))
	for i := range r.units {
		f, u := &out[i], &r.units[i]
		e := s.echoes(i)
		if u.known() {
			describeWords(f, u)
			s.describeLater(f, u, e)
		}
		r.describePlace(f, u, s)
		describeShape(f, u)
		for _, c := range senses {
			f.Mark(rank.Sense, sentence.ClassNames[c], u.cues.Has(c))
		}
		f.Mark(rank.Sense, "heading of what is left to do", u.place.next)
		e.describe(f)
	}
	return out
}

// senses are the classes of words that the ranker is told of.
var senses = []sentence.Class{sentence.Narrate, sentence.Found, sentence.Change, sentence.Action, sentence.Negate, sentence.Report}

// describeWords adds the words of a unit.
func describeWords(f *rank.Features, u *unit) {
	by := byte('A')
	if u.voice == person {
		by = 'P'
	}
	words := plainNumbers(u.heard.Words)
	for _, w := range words {
		f.Say(rank.Word, 'w', w)
		f.Say(rank.Word, by, w)
	}
	describeOpening(f, rank.Word, 'f'+by, words)
}

// describeOpening adds the first word and the first two.
func describeOpening(f *rank.Features, in rank.Family, kind byte, words []string) {
	for i := range words[:min(2, len(words))] {
		f.Say(in, kind, words[:i+1]...)
	}
}

// describeLater adds how the person goes on after a unit, and the words of the sentence that says most of the same later.
func (s *scene) describeLater(f *rank.Features, u *unit, e echo) {
	if k := s.answer[u.turn+1]; k >= 0 {
		describeOpening(f, rank.Later, 'n', plainNumbers(s.r.units[k].heard.Words))
	}
	if e.by > 0 {
		for _, w := range plainNumbers(s.r.units[e.by].heard.Words) {
			f.Say(rank.Later, 'e', w)
		}
	}
}

// plainNumbers returns the words with one word for all that hold a digit.
func plainNumbers(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; strings.ContainsAny(w, "0123456789") {
			out[i] = "#"
		}
	}
	return out
}

// describePlace adds who speaks, where in the message and in the stretch.
func (r *reader) describePlace(f *rank.Features, u *unit, s *scene) {
	t, p := &r.turns[u.turn], u.place
	f.Mark(rank.Speaker, "person", u.voice == person)
	f.Mark(rank.Speaker, "choice", t.Role == transcript.Choice)
	f.Mark(rank.Speaker, "subagent", p.side)
	f.Mark(rank.Speaker, "quoted", p.quote)

	f.Mark(rank.Message, "item", p.item)
	f.Mark(rank.Message, "item below a line", u.lead.text != "")
	f.Mark(rank.Message, "opens", p.opens)
	from, to := s.message[u.turn][0], s.message[u.turn][1]
	f.Count(rank.Message, "sentences", to-from)
	f.Count(rank.Message, "sentences before", u.seq-from)
	f.Count(rank.Message, "sentences behind", to-1-u.seq)
	f.Part(rank.Message, "sentences before", u.seq-from, to-from)
	f.Count(rank.Message, "characters", len(t.Text)/16)

	f.Mark(rank.Session, "first message", p.first)
	f.Mark(rank.Session, "last words before a person", p.final)
	f.Mark(rank.Session, "nothing done after", p.rest)
	f.Mark(rank.Session, "no edit before a person", p.zone)
	f.Part(rank.Session, "place", u.seq, len(r.units))
	f.Part(rank.Session, "sentences with a name", s.named, len(r.units))
	f.Count(rank.Session, "steps of all", s.steps[0])
	f.Count(rank.Session, "edits of all", s.edits[0])
	f.Count(rank.Session, "messages of all", s.prompts[0])
	f.Count(rank.Session, "words of the person", s.typed/4)
	f.Count(rank.Session, "sentences", len(r.units))
	f.Count(rank.Session, "turns left", len(r.turns)-1-u.turn)
	f.Count(rank.Session, "messages left", s.prompts[u.turn+1])
	f.Count(rank.Session, "edits left", s.edits[u.turn+1])
	f.Count(rank.Session, "steps left", s.steps[u.turn+1])
	f.Count(rank.Session, "edits before", s.edits[0]-s.edits[u.turn])
	f.Count(rank.Session, "steps", len(t.Steps))
}

// describeShape adds what can be seen of a sentence without its words.
func describeShape(f *rank.Features, u *unit) {
	f.Count(rank.Shape, "characters", sentence.Width(u.text)/8)
	f.Count(rank.Shape, "words", u.spelled())
	f.Count(rank.Shape, "code", strings.Count(u.text, "`")/2)
	f.Count(rank.Shape, "names", specifics(u.text))
	f.Mark(rank.Shape, "question", u.place.asked)
	f.Mark(rank.Shape, "holds a question", strings.ContainsAny(u.text, "?？"))
	f.Mark(rank.Shape, "ends in a colon", sentence.Colon(u.text))
	f.Mark(rank.Shape, "label", sentence.Labelled(u.text))
	f.Mark(rank.Shape, "arrow", strings.Contains(u.text, "→"))
	f.Mark(rank.Shape, "dash", strings.Contains(u.text, " — ") || strings.Contains(u.text, " - ") || strings.Contains(u.text, " – "))
	f.Mark(rank.Shape, "semicolon", strings.ContainsAny(u.text, ";；"))
	f.Mark(rank.Shape, "bracket", strings.ContainsAny(u.text, "(（"))
}

// spelled counts the words of a unit. A run of characters without spaces counts as one.
func (u *unit) spelled() int {
	n, solid := 0, false
	for _, w := range u.heard.Words {
		r, _ := utf8.DecodeRuneInString(w)
		n += prose.Bit(!solid || !prose.CJK(r))
		solid = prose.CJK(r)
	}
	return n
}

// A scene holds what is counted once for a stretch.
type scene struct {
	r       *reader
	message map[int][2]int   // the first unit of each turn, and the one behind its last
	answer  []int            // the first unit that the person says from each turn on, or -1
	prompts []int            // messages of the person from each turn on
	edits   []int            // edits from each turn on
	steps   []int            // calls of tools from each turn on
	terms   [][]string       // of each unit, each once
	where   map[string][]int // the units that hold a term
	total   []int            // what the terms of a unit weigh
	named   int              // units that name something
	typed   int              // words of the person
}

func (r *reader) scene() *scene {
	n := len(r.turns)
	s := &scene{r: r, message: make(map[int][2]int), answer: slices.Repeat([]int{-1}, n+1), prompts: make([]int, n+1), edits: make([]int, n+1), steps: make([]int, n+1), where: make(map[string][]int)}
	for i := n - 1; i >= 0; i-- {
		t := &r.turns[i]
		s.prompts[i], s.edits[i], s.steps[i] = s.prompts[i+1], s.edits[i+1]+t.Edits(), s.steps[i+1]+len(t.Steps)
		if t.Role != transcript.Agent && !t.Subagent {
			s.prompts[i]++
		}
	}
	for i := range r.units {
		u := &r.units[i]
		at, ok := s.message[u.turn]
		if !ok {
			at[0] = i
		}
		s.message[u.turn] = [2]int{at[0], i + 1}
		if specifics(u.text) > 0 || strings.Contains(u.text, "`") {
			s.named++
		}
		if u.voice == person {
			s.typed += u.spelled()
		}
		terms := terms(u.text)
		s.terms = append(s.terms, terms)
		for _, w := range terms {
			s.where[w] = append(s.where[w], i)
		}
	}
	for i := n - 1; i >= 0; i-- {
		s.answer[i] = s.answer[i+1]
		if at, ok := s.message[i]; ok && r.units[at[0]].voice == person {
			s.answer[i] = at[0]
		}
	}
	s.total = make([]int, len(r.units))
	for i, terms := range s.terms {
		for _, w := range terms {
			s.total[i] += s.rare(w)
		}
	}
	return s
}

// terms returns the words of a text that carry meaning, and the parts of compound names, each once.
func terms(text string) (out []string) {
	seen := make(map[string]bool)
	prose.EachWord(text, func(w string) {
		if prose.IsStop(w, prose.Unknown) {
			return
		}
		for k, part := range append([]string{w}, strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("._/-", r) })...) {
			if (k == 0 || len(part) > 2) && !seen[part] {
				seen[part] = true
				out = append(out, part)
			}
		}
	})
	return out
}

// rare returns how much it says that two sentences share a word: eight times the logarithm of how few hold it.
func (s *scene) rare(w string) int { return log(len(s.r.units)+1) - log(len(s.where[w])) }

// log returns eight times the logarithm of n to base 2, about.
func log(n int) int {
	k := bits.Len(uint(n)) - 1
	return 8*k + (n<<3>>k)&7
}

// common is how many units may hold a word that is followed to them; it keeps the time linear.
const common = 40

// An echo is how much of a unit other units say too, each in hundredths.
type echo struct {
	before, after int // in another turn, before and after it
	edited        int // after an edit that followed it
	person, final int // by the person, in the agent's last words to them
	whole         int // of what a later one says
	often         int // how many later ones say a third of it
	by            int // the later one that says most of it, if more than a fifth; 0 for none
}

// echoes compares a unit with those that share a rare word with it.
func (s *scene) echoes(i int) echo {
	r, u := s.r, &s.r.units[i]
	share := make(map[int]int)
	for _, w := range s.terms[i] {
		if len(s.where[w]) > common {
			continue
		}
		for _, k := range s.where[w] {
			if r.units[k].turn != u.turn {
				share[k] += s.rare(w)
			}
		}
	}
	var e echo
	for k, n := range share {
		o, part := &r.units[k], 100*n/(s.total[i]+16)
		if k < i {
			e.before = max(e.before, part)
			continue
		}
		if part > max(20, e.after) || part == e.after && k < e.by {
			e.by = k
		}
		e.after = max(e.after, part)
		e.whole = max(e.whole, 100*n/(s.total[k]+16))
		if s.edits[u.turn] > s.edits[o.turn] {
			e.edited = max(e.edited, part)
		}
		if o.voice == person {
			e.person = max(e.person, part)
		} else if o.place.final {
			e.final = max(e.final, part)
		}
		if part > 30 {
			e.often++
		}
	}
	return e
}

func (e echo) describe(f *rank.Features) {
	f.Part(rank.Later, "said before", e.before, 100)
	f.Part(rank.Later, "said later", e.after, 100)
	f.Part(rank.Later, "said after an edit", e.edited, 100)
	f.Part(rank.Later, "said by the person later", e.person, 100)
	f.Part(rank.Later, "said at the end", e.final, 100)
	f.Part(rank.Later, "all that is said later", e.whole, 100)
	f.Count(rank.Later, "said again", e.often)
}

// specifics counts the words that name something: versions, numbers with a unit, paths,
// identifiers, capitals inside a sentence.
func specifics(s string) int {
	n, opens := 0, true
	for _, f := range strings.Fields(s) {
		first := opens
		opens = strings.ContainsAny(f[len(f)-1:], ".,;:!?") // a verse begins large behind a comma
		f = strings.Trim(f, ".,;:!?()[]\"'`")
		if len(f) < 2 {
			continue
		}
		digit, inner, up := false, false, 0
		for k, r := range f {
			switch {
			case unicode.IsDigit(r):
				digit = true
			case strings.ContainsRune("_/.-:=", r) && k > 0:
				inner = true
			case unicode.IsUpper(r):
				up++
			}
		}
		if digit || inner || up > 1 || up == 1 && !first {
			n++
		}
	}
	return n
}
