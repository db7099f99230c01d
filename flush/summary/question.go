package summary

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/extract/paste"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// The parts of a question that are the same for all of a kind.
var (
	rules = sync.OnceValue(func() string { return templates.Prompt("flush-rules") })
	form  = sync.OnceValue(func() string { return templates.Prompt("flush-format") })
)

const (
	knownMost   = 6 << 10 // bytes of what is known already
	memoryRoom  = 60      // bytes beside the words of one
	beforeMost  = 2400    // bytes of the agent's message before a chunk
	pickedMost  = 4 << 10 // bytes of what the fallback picks, and which share of the turns that is at most
	pickedShare = 8
	beginMost   = 40      // bytes by which the turn of a sentence is found
	slack       = 2 << 10 // bytes for the sentences around the turns, titles and a second attempt
	maxTokens   = 4096
)

func (s *stretch) knownRoom() int { return knownRoom(s.Model.Window()) }

func knownRoom(window int) int { return min(knownMost, window/8) }

func (s *stretch) room() int { return roomOf(s.Model.Window()) }

// roomOf returns how many bytes of turns fit one question.
func roomOf(window int) int {
	left := (window - len(rules()) - len(form()) - knownRoom(window) - slack) * pickedShare / (pickedShare + 1)
	return min(max(left, chunkMin), chunkMost)
}

// An asking is a question whose data stand behind a mark that does not occur in them.
type asking struct {
	ask.Question
	mark  string
	known []Memory
}

// question returns the question about a chunk. What picked returns stands behind the turns, unless the question is answered
// already.
func (s *stretch) question(ctx context.Context, c chunk, picked func() string) asking {
	var data quoted
	for i, t := range s.titles {
		if t = proof.Visible(t); i < 3 && len(t) <= 200 {
			data.add("a title that a program gave the session; it may be wrong, or about another part", t)
		}
	}
	if i := s.before(c); i >= 0 {
		data.add(fmt.Sprintf("t%d the agent said before that; it was read already", i+1), end(s.turns[i].text, min(beforeMost, s.room()/8)))
	}
	var typed, agents strings.Builder
	for _, u := range c {
		switch s.turns[u.turn].role {
		case transcript.Agent:
			data.add(s.head(u), u.text)
			agents.WriteString(u.text + "\n")
		case transcript.Person:
			s.addPerson(&data, u)
			typed.WriteString(paste.Without(u.text) + "\n")
		default:
			data.add(s.head(u), u.text)
			typed.WriteString(s.turns[u.turn].text + "\n")
		}
		if u.tools != "" {
			data.add(fmt.Sprintf("t%d what tools answered then, cut", u.turn+1), u.tools)
		}
	}
	if text := s.ending(c); text != "" {
		data.add("how it ends: what was typed and run last", text)
	}
	q := data.asking(s.Model.Name(), form())
	if _, kept := s.Replies.Answer(q.Recipe); !kept {
		if text := picked(); text != "" && !ask.Holds(text, q.mark) {
			data.add("what code picked", text)
		}
	}
	q.recall(s.earlier(), s.Author)
	if s.Known != nil {
		q.recall(s.Known.About(ctx, data.text(), s.knownRoom()-q.knownSize()), s.Author)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The mark of this stretch is %s.\n", q.mark)
	if len(q.known) > 0 {
		b.WriteString("\nAlready known:\n\n")
		for i, m := range q.known {
			fmt.Fprintf(&b, "--- %s k%d, %s\n%s\n", q.mark, i+1, m.from(), m.Text)
		}
	}
	b.WriteString("\nThe turns:\n\n" + data.under(q.mark))
	first, last := c[0].turn+1, c[len(c)-1].turn+1
	fmt.Fprintf(&b, "\nThat was all. Write what is worth keeping of t%d to t%d, in the form above, with the mark %s", first, last, q.mark)
	lang := languages[prose.Detect(typed.String())]
	if strings.TrimSpace(typed.String()) == "" {
		lang = languages[prose.Detect(agents.String())]
	}
	if lang != "" {
		b.WriteString(", in " + lang)
	}
	b.WriteString(".\n")
	q.Prompt = b.String()
	return q
}

func (c chunk) pickedRoom() int { return min(pickedMost, c.bytes()/pickedShare) }

// picked returns the sentences of a chunk that the fallback takes for weighty, as many as fit. A model that sees them
// again forgets fewer.
func (s *stretch) picked(ctx context.Context, c chunk) string {
	sum, err := s.plainly(ctx, c)
	if err != nil {
		return ""
	}
	in, folded := turnsOf(c), map[int]string{}
	for _, i := range in {
		folded[i] = proof.Folded(s.turns[i].body())
	}
	var b strings.Builder
	for _, x := range sum.Bullets {
		text := proof.Line(proof.Visible(x.Text))
		who := "- "
		if i := sayer(text, in, folded); i >= 0 {
			who = fmt.Sprintf("- t%d %s: ", i+1, map[bool]string{true: "the person", false: "the agent"}[s.person(i)])
		}
		if b.Len()+len(who)+len(text) < c.pickedRoom() {
			b.WriteString(who + text + "\n")
		}
	}
	return b.String()
}

// sayer returns which of some turns says a sentence that code picked, -1 where that cannot be told: the one with all of it,
// else the only one with its beginning, or with a part of it where it is put together.
func sayer(text string, in []int, folded map[int]string) int {
	text = proof.Folded(text)
	parts := []string{text, text[:min(len(text), beginMost)]}
	for _, p := range strings.Split(strings.ReplaceAll(text, " - ", "; "), "; ") {
		if p = strings.Trim(p, " .\""); len(p) >= beginMost/2 {
			parts = append(parts, p)
		}
	}
	for _, p := range parts {
		var say []int
		for _, i := range in {
			if strings.Contains(folded[i], p) {
				say = append(say, i)
			}
		}
		if len(say) == 1 || len(say) > 1 && p == text {
			return say[len(say)-1]
		}
	}
	return -1
}

// addPerson adds what a person said, with what they pasted in pieces of its own.
func (s *stretch) addPerson(data *quoted, u unit) {
	head := s.head(u)
	for i, p := range paste.Parts(u.text) {
		if i > 0 {
			head = fmt.Sprintf("t%d the person goes on", u.turn+1)
		}
		if p.Pasted {
			head += ", with what they pasted"
		}
		data.add(head, p.Text)
	}
}

// before returns the turn in front of a chunk that a person may answer there, -1 for none.
func (s *stretch) before(c chunk) int {
	if i := c[0].turn - 1; i >= 0 && c[0].part <= 1 && s.turns[i].role == transcript.Agent {
		return i
	}
	return -1
}

// end returns the last lines of a text, as many as fit.
func end(text string, most int) string {
	for len(text) > most {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return strings.ToValidUTF8(text[len(text)-most:], "")
		}
		text = rest
	}
	return text
}

