package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/serve"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/site"
)

const (
	learnAfter = 2 * time.Second // how long the reader of a new site has the machine alone
	workLooks  = time.Second     // between two checks of the state of the work, while a page is open
)

// A Live is the site of a vault as it is now, with the state of capture and compile.
type Live struct {
	Version string                                        // of memoria
	Warn    func(format string, args ...any)              // required
	Watch   func(context.Context, *workspace.Vault) error // compiles what changes until ctx is done; nil compiles nothing
	Server  *serve.Server                                 // required to run

	vault atomic.Pointer[workspace.Vault]
	now   atomic.Pointer[shown]
	wrong atomic.Pointer[string] // why the site is not as the vault is; nil if it is

	progress atomic.Pointer[string]  // of the compile that runs here; nil while none does
	waiting  atomic.Pointer[waiting] // the log that the watch that runs here compiles next; nil or past for none

	fresh chan struct{}          // capacity 1: there is a new site to learn from
	seen  atomic.Pointer[[]byte] // what was learned of the pages' texts, now or by an earlier process
}

// shown is the site at one moment, and the mark of its pages.
type shown struct {
	*site.Site
	stamp string
}

// waiting is a log that waits until it is compiled.
type waiting struct {
	day   daily.Date
	until time.Time
}

var _ serve.Site = (*Live)(nil)

// Vault returns the vault that is shown. It changes when another folder takes the vault's place.
func (l *Live) Vault() *workspace.Vault { return l.vault.Load() }

// Open makes the site show v.
func (l *Live) Open(ctx context.Context, v *workspace.Vault) error {
	l.fresh = make(chan struct{}, 1)
	l.vault.Store(v)
	seen, err := v.Dir.ReadFile(layout.CacheLive)
	if err != nil {
		seen = nil // it saves time, and nothing else
	}
	l.seen.Store(&seen)
	_, err = l.renew(ctx)
	return err
}

// Run keeps the site up to date with the vault until ctx is done. It calls moved when another folder takes the
// vault's place or its settings change.
func (l *Live) Run(ctx context.Context, moved func()) {
	go l.learn(ctx) // it runs in the background; the next run finishes what it leaves undone
	for ctx.Err() == nil {
		l.attend(ctx)
		moved()
	}
}

// renew updates the site from the vault, and reports whether anything changed.
func (l *Live) renew(ctx context.Context) (changed bool, err error) {
	o := optionsOf(l.Vault(), l.Version)
	o.BaseURL, o.Live, o.Markdown = "", true, true
	src, err := source(ctx, l.Vault(), &o)
	if err != nil {
		return false, err
	}
	stamp := src.Stamp(o)
	if was := l.now.Load(); was != nil && was.stamp == stamp && !was.Moved() {
		return false, nil
	}
	src.Seen = *l.seen.Load()
	s, err := site.New(src, o)
	if err != nil {
		return false, err
	}
	l.now.Store(&shown{s, stamp})
	signal(l.fresh)
	return true, nil
}

// signal sends without blocking; one pending signal is enough.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// File implements serve.Site.
func (l *Live) File(path string) ([]byte, bool) {
	body, ok, err := l.now.Load().File(path)
	if err != nil {
		l.Warn("%v", err)
		return nil, false
	}
	return body, ok
}

// Stamp returns a string that changes when any page changes.
func (l *Live) Stamp() string { return l.now.Load().stamp }

// learn computes what takes long for each new site in the background, and keeps it for the next start.
func (l *Live) learn(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.fresh:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(learnAfter):
		}
		seen := l.now.Load().Seen()
		if ctx.Err() != nil {
			return
		}
		if !bytes.Equal(seen, *l.seen.Load()) {
			l.seen.Store(&seen)
			_, _ = l.Vault().Dir.WriteFileNoSync(layout.CacheLive, seen, 0o600) // the next start takes longer without it
		}
	}
}

// Compiling records how far a compile is.
func (l *Live) Compiling(done, total int) {
	if done == total {
		l.progress.Store(nil)
		return
	}
	text := fmt.Sprintf("compiling, article %d of %d", done, total)
	l.progress.Store(&text)
}

// Waits records which log is compiled next.
func (l *Live) Waits(day daily.Date, until time.Time) {
	next := waiting{day, until}
	if was := l.waiting.Load(); was == nil || !was.until.After(l.Vault().Now()) || until.Before(was.until) {
		l.waiting.Store(&next)
	}
}

// State returns the state of capture and compile as JSON.
func (l *Live) State() []byte {
	var s struct {
		Compile string `json:"compile,omitempty"`
		Waiting int    `json:"waiting,omitempty"`
		Dead    int    `json:"dead,omitempty"`
		Problem string `json:"problem,omitempty"`
	}
	v := l.Vault()
	if jobs, err := (&queue.Queue{Dir: v.Dir}).List(v.Now()); err == nil {
		for _, j := range jobs {
			if j.State == queue.Dead {
				s.Dead++
			} else {
				s.Waiting++
			}
		}
	}
	if next := l.waiting.Load(); next != nil && next.until.After(v.Now()) {
		s.Compile = fmt.Sprintf("%s is compiled at %s", next.day, next.until.Format("15:04"))
	}
	if _, err := v.Dir.Lstat(layout.Change); err == nil { // whoever compiles
		s.Compile = "compiling"
	}
	if at := l.progress.Load(); at != nil {
		s.Compile = *at
	}
	if why := l.wrong.Load(); why != nil {
		s.Problem = *why
	}
	b, err := json.Marshal(s)
	if err != nil { // strings and numbers
		panic(err)
	}
	return b
}

// tell sends the state of the work to open pages.
func (l *Live) tell(ctx context.Context) {
	tick := time.NewTicker(workLooks)
	defer tick.Stop()
	last := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !l.Server.Watched() {
			last = ""
			continue
		}
		if now := string(l.State()); now != last {
			last = now
			l.Server.Tell()
		}
	}
}

// attend keeps the site up to date with the vault, until ctx is done or another folder takes the vault's place.
func (l *Live) attend(ctx context.Context) {
	v := l.Vault()
	w, looks := watcher(v, l.Warn), make(chan struct{}, 1)
	ctx, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() { w.Run(ctx, looks) })
	wg.Go(func() { l.follow(ctx, looks) })
	wg.Go(func() { l.tell(ctx) })
	if l.Watch != nil {
		wg.Go(func() {
			if err := l.Watch(ctx, v); err != nil && ctx.Err() == nil {
				l.Warn("%v", err)
			}
		})
	}
	l.guard(ctx, w, looks)
}
