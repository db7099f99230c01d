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
)

// A Plan says what flushing a set of transcripts would do; nothing has been written.
type Plan struct {
	Index     *session.Index
	Todo      []*session.Session // to flush, in the order of their last turns
	Unchanged []ledger.Record    // sessions whose transcripts are as they were when they were flushed
	TooOld    int                // sessions left out because they ended before the day asked for
	Turns     int                // of the sessions in Todo
	Chars     int                // bytes of words in them

	now     time.Time
	old     map[*session.Session]ledger.Record // what the ledger said of those in Todo
	cover   *session.Cover                     // what is captured of them
	buried  *forgotten.List                    // what was forgotten
	written func(id string) bool               // whether the ledger saw an entry in its log
}

// Options narrow what is flushed.
type Options struct {
	Since    time.Time // leave out sessions that ended before; zero takes all
	Now      time.Time // required
	Again    bool      // read transcripts that have not changed, too
	Progress func(done, total int)
}

// Plan reads the transcripts that are new or changed since the ledger last saw them and says
// what is to be flushed.
func (f *Flusher) Plan(ctx context.Context, sources []transcript.Source, o Options) (p *Plan, warnings []string, err error) {
	records, warnings, err := f.Ledger.All(o.Now)
	if err != nil {
		return nil, warnings, err
	}
	p = &Plan{now: o.Now, written: entriesOf(records), old: map[*session.Session]ledger.Record{}}
	known := bySession(records)
	read := sources
	if o.Again {
		records = nil
	} else {
		read = changed(sources, records, f.Rules.Version)
	}
	for {
		p.Index, err = session.NewIndex(ctx, read, session.Options{Repository: f.Repository, Progress: o.Progress, Rows: &session.Rows{Dir: f.Ledger.Dir}, Known: known})
		if err != nil {
			return nil, warnings, err
		}
		more := siblings(p.Index, sources, read, records)
		if len(more) == 0 {
			break
		}
		read = among(sources, append(more, read...))
	}
	indexed := map[string]bool{}
	for _, s := range p.Index.Sessions {
		indexed[s.Agent+"\x00"+s.ID] = true
		if !o.Since.IsZero() && !s.Last.IsZero() && s.Last.Before(o.Since) {
			p.TooOld++
			continue
		}
		p.Todo = append(p.Todo, s)
		p.old[s] = known[rowkey.OfSession(s.Agent, s.ID)]
		p.Turns += s.Turns
		p.Chars += s.Chars
	}
	// By end, so that the headings of a day's log run forward however sessions overlapped.
	slices.SortStableFunc(p.Todo, func(a, b *session.Session) int { return a.Last.Compare(b.Last) })
	have := map[string]bool{}
	for _, s := range sources {
		have[s.Path] = true
	}
	for _, r := range records {
		if !indexed[r.Agent+"\x00"+r.Session] && slices.ContainsFunc(r.Files, func(x ledger.File) bool { return have[x.Path] }) {
			p.Unchanged = append(p.Unchanged, r)
		}
	}
	spans, err := f.spans(daily.Date{}, records)
	p.cover = session.NewCover(archive.Archive{Dir: f.Ledger.Dir}, spans, p.Index.Rows)
	if err == nil {
		p.buried, err = forgotten.Read(f.Ledger.Dir)
	}
	return p, warnings, err
}

func bySession(records []ledger.Record) map[rowkey.Key]ledger.Record {
	out := make(map[rowkey.Key]ledger.Record, len(records))
	for _, r := range records {
		out[rowkey.OfSession(r.Agent, r.Session)] = r
	}
	return out
}

// entriesOf tells the entries that the ledger has seen in a log: it records a session when its
// entries are on the disk, whole.
func entriesOf(records []ledger.Record) func(id string) bool {
	ids := map[string]bool{}
	for _, r := range records {
		for _, id := range r.Entries {
			ids[id] = true
		}
	}
	return func(id string) bool { return ids[id] }
}

// among is those of sources that are among some, in the order of sources.
func among(sources, some []transcript.Source) []transcript.Source {
	in := map[string]bool{}
	for _, s := range some {
		in[s.Path] = true
	}
	var out []transcript.Source
	for _, s := range sources {
		if in[s.Path] {
			out = append(out, s)
		}
	}
	return out
}

// changed leaves out the sources that the ledger saw as they are, each with a settled session. What
// other rules withheld is not settled. Size and time only spare a reading; what is flushed is decided by rows.
func changed(sources []transcript.Source, records []ledger.Record, rules string) []transcript.Source {
	seen := map[string]ledger.File{}
	for _, r := range records {
		for _, f := range r.Files {
			if (r.State == ledger.Flushed || r.State == ledger.Skipped) && r.Pending == 0 && f.Older == 0 && (f.Rules == "" || f.Rules == rules) {
				if _, unsettled := seen[f.Path]; !unsettled {
					seen[f.Path] = f
				}
			} else {
				seen[f.Path] = ledger.File{} // some session in it waits: read it
			}
		}
	}
	var out []transcript.Source
	for _, s := range sources {
		if f, ok := seen[s.Path]; !ok || f.Size != s.Size || !f.ModTime.Equal(s.ModTime) {
			out = append(out, s)
		}
	}
	return out
}

// siblings are unread sources that hold more rows of the sessions in x.
func siblings(x *session.Index, sources, read []transcript.Source, records []ledger.Record) []transcript.Source {
	in := map[string]bool{}
	for _, s := range x.Sessions {
		in[s.Agent+"\x00"+s.ID] = true
	}
	want := map[string]bool{}
	for _, r := range records {
		if in[r.Agent+"\x00"+r.Session] {
			for _, f := range r.Files {
				want[f.Path] = true
			}
		}
	}
	for _, s := range read {
		delete(want, s.Path)
	}
	var some []transcript.Source
	for p := range want {
		some = append(some, transcript.Source{Path: p})
	}
	return among(sources, some)
}

// spans reads from the day logs, of a day and later ones, what their entries cover. Logs that are
// gone although records speak of entries are an error.
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
