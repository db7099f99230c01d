package daily

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// TestMain lets the test binary be the process that appends.
func TestMain(m *testing.M) {
	if root := os.Getenv("DAILY_TEST_APPEND"); root != "" {
		var first, count int
		fmt.Sscan(os.Getenv("DAILY_TEST_ENTRIES"), &first, &count)
		if err := appendMany(root, first, count); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // a process with -race else sleeps a second at its end
	os.Exit(m.Run())
}

// appendMany appends entries and acknowledges each on stdout when Append has returned.
func appendMany(root string, first, count int) error {
	d, err := fsutil.OpenDir(root)
	if err != nil {
		return err
	}
	defer d.Close()
	s := &Store{Dir: d, Zone: time.UTC}
	for n := first; n < first+count; n++ {
		if _, _, err := s.Append(context.Background(), numbered(n)); err != nil {
			return err
		}
		fmt.Println(n)
	}
	return nil
}

// numbered is an entry of about 1 KiB whose every line can be told from all others.
func numbered(n int) Entry {
	e := sample(0)
	e.Session, e.To, e.Title = fmt.Sprintf("s-%d", n), fmt.Sprintf("to-%d", n), fmt.Sprintf("Entry %d", n)
	e.Bullets = nil
	for i := range 6 {
		e.Bullets = append(e.Bullets, Bullet{Kind: Kind(i%6 + 1), Text: fmt.Sprintf("%d.%d %s", n, i, strings.Repeat("words ", 16))})
	}
	return e
}

// Processes append to one day while some of them are killed. Every acknowledged entry is there
// once and whole; after one more append no other is there in part.
func TestAppendByKilledProcesses(t *testing.T) {
	procs, each := 6, 25
	if os.Getenv("MEMORIA_LONG") != "" {
		procs, each = 32, 200
	}
	rnd := rand.New(rand.NewPCG(2026, 11))
	root := t.TempDir()
	file := put(t, root, "daily/2026-11-27.md", "A person's note\n")
	exe := must.Get(os.Executable())(t)
	var mu sync.Mutex
	acked := map[int]bool{}
	var wg sync.WaitGroup
	for p := range procs {
		kill := -1
		if p%3 == 0 {
			kill = rnd.IntN(each)
		}
		pause := time.Duration(rnd.IntN(3000)) * time.Microsecond
		wg.Go(func() {
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "DAILY_TEST_APPEND="+root, fmt.Sprintf("DAILY_TEST_ENTRIES=%d %d", p*each, each))
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Error(err)
				return
			}
			lines := bufio.NewScanner(out)
			for seen := 0; lines.Scan(); seen++ {
				var n int
				fmt.Sscan(lines.Text(), &n)
				mu.Lock()
				acked[n] = true
				mu.Unlock()
				if seen == kill {
					time.Sleep(pause)
					cmd.Process.Kill()
				}
			}
			if err := cmd.Wait(); err != nil && kill < 0 {
				t.Errorf("process %d: %v: %s", p, err, stderr.String())
			}
		})
	}
	wg.Wait()
	must.Do(t, appendMany(root, procs*each, 1))
	acked[procs*each] = true
	checkLog(t, file, acked)
	t.Logf("%d entries acknowledged", len(acked))
}

func checkLog(t *testing.T, file string, acked map[int]bool) {
	t.Helper()
	src := read(t, file)
	must.Hold(t, strings.HasPrefix(src, "A person's note\n"), "the note is gone: %q", src[:min(80, len(src))])
	a, b := strings.Count(src, entry.Opening), strings.Count(src, entry.Closing)
	must.Hold(t, a == b && !strings.Contains(src, "\x00"), "%d entries begin, %d end", a, b)
	log := Parse(mustDate(t, strings.TrimSuffix(filepath.Base(file), ".md")), time.UTC, []byte(src))
	there := map[string]int{}
	blocks := map[string]bool{}
	for _, e := range log.Entries {
		if e.Hand {
			must.Hold(t, len(e.Bullets) == 1 && e.Bullets[0].Text == "A person's note", "half an entry: %+v", e.Bullets)
			continue
		}
		there[e.Title]++
		var n int
		fmt.Sscanf(e.Title, "Entry %d", &n)
		want, err := numbered(n).Clean(time.UTC)
		must.Be(t, err == nil && len(e.Bullets) == len(want.Bullets) && e.ID == want.ID, "entry %d is not whole: %+v", n, e.Entry)
		for i, b := range e.Bullets {
			must.Hold(t, b.Text == want.Bullets[i].Text && !blocks[b.Block], "entry %d: bullet %+v", n, b)
			blocks[b.Block] = true
		}
	}
	for title, n := range there {
		must.Hold(t, n <= 1, "%s is there %d times", title, n)
	}
	for n := range acked {
		must.Hold(t, there[fmt.Sprintf("Entry %d", n)] == 1, "entry %d was acknowledged and is gone", n)
	}
}

// BenchmarkAppend measures one entry of about 1 KiB into the log of a long day.
func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{0, 300} {
		b.Run(fmt.Sprintf("after=%d", size), func(b *testing.B) {
			s, root := newStore(b, time.UTC)
			var old []Entry
			for n := range size {
				old = append(old, numbered(-1-n))
			}
			must.Get(s.AppendAll(context.Background(), old))(b)
			file := filepath.Join(root, "daily/2026-11-27.md")
			info, _ := os.Stat(file)
			for n := 0; b.Loop(); n++ {
				_, _, err := s.Append(context.Background(), numbered(n))
				must.Do(b, err)
				if info != nil {
					os.Truncate(file, info.Size())
				} else {
					os.Remove(file)
				}
			}
		})
	}
}

// BenchmarkAppendProcesses starts a process for every entry, 32 at a time, as hooks do.
func BenchmarkAppendProcesses(b *testing.B) {
	exe := must.Get(os.Executable())(b)
	_, root := newStore(b, time.UTC)
	n := 0
	for b.Loop() {
		var wg sync.WaitGroup
		slots := make(chan bool, 32)
		for range 320 {
			slots <- true
			first := n
			n++
			wg.Go(func() {
				cmd := exec.Command(exe)
				cmd.Env = append(os.Environ(), "DAILY_TEST_APPEND="+root, fmt.Sprintf("DAILY_TEST_ENTRIES=%d 1", first))
				out, err := cmd.CombinedOutput()
				must.Hold(b, err == nil, "%v: %s", err, out)
				<-slots
			})
		}
		wg.Wait()
		os.Remove(filepath.Join(root, "daily/2026-11-27.md"))
	}
	b.ReportMetric(float64(320*b.N)/b.Elapsed().Seconds(), "entries/s")
}

// BenchmarkParse reads a long day.
func BenchmarkParse(b *testing.B) {
	file := entry.Header(mustDate(b, "2026-11-27"), Machine{})
	for n := range 300 {
		e := must.Get(numbered(n).Clean(time.UTC))(b)
		entry.Blocks{}.Assign(&e)
		file += "\n" + entry.Text(e)
	}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		log := Parse(mustDate(b, "2026-11-27"), nil, []byte(file))
		must.Be(b, len(log.Entries) == 300, "%v", len(log.Entries))
	}
}
