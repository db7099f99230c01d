package editor

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/draft"
)

// An Author has a model edit what a base author without one has written. It is not safe for concurrent use: a
// compiler calls its author under its lock.
type Author struct {
	ask.Asker                         // Replies is required; with a nil Model only kept replies are used
	Base      Base                    // required: writes what is edited
	Tell      func(Note)              // gets what was left out or done differently; may be nil
	Verify    bool                    // ask once more about what code is not sure of
	Again     bool                    // also ask again about what another model, or other rules, answered
	Count     bool                    // ask nothing, but count the questions: see [Author.Estimate]
	Leave     func(*daily.Dated) bool // entries that are not asked about; nil leaves none
	Peek      bool                    // keep the answers, but do not base articles on them: a later run uses them and pays nothing

	down     error  // why the model is not asked any more
	downFor  string // the pending batch that down holds for
	misses   misses
	estimate ask.Estimate
	tally    Tally
	told     map[Note]bool
}

// A Base is an author that needs no model.
type Base interface {
	Name() string
	Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error)
}

// A Note says what happened to an answer.
type Note struct {
	Days string // of the entries, "2026-11-27" or "2026-11-25 to 2026-11-27"
	What string // "left out a point"
	Why  string
	Left bool // something of the answer was left out; else it was asked differently, or not at all
}

// A Tally counts what a model was asked, and the results.
type Tally struct {
	Calls   int
	Entries int // with an accepted edit, or an accepted answer that nothing changes
	Left    int // lines of answers that were not accepted
	Aside   int // entries without a usable answer
	Owed    int // entries that could not be asked about: the next run does
}

// Name is the base's. Replies are kept, so the same entries give other drafts only if the base changes or somebody
// has a model asked again.
func (a *Author) Name() string { return a.Base.Name() }

// Articles returns the base's articles, edited as the kept replies say. It asks nothing.
func (a *Author) Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	return a.Revise(ctx, entries, known, func(*daily.Dated) bool { return false })
}

// Revise is Articles, after asking the model about the news that no reply covers and about pending entries. A failing
// model is no error: what it was not asked about stays as the base wrote it. The errors are ctx's, the base's, and
// those of keeping replies.
func (a *Author) Revise(ctx context.Context, entries []daily.Dated, known []wiki.Known, news func(*daily.Dated) bool) ([]draft.Draft, error) {
	if err := a.Replies.Share(); err != nil {
		return nil, err
	}
	stock, open, err := kept.Load(a.Replies)
	if err != nil {
		return nil, err
	}
	a.estimate = ask.Estimate{}
	if a.Model == nil && len(stock) == 0 { // nothing was ever said of them
		return a.Base.Articles(ctx, entries, known)
	}
	s := &session{Author: a, Pages: pages.New(entries), known: slices.Clone(known), covered: map[string]*kept.Reply{}, open: open}
	moot := s.adopt(stock)
	for i := range s.known {
		s.unmoved(&s.known[i])
	}
	s.Know(s.known)
	if err := s.draft(ctx); err != nil {
		return nil, err
	}
	if a.Model == nil {
		return s.Result(), nil
	}
	if !a.Peek && !a.Count {
		a.Replies.Drop(moot)
	}
	todo := s.pending(news)
	if a.down != nil && a.downFor != s.names(todo) {
		a.down, a.misses = nil, misses{}
	}
	a.downFor = s.names(todo)
	if err := s.replace(ctx, todo); err != nil {
		return nil, err
	}
	if !s.news {
		return s.Result(), nil
	}
	if err := s.draft(ctx); err != nil {
		return nil, err
	}
	return s.Result(), nil
}

// replace asks about entries as if nobody had answered before. An old reply stays if no better one comes.
func (s *session) replace(ctx context.Context, todo pages.Batch) error {
	var old []*kept.Reply
	for _, i := range todo {
		if r := s.covered[pages.Identity(&s.Entries[i])]; r != nil && !slices.Contains(old, r) {
			old = append(old, r)
		}
	}
	if len(old) > 0 {
		s.replies = slices.DeleteFunc(s.replies, func(r *kept.Reply) bool { return slices.Contains(old, r) })
		if err := s.draft(ctx); err != nil {
			return err
		}
		defer func() {
			for _, r := range old {
				if s.covered[r.Entries[0]] == r {
					s.replies, s.news = append(s.replies, r), true
				}
			}
			s.sort()
		}()
	}
	return s.inBatches(ctx, todo)
}

