package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/watch"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// told records what a watch reports.
type told struct {
	mu     sync.Mutex
	looked int               // runs, those too that found nothing new
	notes  string            // of the last
	runs   []compiler.Report // the first, and those that did or told something new
	waits  []string
	faults []string // the troubles; "over" for nil
	news   chan struct{}
	then   func() // behind each run; may be nil
}

func newTold() *told { return &told{news: make(chan struct{}, 1000)} }

func (k *told) compiled(r compiler.Report) {
	k.mu.Lock()
	defer k.mu.Unlock()
	notes := fmt.Sprint(r.Plan.Notes, r.Plan.Problems)
	if k.looked++; k.looked == 1 || r.Logs > 0 || !r.Plan.Empty() || notes != k.notes {
		k.runs = append(k.runs, r)
	}
	k.notes = notes
	k.news <- struct{}{}
	if k.then != nil {
		k.then()
	}
}

func (k *told) Waits(day daily.Date, _ time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waits = append(k.waits, day.String())
}

func (k *told) Trouble(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		k.faults = append(k.faults, "over")
		return
	}
	k.faults = append(k.faults, err.Error())
}

// A watched vault has a clock that runs as fast as the test likes. Its events are made by hand.
type watched struct {
	*vault
	*told
	looks chan struct{}
	ahead atomic.Int64 // how far its clock is ahead of elapsed time, as after a sleep
	end   func() error // stops the watch and returns what it ended with
}

// watching runs f in a bubble of time with a watch of a vault that has one compiled log.
func watching(t *testing.T, interval time.Duration, f func(w *watched)) {
	t.Helper()
	v := newVault(t)
	v.log("2026-03-01", []string{"the `queue` keeps jobs", "the `queue` and the `lock`"})
	synctest.Test(t, func(t *testing.T) {
		w := &watched{vault: v, told: newTold(), looks: make(chan struct{}, 1)}
		v.c.Now = func() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }
		v.c.Interval = interval
		w.start(t)
		synctest.Wait()
		must.Be(t, len(w.runs) == 1 && w.runs[0].Changed(), "%d runs at the start, troubles %q", len(w.runs), w.faults)
		f(w)
		must.Is(t, w.end(), nil, "the watch ends with")
	})
}

func (w *watched) start(t *testing.T) {
	watch := w.c.Watch(w.told.compiled)
	watch.Teller, watch.Looks = w.told, w.looks
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- watch.Run(ctx) }()
	w.end = sync.OnceValue(func() error { cancel(); return <-done })
}

// pass sends an event and lets time pass.
func (w *watched) pass(d time.Duration) {
	select {
	case w.looks <- struct{}{}:
	default:
	}
	time.Sleep(d)
	synctest.Wait()
}

// counted checks how many runs there were since the start.
func (w *watched) counted(want int, why string) {
	w.t.Helper()
	got := len(w.runs) - 1
	must.Hold(w.t, got == want, "%s: %d runs, want %d; troubles %q", why, got, want, w.faults)
}

// If nothing happens, the author is not asked and nothing is written.
func TestWatchIdle(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		calls, before := w.author.calls.Load(), w.files()
		w.pass(time.Minute)
		now := time.Now()
		must.Do(w.t, errors.Join(os.Chmod(w.path("daily/2026-03-01.md"), 0o600), os.Chtimes(w.path("daily/2026-03-01.md"), now, now)))
		w.pass(8 * time.Hour)
		w.counted(0, "a mode and a time")
		must.Hold(w.t, w.author.calls.Load() == calls, "the author was asked %d times", w.author.calls.Load()-calls)
		sameFiles(w.t, before, w.files())
	})
}

