package holds

import (
	"bytes"
	"maps"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Record holds what became of the lines of the logs. The zero value and nil say that all hold.
type Record struct {
	Fates    map[string]Fate `json:"fates"` // by how daily.LineRef names the line
	Disputes []Dispute       `json:"disputes,omitempty"`
	People   People          `json:"people,omitzero"`
}

// A Dispute is a line that would take back an earlier one if both were of one person. Both hold.
type Dispute struct {
	Earlier string `json:"earlier"`
	Later   string `json:"later"`
	Of      string `json:"of"` // who said the earlier one
	By      string `json:"by"` // and the later one
}

// A Fate is what became of a line.
type Fate struct {
	Until      string `json:"until,omitempty"` // the day from which it does not hold; "" while nothing took its place
	ReplacedBy string `json:"over,omitempty"`  // the line that took its place, as daily.LineRef names it; "" for none
	By         string `json:"by,omitempty"`    // the words of that line
	Tried      bool   `json:"tried,omitempty"` // it tells of what was tried and dropped
	Done       bool   `json:"done,omitempty"`  // it is a task, and was done

	Gone []string `json:"-"` // what it says was given up, see change.Line.Gone
}

// Holds reports whether the line holds.
func (f Fate) Holds() bool { return f.Until == "" && !f.Tried && !f.Done }

// Said returns the text of a line, with what became of it.
func (f Fate) Said(text string) string {
	switch {
	case f.Holds():
		return text
	case f.Done && f.Until == "":
		return "Done: " + text
	case f.Done:
		return "Done on " + f.Until + ": " + text
	case f.Tried && f.Until == "":
		return "Tried and dropped: " + text
	case f.By == "":
		return "Until " + f.Until + ": " + text
	}
	return "Until " + f.Until + ": " + strings.TrimRight(text, ".") + "; then: " + f.By
}

// Of returns what became of a line.
func (r *Record) Of(ref string) Fate {
	if r == nil {
		return Fate{}
	}
	return r.Fates[ref]
}

// Cited returns what became of the line that a citation names, "2026-03-02#^k9dc1dd".
func (r *Record) Cited(cite string) Fate {
	day, block, ok := strings.Cut(cite, "#^")
	if !ok {
		return Fate{}
	}
	return r.Of(daily.LineRef(day, block, ""))
}

// Past returns what became of a statement that cites lines: it does not hold if none of them holds. The fate is that
// of the last.
func (r *Record) Past(cites []string) (f Fate) {
	for _, c := range cites {
		if f = r.Cited(c); f.Holds() {
			return Fate{}
		}
	}
	return f
}

// OfLogs judges logs and the articles made of them. Of an entry that another one replaces nothing holds.
func OfLogs(logs []*daily.Log, w *wiki.Wiki) *Record { return new(Memory).OfLogs(logs, w) }

// OfLogs is [OfLogs], from what is known already. The caller does not change the record.
func (m *Memory) OfLogs(logs []*daily.Log, w *wiki.Wiki) *Record {
	n := 0
	for _, l := range logs {
		n += len(l.Entries)
	}
	entries := make([]daily.Dated, 0, n)
	var redone []*daily.Dated
	for _, l := range logs {
		for i := range l.Entries {
			if e := &l.Entries[i]; e.Redone {
				redone = append(redone, e)
			} else if !e.Unanswered() {
				entries = append(entries, *e)
			}
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.judge(entries)
	of := m.sumOf(logs, redone, w)
	if m.whole != nil && m.of == of {
		return m.whole
	}
	r.People = peopleOf(entries)
	r.People.backs = backsOf(logs)
	r.Articles(w)
	r.done(entries, w)
	for _, e := range redone {
		for _, b := range e.Bullets {
			r.Fates[e.Ref(b)] = Fate{Until: e.Date.Day().String()}
		}
	}
	maps.DeleteFunc(r.Fates, func(_ string, f Fate) bool { return f.Holds() })
	m.whole, m.of = r, of
	return r
}

// Articles adds what the articles say: a line that only a history cites does not hold. A line among the key points of
// an article holds, if an article knows the line that took its place: then somebody put it back. In a shared vault anybody
// may have, so one who may take the line back has to have said so.
func (r *Record) Articles(w *wiki.Wiki) {
	past := map[string]Fate{}
	for _, p := range w.Articles() {
		for ref := range under(p, TriedHeading) {
			if r.speaker(ref).Who != "" {
				continue // in a shared vault anybody may have moved it there
			}
			f := r.Fates[ref]
			f.Tried = true
			r.Fates[ref] = f
		}
		for _, pt := range p.PointsIn(wiki.History) {
			if until, was, now, ok := draft.ReadReplacement(pt.Text); ok {
				replaced(past, pt.Cites, Fate{Until: until, By: strings.TrimSpace(wikilink.Plain(Uncited(now)))}, was)
			}
		}
	}
	if len(r.Fates)+len(past) == 0 {
		return
	}
	stands, knows := cited{}, cited{}
	for ref, f := range r.Fates {
		stands.ask(ref)
		knows.ask(f.ReplacedBy)
	}
	for ref := range past {
		stands.ask(ref)
	}
	for _, p := range w.Articles() {
		for _, c := range p.Cites() {
			knows.see(c, "")
		}
		for _, pt := range p.Points() {
			for _, c := range pt.Cites {
				stands.see(c, pt.Text)
			}
		}
	}
	for ref, f := range r.Fates {
		if stands.has(ref) && (f.ReplacedBy == "" || knows.has(f.ReplacedBy)) && r.back(ref) {
			delete(r.Fates, ref)
		}
	}
	for ref, f := range past {
		if said := r.speaker(ref); said.Who != "" && (f.ReplacedBy == "" || !said.Yields(r.speaker(f.ReplacedBy))) {
			continue // in a shared vault anybody may have moved it there
		}
		if !stands.has(ref) && r.Fates[ref].Until == "" {
			r.Fates[ref] = f
		}
	}
}

// Headings in the Details of an article: of what was tried and dropped, and of tasks that were done.
const (
	TriedHeading = "Tried and dropped"
	DoneHeading  = "Done"
)

// under returns the lines that an article has in its Details below a heading.
func under(p *wiki.Page, heading string) map[string]bool {
	if !bytes.Contains(p.Bytes(), []byte(heading)) {
		return nil
	}
	doc, at, next := p.Doc(), "", 0
	sec, ok := p.Section(wiki.Details)
	if !ok {
		return nil
	}
	out := map[string]bool{}
	for _, l := range doc.Links {
		for ; next < len(doc.Headings) && doc.Headings[next].Start < l.Start; next++ {
			at = doc.Headings[next].Text
		}
		if day, ok := wiki.ParseLog(l.Target); ok && at == heading && l.Block() != "" && l.Start >= sec.Body && l.Start < sec.End {
			out[daily.LineRef(string(day), l.Block(), "")] = true
		}
	}
	return out
}

// done adds the open tasks that an article has among what was done: the compiler found a report of it, or a person put
// it there. In a shared vault anybody may have, so the logs have to have a report by one who may take the task back.
func (r *Record) done(entries []daily.Dated, w *wiki.Wiki) {
	open := map[string]bool{}
	for i := range entries {
		for _, b := range entries[i].Bullets {
			if b.Kind == daily.Action && !b.Done {
				open[entries[i].Ref(b)] = true
			}
		}
	}
	if len(open) == 0 {
		return
	}
	done, unsure := map[string]bool{}, map[string]bool{}
	for _, p := range w.Articles() {
		for ref := range under(p, DoneHeading) {
			if !open[ref] || !r.Fates[ref].Holds() {
			} else if r.speaker(ref).Who == "" {
				done[ref] = true
			} else {
				unsure[ref] = true
			}
		}
	}
	if len(unsure) > 0 {
		maps.Copy(done, reported(entries, unsure))
	}
	for ref := range done {
		f := r.Fates[ref]
		f.Done = true
		r.Fates[ref] = f
	}
}

// cited says which of some lines articles cite, by how daily.LineRef names these. Of the many other citations it makes no name.
type cited map[string]map[string]bool // by the block of the line

func blockOf(ref string) string {
	_, block, _ := strings.Cut(ref, "^")
	return block
}

func (c cited) ask(ref string) {
	of := c[blockOf(ref)]
	if of == nil {
		of = map[string]bool{}
		c[blockOf(ref)] = of
	}
	of[ref] = false
}

func (c cited) see(at wiki.Cite, text string) {
	if of := c[strings.ToLower(at.Block)]; of != nil {
		ref := refOf(at, text)
		if _, asked := of[ref]; asked {
			of[ref] = true
		}
	}
}

func (c cited) has(ref string) bool { return c[blockOf(ref)][ref] }

// replaced adds the lines that a point of a history says were true: of its citations those within these words.
func replaced(past map[string]Fate, cites []wiki.Cite, f Fate, was string) {
	var lines []string
	for _, c := range cites {
		if f.By == "" || c.In(was) {
			lines = append(lines, refOf(c, Uncited(was)))
		} else if f.ReplacedBy == "" {
			f.ReplacedBy = refOf(c, f.By)
		}
	}
	for _, ref := range lines {
		past[ref] = f
	}
}

// Uncited returns a statement without the citations in brackets behind it.
func Uncited(s string) string {
	s = strings.TrimSpace(s)
	if at := strings.LastIndex(s, " ([["); at >= 0 && strings.HasSuffix(s, "]])") {
		return s[:at]
	}
	return s
}

// refOf names the line that a citation of a statement means.
func refOf(c wiki.Cite, text string) string {
	return daily.LineRef(string(c.Date), c.Block, markdown.Unescape(text))
}
