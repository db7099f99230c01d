package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/paste"
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
	lex, h := tongue(text, w.r.langs[w.turn]), hear(text)
	cues := lex.match(h)
	if cues.has(vague) && !lex.whole(vague, h) {
		cues &^= 1 << vague
	}
	if cues.has(change) {
		cues &^= 1 << trouble // problems fixed
	}
	if cues.has(against) && cues.has(order) {
		cues = cues&^(1<<against) | 1<<trouble // why it does not work
	}
	if prose.Crossed(text) {
		cues |= 1 << against
	}
	return line{text, cues}
}

// numbering matches the number of a heading.
var numbering = pattern(`^(?:(?i:step|phase|part)\s+)?\d{1,2}[.):]\s+`)

func (w *writer) block(b, after prose.Block) {
	if b.Kind != prose.Item {
		w.pack()
		w.parents = nil
	}
	w.para++
	w.open = b.Open
	switch b.Kind {
	case prose.Heading:
		w.head, w.lead = w.line(b.Text), line{}
	case prose.Item:
		if !b.Link && !(b.Open && already().MatchString(b.Text)) && !paste.Labelled(b.Text, true) {
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

// already matches what stands in an empty task box although it is done.
var already = pattern(`(?i)^(?:already|bereits|schon|ya|déjà|já|уже)\b|^(?:已|すでに|既に)`)

func (w *writer) unit(text string, lead line, item, quote bool) {
	text = numbering().ReplaceAllString(text, "")
	no := w.head.cues.has(against) || lead.cues.has(against)
	if no && !lead.cues.has(against) {
		lead = w.head
	}
	w.r.add(unit{text: text, voice: agent, turn: w.turn, para: w.para, lead: lead,
		place: place{item: item, quote: quote, final: w.final, rest: w.rest, side: w.side,
			no: no || crossed(text), wrong: (w.head.cues | lead.cues).has(trouble), next: w.open || (w.head.cues | lead.cues).has(next)}})
}

// brief is the length up to which a paragraph of several sentences is kept in one piece.
const brief = 140

func (w *writer) paragraph(b prose.Block, leads bool) {
	lex := tongue(b.Text, w.r.langs[w.turn])
	w.lead = line{}
	var said []string
	for _, s := range prose.Sentences(b.Text) {
		if s = lex.unpraise(s); s != "" {
			said = append(said, s)
		}
	}
	if n := len(said); n > 0 && leads && colon(said[n-1]) {
		w.lead = w.line(said[n-1])
		if c := w.lead.cues; c.has(found) && !c.any(narrate, vague, offer) && whole(said[n-1]) {
			said[n-1] = strings.TrimRight(said[n-1], ":：")
		} else {
			said = said[:n-1]
		}
	}
	if len(said) > 1 && width(b.Text) <= brief && !strings.Contains(b.Text, "\n") && w.plain(said) {
		for _, s := range said[1:] {
			said[0] = together(said[0], s)
		}
		said = said[:1]
	}
	for _, s := range said {
		w.unit(s, line{}, false, b.Quote)
	}
}

// plain reports whether all sentences state something.
func (w *writer) plain(said []string) bool {
	for _, s := range said {
		if colon(s) || asks(s) || w.line(s).cues.any(narrate, status, offer) {
			return false
		}
	}
	return true
}

func (w *writer) item(b prose.Block, parent bool) {
	lex := tongue(b.Text, w.r.langs[w.turn])
	text := lex.unpraise(strings.Join(prose.Sentences(b.Text), " "))
	lead := w.above(b.Depth)
	n := width(text)
	switch {
	case text == "":
	case parent && n < 100:
		w.pack()
		w.parents[len(w.parents)-1] = w.line(text)
		if !colon(text) && n > 30 {
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
			if s = lex.unpraise(s); s != "" {
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
		if first.lead.tells() || first.lead.cues.any(against, trouble) {
			room -= utf8.RuneCountInString(first.lead.text) + 2
		}
		for n < len(w.held) {
			more := strings.TrimRight(w.held[n].text, ".;,")
			if utf8.RuneCountInString(text)+utf8.RuneCountInString(more)+2 > room {
				break
			}
			text += separator(text) + more
			n++
		}
		w.unit(text, first.lead, true, first.quote)
		w.held = w.held[n:]
	}
}