// Stopped returns why the model is not asked any more in this run, or nil.
func (a *Author) Stopped() error { return a.down }

// Owes reports whether entries are pending because the model could not be asked about them.
func (a *Author) Owes() bool { return a.Model != nil && owes(a.Replies) }

// Estimate returns what was counted instead of asked.
func (a *Author) Estimate() ask.Estimate { return a.estimate }

// Tally returns what all runs asked, and the results.
func (a *Author) Tally() Tally { return a.tally }

// A session is one call of Revise.
type session struct {
	*Author
	*pages.Pages
	known   []wiki.Known
	replies []*kept.Reply // valid ones, in order
	covered map[string]*kept.Reply
	open    []*kept.Answered // answers whose replies are not kept yet
	news    bool             // a new reply is not yet in the drafts at its place
}

// adopt takes the replies whose entries are unchanged and not covered by an earlier reply of stock. It returns the
// files of pending questions that are obsolete.
func (s *session) adopt(stock []*kept.Reply) (moot []string) {
	for _, r := range stock {
		last := -1
		for _, id := range r.Entries {
			i, ok := s.At[id]
			if !ok || s.covered[id] != nil || r.Machine != "" && !believes(s.Entries[i].Said, r.Machine) {
				last = -1
				break
			}
			last = max(last, i)
		}
		if last < 0 {
			if r.Owed {
				moot = append(moot, kept.Name(r))
			}
			continue
		}
		r.Last = last
		s.add(r)
	}
	s.sort()
	return moot
}

// believes reports whether the machine of who said something believes another one.
func believes(who daily.Speaker, machine string) bool {
	return who.Who == "" || who.Yields(daily.Speaker{Who: who.Who, ID: machine})
}

func (s *session) add(r *kept.Reply) {
	for _, id := range r.Entries {
		s.covered[id] = r
	}
	s.replies = append(s.replies, r)
}

// sort orders replies by their last entries; no two replies share an entry.
func (s *session) sort() {
	sorting.Stable(s.replies, func(a, b *kept.Reply) int { return a.Last - b.Last })
}

// draft makes the drafts of the base and of the valid replies.
func (s *session) draft(ctx context.Context) error {
	made := map[string]bool{}
	for _, r := range s.replies {
		for _, e := range r.Edits {
			if e.New {
				made[wiki.Fold(e.Article)] = true
			}
		}
	}
	// The base does not see the pages that the model created, so that its result depends only on the entries and on
	// the pages that it wrote itself.
	base := slices.DeleteFunc(slices.Clone(s.known), func(k wiki.Known) bool {
		return !k.Human && slices.ContainsFunc(append([]string{k.Title}, k.Aliases...), func(n string) bool { return made[wiki.Fold(n)] })
	})
	drafts, err := s.Base.Articles(ctx, s.Entries, base)
	if err != nil {
		return err
	}
	s.Begin(drafts)
	for _, r := range s.replies {
		s.Apply(r)
	}
	s.news = false
	return nil
}

// unmoved gives a page back the names that it had before replies moved articles, so that the base, which knows nothing
// of them, and the replies themselves find what they found before.
func (s *session) unmoved(k *wiki.Known) {
	for _, r := range s.replies {
		for _, e := range r.Edits {
			is := func(name string) bool { return wiki.Fold(name) == wiki.Fold(e.Article) }
			if k.Human || e.Rename == "" && e.Merge == "" && !e.Remove || is(k.Title) || !slices.ContainsFunc(k.Aliases, is) {
				continue
			}
			k.Aliases = slices.DeleteFunc(slices.Clone(k.Aliases), is)
			if wiki.Fold(k.Title) == wiki.Fold(e.Rename) {
				k.Title = e.Article
			}
		}
	}
}
