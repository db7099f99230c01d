package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
)

// ErrNoTranscript says that no line of a file is a row of a transcript. Trying again does not help while the file
// stays as it is.
var ErrNoTranscript = errors.New("file is no transcript")

// A Capture names a transcript to capture, and holds what is known about its session.
type Capture struct {
	Source   transcript.Source         // required; what it opens should be an io.Seeker, or all of it is read
	Session  string                    // the hook's name for it, "" if unknown; rows name their session themselves
	Final    bool                      // the session ended: nothing follows what is said last
	Since    time.Time                 // what was said before is left to an import; zero takes all
	Began    time.Time                 // when the first of these hooks told of the session; zero where none did
	Messages []queue.Message           // the last messages of the agent's answers, as hooks reported them, oldest first
	Asked    map[string]reported.Words // of the turns that a hook's prompts are, by their ids
	Patient  bool                      // end in ErrLagging rather than capture without the last of Messages

	// Hold leaves a message whose row is missing as a turn that waits, even where Final is set, until the row comes
	// or the session is captured with neither Hold nor Patient.
	Hold bool
}

// Captured reports what a capture did.
type Captured struct {
	Sessions []ledger.Record // as the ledger has them now
	Appended
	Turns    int             // flushed or skipped by this capture
	Older    int             // turns left to an import
	Same     int             // entries that did not change: see [Flusher.Redo]
	Drop     func()          // nil where an entry was added: the same
	Damaged  []ledger.Damage // of which no capture told before
	Warnings []string
}

// Capture takes what was said in a transcript since its last capture into the archive, the day logs, the index of rows and the ledger, in this
// order. After a crash between two of them, the next capture completes the rest. What holds nothing worth keeping waits for more, until Final.
//
// The caller holds the import's lock. Errors to branch on: [ErrLagging], [ErrNoTranscript], fs.ErrNotExist where the transcript or the folder of
// the logs is gone, and those of a full or read-only disk. After any error the same capture can be tried again.
func (f *Flusher) Capture(ctx context.Context, c Capture, now time.Time) (Captured, error) {
	out, err := f.capture(ctx, c, now)
	if err != nil && !errors.Is(err, ErrLagging) {
		err = fmt.Errorf("capture %q: %w", c.Source.Path, err)
	}
	return out, err
}

// A part is what a transcript holds of one session.
type part struct {
	id    string
	old   ledger.Record
	cur   *ledger.Cursor // of the file, in the session's record; nil if the file is new to the session
	turns []transcript.Turn
	sub   int
	when  session.Stretch // of the turns of subagents
	own   bool
	kept  []archive.Start
	session.Awaited
	h *result
}

type capturing struct {
	*Flusher
	Capture
	now       time.Time
	v         *session.View
	main      string // the session whose record has the cursor
	parts     []*part
	cover     *session.Cover
	forgotten *forgotten.List
}

func (f *Flusher) capture(ctx context.Context, c Capture, now time.Time) (out Captured, err error) {
	k := &capturing{Flusher: new(*f), Capture: c, now: now}
	if err := k.read(ctx); err != nil {
		return out, err
	}
	defer k.v.Close()
	if err := k.listen(); err != nil {
		return out, err
	}
	if err := k.consult(); err != nil {
		return out, err
	}
	if k.open, err = before.ReadTasks(k.Daily); err != nil {
		return out, err
	}
	for _, p := range k.parts {
		if p.h, err = k.decide(ctx, k.work(p), k.cover); err != nil {
			return out, fmt.Errorf("session %s: %w", p.id, err)
		}
		p.h.recall(&p.Awaited, k.cover)
	}
	return k.write(ctx)
}

// read reads the transcript from the cursor on, or all of it where another session's record has a different cursor.
func (k *capturing) read(ctx context.Context) error {
	cur, err := k.cursor()
	if err != nil {
		return err
	}
	for {
		if k.v, err = session.Open(k.Source, cur); err != nil {
			return err
		}
		k.Source = k.v.Source
		if err = k.split(ctx, cur); err == nil && k.agree() && !k.v.Branches(cur) {
			return nil
		}
		k.v.Close()
		if err != nil {
			return err
		}
		cur = nil
	}
}

// cursor returns the cursor of the file from the record of the session that the hook named, or that the file is named
// after.
func (k *capturing) cursor() (*ledger.Cursor, error) {
	for _, id := range [...]string{k.Session, k.Source.Stem()} {
		if id == "" {
			continue
		}
		r, err := k.Ledger.Get(k.Source.Agent, id, k.now)
		if err != nil {
			return nil, err
		}
		if cur := r.Cursor(k.Source.Path); cur != nil && (cur.Older == 0 || !k.Since.IsZero()) { // else what a scan left to an import is wanted now
			k.main = id
			return cur, nil
		}
	}
	return nil, nil
}

// split assigns the turns that were read to their sessions.
func (k *capturing) split(ctx context.Context, cur *ledger.Cursor) error {
	k.parts = nil
	byID := map[string]*part{}
	var err error
	at := func(id string) *part {
		id = cmp.Or(id, k.Source.Stem())
		p := byID[id]
		if p == nil {
			p = &part{id: id}
			if p.old, err = k.Ledger.Get(k.Source.Agent, id, k.now); err != nil {
				return p
			}
			p.cur = p.old.Cursor(k.Source.Path)
			byID[id] = p
			k.parts = append(k.parts, p)
		}
		return p
	}
	seen := map[string]bool{}
	if k.v.Start > 0 {
		main := at(k.main)
		main.own = main.old.Reason == ledger.ReasonOwnCall // its beginning said so
		for _, id := range cur.Rows {
			seen[id] = true
		}
	}
	attaches := cur != nil && cur.Attaches
	failed := k.v.Each(ctx, attaches, func(t *transcript.Turn) {
		p := at(t.Session)
		switch {
		case t.Subagent:
			p.sub++
			p.when.Add(t)
		case !seen[transcript.RowOf(t.ID)]:
			p.turns = append(p.turns, *t)
		}
	})
	if failed != nil || err != nil {
		return errors.Join(failed, err)
	}
	if k.v.Start > 0 {
		return nil
	}
	if session.Known(k.v.Stats) == 0 && (k.Final || k.v.Stats.Offset > 0 || len(k.Messages) > 0) { // else its first line is being written
		return fmt.Errorf("%w: %w", ErrNoTranscript, session.NotTranscript(k.Source))
	}
	if len(k.parts) > 0 || k.v.Stats.Session != "" || k.Final { // else its rows do not say yet whose they are
		at(k.v.Stats.Session).own = k.v.Stats.Own
	}
	return err
}