// A changed log waits for its interval, whatever comes in the meantime, and is then compiled once. What the run
// writes causes no other run.
func TestWatchInterval(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		for n := range 5 {
			w.log("2026-03-01", []string{"the `queue` keeps jobs"}, []string{fmt.Sprintf("the `queue` is number %d", n)})
			w.pass(5 * time.Minute)
		}
		w.counted(0, "before the interval has passed")
		must.Hold(w.t, slices.Equal(w.waits, []string{"2026-03-01"}), "told that %q wait", w.waits)
		w.pass(time.Hour)
		w.counted(1, "after it")
		must.Hold(w.t, strings.Contains(w.read("wiki/concepts/queue.md"), "is number 4"), "the last word is missing")
		w.pass(5 * time.Hour)
		w.counted(1, "later")
	})
}

// A new log is compiled at once, and so is a log when there is no interval.
func TestWatchNewLog(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.log("2026-03-02", []string{"the `queue` is new"})
		w.pass(5 * time.Second)
		w.counted(1, "a new log")
		w.pass(time.Hour)
		w.counted(1, "its own writes")
	})
}

// An editor truncates a file and takes its time to write it.
func TestWatchWaitsForTheWriter(t *testing.T) {
	watching(t, 0, func(w *watched) {
		text := w.read("daily/2026-03-01.md")
		w.write("daily/2026-03-01.md", "")
		w.pass(300 * time.Millisecond)
		w.write("daily/2026-03-01.md", text[:len(text)/2])
		w.pass(300 * time.Millisecond)
		w.counted(0, "while it is written")
		w.write("daily/2026-03-01.md", strings.Replace(text, "keeps jobs", "keeps all jobs", 1))
		w.pass(10 * time.Second)
		w.counted(1, "when it is written")
		for _, l := range w.runs[1].Plan.Logs {
			must.Hold(w.t, l.Entries == 1 && l.Fresh == 1 && l.Lost == 0, "it compiled %+v", l)
		}
	})
}

// Changes during a run cause exactly one more.
func TestWatchChangesMeanwhile(t *testing.T) {
	watching(t, 0, func(w *watched) {
		n := 0
		w.c.SetWrote(func(name string) error {
			if n++; n <= 3 {
				w.log("2026-03-01", []string{"the `queue` keeps jobs"}, []string{fmt.Sprintf("the `queue` changes while it runs, %d", n)})
				select {
				case w.looks <- struct{}{}:
				default:
				}
				time.Sleep(2 * time.Second)
			}
			return nil
		})
		w.log("2026-03-01", []string{"the `queue` keeps jobs"}, []string{"the `queue` changes"})
		w.pass(time.Hour)
		w.counted(2, "a run, and one for all that changed meanwhile")
		must.Hold(w.t, strings.Contains(w.read("wiki/concepts/queue.md"), "while it runs, 3"), "the last word is missing:\n%s", w.read("wiki/concepts/queue.md"))
	})
}

// A person edits an article: a run notices it and has nothing to write.
func TestWatchHandEdit(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.edit("wiki/concepts/queue.md", "## Related", "My own words.\n\n## Related")
		looked := w.looked
		w.pass(time.Hour)
		must.Hold(w.t, w.looked == looked+1, "%d runs behind an edit by hand", w.looked-looked)
		must.Hold(w.t, strings.Contains(w.read("wiki/concepts/queue.md"), "My own words."), "they are gone")
		w.pass(5 * time.Hour)
		must.Hold(w.t, w.looked == looked+1, "%d runs later", w.looked-looked)
	})
}

// Another process, a worker that hooks started, compiles as well.
func TestWatchBesideAnother(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.log("2026-03-02", []string{"the `queue` is told of elsewhere", "the `cache` as well, and the `cache`"})
		r := w.compile(compiler.Options{})
		must.Be(w.t, r.Changed(), "nothing compiled")
		w.pass(time.Hour)
		w.counted(0, "what another run wrote")
	})
}

