package fsutil

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func appendTo(t testing.TB, d *Dir, name string) *Appender {
	t.Helper()
	a := must.Get(d.OpenAppend(name, 0o644))(t)
	t.Cleanup(func() { a.Close() })
	return a
}

func TestAppend(t *testing.T) {
	d := openTemp(t)
	a := appendTo(t, d, "daily/day.md")
	b, err := a.Bytes(0)
	must.Hold(t, len(b) == 0 && err == nil && a.Size() == 0, "no file: %q, %v, size %d", b, err, a.Size())
	must.Hold(t, must.Err(d.Stat("daily")) != nil, "opening made something")
	for _, s := range []string{"one\n", "two\n"} {
		must.Do(t, a.Append([]byte(s)))
	}
	other := appendTo(t, d, "daily/day.md")
	must.Do(t, other.Append([]byte("three\n")))
	replaced, err := a.Refresh()
	must.Hold(t, !replaced && err == nil, "Refresh = %v, %v", replaced, err)
	b, err = a.Bytes(4)
	must.Hold(t, string(b) == "two\nthree\n" && err == nil, "Bytes(4) = %q, %v", b, err)
	must.Is(t, a.TruncateTo(8), nil, "the error")
	must.Is(t, a.Append([]byte("four\n")), nil, "the error")
	b, err = d.ReadFile("daily/day.md")
	must.Hold(t, string(b) == "one\ntwo\nfour\n" && err == nil, "file: %q, %v", b, err)
	for _, n := range []int64{-1, a.Size() + 1} {
		must.Hold(t, a.TruncateTo(n) != nil, "TruncateTo(%d) went through", n)
		must.Hold(t, must.Err(a.Bytes(n)) != nil, "Bytes(%d) went through", n)
	}
}

// What is appended while an editor saves the file under the same name is reported, not lost in silence.
func TestAppendToReplacedFile(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"day.md": "old\n"})
	a := appendTo(t, d, "day.md")
	must.Get(d.WriteFile("day.md", []byte("edited\n"), 0o644))(t)
	must.Is(t, a.Append([]byte("entry\n")), ErrReplaced, "Append")
	replaced, err := a.Refresh()
	must.Hold(t, replaced && err == nil, "Refresh = %v, %v", replaced, err)
	must.Is(t, a.Append([]byte("entry\n")), nil, "the error")
	b, _ := d.ReadFile("day.md")
	must.Hold(t, string(b) == "edited\nentry\n", "file: %q", b)
	must.Do(t, os.Remove(filepath.Join(d.Path(), "day.md")))
	replaced, err = a.Refresh()
	must.Hold(t, replaced && err == nil && a.Size() == 0, "Refresh of nothing = %v, %v, size %d", replaced, err, a.Size())
	plant(t, d.Path(), map[string]string{"day.md": "theirs\n"})
	must.Is(t, a.Append([]byte("entry\n")), ErrReplaced, "Append to what came meanwhile")
	b, _ = d.ReadFile("day.md")
	must.Hold(t, string(b) == "theirs\n", "file: %q", b)
}

func TestAppendThroughLinks(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"logs/day.md": "one\n", "dir/x": ""})
	link(t, filepath.Join("logs", "day.md"), filepath.Join(d.Path(), "day.md"))
	link(t, filepath.Join("logs", "new", "day.md"), filepath.Join(d.Path(), "dangling.md"))
	for name, want := range map[string]string{"day.md": "one\ntwo\n", "dangling.md": "two\n"} {
		a := appendTo(t, d, name)
		must.Is(t, a.Append([]byte("two\n")), nil, "%s", name)
		b, err := d.ReadFile(name)
		must.Hold(t, string(b) == want && err == nil, "%s: %q, %v", name, b, err)
	}
	b, _ := d.ReadFile("logs/new/day.md")
	must.Hold(t, string(b) == "two\n", "target: %q", b)
	must.Hold(t, must.Err(d.OpenAppend("dir", 0o644)) != nil, "a directory went through")
}

// mark commits an entry of the tests; what follows the last one was torn.
const mark = "<!-- end -->\n"

func entry(id string, size int) []byte {
	return fmt.Appendf(nil, "<!-- %s -->%s%s", id, strings.Repeat("x", size), mark)
}

