package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// readAgent reads what an agent said: paragraphs by sentence, list items whole, each with
// the heading and the line it stands under.
func (r *reader) readAgent(i int, final bool) {
	t := r.turns[i]
	w := writer{r: r, turn: i, final: final, side: t.Subagent}
	blocks := prose.Blocks(t.Text)
	at := len(r.units)
	for k, b := range blocks {
		switch b.Kind {
		case prose.Heading:
			w.head, w.lead = b.Text, ""
			w.parents = nil
		case prose.Item:
			w.item(b, k+1 < len(blocks) && blocks[k+1].Kind == prose.Item && blocks[k+1].Depth > b.Depth)
		case prose.Paragraph:
			w.paragraph(b, k+1 < len(blocks) && blocks[k+1].Kind == prose.Item)
		default:
			w.lead = ""
		}
	}
	w.pack()
	for k := at; k < len(r.units); k++ {
		p := &r.units[k].place
		p.opens, p.closes, p.of = k == at, k == len(r.units)-1, len(r.units)-at
	}
}

// A writer holds where in an agent's message it stands.
type writer struct {
	r       *reader
	turn    int
	final   bool
	side    bool
	head    string
	lead    string   // the paragraph that introduces the list
	parents []string // items that introduce the items below them, by depth
	held    []string // short items of one list, waiting to be joined
	heldFor string   // what introduces them
	heldQ   bool
}

func (w *writer) unit(text, lead string, item, quote bool) {
	w.r.add(unit{text: text, voice: agent, turn: w.turn, head: w.head, lead: lead,
		place: place{item: item, quote: quote, final: w.final, side: w.side}})
}

func (w *writer) paragraph(b prose.Block, leads bool) {
	w.pack()
	w.parents = nil
	lex := tongue(b.Text, w.r.langs[w.turn])
	all := prose.Sentences(b.Text)
	for k, s := range all {
		s = lex.unpraise(s)
		if s == "" {
			continue
		}
		if k == len(all)-1 && leads && (strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")) {
			w.lead = s
			return
		}
		w.unit(s, "", false, b.Quote)
	}
	w.lead = ""
}

// few is how many characters an item may have that is joined with its neighbours.
const few = 64

func (w *writer) item(b prose.Block, parent bool) {
	lex := tongue(b.Text, w.r.langs[w.turn])
	text := lex.unpraise(strings.Join(prose.Sentences(b.Text), " "))
	for len(w.parents) > b.Depth {
		w.parents = w.parents[:len(w.parents)-1]
	}
	lead := w.lead
	if n := len(w.parents); n > 0 && w.parents[n-1] != "" {
		lead = w.parents[n-1]
	}
	for len(w.parents) < b.Depth {
		w.parents = append(w.parents, "")
	}
	w.parents = append(w.parents, "")
	if text == "" {
		return
	}
	if parent && utf8.RuneCountInString(text) < 100 {
		w.pack()
		w.parents[len(w.parents)-1] = text
		if !strings.HasSuffix(text, ":") && utf8.RuneCountInString(text) > 30 {
			w.unit(text, lead, true, b.Quote)
		}
		return
	}
	if lead != w.heldFor || len(w.held) == 0 {
		w.pack()
		w.heldFor, w.heldQ = lead, b.Quote
	}
	if utf8.RuneCountInString(text) <= few {
		w.held = append(w.held, text)
		return
	}
	w.pack()
	w.heldFor = lead
	if utf8.RuneCountInString(text) <= short {
		w.unit(text, lead, true, b.Quote)
		return
	}
	for _, s := range prose.Sentences(b.Text) {
		if s = lex.unpraise(s); s != "" {
			w.unit(s, lead, true, b.Quote)
		}
	}
}

// pack joins the short items that wait into as few units as hold them.
func (w *writer) pack() {
	lead := w.heldFor
	for len(w.held) > 0 {
		text, n := "", 0
		if useful(lead) {
			text = lead
		}
		for n < len(w.held) {
			next := w.held[n]
			sep := "; "
			if text == "" {
				sep = ""
			} else if n == 0 {
				sep = " "
			}
			if n > 0 && utf8.RuneCountInString(text)+utf8.RuneCountInString(next)+2 > short {
				break
			}
			text += sep + strings.TrimRight(next, ".;,")
			n++
		}
		w.unit(text, lead, true, w.heldQ)
		w.held = w.held[n:]
	}
	w.heldFor = ""
}

// useful tells whether the line above a list says what the list is about.
func useful(lead string) bool {
	n := utf8.RuneCountInString(lead)
	return n > 0 && n <= 90
}
