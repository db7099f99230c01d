package flush

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/own"
)

// A work is the turns of a session, as they were read, of which entries are to be made.
type work struct {
	agent   string
	session string
	turns   []transcript.Turn // in order
	from    project.Place     // where the turn before the first was said
	titles  archive.Titles
	when    time.Time                 // of rows without a time
	since   time.Time                 // what was said before is left to an import
	started time.Time                 // see Capture.Began
	own     bool                      // a call that memoria itself made to a model
	begun   bool                      // the session has an entry
	kept    []archive.Start           // its files in the archive
	asked   map[string]reported.Words // of turns that only hooks told
	known   bool                      // files in the archive may hold rows of it
	came    archive.Came              // turns that lie in entries as hooks told them
	final   bool                      // nothing is going to follow
	copies  *session.Copies           // nil where they are left to an import, which sees whose they are
	before  string                    // the row before the first; "" for none
	whole   bool                      // turns are all that is left of the session
	foreign func(row string) bool     // reports whether a row is another session's; nil for none
	summaries
	earlier   func(func(*transcript.Turn)) // calls a function with what was said before, where it held a secret; nil else
	forgotten *forgotten.List
	made      []daily.Entry // that no log holds yet
	resumed   []string      // sessions that hold rows of it: it goes on where they ended
	emptyBy   string        // the model that found nothing worth keeping in a part of it; "" for none
	told      []before.Told // that may end tasks
}

// A piece is a turn, or the part of a turn whose rows are all captured alike, with what is decided about it.
type piece struct {
	session.Part
	decision decision
	reason   string        // why it is withheld
	place    project.Place // where it was said
	was      bool          // captured before
	raw      string        // its text as it was read
}

// A decision is what becomes of a piece.
type decision uint8

const (
	waiting decision = iota // waits for more to be said
	flushed                 // lies in an entry
	skipped                 // holds nothing worth keeping, and neither does the rest of its session
	barred                  // must not be kept
	older                   // left to an import
)

// A result is the result of a work, not yet written.
type result struct {
	pieces  []piece // the session's own turns, in order
	entries []daily.Entry
	archive.Update
	me      rowkey.Key
	asked   map[string]reported.Words // see work
	cover   *session.Cover
	foreign func(row string) bool
	marks   []rowkey.Mark
	extents []session.Extent // of all turns that were read, other sessions' too
	shared  int              // turns of other sessions
	strange map[string]bool  // the rows of those turns
	title   string           // that a person gave the session

	summaries
	left     map[string]bool // rows that lie in entries and were left behind since
	gone     *forgotten.List
	withheld bool          // whether the settings withhold turns
	fresh    int           // turns that were decided on now
	begun    bool          // the session has an entry, once these are written
	reason   string        // why it has none
	emptyBy  string        // the model that said so; "" for none
	told     []before.Told // that may end tasks
}

// theirs reports whether a row is captured as another session's.
func (h *result) theirs(row string) bool {
	if m, ok := h.cover.Mark(rowkey.Of(row)); ok {
		return m.Session != h.me
	}
	return h.strange[row] || h.foreign != nil && h.foreign(row)
}

func (h *result) entryID(key rowkey.Key) string {
	for _, e := range h.entries {
		if rowkey.Of(e.ID) == key {
			return e.ID
		}
	}
	return ""
}

// decide decides what becomes of every turn of w and makes the entries.
func (f *Flusher) decide(ctx context.Context, w *work, c *session.Cover) (*result, error) {
	me := rowkey.OfSession(w.agent, w.session)
	transcript.Leave(w.turns)
	h := &result{left: map[string]bool{}, gone: w.forgotten, me: me, asked: w.asked, cover: c, strange: map[string]bool{}, foreign: w.foreign, begun: w.begun}
	h.Folder, h.Known, h.Orphans, h.Theirs = archive.Folder(w.agent, w.session), w.known, c.Orphans(me, w.kept), h.theirs
	var err error
	if w.asked == nil { // else only hooks told of these turns, too
		h.Came = archive.Came{}
		maps.Copy(h.Came, w.came)
		if h.marks, err = c.Arrive(w.agent, w.session, w.turns, w.kept, h.Came); err != nil {
			return nil, err
		}
		for id, t := range h.Came {
			row := *t
			f.RedactTurn(&row)
			h.Came[id] = &row
		}
	}
	h.InLog = func(entry string) bool { return c.Held[rowkey.Of(entry)] != "" }
	open := f.sort(w, c, h)
	if w.forgotten.Touches(me) {
		w.titles = archive.Titles{} // the client may have made them of what was forgotten
	}
	var said, before []*transcript.Turn
	for i := range h.pieces {
		if p := &h.pieces[i]; p.decision == waiting {
			said = append(said, &p.Turn)
		} else {
			before = append(before, &p.Turn)
		}
	}
	w.titles = w.titles.Map(f.Redact).Map(f.RedactTurns(said, before, w.earlier))
	h.title = w.titles.Own
	for i := range open {
		s := &open[i]
		turns, places := make([]transcript.Turn, len(s.at)), make([]project.Place, len(s.at))
		for k, at := range s.at {
			turns[k], places[k] = h.pieces[at].Turn, h.pieces[at].place
		}
		if s.ranges, err = f.entryRanges(ctx, w, segment.Cut(turns, places, f.Zone)); err != nil {
			return nil, err
		}
		w.made = append(w.made, entriesOf(s.ranges)...)
		h.begun = h.begun || len(s.ranges) > 0
	}
	for i := range open {
		f.settle(w, h, &open[i])
	}
	if w.whole {
		if err := f.mend(w, h); err != nil {
			return nil, err
		}
	}
	for i := range h.pieces {
		p := &h.pieces[i]
		h.extents = append(h.extents, session.ExtentOf(&p.Turn, p.decision == waiting || p.decision == skipped))
	}
	h.summaries, h.emptyBy, h.told = w.summaries, w.emptyBy, w.told
	return h, nil
}

