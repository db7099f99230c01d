package summary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/paste"
	"github.com/agent-admin/memoria/flush/summary/finish"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// turnsOf returns the turns that a chunk is about.
func turnsOf(c chunk) (out []int) {
	for _, u := range c {
		if len(out) == 0 || out[len(out)-1] != u.turn {
			out = append(out, u.turn)
		}
	}
	return out
}

// saidBy returns the evidence of some turns.
func (s *stretch) saidBy(turns []int) (out []*proof.Evidence) {
	for _, t := range turns {
		out = append(out, s.evidence(t))
	}
	return out
}

func (s *stretch) person(turn int) bool { return s.turns[turn].role != transcript.Agent }

// requests reports whether a person asks for something in the form of a question in some turns.
func (s *stretch) requests(turns []int) bool {
	return slices.ContainsFunc(turns, func(i int) bool { return s.person(i) && request().MatchString(s.turns[i].text) })
}

var request = lazy.Regexp(`(?i)\b(?:can|could|would|will) you\b|\b(?:kannst|könntest|würdest) du\b|\b(?:puedes|podrías|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|você pode|pode|poderia)\b|можешь|мог бы|能不能|可以.{0,20}吗|てもらえ|てくれ`)

// typed returns the evidence of what a person typed in some turns, without what they pasted.
func (s *stretch) typed(turns []int) *proof.Evidence {
	var all strings.Builder
	for _, i := range turns {
		switch t := &s.turns[i]; t.role {
		case transcript.Person:
			all.WriteString(paste.Without(t.text) + "\n")
		case transcript.Choice:
			all.WriteString(t.body() + "\n")
		}
	}
	return proof.Of(all.String(), nil)
}

// exchange returns turns together with the prompt that they answer, what answers the same prompt, and what the prompt
// itself answers.
func (s *stretch) exchange(turns, in []int) (out []int) {
	first := func(t int) int {
		for t > 0 && !s.person(t) {
			t--
		}
		return t
	}
	want := map[int]bool{}
	for _, t := range turns {
		want[first(t)] = true
	}
	for _, t := range in {
		if want[first(t)] || !s.person(t) && want[t+1] {
			out = append(out, t)
		}
	}
	return out
}

func (s *stretch) everything(known []Memory) []*proof.Evidence {
	said := []*proof.Evidence{proof.Of(strings.Join(s.titles, "\n"), nil)}
	for i := range s.turns {
		said = append(said, s.evidence(i))
		said = append(said, s.did([]int{i})...)
	}
	for _, k := range known {
		said = append(said, proof.Of(k.Title+"\n"+k.Text, nil))
	}
	return said
}

// evidence returns the evidence of one turn.
func (s *stretch) evidence(i int) *proof.Evidence {
	t := &s.turns[i]
	if t.evidence == nil {
		t.evidence = proof.Of(t.body(), t.edited)
		if t.evidence.By = proof.Person; !s.person(i) {
			t.evidence.By = proof.Agent
		}
		t.evidence.Answers = t.role == transcript.Choice && !t.rejected
	}
	return t.evidence
}

// did returns the evidence of what tools answered in some turns.
func (s *stretch) did(turns []int) (out []*proof.Evidence) {
	for _, i := range turns {
		t := &s.turns[i]
		if text := t.tools(); text != "" {
			if t.did == nil {
				t.did = proof.Of(text, nil)
			}
			out = append(out, t.did)
		}
	}
	return out
}

// A run is what an agent did with a tool, as far as its outcome was kept, or a command that a person typed.
type run struct {
	head   string // what was done, with what
	sort   sort
	kind   outcome.Kind
	failed bool
	text   string // what was kept of the answer
	bare   bool   // nothing but the command is known
	left   bool   // not shown: there is no room, or a later run of the same says the same
}

// A sort of runs has its own share of a question.
type sort uint8

const (
	ended  sort = iota // how commands and plans ended
	edited             // what edits changed
	looked             // what the words speak of in files and answers
	sorts
)

const commandMost = 120 // bytes of a command that are shown

const typedHead = "the person typed "

// unseen is told of a command whose answer is always kept, and was not there.
const unseen = "(its answer was not seen)"

