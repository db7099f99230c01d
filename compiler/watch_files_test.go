package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Copies made by sync tools are not compiled. Those of logs go if they hold nothing else, and others are reported.
func TestWatchConflictCopies(t *testing.T) {
	watching(t, 0, func(w *watched) {
		calls := w.author.calls.Load()
		copies := []string{"daily/2026-03-01.sync-conflict-20260401-101010-ABC.md", "daily/2026-03-01 (conflicted copy 2026-04-01).md", "daily/2026-03-01 2.md"}
		for _, name := range copies {
			w.write(name, w.read("daily/2026-03-01.md"))
		}
		w.write("wiki/concepts/queue 2.md", w.read("wiki/concepts/queue.md"))
		before := w.pages()
		w.pass(time.Hour)
		w.counted(1, "the copies")
		delete(before, "wiki/index.md") // which lists what there is
		must.Hold(w.t, w.author.calls.Load() == calls, "they were compiled")
		notes := fmt.Sprint(w.runs[1].Plan.Notes)
		must.Hold(w.t, strings.Contains(notes, "wiki/concepts/queue 2.md"), "the copy of an article is not told of: %s", notes)
		after := w.pages()
		for _, name := range copies {
			_, there := after[name]
			must.Hold(w.t, !there, "%s stays", name)
			delete(before, name)
		}
		delete(after, "wiki/index.md")
		sameFiles(w.t, before, after)
	})
}

// A watch that is stopped during a run ends with the context's error, after the current write; the next run completes
// the rest.
func TestWatchStoppedInARun(t *testing.T) {
	v := newVault(t)
	v.log("2026-03-01", []string{"the `queue` keeps jobs", "the `lock` is beside it, `lock`", "the `queue` and the `lock`"})
	ctx, cancel := context.WithCancel(t.Context())
	v.c.SetWrote(func(name string) error {
		if strings.HasPrefix(name, "wiki/concepts/") {
			cancel()
		}
		return nil
	})
	watch := v.c.Watch(newTold().compiled)
	watch.Teller = newTold()
	must.Is(t, watch.Run(ctx), context.Canceled, "it ends with")
	v.c.SetWrote(nil)
	v.settled(compiler.Options{})
}

// The first compile returns an error that waiting does not fix.
func TestWatchHopeless(t *testing.T) {
	v := newVault(t)
	v.write(compiler.StateName, `{"version": 99}`)
	watch := v.c.Watch(newTold().compiled)
	watch.Teller = newTold()
	var newer *fsutil.NewerStateError
	err := watch.Run(t.Context())
	must.Hold(t, errors.As(err, &newer), "it ends with %v", err)
}

// With real kernel events: whichever way an editor saves, each save is compiled, no byte of a person is lost, and no
// run happens without a cause.
func TestWatchEditors(t *testing.T) {
	v := newVault(t)
	v.c.Interval = 0
	v.log("2026-03-01", []string{"the `queue` keeps jobs", "the `lock` is beside it, `lock`"})
	k := newTold()
	watch := v.c.Watch(k.compiled)
	watch.Teller, watch.Quiet = k, 100*time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- watch.Run(ctx) }()
	// until waits for the run after which a file contains a text: a file that the editor writes slowly may take two.
	until := func(why, name, text string) {
		t.Helper()
		for late := time.After(time.Minute); ; {
			select {
			case <-k.news:
				if strings.Contains(v.read(name), text) {
					return
				}
			case <-late:
				t.Fatalf("%s: %s does not hold %q:\n%s", why, name, text, v.read(name))
			}
		}
	}
	const queue, lock = "wiki/concepts/queue.md", "wiki/concepts/lock.md"
	until("start", queue, "keeps jobs")
	saves := map[string]func(name, text string) error{
		"in place": func(name, text string) error {
			f, err := os.OpenFile(v.path(name), os.O_RDWR, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString(text)
			return errors.Join(err, f.Truncate(int64(len(text))), f.Close())
		},
		"rename over": func(name, text string) error {
			temp := v.path("daily/.swap.tmp")
			return errors.Join(os.WriteFile(temp, []byte(text), 0o644), os.Rename(temp, v.path(name)))
		},
		"delete and create": func(name, text string) error {
			return errors.Join(os.Remove(v.path(name)), os.WriteFile(v.path(name), []byte(text), 0o644))
		},
		"truncate and write": func(name, text string) error {
			err := os.Truncate(v.path(name), 0)
			time.Sleep(50 * time.Millisecond)
			return errors.Join(err, os.WriteFile(v.path(name), []byte(text), fs.FileMode(0o644)))
		},
	}
	n := 0
	var mine []string
	for way, save := range saves {
		for range 2 {
			n++
			fact := fmt.Sprintf("the `queue` was saved %d times", n)
			must.Do(t, save("daily/2026-03-01.md", logText("2026-03-01", []string{"the `queue` keeps jobs", "the `lock` is beside it, `lock`", fact})))
			until(way+" of a log", queue, fact)
			words := fmt.Sprintf("My words, %s, %d.", way, n)
			mine = append(mine, words)
			must.Do(t, save(lock, v.read(lock)+"\n"+words+"\n"))
			until(way+" of an article", lock, words)
		}
	}
	// The folder of the logs is made anew, with one more log in it.
	v.rename("daily", "old")
	v.write("daily/2026-03-01.md", v.read("old/2026-03-01.md"))
	v.log("2026-03-02", []string{"the `queue` outlives a checkout"})
	v.remove("old")
	until("a folder made anew", queue, "outlives a checkout")
	v.log("2026-03-03", []string{"the `queue` is watched still"})
	until("a log in it", queue, "is watched still")
	cancel()
	must.Is(t, <-done, nil, "it ends with")
	for _, words := range mine {
		must.Hold(t, strings.Count(v.read(lock), words) == 1, "%q is not there once:\n%s", words, v.read(lock))
	}
	v.settled(compiler.Options{})
}

// A folder that is removed directly after a run, before the watch checks what it wrote, is reported like any other,
// and so is its return.
func TestWatchFolderGoneBehindARun(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.then = func() {
			w.then = nil
			w.rename("wiki", "elsewhere")
		}
		w.log("2026-03-02", []string{"the `queue` is new"})
		w.pass(time.Minute)
		w.counted(1, "a new log")
		must.Hold(w.t, len(w.faults) == 1, "told %q", w.faults)
		w.rename("elsewhere", "wiki")
		w.pass(time.Minute)
		w.counted(1, "with it again")
		must.Hold(w.t, len(w.faults) == 2 && w.faults[1] == "over", "told %q", w.faults)
	})
}