// appendEntry is what a store does with an Appender: read before the lock, look again under it, cut
// off what a killed process left, append.
func appendEntry(d *Dir, a *Appender, id string, size int) error {
	unlock, err := d.Lock(context.Background(), ".memoria/lock/daily")
	if err != nil {
		return err
	}
	defer unlock()
	if err := mendTail(a); err != nil {
		return err
	}
	return a.Append(entry(id, size))
}

// mendTail looks at the end of the file and cuts off what is torn.
func mendTail(a *Appender) error {
	if _, err := a.Refresh(); err != nil {
		return err
	}
	from := max(0, a.Size()-1<<20)
	tail, err := a.Bytes(from)
	if err != nil {
		return err
	}
	whole := bytes.LastIndex(tail, []byte(mark))
	if whole >= 0 {
		whole += len(mark)
	} else {
		whole = 0
	}
	return a.TruncateTo(from + int64(whole))
}

// helpAppend appends entries and says the id of each that is on the disk. Where it is told to, it
// stops in the middle of one with the lock held.
func helpAppend(dir string, args []string) error {
	d, err := OpenDir(dir)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	a, err := d.OpenAppend("daily/day.md", 0o644)
	if err != nil {
		return err
	}
	for i := range n {
		id, size := fmt.Sprintf("%s.%d", args[0], i), 1000
		if i%10 == 9 {
			size = 200_000 // long enough for a kill to fall into the write
		}
		if args[2] == strconv.Itoa(i) {
			return tear(d, a, id, size)
		}
		if err := appendEntry(d, a, id, size); err != nil {
			return err
		}
		if err := say(id); err != nil {
			return err
		}
	}
	return nil
}

func tear(d *Dir, a *Appender, id string, size int) error {
	unlock, err := d.Lock(context.Background(), ".memoria/lock/daily")
	if err != nil {
		return err
	}
	defer unlock()
	if err := mendTail(a); err != nil {
		return err
	}
	if a.f == nil {
		if err := a.create(); err != nil {
			return err
		}
	}
	half := entry(id, size)[:size/2]
	if _, err := a.f.Write(half); err != nil {
		return err
	}
	if err := say("torn"); err != nil {
		return err
	}
	awaitInput()
	return nil
}

// Many processes append to one day, a third is killed, some of them within a write: what was acknowledged is there once and
// whole, and nothing is there in part. MEMORIA_LONG=1 runs 32 processes with 200 entries each.
func TestAppendFromProcesses(t *testing.T) {
	processes, entries := 8, 20
	if os.Getenv("MEMORIA_LONG") != "" {
		processes, entries = 32, 200
	}
	random := rand.New(rand.NewPCG(1, 2))
	d := openTemp(t)
	var mu sync.Mutex
	acked := map[string]bool{}
	var all sync.WaitGroup
	for p := range processes {
		killAfter, tearAt := entries, -1
		if p%3 == 2 {
			killAfter = random.IntN(entries)
			if p%2 == 0 {
				tearAt = killAfter
			}
		}
		h := startHelper(t, "append", d.Path(), fmt.Sprint("p", p), fmt.Sprint(entries), fmt.Sprint(tearAt))
		all.Go(func() {
			for n := 0; n < killAfter || tearAt >= 0; n++ {
				id := h.line()
				if id == "" || id == "torn" {
					break
				}
				mu.Lock()
				acked[id] = true
				mu.Unlock()
			}
			h.kill()
		})
	}
	all.Wait()
	must.Do(t, appendEntry(d, appendTo(t, d, "daily/day.md"), "last", 1000))
	b := must.Get(d.ReadFile("daily/day.md"))(t)
	there := map[string]int{}
	for part := range strings.SplitAfterSeq(string(b), mark) {
		if part == "" {
			continue
		}
		id, _, ok := strings.Cut(strings.TrimPrefix(part, "<!-- "), " -->")
		size := len(part) - len(entry(id, 0))
		must.Be(t, ok && (size == 1000 || size == 200_000) && part == string(entry(id, size)), "an entry in part: %.60q…", part)
		there[id]++
	}
	for id, n := range there {
		must.Hold(t, n == 1, "%s is there %d times", id, n)
	}
	for id := range acked {
		must.Hold(t, there[id] == 1, "%s was acknowledged and is not there", id)
	}
	want := (processes - processes/3) * entries
	must.Hold(t, len(acked) >= want, "%d entries acknowledged, want at least %d", len(acked), want)
}
