package compiler_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// TestDay simulates a day's work: a worker flushes forty entries and compiles as well, a watch compiles on a short
// interval, and a person edits, renames, deletes and creates pages in every way in which editors save. At its end
// every byte of theirs is there, what they deleted stays deleted, what they renamed continues in its place, every
// entry is compiled, no log was compiled more often than the interval allows, and no temporary files are left.
// MEMORIA_LONG=1 plays twenty days.
func TestDay(t *testing.T) {
	seeds := 1
	if long() {
		seeds = 20
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			for try := range 5 {
				if playDay(t, uint64(seed+100*try)) {
					return
				}
			}
			t.Skip("the machine is too slow to save a page")
		})
	}
}

const (
	dayEntries  = 40
	dayInterval = 300 * time.Millisecond
	dayQuiet    = 120 * time.Millisecond // no editor pauses half as long in a page
)

var dayWords = []string{"cursor", "plan", "queue", "sidecar", "lease", "budget", "retry", "cache"}

// A workday records what happened on a day.
type workday struct {
	*vault
	r *rand.Rand // the person's

	page    map[string]string   // where the article of a word is; "" when the person deleted it
	mine    map[string][]string // lines the person wrote, by page, in order
	own     map[string]string   // pages of theirs, whole
	stalled bool                // the machine delayed an editor in the middle of a page
	deleted []string
	said    int
}

// playDay reports false if the day proves nothing.
func playDay(t *testing.T, seed uint64) bool {
	d := &workday{
		vault: newVault(t), r: rand.New(rand.NewPCG(seed, 1)),
		page: map[string]string{}, mine: map[string][]string{}, own: map[string]string{},
	}
	d.c.Now, d.c.Interval, d.c.Quiet = time.Now, dayInterval, dayQuiet
	k := &dayTold{told: newTold(), v: d.vault, at: map[string][]time.Time{}}
	watch := d.c.Watch(k.compiled)
	watch.Teller, watch.Quiet = k, 40*time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)

	worker := vaultAt(t, d.dir) // a process of its own
	worker.c.Now, worker.c.Interval, worker.c.Quiet = d.c.Now, d.c.Interval, d.c.Quiet
	work := &dayWork{vault: worker, r: rand.New(rand.NewPCG(seed, 2))}
	work.flush(0)
	work.compile()
	for _, w := range dayWords {
		d.page[w] = "wiki/concepts/" + w + ".md"
	}
	go func() { done <- watch.Run(ctx) }()
	var both sync.WaitGroup
	both.Go(func() {
		for n := 1; n < dayEntries; n++ {
			time.Sleep(time.Duration(work.r.IntN(120)) * time.Millisecond)
			work.flush(n)
			if work.r.IntN(3) == 0 {
				work.compile()
			}
		}
	})
	both.Go(func() {
		for range dayEntries {
			time.Sleep(time.Duration(d.r.IntN(120)) * time.Millisecond)
			d.act()
		}
	})
	both.Wait()
	d.rest()
	cancel()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) { // stopped in the middle of a run
		t.Errorf("the watch ends with %v", err)
	}
	if d.stalled {
		return false
	}
	d.settled(compiler.Options{})
	d.over(work, k)
	return true
}

