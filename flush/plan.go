package flush

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Plan says what flushing a set of transcripts would do; nothing has been written.
type Plan struct {
	Index     *session.Index
	Todo      []*session.Session // to flush, in the order of their last turns
	Unchanged []ledger.Record    // sessions whose transcripts have not changed since they were flushed
	TooOld    int                // sessions left out because they ended before the day asked for
	Turns     int                // of the sessions in Todo
	Chars     int                // bytes of words in them

	now       time.Time
	old       map[*session.Session]ledger.Record // the ledger's records of those in Todo
	cover     *session.Cover                     // what of them is captured
	forgotten *forgotten.List                    // what was forgotten
	written   map[string]bool                    // entries that the ledger saw in their logs: it records a session when all are there
}

// Options narrow what is flushed.
type Options struct {
	Since    time.Time // leave out sessions that ended before; zero takes all
	Now      time.Time // required
	Again    bool      // read transcripts that have not changed, too
	Progress func(done, total int)
}

// Plan reads the transcripts that are new or changed since the ledger last saw them and returns what is to be
// flushed.
func (f *Flusher) Plan(ctx context.Context, sources []transcript.Source, o Options) (p *Plan, warnings []string, err error) {
	records, warnings, err := f.Ledger.All(o.Now)
	if err != nil {
		return nil, warnings, err
	}
	p = &Plan{now: o.Now, written: map[string]bool{}, old: map[*session.Session]ledger.Record{}}
	known := make(map[rowkey.Key]ledger.Record, len(records))
	for _, r := range records {
		known[rowkey.OfSession(r.Agent, r.Session)] = r
		for _, id := range r.Entries {
			p.written[id] = true
		}
	}
	if o.Again {
		records = nil
	}
	read := session.Changed(sources, records, f.Rules.Version)
	for more := true; more; more = p.Index.Siblings(sources, read, known) {
		some := slices.DeleteFunc(slices.Clone(sources), func(s transcript.Source) bool { return !read[s.Path] })
		p.Index, err = session.NewIndex(ctx, some, session.Options{
			Projects: f.Projects, Progress: o.Progress, Rows: &session.Rows{Dir: f.Ledger.Dir, Daily: f.Daily.Folder}, Known: known,
			Heard: f.Hear, // what any of them calls a secret is one in all
		})
		if err != nil {
			return nil, warnings, err
		}
	}
	indexed := map[rowkey.Key]bool{}
	for _, s := range p.Index.Sessions {
		key := rowkey.OfSession(s.Agent, s.ID)
		indexed[key] = true
		if !o.Since.IsZero() && !s.Last.IsZero() && s.Last.Before(o.Since) {
			p.TooOld++
			continue
		}
		p.Todo = append(p.Todo, s)
		p.old[s] = known[key]
		p.Turns += s.Turns
		p.Chars += s.Chars
	}
	// By end, so that the headings of a day's log run forward even where sessions overlap.
	sorting.Stable(p.Todo, func(a, b *session.Session) int { return a.Last.Compare(b.Last) })
	have := pick.Set(sources, func(s transcript.Source) string { return s.Path })
	for _, r := range records {
		if !indexed[rowkey.OfSession(r.Agent, r.Session)] && slices.ContainsFunc(r.Files, func(x ledger.File) bool { return have[x.Path] }) {
			p.Unchanged = append(p.Unchanged, r)
		}
	}
	spans, err := f.spans(daily.Date{}, records)
	p.cover = session.NewCover(archive.Archive{Dir: f.Ledger.Dir}, spans, p.Index.Rows)
	if err == nil {
		p.forgotten, err = forgotten.Read(f.Ledger.Dir)
	}
	return p, warnings, err
}

// spans reads from the logs of a day and of later days what their entries cover. It is an error if the logs are gone
// although records name entries.
func (f *Flusher) spans(first daily.Date, records []ledger.Record) ([]daily.Span, error) {
	all, err := f.Daily.SpansSince(first)
	if err == nil {
		return all, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the day logs: %w", err)
	}
	for _, r := range records {
		if len(r.Entries) > 0 {
			return nil, fmt.Errorf("read the day logs: %w, although session %s was written there", err, r.Session)
		}
	}
	return nil, nil
}
