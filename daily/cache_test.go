package daily

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// logTexts are logs of every kind: what golden tests read, and broken ones.
func logTexts(t testing.TB) []string {
	t.Helper()
	texts := []string{"", wantLog, strings.ReplaceAll(wantLog, "\n", "\r\n"), wantLog[:len(wantLog)-40], wantLog + wantLog,
		"\ufeff---\na: b\n---\n# D\n\nTitle\n---\n- [ ] a\n  - b ^x\n\n## 14:30 Stand-up\n\n**Context:** only\n\n## Notes\n\nwords\n",
		strings.NewReplacer("+01:00", "-03:30", "14:32", "23:59").Replace(wantLog),
		strings.ReplaceAll(wantLog, "### Session (", "### Session (23:10, "),
		strings.ReplaceAll(wantLog, "+01:00", ".123456Z"),
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no logs in testdata")
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(src))
	}
	return texts
}

func TestLogsUnpack(t *testing.T) {
	var sums strings.Builder
	for _, name := range []string{"UTC", "Europe/Lisbon", "Asia/Kolkata", "Local"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []string{"2026-03-29", "2026-11-27"} {
			date, _ := ParseDate(d)
			for _, text := range logTexts(t) {
				log := Parse(date, zone, []byte(text))
				w := pack.New("")
				packLog(w, log)
				if name != "Local" {
					sums.WriteString(fsutil.Hash(w.Bytes()))
				}
				r := pack.Open(w.Bytes(), "")
				if again, ok := unpackLog(r, zone); !ok || !r.Done() || !reflect.DeepEqual(again, log) {
					t.Errorf("in %s the log\n%s\nis unpacked as\n%+v\nand was\n%+v", name, text, again, log)
				}
			}
		}
	}
	// If this fails because a log is read otherwise, or the form of the cache is another now, count
	// cacheVersion up: the caches there are must not be taken for new ones.
	const want = "daily/2 5397380aa3f00f27"
	if got := cacheVersion + fsutil.Hash([]byte(sums.String()))[:16]; got != want {
		t.Errorf("the cache of these logs is %q, not %q", got, want)
	}
}

// A zone whose rules have changed makes other times of what was kept by hand.
func TestUnpackInOtherZone(t *testing.T) {
	date, _ := ParseDate("2026-11-27")
	w := pack.New("")
	packLog(w, Parse(date, time.FixedZone("X", 3600), []byte("## 14:30 Talk\n\n- words\n")))
	if _, ok := unpackLog(pack.Open(w.Bytes(), ""), time.FixedZone("X", 7200)); ok {
		t.Error("the time of a section is kept over a change of its zone")
	}
}

// Logs says what reading each log says, whatever was done to them, and whatever became of the cache.
func TestLogsAsRead(t *testing.T) {
	dir := t.TempDir()
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := os.MkdirAll(filepath.Join(dir, "daily"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := &Store{Dir: d, Zone: time.UTC}
	texts := logTexts(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	at := func(i int) string { return filepath.Join(dir, "daily", fmt.Sprintf("2026-11-%02d.md", i+1)) }
	edit := func() {
		file := at(rnd.IntN(9))
		old, err := os.ReadFile(file)
		info, _ := os.Stat(file)
		switch n := rnd.IntN(4); {
		case n == 0:
			err = os.RemoveAll(file)
		case n == 1 && err == nil: // the same size, the same time
			err = os.WriteFile(file, []byte(strings.NewReplacer("a", "b", "b", "a").Replace(string(old))), 0o644)
			err = errors.Join(err, os.Chtimes(file, info.ModTime(), info.ModTime()))
		default:
			err = os.WriteFile(file, []byte(texts[rnd.IntN(len(texts))]), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for round := range 60 {
		if round%15 == 10 {
			time.Sleep(130 * time.Millisecond)
		}
		tick := int64(0)
		if round%3 > 0 {
			if tick, err = d.Tick(".memoria/cache/tick"); err != nil {
				t.Fatal(err)
			}
		}
		for range rnd.IntN(3) {
			edit()
		}
		if cache := filepath.Join(dir, filepath.FromSlash(cacheName)); round%20 == 19 {
			if err := os.Truncate(cache, 50); err != nil {
				t.Fatal(err)
			}
		}
		logs, strays, err := s.Logs(context.Background(), tick)
		dates, wantStrays, derr := s.Dates()
		if err = errors.Join(err, derr); err != nil || len(logs) != len(dates) || !slices.Equal(strays, wantStrays) {
			t.Fatalf("%d logs and strays %q of %d and %q, %v", len(logs), strays, len(dates), wantStrays, err)
		}
		for i, date := range dates {
			want, err := s.Read(date)
			if err != nil || !reflect.DeepEqual(logs[i], want) {
				t.Fatalf("round %d: the log of %s is\n%+v\nand reads\n%+v, %v", round, date, logs[i], want, err)
			}
		}
	}
}
