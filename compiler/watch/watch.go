package watch

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/watch"
)

// A Watch compiles a vault as it changes, until it is stopped.
//
// What it hears makes it look at the stamps of the files, and what it finds there makes it compile. It
// compiles when it begins, when a log or a page is not what it was, when the interval of a log that waits has
// passed, and once more behind a run that changed something. While nothing changes it does nothing but look
// around every ten minutes. One compile runs at a time, and whatever happens meanwhile makes one more.
type Watch struct {
	Vault   *fsutil.Dir                        // required
	Folder  string                             // required: the wiki's
	Now     func() time.Time                   // required
	Compile func(context.Context) (Run, error) // required: compiles what is stale
	Teller  Teller                             // required

	// Sessions looks for sessions that nobody reported and writes their entries. It is called before
	// the first compile and every ten minutes. Nil looks for none.
	Sessions func(context.Context) error

	Quiet time.Duration // after a change, and between the two looks that have to find the same; 0 is the usual
	Looks chan struct{} // has it look, in place of what the kernel tells of the folders; nil in a program
}

// A Run is what a compile found and did.
type Run struct {
	Waits map[daily.Date]time.Time // logs that wait for their interval, until when
	Again bool                     // something changed, or pages were left to somebody who saved them: there may be more
}

// A Teller is told what a Watch does, all in the goroutine of [Watch.Run].
type Teller interface {
	// Waits tells of a log that changed and whose interval has not passed, once.
	Waits(day daily.Date, until time.Time)
	// Trouble tells what keeps the vault from being compiled or watched, once: a *MissingFolderError,
	// a *watch.PollError, an fsutil.ErrLocked, what Compile returns. Nil says that the last but a
	// *watch.PollError is over.
	Trouble(error)
}

// ErrVaultGone says that the vault is not the directory any more that was opened.
var ErrVaultGone = errors.New("the vault is not where it was")

const (
	slowPace   = 10 * time.Minute // between two looks that nothing gave rise to
	minBack    = time.Second      // after a run that could not be; doubled each time
	maxBack    = 8 * time.Second  // between two tries of a run that somebody else is in the way of
	maxRounds  = 120              // looks at files that never stay the same; then they are taken as they are
	lockedOnce = 5                // tries at a compile lock before it is told
	restFactor = 4                // after a run, so many times as long as it took passes before the next
)

// Run watches and compiles until ctx is done: then it returns nil, or ctx's error if something was cut
// short that the next run has to do. The error is ErrVaultGone when the vault was removed or
// replaced, and whatever the first compile finds that no waiting mends.
func (w *Watch) Run(ctx context.Context) error {
	s := &watching{Watch: w}
	s.quiet = cmp.Or(w.Quiet, watch.DefaultQuiet)
	polls := make(chan *watch.PollError, 1)
	looks := w.Looks
	if looks == nil {
		looks = make(chan struct{}, 1)
		s.watcher = &watch.Watcher{Root: s.Vault.Path(), Dirs: s.folders(), Wants: wanted,
			Quiet: s.quiet, Polls: func(e *watch.PollError) { polls <- e }}
		ctx, cancel := context.WithCancel(ctx)
		stopped := make(chan struct{})
		go func() { s.watcher.Run(ctx, looks); close(stopped) }()
		defer func() { cancel(); <-stopped }()
	}
	return s.loop(ctx, looks, polls)
}

// watching is a Watch at work.
type watching struct {
	*Watch
	watcher *watch.Watcher // nil where Looks stands in for it
	quiet   time.Duration

	files map[string]fsutil.Stamp  // as they were at the last look, by path
	dirty bool                     // they changed since they were compiled
	waits map[daily.Date]time.Time // logs that wait, until when
	next  time.Time                // when the first of them has waited long enough; zero when none waits
	again time.Time                // when a run that could not be is tried again; zero when none is to be
	rest  time.Time                // before then no run begins

	clock  time.Time // when it last looked at the clock
	begun  bool      // the first compile is done
	away   bool      // the folders cannot be read, so nothing is compiled until something is heard
	fails  int       // runs that could not be since the last one that could
	told   string    // the trouble that was told last
	worked bool      // memory was used that is not needed while nothing happens
}