// sort notes what of w is decided already and returns the stretches that are not.
func (f *Flusher) sort(w *work, c *session.Cover, h *result) (open []stretch) {
	me := rowkey.OfSession(w.agent, w.session)
	where := f.Follow(w.from)
	broken, gone := true, w.forgotten.HoldsRow(w.before)
	early := w.when.Before(w.since) || slices.ContainsFunc(w.turns, func(t transcript.Turn) bool { return !t.Began().IsZero() }) // until one tells
	all := c.Grown(w.agent, w.session, c.Pieces(me, w.turns, w.foreign), f.Redact)
	w.resumed = c.Owners(all)
	for _, some := range all {
		p := piece{Part: some, raw: some.Text}
		if p.Foreign {
			h.shared++
			h.Others = append(h.Others, archive.TurnOf(&p.Turn, ""))
			for _, id := range p.Turn.RowIDs() {
				h.strange[id] = true
			}
			broken = true // no range reaches over another session's turns
			h.extents = append(h.extents, session.ExtentOf(&p.Turn, false))
			continue
		}
		withheld := where.Next(&p.Turn)
		p.place = where.Place
		if at := p.Turn.Began(); !at.IsZero() {
			early = at.Before(w.since)
		}
		p.decision, p.reason = f.classify(w, &p, withheld, early && !w.since.IsZero())
		gone = w.forgotten.Holds(me, &p.Turn) || p.At.Before(w.started) && w.forgotten.Echoed(w.agent, &p.Turn) ||
			gone && p.Role == transcript.Agent && w.forgotten.Follows(me, p.At) // an answer goes with its prompt
		if gone && p.decision == waiting {
			p.decision, p.reason = barred, ledger.ReasonForgotten
		}
		if w.copies.Known(&p.Part) && p.decision == waiting {
			p.decision, p.reason = barred, ledger.ReasonCopied
		}
		switch p.decision {
		case waiting:
			if broken {
				open = append(open, stretch{})
			}
			broken = false
			s := &open[len(open)-1]
			s.at = append(s.at, len(h.pieces))
		case flushed:
			h.begun, broken, p.was = true, true, true
			for _, id := range p.Turn.RowIDs() {
				if p.Left {
					h.left[id] = true
				}
				if m, ok := c.Mark(rowkey.Of(id)); !ok || m.Entry != p.Entry {
					m := rowkey.Mark{Row: rowkey.Of(id), Session: me, Entry: p.Entry}
					h.marks = append(h.marks, m)
					c.Add(m)
				}
			}
		case barred:
			h.reason = p.reason
			broken = broken || withheld != "" // it is captured once the settings allow it
			h.withheld = h.withheld || p.reason == withheld
		}
		for _, id := range p.Turn.RowIDs() {
			_, ok := c.Mark(rowkey.Of(id))
			h.Known = h.Known || ok && p.decision == waiting
		}
		h.pieces = append(h.pieces, p)
	}
	h.Known = h.Known || len(h.marks) > 0 // an earlier capture was interrupted
	return open
}

func (f *Flusher) classify(w *work, p *piece, withheld string, early bool) (decision, string) {
	switch {
	case w.own || own.Folder(p.CWD):
		return barred, ledger.ReasonOwnCall
	case withheld != "":
		return barred, withheld
	case p.Entry != 0:
		return flushed, ""
	case early, w.copies == nil && p.Copied:
		return older, ""
	}
	return waiting, ""
}