// runsOf returns what was done behind a turn and is worth telling. kept says whether outcomes were kept when turns were read.
func runsOf(t *transcript.Turn, kept bool) (out []run) {
	for _, s := range t.Steps {
		target := proof.Line(proof.Visible(s.Target))
		if s.File && t.CWD != "" {
			target = strings.TrimPrefix(target, strings.TrimRight(t.CWD, `/\`)+"/")
		}
		if n := len(target); n > commandMost && !s.File { // what it is called with stands last
			target = strings.ToValidUTF8(target[:commandMost/2]+"…"+target[n-commandMost/2:], "")
		}
		r := run{text: proof.Visible(finish.Kept(&s)), failed: s.Failed}
		if !s.File {
			r.kind = outcome.KindOf(s.Target)
		}
		switch {
		case s.Tool == transcript.Slash:
			r.head = typedHead + target
		case s.Edit:
			r.head, r.sort = "edited "+target, edited
			if first := strings.TrimPrefix(r.text, "… "); first != "" && !strings.ContainsAny(first[:1], "+-") {
				r.head = "wrote " + target
			}
		case s.File:
			r.head, r.sort = "read "+target, looked
		case s.Tool != "Bash":
			r.head, r.sort = strings.TrimSpace("asked "+proof.Line(s.Tool)+" "+target), looked
			if target == "" { // a list of what is to be done
				r.head, r.sort = "the agent's list", ended
			}
		default:
			r.head = "$ " + target
			if r.kind.Is(outcome.Lookup) || r.kind == 0 && !s.Failed && r.text != "" {
				r.sort = looked
			}
		}
		switch {
		case r.text != "" || s.Tool == transcript.Slash:
		case s.File || s.Failed || s.Tool != "Bash" || r.kind.Is(outcome.Lookup):
			continue
		case r.kind != 0 && kept:
			r.text = unseen
		}
		r.bare = r.text == "" && s.Tool != transcript.Slash
		r.failed = r.failed || r.kind.Is(outcome.Check) && outcome.Fails(r.text)
		out = append(out, r)
	}
	return out
}

func (r *run) String() string {
	s := r.head
	if r.failed {
		s += " (failed)"
	}
	return strings.TrimRight(s+"\n"+r.text, "\n")
}

// Of what tools answered, what was edited and what was looked up, each takes at most a fifth of the words of a stretch, or
// toolsLeast bytes of a short one.
const (
	toolsShare = 5
	toolsLeast = 800
	toolsHead  = 60 // bytes of the line above those of a turn
)

// thin leaves out runs that a later run of the same command repeats, then those of which nothing but the command is
// known, then the oldest, for which there is no room. How a stretch ends tells more than how it began.
func thin(turns []turn) {
	words := 0
	for i := range turns {
		words += len(turns[i].text)
	}
	var room [sorts]int
	for i := range room {
		room[i] = max(toolsLeast, words/toolsShare)
	}
	later := map[string]bool{}
	for _, bare := range [...]bool{false, true} {
		for i := len(turns) - 1; i >= 0; i-- {
			used := false
			for k := len(turns[i].runs) - 1; k >= 0; k-- {
				r := &turns[i].runs[k]
				if bare != r.bare {
					continue
				}
				same := r.head + "\x00" + map[bool]string{true: "failed"}[r.failed]
				if r.sort != ended { // each is of something else
					same = r.String()
				}
				size := len(r.String()) + 1
				if !used {
					size += toolsHead
				}
				if r.left = later[same] || size > room[r.sort]; !r.left {
					room[r.sort], used = room[r.sort]-size, true
				}
				later[same] = true
			}
		}
	}
}

// tools returns what is shown of the tools' answers behind a turn.
func (t *turn) tools() string {
	var b strings.Builder
	for i := range t.runs {
		if r := &t.runs[i]; !r.left {
			b.WriteString(r.String() + "\n")
		}
	}
	return b.String()
}

// endMost is how many commands are told as those with which a stretch ends.
const endMost = 4

// ending returns the commands that the person typed and the agent ran last, the last one last, each with how often; ""
// where none of these is the person's, or the chunk is not the last.
func (s *stretch) ending(c chunk) string {
	in := turnsOf(c)
	if in[len(in)-1] != len(s.turns)-1 {
		return ""
	}
	times := map[string]int{}
	var last []string
	for _, i := range slices.Backward(in) {
		for _, r := range slices.Backward(s.turns[i].runs) {
			if r.sort != ended || r.kind.Is(outcome.Lookup) || !strings.HasPrefix(r.head, "$ ") && !strings.HasPrefix(r.head, typedHead) {
				continue
			}
			line := r.head
			if r.failed {
				line += " (failed)"
			}
			if times[line]++; times[line] == 1 && len(last) < endMost {
				last = append(last, line)
			}
		}
	}
	if !slices.ContainsFunc(last, func(l string) bool { return strings.HasPrefix(l, typedHead) }) {
		return ""
	}
	for i, line := range last {
		if n := times[line]; n > 1 {
			last[i] = fmt.Sprintf("%s, %d times", line, n)
		}
	}
	slices.Reverse(last)
	return strings.Join(last, "\n")
}

// claimed reports whether a fact or a lesson is nothing but what the agent says of files, commands, versions or numbers:
// no person named any of them, and no tool's answer and no edit has any. Of a stretch that keeps nothing of the tools it
// cannot be told.
func (s *stretch) claimed(b *bullet) bool {
	names := s.work().Names()
	task := b.Kind == daily.Action && !b.Done && needs().MatchString(b.Text)
	if !task && b.Kind != daily.Fact && b.Kind != daily.Lesson || names == "" || slices.ContainsFunc(b.turns, s.person) {
		return false
	}
	others := []*proof.Evidence{proof.Of(names, nil)}
	for i := range s.turns {
		if s.person(i) {
			others = append(others, s.evidence(i))
		}
		others = append(others, s.did([]int{i})...)
	}
	has, all := proof.Held(b.Text, others)
	return all > 0 && (task || has == 0)
}

// needs matches what a task says of what must be there: that a tool shows its name does not show that it must.
var needs = lazy.Regexp(`(?i)\b(?:must|needs?|requires?|ha(?:s|ve) to|muss|müssen|brauch\p{L}+|benötig\p{L}+|deben?|necesitan?|doi(?:ven)?t|faut|dev(?:e|em)|precisam?)\b|долж\p{L}+|нуж\p{L}+|必要|必须|需要`)

// work returns what the agent did in the stretch.
func (s *stretch) work() *finish.Work {
	if s.done == nil {
		s.done = finish.Of(s.original)
	}
	return s.done
}
