package daily

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// An entry lies in the log of its last row, whole, and its heading shows the range.
func TestAppendOverMidnight(t *testing.T) {
	z := zone(t, "Europe/Berlin")
	s, root := newStore(t, z)
	e := sample(0)
	e.Started = time.Date(2026, 11, 27, 23, 50, 0, 0, z)
	e.At = time.Date(2026, 11, 28, 0, 20, 0, 0, z).UTC()
	mustAppend(t, s, e)
	got := read(t, filepath.Join(root, "daily/2026-11-28.md"))
	must.Hold(t, strings.Contains(got, "### Session (23:50-00:20) - Entry 0\n") && strings.Contains(got, " at=2026-11-28T00:20:00+01:00 "), "wrote\n%s", got)
	if days, _, err := s.Dates(); err != nil || len(days) != 1 {
		t.Errorf("%v, %v", days, err)
	}
	log, err := s.Read(mustDate(t, "2026-11-28"))
	must.Hold(t, err == nil && log.Entries[0].Started.Equal(e.Started) && log.Entries[0].Title == "Entry 0", "%+v, %v", log, err)
}

// When the machine moves, old files keep their names and their entries, and nothing is
// written twice.
func TestAppendInAnotherZone(t *testing.T) {
	s, root := newStore(t, zone(t, "Asia/Tokyo"))
	e := sample(0)
	e.At = time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)
	mustAppend(t, s, e)
	tokyo := read(t, filepath.Join(root, "daily/2026-11-28.md"))
	s.Zone = zone(t, "Europe/Lisbon")
	date, ok, err := s.Append(context.Background(), e)
	must.Hold(t, date.String() == "2026-11-28" && !ok && err == nil, "again in Lisbon: %s, %v, %v", date, ok, err)
	next := sample(1)
	next.At = e.At.Add(time.Minute)
	mustAppend(t, s, next)
	must.Text(t, read(t, filepath.Join(root, "daily/2026-11-27.md")), "in Lisbon").Has("Session (20:01)", "at=2026-11-27T20:01:00Z")
	got := read(t, filepath.Join(root, "daily/2026-11-28.md"))
	must.Hold(t, got == tokyo && strings.Contains(got, "at=2026-11-28T05:00:00+09:00"), "in Tokyo:\n%s", got)
}

// The hour that comes twice holds both entries, told apart by their offsets.
func TestAppendInTheRepeatedHour(t *testing.T) {
	s, _ := newStore(t, zone(t, "America/Chicago"))
	first, second := sample(0), sample(1)
	first.At = time.Date(2026, 11, 1, 6, 30, 0, 0, time.UTC)
	second.At = time.Date(2026, 11, 1, 7, 30, 0, 0, time.UTC)
	mustAppend(t, s, first)
	mustAppend(t, s, second)
	log, err := s.Read(mustDate(t, "2026-11-01"))
	must.Be(t, err == nil && len(log.Entries) == 2, "%+v, %v", log, err)
	for i, want := range []string{"2026-11-01T01:30:00-05:00", "2026-11-01T01:30:00-06:00"} {
		must.Equal(t, log.Entries[i].At.Format(time.RFC3339), want, "entry %d at", i)
	}
}

func TestDates(t *testing.T) {
	s, root := newStore(t, nil)
	if _, _, err := s.Dates(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
	must.Is(t, must.Err(s.Read(mustDate(t, "2026-11-27"))), fs.ErrNotExist, "without a log")
	var want []string
	for _, name := range []string{
		"2026-04-01.md", "2025-12-31.md", "picture.png", ".DS_Store", // no strays
		"2026-04-01.sync-conflict-20260401-101010-ABC.md", "2026-04-01 (conflicted copy 2026-04-01).md", "2026-04-01 2.md", ".2026-04-01.md.icloud",
		"2026-03-03-1709.md", "2026-02-30.md", "2026-4-1.md", "notes.md", "2026-04-02.MD", ".2026-04-03.md", "2026-04-04.md~", "2026-04-05",
	} {
		put(t, root, "daily/"+name, "- x\n")
	}
	os.Mkdir(filepath.Join(root, "daily/2026-04-06.md"), 0o755)
	dates, strays, err := s.Dates()
	must.Hold(t, err == nil && fmt.Sprint(dates) == "[2025-12-31 2026-04-01]", "%v, %v", dates, err)
	want = []string{
		"daily/.2026-04-01.md.icloud", "daily/.2026-04-03.md", "daily/2026-02-30.md", "daily/2026-03-03-1709.md", "daily/2026-04-01 (conflicted copy 2026-04-01).md",
		"daily/2026-04-01 2.md", "daily/2026-04-01.sync-conflict-20260401-101010-ABC.md", "daily/2026-04-02.MD", "daily/2026-04-04.md~", "daily/2026-04-05",
		"daily/2026-04-06.md", "daily/2026-4-1.md", "daily/notes.md",
	}
	must.Hold(t, strings.Join(strays, "\n") == strings.Join(want, "\n"), "strays\n%s", strings.Join(strays, "\n"))
}

func TestSpans(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	mustAppend(t, s, sample(0))
	mustAppend(t, s, sample(1))
	e := sample(2)
	e.At = e.At.AddDate(0, 0, 1)
	mustAppend(t, s, e)
	file := filepath.Join(root, "daily/2026-11-27.md")
	torn, _ := sample(3).Format()
	put(t, root, "daily/2026-11-27.md", read(t, file)+"\n## By hand\n\n- x\n\n"+torn[:len(torn)-10])
	spans, err := s.Spans()
	must.Be(t, err == nil && len(spans) == 3, "%+v, %v", spans, err)
	log, _ := s.Read(mustDate(t, "2026-11-27"))
	for i, sp := range log.Spans() {
		must.Hold(t, sp == spans[i] && sp.From == fmt.Sprintf("from-%d", i) && sp.To == fmt.Sprintf("to-%d", i) && sp.Session == fmt.Sprintf("s-%d", i), "%+v", sp)
	}
	must.Hold(t, spans[2].Date.String() == "2026-11-28" && spans[2].At.Equal(e.At.Truncate(time.Second)), "%+v", spans[2])
	if late, err := s.SpansSince(mustDate(t, "2026-11-28")); err != nil || len(late) != 1 || late[0] != spans[2] {
		t.Errorf("since the 28th: %+v, %v", late, err)
	}
}