// A run that another one blocks is tried again, and reported once.
func TestWatchLocked(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		unlock := must.Get(w.c.Vault.TryLock(".memoria/lock/compile"))(w.t)
		w.log("2026-03-02", []string{"the `queue` is new"})
		w.pass(10 * time.Second)
		must.Hold(w.t, len(w.faults) == 0, "told at once: %q", w.faults)
		w.pass(time.Hour)
		w.counted(0, "locked")
		must.Hold(w.t, len(w.faults) == 1 && strings.Contains(w.faults[0], "locked"), "told %q", w.faults)
		unlock()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		w.counted(1, "unlocked")
		must.Hold(w.t, len(w.faults) == 2, "told %q", w.faults)
	})
}

// A missing folder is not a folder whose files were all removed.
func TestWatchMissingFolder(t *testing.T) {
	for _, folder := range []string{"wiki", "daily"} {
		for _, empty := range []bool{false, true} {
			watching(t, time.Hour, func(w *watched) {
				before := w.files()
				w.rename(folder, "elsewhere")
				if empty {
					must.Do(w.t, os.Mkdir(w.path(folder), 0o755))
				}
				for range 5 {
					w.pass(20 * time.Minute)
				}
				w.counted(0, "without "+folder)
				must.Hold(w.t, len(w.faults) == 1 && strings.Contains(w.faults[0], folder), "told %q", w.faults)
				w.remove(folder)
				w.rename("elsewhere", folder)
				w.pass(time.Hour)
				w.counted(0, "with it again")
				must.Hold(w.t, len(w.faults) == 2 && w.faults[1] == "over", "told %q", w.faults)
				sameFiles(w.t, before, w.files())
				w.log("2026-03-02", []string{"the `queue` goes on"})
				w.pass(time.Minute)
				w.counted(1, "a new log")
			})
		}
	}
}

// If the whole vault is gone, the caller has to open it again.
func TestWatchVaultGone(t *testing.T) {
	v := newVault(t)
	v.log("2026-03-01", []string{"the `queue` keeps jobs"})
	synctest.Test(t, func(t *testing.T) {
		w := &watched{vault: v, told: newTold(), looks: make(chan struct{}, 1)}
		v.c.Now = time.Now
		w.start(t)
		synctest.Wait()
		must.Do(t, os.Rename(v.dir, v.dir+"-moved"))
		time.Sleep(20 * time.Minute) // there is no event
		synctest.Wait()
		must.Is(t, w.end(), watch.ErrVaultGone, "it ends with")
		must.Do(t, os.Rename(v.dir+"-moved", v.dir))
	})
}

// A laptop sleeps for three days. Timers do not count time asleep, so the calendar shows that a log with fifty
// minutes left is due, and one run does everything.
func TestWatchAfterSleep(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.log("2026-03-01", []string{"the `queue` keeps jobs"}, []string{"the `queue` is slept over"})
		w.pass(5 * time.Minute)
		w.counted(0, "before the sleep")
		w.ahead.Add(int64(72 * time.Hour))
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		w.counted(1, "after it")
		w.pass(5 * time.Hour)
		w.counted(1, "later")
	})
}

// A clock that was set back makes nothing wait forever.
func TestWatchClockSetBack(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.log("2026-03-01", []string{"the `queue` keeps jobs"}, []string{"the `queue` changes"})
		w.pass(5 * time.Minute)
		w.ahead.Add(-int64(1000 * time.Hour))
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		w.counted(1, "the last compile lies in the future")
	})
}

// U-07: a log that is written to all the time is compiled within two ceilings.
func TestWatchOfALogThatNeverRests(t *testing.T) {
	watching(t, 0, func(w *watched) {
		text := w.read("daily/2026-03-01.md")
		for n := range 200 {
			text += fmt.Sprintf("more %d\n", n)
			w.write("daily/2026-03-01.md", text)
			w.pass(100 * time.Millisecond)
		}
		must.Hold(w.t, len(w.runs) >= 2, "20 seconds after the first change nothing is compiled")
	})
}
