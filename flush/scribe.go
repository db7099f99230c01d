package flush

import (
	"cmp"
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A Scribe is an [Author] that names the author of each summary, and that keeps the replies it paid for until the
// summary is in a log. With more, the turns are the last of a session that goes on: if they hold nothing worth
// keeping they wait for what follows, so an author may leave them unread until there is more. done, which the caller
// calls once the summary is in a log, is never nil.
//
// An error that is an ask.Failure is not caused by the turns: the same can be asked later.
type Scribe interface {
	Write(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past, more bool) (sum daily.Summary, by string, done func(), err error)
}

// past returns what came before some turns in their session, for an author that asks.
func (f *Flusher) past(w *work, turns []transcript.Turn) (before.Past, error) {
	if _, ok := f.Author.(Scribe); !ok {
		return before.Past{}, nil
	}
	r := before.Reader{Daily: f.Daily, Archive: archive.Archive{Dir: f.Ledger.Dir}, Zone: f.Zone}
	return r.Past(w.agent, append(w.resumed, w.session), turns)
}

// summarise asks the author for a summary of a segment. A title that a person gave the session is its title.
func (f *Flusher) summarise(ctx context.Context, w *work, seg segment.Segment, past before.Past, more bool) (sum daily.Summary, by string, err error) {
	defer func() { sum.Title = cmp.Or(w.titles.Own, sum.Title) }()
	if seg.Turns = transcript.Stay(seg.Turns); len(seg.Turns) == 0 {
		return sum, f.Author.Name(), nil
	}
	s, ok := f.Author.(Scribe)
	if !ok {
		sum, err = f.Author.Summarise(ctx, seg.Turns, w.titles.Given)
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
