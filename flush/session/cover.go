package session

import (
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Cover reports which rows are captured already. The day logs decide: a row lies in an entry that a log
// holds when the index of rows says so, or when it stands between the entry's first and last row. A row that
// the index assigns to another session is that session's.
type Cover struct {
	spans map[string][]daily.Span // by first row
	Held  map[rowkey.Key]string   // entries in the logs: their ids
	named map[string]rowkey.Key   // first and last rows of entries, and their sessions
	heard []daily.Span            // those that begin or end at a message that only a hook reported
	rows  map[rowkey.Key]rowkey.Mark
	added map[rowkey.Key]rowkey.Mark

	alone map[string]bool // entries of which the archive has each turn as hooks told it

	last    map[rowkey.Key]time.Time // of the sessions that have an entry in the logs: when the last one ends
	archive archive.Archive
}

// NewCover returns the Cover of the spans of the day logs and of marks of the index, by row.
func NewCover(a archive.Archive, spans []daily.Span, rows map[rowkey.Key]rowkey.Mark) *Cover {
	c := &Cover{spans: map[string][]daily.Span{}, Held: map[rowkey.Key]string{}, named: map[string]rowkey.Key{}, rows: rows, last: map[rowkey.Key]time.Time{}, archive: a}
	for _, s := range spans {
		if rowkey.IsNote(s.To) {
			continue // no turn of the session is in it
		}
		c.Held[rowkey.Of(s.Entry)] = s.Entry
		me := rowkey.OfSession(s.Agent, s.Session)
		if c.named[s.From], c.named[s.To] = me, me; !s.At.Before(c.last[me]) {
			c.last[me] = s.At
		}
		if s.From != "" {
			c.spans[s.From] = append(c.spans[s.From], s)
			if reported.IsID(s.From) || reported.IsID(s.To) {
				c.heard = append(c.heard, s)
			}
		}
	}
	return c
}

// EntriesOf returns the ids of the entries that spans are of.
func EntriesOf(spans []daily.Span) map[string]bool {
	return pick.Set(spans, func(s daily.Span) string { return s.Entry })
}

// Begun reports whether the logs have an entry of a session.
func (c *Cover) Begun(session rowkey.Key) bool {
	_, begun := c.last[session]
	return begun
}

// Own returns a copy of c to which marks can be added.
func (c *Cover) Own() *Cover {
	own := *c
	own.added = maps.Clone(c.added)
	return &own
}

// Mark returns the index's mark of a row.
func (c *Cover) Mark(key rowkey.Key) (rowkey.Mark, bool) {
	if m, ok := c.added[key]; ok {
		return m, true
	}
	m, ok := c.rows[key]
	return m, ok
}

// Add adds a mark that is not in the index yet.
func (c *Cover) Add(m rowkey.Mark) {
	if c.added == nil {
		c.added = map[rowkey.Key]rowkey.Mark{}
	}
	c.added[m.Row] = m
}

// A Part is a turn, or the part of a turn whose rows are all captured alike.
type Part struct {
	transcript.Turn
	Entry   rowkey.Key // that covers it, 0 for none
	Foreign bool       // another session's
}

// Owners names the sessions whose entries cover parts that are not the own session's.
func (c *Cover) Owners(parts []Part) (out []string) {
	last := rowkey.Key(0)
	for _, p := range parts {
		if p.Foreign && p.Entry != last {
			last = p.Entry
			out = append(out, c.Span(last).Session)
		}
	}
	return out
}

// A coveredRow is a row of words and what is known about it.
type coveredRow struct {
	id      string
	at      time.Time
	entry   rowkey.Key
	foreign bool
}

// Pieces returns what of the turns is captured, and cuts turns that are partly captured. me is the session
// that the turns belong to, except for rows that foreign, if not nil, assigns to another.
func (c *Cover) Pieces(me rowkey.Key, turns []transcript.Turn, foreign func(row string) bool) []Part {
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
	c.between(me, rows, c.speeches(turns, first))
	out := make([]Part, 0, len(turns))
	for i, t := range turns {
		rest := rows[first[i]:]
		rest = rest[:max(1, len(t.Rows))]
		for {
			n := 1
			for n < len(rest) && rest[n].entry == rest[0].entry && rest[n].foreign == rest[0].foreign {
				n++
			}
			p := Part{Turn: t, Entry: rest[0].entry, Foreign: rest[0].foreign}
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

// known returns what the index and foreign say about a row.
func (c *Cover) known(me rowkey.Key, id string, at time.Time, foreign func(row string) bool) coveredRow {
	r := coveredRow{id: transcript.RowOf(id), at: at, foreign: foreign != nil && foreign(id)}
	if m, ok := c.Mark(rowkey.Of(r.id)); ok {
		r.foreign = m.Session != me
		if c.Held[m.Entry] != "" {
			r.entry = m.Entry
		}
	}
	return r
}

// speeches are the turns among rows that a hook may have reported.
type speeches struct {
	said []reported.Said
	last []int // of their rows
}

// speeches returns the turns that an entry may name by what a hook reported of them.
func (c *Cover) speeches(turns []transcript.Turn, first []int) (out speeches) {
	if len(c.heard) == 0 {
		return out
	}
	for i := range turns {
		if t := &turns[i]; t.Role == transcript.Agent && !reported.IsID(t.ID) {
			out.said, out.last = append(out.said, reported.Read(t)), append(out.last, first[i]+max(1, len(t.Rows))-1)
		}
	}
	return out
}

// A reach is where an entry begins or ends whose marker names a reported message.
type reach struct {
	from map[int][]daily.Span // by row
	to   map[string]int       // row, by entry
}

// reaches finds where the entries begin and end that are named by what hooks reported.
func (c *Cover) reaches(all speeches) reach {
	r := reach{map[int][]daily.Span{}, map[string]int{}}
	for _, s := range c.heard {
		if c.alone[s.Entry] {
			continue // see Arrive
		}
		if to := reported.Nearest(s.To, all.said); to >= 0 {
			r.to[s.Entry] = all.last[to]
		}
		if from := reported.Nearest(s.From, all.said); from >= 0 {
			r.from[all.last[from]] = append(r.from[all.last[from]], s)
		}
	}
	return r
}

// between covers the rows that stand between the first and the last of an entry.
func (c *Cover) between(me rowkey.Key, rows []coveredRow, all speeches) {
	r := c.reaches(all)
	for i := range rows {
		for _, s := range slices.Concat(c.spans[rows[i].id], r.from[i]) {
			to, told := r.to[s.Entry]
			if !told {
				to = -1
			}
			last, only := c.end(rows, to, i, s)
			for j := i; j <= last; j++ {
				if rows[j].entry != 0 || only != nil && !only[rows[j].id] {
					continue
				}
				rows[j].entry = rowkey.Of(s.Entry)
				if _, ok := c.Mark(rowkey.Of(rows[j].id)); !ok {
					rows[j].foreign = rowkey.OfSession(s.Agent, s.Session) != me
				}
			}
		}
	}
}

// end returns the last row that s covers, counted from its first row, from; from-1 where the index assigns
// the row to another entry. If only is not nil, s covers only those of the rows up to last. to is the
// last row of the message that s ends with, if a hook reported it, else -1.
func (c *Cover) end(rows []coveredRow, to, from int, s daily.Span) (last int, only map[string]bool) {
	for j := from; j < len(rows); j++ {
		if rows[j].id == s.To {
			for j+1 < len(rows) && rows[j+1].id == s.To { // one row may hold several answers
				j++
			}
			return j, nil
		}
	}
	switch m, _ := c.Mark(rowkey.Of(rows[from].id)); {
	case to >= from:
		return to, nil
	case m.Entry == rowkey.Of(s.Entry):
		return from - 1, nil
	}
	// Its last row is missing, because the client rewrote the file or this file is a copy. The archive says
	// which rows it covers; otherwise, what was written later is not in it.
	if only = c.archive.RowsOf(s); len(only) > 0 {
		return len(rows) - 1, only
	}
	last = from
	for j := from; j < len(rows) && !rows[j].at.Truncate(time.Second).After(s.At); j++ {
		last = j
	}
	return last, nil
}

// Orphans returns the orphans among the files of a session. A file that begins with a hook's message may be
// an orphan although the index knows it, if the index was rebuilt from the archive.
func (c *Cover) Orphans(me rowkey.Key, all []archive.Start) []archive.Orphan {
	var out []archive.Orphan
	for _, f := range all {
		m, ok := c.Mark(rowkey.Of(f.Row))
		if sure := !ok || m.Session != me; sure || reported.IsID(f.Row) {
			out = append(out, archive.Orphan{Name: f.Name, Sure: sure})
		}
	}
	return out
}

// Span returns what an entry of the logs covers.
func (c *Cover) Span(entry rowkey.Key) daily.Span {
	for _, some := range c.spans {
		for _, s := range some {
			if rowkey.Of(s.Entry) == entry {
				return s
			}
		}
	}
	return daily.Span{}
}

// Took reports whether a message of a session lies in an entry.
func (c *Cover) Took(me rowkey.Key, id string) bool {
	if m, ok := c.Mark(rowkey.Of(id)); ok && m.Session == me && c.Held[m.Entry] != "" {
		return true
	}
	return slices.ContainsFunc(c.heard, func(s daily.Span) bool {
		return (s.From == id || s.To == id) && rowkey.OfSession(s.Agent, s.Session) == me
	})
}

// Unrecorded returns the messages that entries of a session end with and that the ledger does not know,
// because of a crash in between.
func (c *Cover) Unrecorded(me rowkey.Key, turns []transcript.Turn, known []reported.Message) []reported.Message {
	var out []reported.Message
	for _, s := range c.heard {
		if !reported.IsID(s.To) || rowkey.OfSession(s.Agent, s.Session) != me ||
			slices.ContainsFunc(known, func(h reported.Message) bool { return h.ID == s.To }) ||
			!slices.ContainsFunc(turns, func(t transcript.Turn) bool {
				return transcript.RowOf(t.ID) == s.From || transcript.RowOf(t.Last) == s.To
			}) {
			continue
		}
		if h := (reported.Message{ID: s.To, At: s.At, Entry: s.Entry, Fresh: true}); h.FindIn(turns, nil) == nil {
			out = append(out, h)
		}
	}
	return out
}