// rest waits until there is nothing left to do.
func (d *workday) rest() {
	for range 1000 {
		p, err := d.c.Plan(context.Background(), compiler.Options{})
		if err != nil {
			d.t.Fatalf("%v", err)
		}
		if p.Empty() && !slices.ContainsFunc(p.Logs, func(l logs.Standing) bool { return l.State != state.Fresh }) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p, err := d.c.Plan(context.Background(), compiler.Options{})
	d.t.Fatalf("the watch leaves work undone: %v\n%s", err, p)
}

// dayTold records when each log was compiled, as the state says after every run.
type dayTold struct {
	*told
	v  *vault
	at map[string][]time.Time
}

func (k *dayTold) compiled(compiler.Report) {
	for day, at := range k.v.compiledAt() {
		if was := k.at[day]; len(was) == 0 || !was[len(was)-1].Equal(at) {
			k.at[day] = append(was, at)
		}
	}
}

func (v *vault) compiledAt() map[string]time.Time {
	var s struct {
		Days map[string]struct{ At time.Time }
	}
	if data, err := os.ReadFile(v.path(compiler.StateName)); err == nil {
		if err := json.Unmarshal(data, &s); err != nil {
			v.t.Errorf("%v", err)
		}
	}
	out := map[string]time.Time{}
	for day, rec := range s.Days {
		out[day] = rec.At
	}
	return out
}

// dayWork is a worker, which appends entries and compiles.
type dayWork struct {
	*vault
	r       *rand.Rand
	bullets []daily.Bullet
	about   [][]string // the words of each
}

func (w *dayWork) flush(n int) {
	at := time.Date(2026, 3, 1+n%3, 9, n, 0, 0, time.UTC)
	e := daily.Entry{
		Agent: "claude", Session: fmt.Sprint("session-", n), Project: "p", At: at, From: "a", To: fmt.Sprint("row-", n), By: "extractive",
		Summary: daily.Summary{Title: fmt.Sprint("Work ", n)},
	}
	words := slices.Clone(dayWords)
	if n > 0 { // the first is about all
		w.r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		words = words[:1+w.r.IntN(2)]
	}
	e.Bullets = []daily.Bullet{{Kind: daily.Fact, Text: fmt.Sprintf("Fact %d of `%s`", n, strings.Join(words, "` and `"))}}
	date, written, err := w.c.Daily.Append(context.Background(), e)
	if err != nil || !written {
		w.t.Errorf("entry %d of %s: %v", n, date, err)
	}
	w.bullets, w.about = append(w.bullets, e.Bullets[0]), append(w.about, words)
}

// compile is the worker's compile at its end; a run in progress does the same work.
func (w *dayWork) compile() {
	_, err := w.c.Compile(context.Background(), compiler.Options{})
	if err != nil && !errors.Is(err, fsutil.ErrLocked) && !errors.As(err, new(*state.MovedError)) {
		w.t.Errorf("the worker: %v", err)
	}
}

// act does one thing that a person may do.
func (d *workday) act() {
	d.said++
	words := slices.DeleteFunc(slices.Clone(dayWords), func(w string) bool { return d.page[w] == "" })
	word := words[d.r.IntN(len(words))]
	at := d.page[word]
	switch n := d.r.IntN(20); {
	case n == 0 && len(d.deleted) < 2:
		d.remove(at)
		delete(d.mine, at)
		d.page[word], d.deleted = "", append(d.deleted, at)
	case n < 4:
		to := fmt.Sprintf("wiki/concepts/%s-%d.md", word, d.said)
		d.rename(at, to)
		d.page[word], d.mine[to] = to, d.mine[at]
		delete(d.mine, at)
	case n < 7:
		at := fmt.Sprintf("wiki/notes/own-%d.md", d.said)
		d.own[at] = fmt.Sprintf("# Own %d\n\nAbout the [[%s]].\n", d.said, word)
		d.write(at, d.own[at])
	case n < 9 && len(d.own) > 0:
		for at, text := range d.own {
			d.own[at] = text + fmt.Sprintf("\nMine %d.\n", d.said)
			d.save(at, func(string) string { return d.own[at] })
			break
		}
	default:
		line := fmt.Sprintf([]string{"Mine %d.", "- mine %d", "## Mine %d", "> mine %d"}[d.r.IntN(4)], d.said)
		where := d.r.Float64()
		var saved string
		d.save(at, func(text string) string {
			lines := strings.Split(text, "\n")
			first := slices.Index(lines[1:], "---") + 2
			at := first + int(where*float64(len(lines)-first))
			for strings.HasPrefix(line, "#") && at < len(lines) && !strings.HasPrefix(lines[at], "## ") {
				at++ // no heading in the middle of a list
			}
			saved = strings.Join(slices.Insert(lines, at, "", line, ""), "\n")
			return saved
		})
		d.mine[at] = picked(saved, append(d.mine[at], line))
	}
}

// picked returns the lines that a text has, in its order.
func picked(text string, lines []string) (out []string) {
	for l := range strings.SplitSeq(text, "\n") {
		if slices.Contains(lines, l) {
			out = append(out, l)
		}
	}
	return out
}

// save writes a page as one of six editors would. Each shows what is on the disk.
func (d *workday) save(at string, change func(string) string) {
	name := d.path(at)
	text := change(d.read(at))
	for now := change(d.read(at)); now != text; now = change(d.read(at)) { // it reloads what changed in the meantime
		text = now
	}
	must := func(errs ...error) {
		if err := errors.Join(errs...); err != nil {
			d.t.Errorf("save %s: %v", at, err)
		}
	}
	last := time.Now()
	lap := func() {
		d.stalled = d.stalled || time.Since(last) > dayQuiet/2
		last = time.Now()
	}
	pieces := func(flag int, pause time.Duration) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flag, 0o644)
		must(err)
		for i := range 4 {
			_, err := f.WriteString(text[len(text)*i/4 : len(text)*(i+1)/4])
			must(err)
			lap()
			time.Sleep(pause)
		}
		must(f.Truncate(int64(len(text))), f.Close())
		lap()
	}
	const pause = 10 * time.Millisecond
	switch d.r.IntN(6) {
	case 0: // truncate and write
		must(os.WriteFile(name, []byte(text), 0o644))
	case 1: // over what is there, in place
		pieces(0, 0)
	case 2: // in pieces
		pieces(os.O_TRUNC, pause)
	case 3: // rename over
		temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".swp")
		for must(os.WriteFile(temp, []byte(text), 0o644)); change(d.read(at)) != text; {
			text = change(d.read(at))
			must(os.WriteFile(temp, []byte(text), 0o644))
		}
		must(os.Rename(temp, name))
	case 4: // keep a backup, write anew
		must(os.Rename(name, name+"~"))
		time.Sleep(pause)
		must(os.WriteFile(name, []byte(text), 0o644), os.Remove(name+"~"))
		lap()
	case 5: // delete and create
		must(os.Remove(name))
		time.Sleep(pause)
		pieces(os.O_EXCL, pause/4)
	}
}

