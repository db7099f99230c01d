package flush

import (
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A cover says which rows are captured already. The day logs decide: a row lies in an entry that a
// log holds when the index of rows says so, or when it stands between the entry's first and last
// row. A row that the index gives to another session is that session's.
type cover struct {
	spans map[string][]daily.Span // by first row
	held  map[turnKey]string      // entries in the logs
	heard []daily.Span            // those that begin or end at a message that only a hook reported
	rows  map[turnKey]rowMark
	added map[turnKey]rowMark

	begun   map[turnKey]bool // sessions that have an entry in the logs
	archive archive
}

func newCover(a archive, spans []daily.Span, rows map[turnKey]rowMark) *cover {
	c := &cover{spans: map[string][]daily.Span{}, held: map[turnKey]string{}, rows: rows, begun: map[turnKey]bool{}, archive: a}
	for _, s := range spans {
		c.held[keyOf(s.Entry)] = s.Entry
		c.begun[sessionKey(s.Agent, s.Session)] = true
		if s.From != "" {
			c.spans[s.From] = append(c.spans[s.From], s)
			if isHeard(s.From) || isHeard(s.To) {
				c.heard = append(c.heard, s)
			}
		}
	}
	return c
}

// own is c with marks of its own that can be added to.
func (c *cover) own() *cover {
	own := *c
	own.added = maps.Clone(c.added)
	return &own
}

// mark is what the index says of a row.
func (c *cover) mark(key turnKey) (rowMark, bool) {
	if m, ok := c.added[key]; ok {
		return m, true
	}
	m, ok := c.rows[key]
	return m, ok
}

// add adds a mark that the index is still to get.
func (c *cover) add(m rowMark) {
	if c.added == nil {
		c.added = map[turnKey]rowMark{}
	}
	c.added[m.row] = m
}

// A piece is a turn, or the part of one whose rows are all captured alike.
type piece struct {
	transcript.Turn
	entry   turnKey // that covers it, 0 for none
	foreign bool    // another session's
	fate    fate
	reason  string   // why it is withheld
	place   place    // where it was said
	was     bool     // captured before
	marks   []string // of an agent's message as it was read
}

// A coveredRow is a row of words and what is known of it.
type coveredRow struct {
	id      string
	at      time.Time
	entry   turnKey
	foreign bool
}

// rowIDs are the uuids of the rows that make t.
func rowIDs(t *transcript.Turn) []string {
	if len(t.Rows) == 0 {
		return []string{row(t.ID)}
	}
	out := make([]string, len(t.Rows))
	for i, r := range t.Rows {
		out[i] = row(r.ID)
	}
	return out
}

// pieces tells what of the turns is captured, cutting those that are half. me is the session whose
// turns they are said to be, but for those that foreign, if not nil, knows better.
func (c *cover) pieces(me turnKey, turns []transcript.Turn, foreign func(row string) bool) []piece {
	var rows []coveredRow
	first := make([]int, len(turns)) // of each turn's rows
	for i := range turns {
		t := &turns[i]
		first[i] = len(rows)
		if len(t.Rows) == 0 {
			rows = append(rows, c.known(me, t.ID, t.At, foreign))
		}
		for _, r := range t.Rows {
			rows = append(rows, c.known(me, r.ID, r.At, foreign))
		}
	}
	c.between(me, rows, c.speakers(turns, first, len(rows)))
	out := make([]piece, 0, len(turns))
	for i, t := range turns {
		rest := rows[first[i]:]
		rest = rest[:max(1, len(t.Rows))]
		for {
			n := 1
			for n < len(rest) && rest[n].entry == rest[0].entry && rest[n].foreign == rest[0].foreign {
				n++
			}
			p := piece{Turn: t, entry: rest[0].entry, foreign: rest[0].foreign}
			if n < len(rest) {
				p.Turn, t = t.Cut(n)
			}
			out = append(out, p)
			if rest = rest[n:]; len(rest) == 0 {
				break
			}
		}
	}
	return out
}

// known is what the index, and foreign, say of a row.
func (c *cover) known(me turnKey, id string, at time.Time, foreign func(row string) bool) coveredRow {
	r := coveredRow{id: row(id), at: at, foreign: foreign != nil && foreign(id)}
	if m, ok := c.mark(keyOf(r.id)); ok {
		r.foreign = m.session != me
		if c.held[m.entry] != "" {
			r.entry = m.entry
		}
	}
	return r
}

// speakers are the agent's turns by their last row, where an entry may name one by what a hook
// reported of it.
func (c *cover) speakers(turns []transcript.Turn, first []int, rows int) []*transcript.Turn {
	out := make([]*transcript.Turn, rows)
	if len(c.heard) == 0 {
		return out
	}
	for i := range turns {
		if t := &turns[i]; t.Role == transcript.Agent {
			out[first[i]+max(1, len(t.Rows))-1] = t
		}
	}
	return out
}

// between covers the rows that stand between the first and the last of an entry.
func (c *cover) between(me turnKey, rows []coveredRow, speaks []*transcript.Turn) {
	for i := range rows {
		for _, s := range c.from(rows[i], speaks[i]) {
			last, only := c.end(rows, speaks, i, s)
			for j := i; j <= last; j++ {
				if rows[j].entry != 0 || only != nil && !only[rows[j].id] {
					continue
				}
				rows[j].entry = keyOf(s.Entry)
				if _, ok := c.mark(keyOf(rows[j].id)); !ok {
					rows[j].foreign = sessionKey(s.Agent, s.Session) != me
				}
			}
		}
	}
}

// from are the spans that begin at a row, which is the last of t if t is not nil.
func (c *cover) from(r coveredRow, t *transcript.Turn) []daily.Span {
	spans := c.spans[r.id]
	if t == nil {
		return spans
	}
	spans = slices.Clip(spans)
	for _, s := range c.heard {
		if couldBe(s.From, t) {
			spans = append(spans, s)
		}
	}
	return spans
}

// end is the last row that s covers, from being its first; from-1 where the index knows better. Of
// the rows up to it s covers only some, if only is not nil.
func (c *cover) end(rows []coveredRow, speaks []*transcript.Turn, from int, s daily.Span) (last int, only map[string]bool) {
	last = from - 1
	for j := from; j < len(rows); j++ {
		switch {
		case rows[j].id == s.To:
			for j+1 < len(rows) && rows[j+1].id == s.To { // one row may hold several answers
				j++
			}
			return j, nil
		case speaks[j] != nil && couldBe(s.To, speaks[j]):
			last = j
		}
	}
	if m, _ := c.mark(keyOf(rows[from].id)); last >= from || m.entry == keyOf(s.Entry) {
		return last, nil
	}
	// Its last row is gone, for the client rewrote the file, or this one is a copy. The archive says
	// which rows it covers; else, what was written later is not in it.
	if only = c.archive.rowsOf(s); len(only) > 0 {
		return len(rows) - 1, only
	}
	last = from
	for j := from; j < len(rows) && !rows[j].at.Truncate(time.Second).After(s.At); j++ {
		last = j
	}
	return last, nil
}
