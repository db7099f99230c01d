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
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/watch"
)

// A Watch compiles a vault as it changes, until it is stopped.
//
// A notification makes it compare the stamps of the files, and a difference makes it compile. It compiles at the
// start, when a log or a page has changed, when the interval of a waiting log has passed, and once more after a run
// that changed something. Without changes it only checks the files every ten minutes. One compile runs at a time; all
// changes in the meantime cause one more.
type Watch struct {
	Vault   *fsutil.Dir                        // required
	Daily   layout.Daily                       // the folder of the logs
	Folder  string                             // required: the wiki's
	Now     func() time.Time                   // required
	Compile func(context.Context) (Run, error) // required: compiles what is stale
	Teller  Teller                             // required

	// Sessions finds sessions that were not reported and writes their entries. It is called before the first compile
	// and every ten minutes. It may be nil.
	Sessions func(context.Context) error

	Quiet time.Duration // after a change, and between the two checks that must agree; 0 is the default
	Looks chan struct{} // replaces the kernel's notifications; nil in a program
}

// A Run is what a compile found and did.
type Run struct {
	Waits map[daily.Date]time.Time // logs that wait for their interval, until when
	Again bool                     // something changed, or pages were skipped because somebody saved them: there may be more
}

// A Teller receives the events of a Watch, all in the goroutine of [Watch.Run].
type Teller interface {
	// Waits reports, once, a log that changed and whose interval has not passed.
	Waits(day daily.Date, until time.Time)
	// Trouble reports, once, what prevents compiling or watching: a *MissingFolderError, a *watch.PollError, an
	// fsutil.ErrLocked, or an error of Compile. Nil says that the last trouble, other than a *watch.PollError, is
	// over.
	Trouble(error)
}

// ErrVaultGone says that the vault is no longer the directory that was opened.
var ErrVaultGone = errors.New("the vault is not where it was")

const (
	slowPace   = 10 * time.Minute // between two checks without a notification
	minBack    = time.Second      // after a failed run; doubled each time
	maxBack    = 8 * time.Second  // between two tries of a run that somebody else blocks
	maxRounds  = 16               // checks of files that keep changing, half a second apart; then they are taken as they are: a watcher's ceiling and these are less than two ceilings
	lockedOnce = 5                // tries at a compile lock before it is reported
	restFactor = 4                // a run is followed by a pause of this many times its duration
)

// Run watches and compiles until ctx is done. Then it returns nil, or ctx's error if the next run has to complete
// something. The error is ErrVaultGone if the vault was removed or replaced, or an error of the first compile that
// waiting does not fix.
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
	watcher *watch.Watcher // nil if Looks replaces it
	quiet   time.Duration

	files map[string]fsutil.Stamp  // as of the last check, by path
	dirty bool                     // they changed since they were compiled
	waits map[daily.Date]time.Time // logs that wait, until when
	next  time.Time                // when the first waiting log is due; zero if none waits
	again time.Time                // when a failed run is tried again; zero for never
	rest  time.Time                // no run starts earlier

	clock  time.Time // when it last read the clock
	begun  bool      // the first compile is done
	away   bool      // the folders cannot be read, so nothing is compiled until the next notification
	fails  int       // failed runs since the last successful one
	told   string    // the trouble that was reported last
	worked bool      // it used memory that is not needed while idle
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

// wake is the one timer for the next due time. After a sleep it may be late, because timers do not count time asleep;
// then the slow timer finds what is due by the calendar.
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

// idle returns unused memory to the system.
func (s *watching) idle() {
	if s.worked {
		s.worked = false
		debug.FreeOSMemory()
	}
}

// tick handles the slow timer, and the start.
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

// act checks the files and compiles if needed.
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

// timed reports whether a compile is due by the clock: something was postponed until now, or the clock was set back,
// so that due times are unknown.
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

// wait records the logs that wait, and reports the new ones.
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

// failed postpones a run. The error is one that ends the watch.
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
	if errors.Is(err, fsutil.ErrLocked) || errors.As(err, new(*state.MovedError)) { // over as soon as somebody else is done
		longest = maxBack
	}
	s.again = s.Now().Add(min(minBack<<min(s.fails-1, 10), longest))
	return nil
}

// hopeless reports whether waiting does not fix an error.
func hopeless(err error) bool {
	var folder *state.FolderError
	var newer *fsutil.NewerStateError
	return errors.As(err, &folder) || errors.As(err, &newer)
}

// trouble reports an error once, or that it is over.
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
