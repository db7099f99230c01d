package flush

import (
	"cmp"
	"context"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A stretch is a run of pieces that no entry covers.
type stretch struct {
	at     []int // in result.pieces
	ranges []entryRange
}

// An entryRange is an entry and how many turns of its stretch it covers.
type entryRange struct {
	entry daily.Entry
	turns int
}

// settle decides what becomes of a stretch, when the session's other entries are known.
func (f *Flusher) settle(w *work, h *result, s *stretch) {
	switch {
	case len(s.ranges) > 0:
	case !w.final:
		return
	case h.begun:
		s.ranges = []entryRange{{f.close(w, h, s), len(s.at)}}
	}
	file := archive.File{Head: archive.Head{
		Agent: w.agent, Session: w.session, Titles: w.titles,
		Project: f.Redact(h.pieces[s.at[0]].place.Name), Branch: f.Redact(project.Hide(h.pieces[s.at[0]].Branch)),
	}}
	me, k, left := rowkey.OfSession(w.agent, w.session), -1, 0
	for _, at := range s.at {
		p, id := &h.pieces[at], ""
		if p.decision = skipped; len(s.ranges) > 0 {
			for left == 0 {
				k++
				left = s.ranges[k].turns
			}
			left--
			p.decision, id = flushed, s.ranges[k].entry.ID
			p.Entry = rowkey.Of(id)
		}
		file.Turns = append(file.Turns, f.archived(h, p, id))
		if told, read := reported.IsID(p.ID), p.Turn; told || p.At.Before(w.started) {
			read.Text = p.raw
			for _, key := range reported.Read(&read).Keys(w.agent) {
				h.marks = append(h.marks, rowkey.Mark{Row: key, Session: me, Entry: p.Entry})
			}
		}
	}
	for _, c := range s.ranges {
		h.entries = append(h.entries, c.entry)
		h.marks = append(h.marks, session.Written(c.entry.ID, me))
		file.Head.Entries = append(file.Head.Entries, archive.EntryOf(c.entry))
	}
	file.EachRow(func(m rowkey.Mark) { h.marks = append(h.marks, m) })
	h.Files = append(h.Files, file)
	h.fresh += len(s.at)
}

// archived returns p, which has been redacted, in the archive's form.
func (f *Flusher) archived(h *result, p *piece, entry string) archive.Turn {
	t := archive.TurnOf(&p.Turn, entry)
	switch words, told := h.asked[p.ID]; {
	case told:
		t.Words = &words
	case p.raw != p.Text && !reported.IsID(p.ID):
		t.Words = new(reported.WordsOf(p.Role, p.raw))
	}
	t.CWD, t.Branch, t.Raw = f.Redact(project.Hide(t.CWD)), f.Redact(project.Hide(t.Branch)), p.raw
	return t
}

// close makes the entry of a stretch that holds nothing worth keeping.
func (f *Flusher) close(w *work, h *result, s *stretch) daily.Entry {
	seg := segment.Segment{Place: h.pieces[s.at[0]].place}
	for _, at := range s.at {
		seg.Turns = append(seg.Turns, h.pieces[at].Turn)
	}
	return f.entry(w, seg, seg.Turns[0].ID, segment.Summary(seg.Turns), f.Author.Name())
}

// entryRanges makes the entries of consecutive segments. A segment that holds nothing worth keeping widens the entry
// before it, or else the one after it, so that every turn lies in some range.
func (f *Flusher) entryRanges(ctx context.Context, w *work, segs []segment.Segment) (out []entryRange, err error) {
	empty, first, last := 0, "", []transcript.Turn(nil) // empty turns wait for an entry to widen
	past, err := f.past(w, segs[0].Turns)
	if err != nil {
		return nil, err
	}
	past = past.With(w.made, nil, f.Zone)
	for i, seg := range segs {
		sum, by, err := f.summarise(ctx, w, seg, past.With(entriesOf(out), last, f.Zone), !w.final && len(out) == 0 && i == len(segs)-1)
		if err != nil {
			return nil, err
		}
		w.forgotten.Strip(w.agent, w.session, &sum)
		last = seg.Turns
		first = cmp.Or(first, seg.Turns[0].ID)
		switch n := len(out); {
		case len(sum.Bullets) > 0:
			out = append(out, entryRange{f.entry(w, seg, first, sum, by), empty + len(seg.Turns)})
			empty, first = 0, ""
		case n > 0:
			c := &out[n-1]
			c.turns += len(seg.Turns)
			c.entry.To = transcript.RowOf(seg.Turns[len(seg.Turns)-1].Last)
			c.entry.ID = entry.EntryID(w.agent, w.session, c.entry.To)
			first = ""
		default:
			empty += len(seg.Turns)
			if _, asks := f.Author.(Scribe); asks && strings.HasPrefix(by+"+", f.Author.Name()+"+") {
				w.emptyBy = f.Author.Name()
			}
		}
	}
	return out, nil
}

func entriesOf(ranges []entryRange) (out []daily.Entry) {
	return pick.Each(ranges, func(r entryRange) daily.Entry { return r.entry })
}

// entry makes an entry of a segment from a summary; from is the id of its first turn.
func (f *Flusher) entry(w *work, seg segment.Segment, from string, sum daily.Summary, by string) daily.Entry {
	f.RedactSummary(&sum)
	last := seg.Turns[len(seg.Turns)-1]
	e := daily.Entry{
		Agent: w.agent, Session: w.session, Project: f.Redact(seg.Name), Repo: seg.Repo, Branch: f.Redact(project.Hide(last.Branch)),
		Started: seg.Turns[0].Began(), At: seg.LastTime(w.when).In(f.Zone), From: transcript.RowOf(from), To: transcript.RowOf(last.Last),
		By: by, Summary: sum,
	}
	e.ID = entry.EntryID(e.Agent, e.Session, e.To)
	return e
}

// rewind adds the entries that replace those with turns which the person left behind since. See [session.Rewind].
func (f *Flusher) rewind(ctx context.Context, h *result, agent, name string) error {
	r := session.Rewind{Archive: archive.Archive{Dir: f.Ledger.Dir}, Agent: agent, Session: name, Left: h.left, InLog: h.InLog}
	r.Write = func(turns []transcript.Turn, titles archive.Titles) (daily.Summary, string, error) {
		w := &work{agent: agent, session: name, titles: titles}
		past, err := f.past(w, turns)
		if err != nil {
			return daily.Summary{}, "", err
		}
		sum, by, err := f.summarise(ctx, w, segment.Segment{Turns: turns}, past, false)
		if len(sum.Bullets) == 0 {
			sum = segment.Summary(turns)
		}
		h.gone.Strip(agent, name, &sum)
		f.RedactSummary(&sum)
		h.summaries = append(h.summaries, w.summaries...)
		return sum, by, err
	}
	entries, err := r.Entries()
	h.entries = append(entries, h.entries...)
	for _, e := range entries {
		h.marks = append(h.marks, session.Written(e.ID, h.me))
	}
	return err
}

// A Scribe is an [Author] that names the author of each summary, and that keeps the replies it paid for until the
// summary is in a log. With more, the turns are the last of a session that goes on: if they hold nothing worth
// keeping they wait for what follows, so an author may leave them unread until there is more. done, which the caller
// calls once the summary is in a log, is never nil.
//
// An ask.Failure is not caused by the turns: the same can be asked later.
type Scribe interface {
	Write(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past, more bool) (sum daily.Summary, by string, done func(), err error)
}

// past returns what came before some turns in their session, for an author that asks.
func (f *Flusher) past(w *work, turns []transcript.Turn) (before.Past, error) {
	if _, ok := f.Author.(Scribe); !ok {
		return before.Past{}, nil
	}
	return (&before.Reader{Daily: f.Daily, Archive: archive.Archive{Dir: f.Ledger.Dir}, Zone: f.Zone}).Past(w.agent, append(w.resumed, w.session), turns)
}

// summarise asks the author for a summary of a segment. A title that a person gave the session is its title.
func (f *Flusher) summarise(ctx context.Context, w *work, seg segment.Segment, past before.Past, more bool) (sum daily.Summary, by string, err error) {
	defer func() { sum.Title = cmp.Or(w.titles.Own, sum.Title) }()
	if seg.Turns = transcript.Stay(seg.Turns); len(seg.Turns) == 0 {
		return sum, f.Author.Name(), nil
	}
	s, ok := f.Author.(Scribe)
	if !ok {
		author := f.Author
		if a, ok := author.(extract.Author); ok {
			a.Ends = func(said []string) []string {
				t := before.Told{Project: f.Redact(seg.Name), At: seg.LastTime(w.when), Lines: past.Lines, Said: said}
				w.told = append(w.told, t)
				return t.Ends(f.open)
			}
			author = a
		}
		sum, err = author.Summarise(ctx, seg.Turns, w.titles.Given)
		return sum, f.Author.Name(), err
	}
	sum, by, done, err := s.Write(ctx, seg.Turns, w.titles.Given, past, more)
	if err == nil {
		w.summaries = append(w.summaries, done)
	}
	return sum, by, err
}

// summaries hold the done functions of an author's summaries: saved calls them once the summaries are on the disk.
type summaries []func()

func (s summaries) saved() {
	for _, done := range s {
		done()
	}
}