// agree reports whether every session that was read has the cursor that reading began from.
func (k *capturing) agree() bool {
	return k.v.Start == 0 || !slices.ContainsFunc(k.parts, func(p *part) bool { return p.cur != nil && p.cur.Offset != k.v.Start })
}

// consult looks up in the logs and the index of rows which of the turns are captured.
func (k *capturing) consult() error {
	first, any := daily.Date{}, false
	rows := map[rowkey.Key]bool{}
	day := func(at time.Time) { // an entry is dated by its last row, a day or so apart in another zone
		d := daily.Date{}
		if !at.IsZero() {
			d = daily.DateOf(at, k.Zone).AddDays(-2)
		}
		if !any || d.Compare(first) < 0 {
			first, any = d, true
		}
	}
	var records []ledger.Record
	for _, p := range k.parts {
		if len(p.turns) == 0 && !slices.ContainsFunc(p.Messages, reported.Message.Waits) {
			continue
		}
		var err error
		if p.kept, err = (archive.Archive{Dir: k.Ledger.Dir}).Starts(k.Source.Agent, p.id); err != nil {
			return err
		}
		for _, f := range p.kept {
			rows[rowkey.Of(f.Row)] = true
		}
		for _, h := range p.Messages {
			rows[rowkey.Of(h.ID)] = true
			if h.Waits() {
				day(h.At)
			}
		}
		records = append(records, p.old)
		for i := range p.turns {
			t := &p.turns[i]
			for _, id := range append(t.RowIDs(), t.Former) {
				rows[rowkey.Of(id)] = true
			}
			day(t.Began())
		}
	}
	k.cover = session.NewCover(archive.Archive{Dir: k.Ledger.Dir}, nil, nil)
	if !any {
		return nil
	}
	spans, err := k.spans(first, records)
	if err != nil {
		return err
	}
	index := session.Rows{Dir: k.Ledger.Dir, Daily: k.Daily.Folder}
	found, err := index.Find(func(m rowkey.Mark) bool { return rows[m.Row] })
	if err != nil {
		return err
	}
	k.cover = session.NewCover(archive.Archive{Dir: k.Ledger.Dir}, spans, found)
	for _, p := range k.parts {
		if p.Marks, err = k.cover.Echoed(index, k.Source.Agent, p.id, k.Began, p.turns, p.Messages); err != nil {
			return err
		}
	}
	k.forgotten, err = forgotten.Read(k.Ledger.Dir)
	return err
}

// since returns the time from which a part is captured: the zero time for a file of which nothing was left out before.
func (k *capturing) since(p *part) time.Time {
	if f := p.old.File(k.Source.Path); f != nil && f.Older == 0 && f.Flushed+f.Skipped+f.Pending > 0 {
		return time.Time{}
	}
	return k.Since
}

func (k *capturing) work(p *part) *work {
	me := rowkey.OfSession(k.Source.Agent, p.id)
	p.turns = p.Match(me, p.turns, k.v.Start, k.cover)
	w := &work{
		known: p.Arrived, came: p.Came, started: k.Began, forgotten: k.forgotten, asked: k.Asked,
		whole: k.v.Start == 0,
		agent: k.Source.Agent, session: p.id, turns: p.turns, titles: archive.Titles{Own: p.old.Title}, when: k.Source.ModTime,
		since: k.since(p), own: p.own, kept: p.kept, final: k.Final,
		begun: len(p.old.Entries) > 0 || k.cover.Begun(me),
	}
	w.titles.Add(k.v.Titles(p.id))
	if !p.old.Last.IsZero() {
		w.when = p.old.Last
	}
	if k.v.Start > 0 && p.cur != nil {
		w.from, w.earlier = p.cur.Place, k.v.Earlier(p.cur)
		if n := len(p.cur.Rows); n > 0 {
			w.before = p.cur.Rows[n-1]
		}
	}
	return w
}

// ErrLagging says that the transcript does not yet hold the message that ended the agent's last answer: it will in a moment.
var ErrLagging = errors.New("transcript does not hold the agent's last message yet")

// Unwritten returns the entries that a capture would append to the day logs for the session that c names: what was
// said and is in no entry yet. It writes nothing and needs no lock, but it does ask the Author.
func (f *Flusher) Unwritten(ctx context.Context, c Capture, now time.Time) (entries []daily.Entry, err error) {
	k := &capturing{Flusher: f, Capture: c, now: now}
	k.Final = true // nothing waits for what is said later
	if err = k.read(ctx); err == nil {
		defer k.v.Close()
		err = k.consult()
	}
	for _, p := range k.parts {
		if p.id != c.Session || err != nil {
			continue
		}
		var h *result
		if h, err = f.decide(ctx, k.work(p), k.cover); err == nil {
			entries = append(entries, h.entries...)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read what session %s said last: %w", c.Session, err)
	}
	return entries, nil
}