// over checks the vault at the end of the day.
func (d *workday) over(work *dayWork, k *dayTold) {
	for at, lines := range d.mine {
		if got := picked(d.read(at), lines); !slices.Equal(got, lines) {
			d.t.Errorf("%s has %q of a person's %q:\n%s", at, got, lines, d.read(at))
		}
	}
	for at, text := range d.own {
		if d.read(at) != text {
			d.t.Errorf("%s was touched:\n%s", at, d.read(at))
		}
	}
	for _, at := range d.deleted {
		if d.exists(at) {
			d.t.Errorf("%s is back", at)
		}
	}
	for n, words := range work.about {
		for _, w := range words {
			if at := d.page[w]; at != "" && strings.Count(d.read(at), fmt.Sprintf("- Fact %d of ", n)) != 1 {
				d.t.Errorf("entry %d is not in %s once:\n%s", n, at, d.read(at))
			}
		}
	}
	for at, times := range k.at {
		for i := 1; i < len(times); i++ {
			if gap := times[i].Sub(times[i-1]); gap < dayInterval {
				d.t.Errorf("%s was compiled again after %v", at, gap)
			}
		}
	}
	w, err := d.c.Wiki.Load(context.Background())
	if err != nil {
		d.t.Fatalf("%v", err)
	}
	for _, p := range w.Pages() {
		for _, l := range w.Outlinks(p) {
			if l.Err != nil && d.own[p.Path] == "" { // a page of theirs may link to what they deleted
				d.t.Errorf("%s: %v", p.Path, l.Err)
			}
		}
	}
	checkIndex(d.t, d.vault, w)
	d.tidy()
}

// tidy finds leftovers of a run: there may only be pages, logs, states and locks.
func (d *workday) tidy() {
	err := filepath.WalkDir(d.dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(d.dir, at)
		name := filepath.ToSlash(rel)
		if err == nil && (fsutil.IsTemp(path.Base(name)) || name == layout.Change || !strings.HasPrefix(name, ".memoria/") && path.Ext(name) != ".md") {
			d.t.Errorf("%s was left", name)
		}
		return err
	})
	if err != nil {
		d.t.Errorf("%v", err)
	}
	unlock, err := d.c.Vault.TryLock(".memoria/lock/compile")
	if err != nil {
		d.t.Errorf("the lock is held: %v", err)
		return
	}
	unlock()
}