// earlier returns the lines of earlier stretches that a question shows: those that are open, and the newest, in order.
func (s *stretch) earlier() []Memory {
	room, show := s.knownRoom()*3/4, map[int]bool{}
	for _, open := range [...]bool{true, false} {
		for i := len(s.past) - 1; i >= 0; i-- {
			if l := &s.past[i]; l.Open() == open && len(l.Text)+memoryRoom <= room {
				room, show[i] = room-len(l.Text)-memoryRoom, true
			}
		}
	}
	var out []Memory
	for i, l := range s.past {
		if show[i] {
			out = append(out, Memory{Text: l.Text, Ref: l.Ref, Open: l.Open()})
		}
	}
	return out
}

// from says where a memory is from.
func (m Memory) from() string {
	switch {
	case m.Ref == "":
		return fmt.Sprintf("from the article %q", m.Title)
	case m.Open:
		return "open since earlier in this session"
	}
	return "kept earlier in this session"
}

// languages are the names of the languages.
var languages = map[prose.Lang]string{
	prose.EN: "English", prose.DE: "German", prose.ES: "Spanish", prose.FR: "French",
	prose.PT: "Portuguese", prose.RU: "Russian", prose.ZH: "Chinese", prose.JA: "Japanese",
}

// recall adds to a question what is known already, except what contains its mark.
func (q *asking) recall(all []Memory, a *Author) {
	for _, m := range all {
		m.Title, m.Text = proof.Line(a.Cleaned(m.Title)), proof.Line(a.Cleaned(m.Text))
		if m.Text != "" && !ask.Holds(m.Title+m.Text, q.mark) {
			q.known = append(q.known, m)
		}
	}
}

// knownSize returns how many bytes of a question its memories take.
func (q *asking) knownSize() (n int) {
	for _, m := range q.known {
		n += len(m.Title) + len(m.Text) + memoryRoom
	}
	return n
}

// again returns the question once more, after an answer that cannot be used.
func (q asking) again(why error) asking {
	q.Prompt += ask.Again("to this", why.Error(), q.mark)
	q.Recipe = recipe(q.Recipe, "again")
	return q
}

// quoted is data for a model, piece by piece.
type quoted []struct{ head, text string }

func (d *quoted) add(head, text string) {
	*d = append(*d, struct{ head, text string }{head, strings.TrimRight(text, "\n")})
}

// under returns d with its pieces behind a mark that none of them contains.
func (d quoted) under(mark string) string {
	var b strings.Builder
	for _, x := range d {
		b.WriteString("--- " + mark + " " + x.head + "\n" + x.text + "\n")
	}
	b.WriteString("--- " + mark + " end\n")
	return b.String()
}

// text returns all that d holds, and nothing else.
func (d quoted) text() string {
	var b strings.Builder
	for _, x := range d {
		b.WriteString(x.text + "\n")
	}
	return b.String()
}

// asking returns a question about d, without its prompt. The mark is a hash of the data, so that who writes
// a part of them cannot write it, and the same data give the same question.
func (d quoted) asking(model, form string) asking {
	q := asking{Question: ask.Question{Job: "flush", System: rules(), Prefix: form, MaxTokens: maxTokens}}
	all := d.under("")
	q.Recipe = recipe(model, q.System, form, all) // without what is known, which may change before an answer is used
	q.mark = ask.Mark("M", recipe("mark", q.Recipe), all)
	return q
}

// recipe returns a hash of texts.
func recipe(texts ...string) string {
	for i, t := range texts {
		texts[i] = fsutil.Hash([]byte(t))
	}
	return fsutil.Hash([]byte(strings.Join(texts, " ")))
}
