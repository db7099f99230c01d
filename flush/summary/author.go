package summary

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/summary/finish"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An Author summarises with a model. It is safe for concurrent use.
type Author struct {
	ask.Asker            // Model is required; answers are kept in Replies until their entry is
	Fallback  Fallback   // required: summarises what the model cannot
	Known     Known      // what is known already; nil knows nothing
	Tell      func(Note) // gets what was left out or done otherwise; may be nil
	Verify    bool       // ask the model about lines of which code is not sure
	Redo      bool       // the fallback's summary is in the log already

	mu   sync.Mutex
	down error // why the model is no longer asked
}

// A Fallback is an author that needs no model.
type Fallback interface {
	Name() string
	Summarise(ctx context.Context, turns []transcript.Turn, titles []string) (daily.Summary, error)
}

// Known finds what the wiki holds about the subjects of a text: the closest memories, best first, together
// at most room bytes.
type Known interface {
	About(ctx context.Context, text string, room int) []Memory
}

// A Memory is a line that is known already.
type Memory struct {
	Title string // of the article
	Text  string // one line
	Ref   string // as [daily.LineRef] names it, of a line that an earlier stretch of the session kept
	Open  bool   // of these: it remained to be done or answered
}

// A Note says what was done with an answer. Of the turns' words it holds only values that a line has and its
// turns do not.
type Note struct {
	Session string
	Fate    Fate
	What    string // "left out a lesson"
	Why     string
}

// A Fate is what was done with an answer.
type Fate uint8

const (
	Again   Fate = iota // it was asked again, or in halves
	LeftOut             // a line of it, a title or a context was left out
	Without             // the fallback did it, or nobody
)

// Name returns the author's name, for entries whose answers do not name their model.
func (a *Author) Name() string { return a.Model.Name() }

// Summarise is Write without the author and the done function.
func (a *Author) Summarise(ctx context.Context, turns []transcript.Turn, titles []string) (daily.Summary, error) {
	sum, _, _, err := a.Write(ctx, turns, titles, before.Past{}, false)
	return sum, err
}

// Write makes a summary of one stretch of turns, and returns who wrote it: the model, the fallback if the
// model gave nothing usable, or both with a plus between. A stretch that holds nothing worth keeping gives a
// summary without bullets. past is what came before in the session. The caller calls done, which is never nil, once the
// summary is stored: from then on the answers need not be kept. With more, the turns are the last of a session that goes
// on: if they held nothing worth keeping, they are asked about again only when there are twice as many, so that the cost
// grows no faster than the session.
//
// An error is that of ctx, or a passing failure, which is an [ask.Failure]: the same can be asked again
// later, and questions that were answered are not asked again.
func (a *Author) Write(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past, more bool) (sum daily.Summary, by string, done func(), err error) {
	s := a.stretch(turns, titles, past)
	done = func() { a.Replies.DropAnswers(s.used) }
	if len(turns) == 0 {
		return sum, a.Name(), done, nil
	}
	s.session = turns[0].Session
	if a.isDown() != nil {
		return s.plain(ctx)
	}
	waits := recipe("waits", a.Model.Name(), turns[0].Session, turns[0].ID)
	if k, ok := a.Replies.Answer(waits); ok && more {
		if n, err := strconv.Atoi(k.Text); err == nil && len(turns) < 2*n {
			return sum, a.Name(), done, nil
		}
	}
	var parts []part
	for _, c := range s.chunks(s.room()) {
		left := missMost
		some, err := s.summarise(ctx, c, &left)
		if err != nil {
			return daily.Summary{}, "", done, err
		}
		parts = append(parts, some...)
	}
	if s.by = signers(parts, a.Fallback.Name()); len(s.by) == 1 && s.by[0] == a.Fallback.Name() {
		sum, by, _, err = s.plain(ctx)
	} else {
		sum, by = s.merged(ctx, parts), strings.Join(s.by, "+")
	}
	if err == nil && len(sum.Bullets) == 0 && more && a.isDown() == nil {
		return sum, by, done, a.Replies.KeepAnswer(waits, ask.Answer{Text: strconv.Itoa(len(turns)), By: by})
	}
	s.used = append(s.used, waits)
	return sum, by, done, err
}

// merged returns the summary of parts.
func (s *stretch) merged(ctx context.Context, parts []part) daily.Summary {
	whole := merge(parts)
	if len(whole.bullets) > 0 && whole.title == "" {
		if f, err := s.Fallback.Summarise(ctx, s.original[s.first:], s.titles); err == nil {
			whole.title = f.Title
		}
	}
	return whole.summary()
}

func (a *Author) stretch(turns []transcript.Turn, titles []string, past before.Past) *stretch {
	s := &stretch{Author: a, titles: titles, original: turns, past: past.Lines}
	if past.Said != nil {
		s.original, s.first = slices.Insert(slices.Clone(turns), 0, *past.Said), 1
	}
	s.turns = readTurns(s.original)
	return s
}

// signers returns the authors of parts, with last at the end.
func signers(parts []part, last string) (out []string) {
	lasts := false
	for _, p := range parts {
		switch {
		case p.by == last:
			lasts = true
		case !slices.Contains(out, p.by):
			out = append(out, p.by)
		}
	}
	if lasts {
		out = append(out, last)
	}
	return out
}

// plain has the fallback summarise the whole stretch.
func (s *stretch) plain(ctx context.Context) (daily.Summary, string, func(), error) {
	sum, err := s.Fallback.Summarise(ctx, s.original[s.first:], s.titles)
	return sum, s.Fallback.Name(), func() {}, err
}

// A stretch is what Write was given, and the results so far.
type stretch struct {
	*Author
	session  string
	turns    []turn
	first    int // of turns: what is before it was read already
	original []transcript.Turn
	titles   []string
	past     []before.Line
	by       []string // who answered
	used     []string // answers that are kept, by recipe
	done     *finish.Work
}

// A part is the result for some turns.
type part struct {
	title, context string
	bullets        []bullet
	by             string
}

// A bullet is a line that passed the check.
type bullet struct {
	daily.Bullet
	turns []int // it rests on
	known []int // memories it corrects
	open  bool  // it tells what is to be done, was asked or is not confirmed
}

func (b *bullet) line() finish.Line { return finish.Line{Bullet: b.Bullet, Turns: b.turns} }

func (p *part) summary() daily.Summary {
	if len(p.bullets) == 0 {
		return daily.Summary{}
	}
	sum := daily.Summary{Title: p.title, Context: p.context}
	for _, b := range p.bullets {
		sum.Bullets = append(sum.Bullets, b.Bullet)
	}
	if sum.Title == "" {
		sum.Title = headline(p.bullets)
	}
	return sum
}

func (s *stretch) tell(f Fate, what, why string) {
	if s.Tell != nil {
		s.Tell(Note{s.session, f, what, s.Cleaned(why)})
	}
}

// isDown returns why the model is no longer asked, nil while it is asked.
func (a *Author) isDown() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.down
}

// goesDown stops asking the model, and reports whether it was still asked before.
func (a *Author) goesDown(why error) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	first := a.down == nil
	a.down = why
	return first
}
