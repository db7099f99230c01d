package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/paste"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// readAgent reads what an agent said: paragraphs by sentence, list items whole, each with the heading and
// the line above it.
func (r *reader) readAgent(i int, final bool) {
	t := r.turns[i]
	w := writer{r: r, turn: i, final: final, rest: final || len(t.Steps) == 0, side: t.Subagent}
	blocks := prose.Blocks(paste.WithoutElements(t.Text, false))
	at := len(r.units)
	for k, b := range blocks {
		after := prose.Block{}
		if k+1 < len(blocks) {
			after = blocks[k+1]
		}
		w.block(b, after)
	}
	w.pack()
	for k := at; k < len(r.units); k++ {
		p := &r.units[k].place
		p.opens, p.of = k == at, len(r.units)-at
	}
}

// A writer holds the position in an agent's message.
type writer struct {
	r       *reader
	turn    int
	para    int
	final   bool
	rest    bool
	side    bool
	open    bool   // the block is an empty task box
	head    line   // the heading
	lead    line   // the paragraph that introduces the list
	parents []line // items that introduce the items below them, by depth
	held    []held // short items of one list, waiting to be joined
}

type held struct {
	text  string
	lead  line
	quote bool
}

func (w *writer) line(text string) line {
	text = numbering().ReplaceAllString(strings.TrimSpace(strings.ReplaceAll(text, "\n", " ")), "")
	lex := sentence.Tongue(text, w.r.langs[w.turn])
	return line{text, lex.Match(sentence.Hear(text)), lex}
}

// numbering matches the number of a heading.
var numbering = lazy.Regexp(`^(?:(?i:step|phase|part)\s+)?\d{1,2}[.):]\s+`)

func (w *writer) block(b, after prose.Block) {
	if label := sentence.TaskLabel(b.Text); label != "" && b.Kind == prose.Item {
		b.Text, b.Open = sentence.Upper(b.Text[len(label):]), true
	}
	if b.Kind != prose.Item {
		w.pack()
		w.parents = nil
	}
	if w.open != b.Open {
		w.pack() // what waits stood in no box
	}
	w.para++
	w.open = b.Open
	switch b.Kind {
	case prose.Heading:
		w.head, w.lead = w.line(b.Text), line{}
	case prose.Item:
		ticked := b.Done && (w.head.cues | w.lead.cues).Has(sentence.Next) // no task any more
		if !b.Link && !ticked && !(b.Open && w.line(b.Text).past()) && !paste.Labelled(b.Text, true) {
			w.item(b, after.Kind == prose.Item && after.Depth > b.Depth)
		}
	case prose.Paragraph:
		if paste.Labelled(b.Text, false) { // a conversation that the agent read somewhere
			w.lead = line{}
			return
		}
		w.paragraph(b, after.Kind == prose.Item)
	default:
		w.lead = line{}
	}
}

// past reports whether what stands in an empty task box is no task: it begins with what was done, or says that nothing is
// to be done.
func (l line) past() bool {
	return l.lex.Lead(sentence.Change, sentence.Hear(l.text)) > 0 || sentence.Already().MatchString(l.text)
}

func (w *writer) unit(text string, lead line, item, quote bool) {
	text = numbering().ReplaceAllString(text, "")
	no := w.head.cues.Has(sentence.Against) || lead.cues.Has(sentence.Against)
	if no && !lead.cues.Has(sentence.Against) {
		lead = w.head
	}
	box := w.open && !sentence.Checks().MatchString(w.head.text) && !sentence.Checks().MatchString(lead.text)
	w.r.add(unit{text: text, voice: agent, turn: w.turn, para: w.para, lead: lead,
		place: place{item: item, quote: quote, final: w.final, rest: w.rest, side: w.side,
			no: no || sentence.Crossed(text), next: box || (w.head.cues | lead.cues).Has(sentence.Next), box: box}})
}