func (s *watching) loop(ctx context.Context, looks <-chan struct{}, polls <-chan *watch.PollError) error {
	slow := time.NewTicker(slowPace)
	defer slow.Stop()
	err := s.tick(ctx)
	for err == nil {
		s.idle()
		select {
		case <-ctx.Done():
			return nil
		case <-looks:
			err = s.act(ctx)
		case <-s.wake():
			err = s.act(ctx)
		case <-slow.C:
			err = s.tick(ctx)
		case e := <-polls:
			s.Teller.Trouble(e)
		}
	}
	return err
}

// wake is the one timer for what is known to come. After a sleep it may come late, since timers count
// no time asleep: then the slow one finds what is due by the calendar.
func (s *watching) wake() <-chan time.Time {
	if s.away {
		return nil
	}
	at := s.next
	if at.IsZero() || !s.again.IsZero() && s.again.Before(at) {
		at = s.again
	}
	if at.IsZero() {
		return nil
	}
	return time.After(at.Sub(s.Now()))
}

// idle gives back the memory of the work that was done.
func (s *watching) idle() {
	if s.worked {
		s.worked = false
		debug.FreeOSMemory()
	}
}

// tick is what the slow timer does, and the start.
func (s *watching) tick(ctx context.Context) error {
	if s.watcher != nil && s.begun {
		s.watcher.Check()
	}
	if err := s.there(); err != nil {
		return err
	}
	if _, err := s.list(ctx); s.Sessions != nil && err == nil {
		if err := s.Sessions(ctx); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil && !errors.Is(err, fsutil.ErrLocked) {
			s.trouble(err)
		}
	}
	return s.act(ctx)
}

// act looks and, if there is reason to, compiles.
func (s *watching) act(ctx context.Context) error {
	if err := s.there(); err != nil {
		return err
	}
	changed, err := s.look(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil && !s.begun && hopeless(err):
		return err
	case err != nil:
		s.away = true
		s.trouble(err)
		return nil
	case s.away:
		s.away = false
		s.trouble(nil)
	}
	s.dirty = s.dirty || changed
	if timed := s.timed(); s.begun && !s.dirty && !timed {
		return nil
	}
	if s.rest.After(s.Now()) {
		s.again = s.rest
		return nil
	}
	return s.compile(ctx)
}

// timed reports whether the clock gives reason to compile: something was put off until now, or the
// clock was set back, so that nobody can tell what it was put off to.
func (s *watching) timed() bool {
	now := s.Now()
	back := now.Before(s.clock)
	if back {
		s.rest = time.Time{}
	}
	s.clock = now
	past := func(t time.Time) bool { return !t.IsZero() && !t.After(now) }
	return back || past(s.again) || past(s.next)
}

// compile runs the compiler once.
func (s *watching) compile(ctx context.Context) error {
	s.worked, s.dirty = true, false
	began := s.Now()
	run, err := s.Compile(ctx)
	ended := s.Now()
	s.rest = ended.Add(restFactor * ended.Sub(began))
	if err != nil {
		s.dirty = true
		return s.failed(ctx, err)
	}
	s.fails, s.again, s.begun = 0, time.Time{}, true
	s.trouble(nil)
	s.wait(run.Waits)
	if s.dirty = run.Again; s.dirty {
		s.again = s.Now().Add(s.quiet)
	}
	return nil
}

// wait notes the logs that wait, and tells of those that did not.
func (s *watching) wait(waits map[daily.Date]time.Time) {
	s.next = time.Time{}
	for day, until := range waits {
		if s.next.IsZero() || until.Before(s.next) {
			s.next = until
		}
		if !s.waits[day].Equal(until) {
			s.Teller.Waits(day, until)
		}
	}
	s.waits = waits
}

// failed puts a run off. The error is one that ends the watch.
func (s *watching) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if !s.begun && hopeless(err) {
		return err
	}
	s.fails++
	if !errors.Is(err, fsutil.ErrLocked) || s.fails == lockedOnce {
		s.trouble(err)
	}
	longest := slowPace
	if errors.Is(err, fsutil.ErrLocked) || errors.As(err, new(*state.MovedError)) { // over as soon as somebody is done
		longest = maxBack
	}
	s.again = s.Now().Add(min(minBack<<min(s.fails-1, 10), longest))
	return nil
}

// hopeless tells what no waiting mends.
func hopeless(err error) bool {
	var folder *state.FolderError
	var newer *fsutil.NewerStateError
	return errors.As(err, &folder) || errors.As(err, &newer)
}

// trouble tells of an error, once, or that there is none any more.
func (s *watching) trouble(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text == s.told {
		return
	}
	s.told = text
	s.Teller.Trouble(err)
}