// brief is the length up to which a paragraph of several sentences is kept in one piece.
const brief = 140

func (w *writer) paragraph(b prose.Block, leads bool) {
	lex := sentence.Tongue(b.Text, w.r.langs[w.turn])
	w.lead = line{}
	var said []string
	for _, s := range prose.Sentences(b.Text) {
		if s = lex.Unpraise(s); s != "" {
			said = append(said, s)
		}
	}
	if n := len(said); n > 0 && leads && sentence.Colon(said[n-1]) {
		w.lead = w.line(said[n-1])
		said = said[:n-1]
	}
	if len(said) > 1 && sentence.Width(b.Text) <= brief && !strings.Contains(b.Text, "\n") && w.plain(said) {
		for _, s := range said[1:] {
			said[0] = sentence.Together(said[0], s)
		}
		said = said[:1]
	}
	at := len(w.r.units)
	for _, s := range said {
		w.unit(s, line{}, false, b.Quote)
	}
	if len(w.r.units) > at {
		w.r.units[at].label = sentence.Mended(b.Text)
	}
}

// plain reports whether all sentences state something.
func (w *writer) plain(said []string) bool {
	for _, s := range said {
		if sentence.Colon(s) || sentence.Asks(s) || sentence.Offers(s) || sentence.ToDo(s) || w.line(s).cues.Has(sentence.Narrate) {
			return false
		}
	}
	return true
}

func (w *writer) item(b prose.Block, parent bool) {
	lex := sentence.Tongue(b.Text, w.r.langs[w.turn])
	text := lex.Unpraise(strings.Join(prose.Sentences(b.Text), " "))
	lead := w.above(b.Depth)
	n := sentence.Width(text)
	switch {
	case text == "":
	case parent && n < 100:
		w.pack()
		w.parents[len(w.parents)-1] = w.line(text)
		if !sentence.Colon(text) && n > 30 {
			w.unit(text, lead, true, b.Quote)
		}
	case n <= few && !b.Open:
		if len(w.held) > 0 && w.held[0].lead != lead {
			w.pack()
		}
		w.held = append(w.held, held{text, lead, b.Quote})
	case utf8.RuneCountInString(text) <= short:
		w.pack()
		w.unit(text, lead, true, b.Quote)
	default:
		w.pack()
		for _, s := range prose.Sentences(b.Text) {
			if s = lex.Unpraise(s); s != "" {
				w.unit(s, lead, true, b.Quote)
			}
		}
	}
}

// above returns the line that introduces an item at the depth, and makes room for what the item itself may
// introduce.
func (w *writer) above(depth int) line {
	if len(w.parents) > depth {
		w.parents = w.parents[:depth]
	}
	lead := w.lead
	if lead.text == "" {
		lead = w.head
	}
	for _, p := range w.parents {
		if p.text != "" {
			lead = p
		}
	}
	for len(w.parents) <= depth {
		w.parents = append(w.parents, line{})
	}
	return lead
}

// pack joins the waiting short items into as few units as hold them.
func (w *writer) pack() {
	for len(w.held) > 0 {
		first := w.held[0]
		text, n := strings.TrimRight(first.text, ".;,"), 1
		room := short
		if first.lead.tells() || first.lead.cues.Has(sentence.Against) {
			room -= utf8.RuneCountInString(first.lead.text) + 2
		}
		for n < len(w.held) {
			more := strings.TrimRight(w.held[n].text, ".;,")
			if utf8.RuneCountInString(text)+utf8.RuneCountInString(more)+2 > room {
				break
			}
			text += sentence.Separator(text) + more
			n++
		}
		at := len(w.r.units)
		w.unit(text, first.lead, true, first.quote)
		for i := range w.held[:n] {
			if len(w.r.units) > at {
				w.r.units[at].parts = append(w.r.units[at].parts, w.held[i].text)
			}
		}
		w.held = w.held[n:]
	}
}
