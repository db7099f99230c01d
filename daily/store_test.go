package daily

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil"
)

// newStore opens a store in a new vault, and gives a way to write to it past the store.
func newStore(t testing.TB, z *time.Location) (*Store, string) {
	t.Helper()
	root := t.TempDir()
	d, err := fsutil.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return &Store{Dir: d, Zone: z}, root
}

func put(t testing.TB, root, name, text string) string {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func read(t testing.TB, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var afternoon = time.Date(2026, 11, 27, 14, 32, 5, 0, time.FixedZone("", 3600))

func sample(n int) Entry {
	return Entry{
		Agent: "claude", Session: fmt.Sprintf("s-%d", n), Project: "memoria", Branch: "main", At: afternoon.Add(time.Duration(n) * time.Minute),
		From: fmt.Sprintf("from-%d", n), To: fmt.Sprintf("to-%d", n), By: "extractive",
		Summary: Summary{Title: fmt.Sprintf("Entry %d", n), Context: "where a lock lives", Bullets: []Bullet{
			{Kind: Action, Text: "Try it on NFS"},
			{Kind: Decision, Text: "Lock a sidecar file, because a rename drops the lock on the data file"},
			{Kind: Lesson, Text: "`flock` excludes processes, not goroutines"},
		}},
	}
}

func mustAppend(t testing.TB, s *Store, e Entry) {
	t.Helper()
	if _, ok, err := s.Append(context.Background(), e); err != nil || !ok {
		t.Fatalf("append %q: %v, %v", e.Title, ok, err)
	}
}

const wantLog = `# Daily Log: 2026-11-27

## Sessions

### Session (14:32) - Entry 0
<!-- memoria:entry id=8e6d8c73682b agent=claude session=s-0 project=memoria branch=main at=2026-11-27T14:32:05+01:00 from=from-0 to=to-0 by=extractive -->

**Context:** where a lock lives

**Decisions Made:**
- Lock a sidecar file, because a rename drops the lock on the data file ^k5c1eec

**Lessons Learned:**
- ` + "`flock`" + ` excludes processes, not goroutines ^ke07206

**Action Items:**
- [ ] Try it on NFS ^k190eed
<!-- /memoria:entry -->

### Session (14:33)
<!-- memoria:entry id=d186e2173d6c agent=claude session=s-1 project=memoria branch=main at=2026-11-27T14:33:05+01:00 from=from-1 to=to-1 by=extractive -->
<!-- /memoria:entry -->
`

func TestAppendWritesTheFormat(t *testing.T) {
	s, root := newStore(t, zone(t, "Europe/Berlin"))
	mustAppend(t, s, sample(0))
	e := sample(1)
	e.Summary = Summary{}
	mustAppend(t, s, e)
	for range 2 { // idempotent by id, anywhere in the file
		for n := range 2 {
			date, ok, err := s.Append(context.Background(), sample(n))
			if date.String() != "2026-11-27" || ok || err != nil {
				t.Errorf("again: %s, %v, %v", date, ok, err)
			}
		}
	}
	if got := read(t, filepath.Join(root, "daily/2026-11-27.md")); got != wantLog {
		t.Errorf("wrote\n%s\nnot\n%s", got, wantLog)
	}
	log, err := s.Read(mustDate(t, "2026-11-27"))
	if err != nil || len(log.Entries) != 2 || log.Entries[0].ID != EntryID("claude", "s-0", "to-0") {
		t.Fatalf("%+v, %v", log, err)
	}
	b := log.Entries[0].Bullets[0]
	if got := log.Entries[0].Cite(b); got != "[[2026-11-27#^k5c1eec|2026-11-27]]" {
		t.Errorf("cited as %s", got)
	}
}

// Prose is kept byte for byte, whatever it is: CRLF, a byte order mark, no line break at the end.
func TestAppendLeavesProseAlone(t *testing.T) {
	e, err := sample(0).Clean(nil)
	if err != nil {
		t.Fatal(err)
	}
	blockSet{}.assign(&e)
	entry := format(e)
	head := header(mustDate(t, "2026-11-27"))
	for name, c := range map[string]struct{ old, between string }{
		"new":                          {"", head + "\n"},
		"empty line":                   {"\n", head + "\n"},
		"byte order mark":              {"\ufeff", head + "\n"},
		"header":                       {head, "\n"},
		"header, cut short":            {head[:20], head[20:] + "\n"},
		"no header":                    {"Dear diary\n", "\n"},
		"no line break":                {"Dear diary", "\n\n"},
		"empty line at the end":        {"Dear diary\n\n", ""},
		"CRLF":                         {"Dear diary\r\n\r\nmore\r\n", "\r\n"},
		"CRLF, no line break":          {"Dear diary\r\nmore", "\r\n\r\n"},
		"byte order mark, prose":       {"\ufeff# Notes\n", "\n"},
		"hand-kept heading":            {"# Daily Log: 2026-11-27\n\n## Sessions\n\n### Session (09:00) - by hand\n", "\n"},
		"unfinished heading":           {"### Session (09:00) - by hand", "\n\n"},
		"unfinished list":              {"- one\n- ", "\n\n"},
		"unfinished comment":           {"text\n<!-- not ours", "\n\n"},
		"half a marker in prose":       {"text\n<!-- memoria:en", "\n\n"},
		"half a heading of a person's": {"### Sess", "\n\n"},
		"not UTF-8":                    {"caf\xe9\n", "\n"},
		"our label":                    {"**Facts:**\n- mine", "\n\n"},
		"closing alone":                {closing + "\n", "\n"},
		"quoted marker":                {"> " + opening + "id=1 -->\n> text", "\n\n"},
		"whole entry, then prose":      {strings.ReplaceAll(entry, e.ID, "000000000000") + "\nand then", "\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := newStore(t, nil)
			s.Zone = afternoon.Location()
			file := put(t, root, "daily/2026-11-27.md", c.old)
			mustAppend(t, s, sample(0))
			got := read(t, file)
			rest, ok := strings.CutPrefix(got, c.old)
			if !ok {
				t.Fatalf("%q became\n%s", c.old, got)
			}
			want := c.between + entry
			if strings.Contains(c.old, "\r\n") {
				want = c.between + strings.ReplaceAll(entry, "\n", "\r\n")
			}
			if name == "whole entry, then prose" { // its block ids are taken
				want, rest = "", ""
			}
			if rest != want {
				t.Errorf("%q was followed by\n%q\nnot\n%q", c.old, rest, want)
			}
			log, err := s.Read(mustDate(t, "2026-11-27"))
			if err != nil || log.Torn != 0 || log.Entries[len(log.Entries)-1].ID != e.ID {
				t.Errorf("reads %+v, %v", log, err)
			}
			if _, ok, err := s.Append(context.Background(), sample(0)); ok || err != nil || read(t, file) != got {
				t.Errorf("again: %v, %v", ok, err)
			}
		})
	}
}

// appendTo is what Append makes of a file.
func appendTo(t testing.TB, file string, e Entry) string {
	t.Helper()
	e, err := e.Clean(afternoon.Location())
	if err != nil {
		t.Fatal(err)
	}
	keep, text := compose([]byte(file), DateOf(e.At, nil), []Entry{e})
	return file[:keep] + string(text)
}

// D-17: a crash leaves any first part of an entry; the next append, of the same entry or of another,
// finds a clean end. What a person wrote stays.
func TestAppendAfterACrash(t *testing.T) {
	date := mustDate(t, "2026-11-27")
	for _, old := range []string{"", header(date), "My notes\n\nwithout a line break", "a\r\nb\r\n", "\ufeff# N\n"} {
		before := appendTo(t, old, sample(0))
		whole := appendTo(t, before, sample(1))
		sep := len(before) + strings.IndexByte(whole[len(before):], '#')
		head := sep + strings.IndexByte(whole[sep:], '\n')
		for cut := len(before); cut < len(strings.TrimRight(whole, "\r\n")); cut++ {
			part := whole[len(before):cut]
			for _, zeros := range []string{"", "\x00\x00\x00"} {
				log := Parse(date, nil, []byte(whole[:cut]+zeros))
				if last := log.Entries[len(log.Entries)-1]; last.ID != EntryID("claude", "s-0", "to-0") {
					t.Fatalf("cut at %q reads as %+v", part, last)
				}
				if got := appendTo(t, whole[:cut]+zeros, sample(1)); got != whole {
					t.Fatalf("after a crash at %q, the same entry again:\n%q\nnot\n%q", part, got, whole)
				}
				got := appendTo(t, whole[:cut]+zeros, sample(2))
				if !strings.HasPrefix(got, before) {
					t.Fatalf("a crash at %q took what was there:\n%s", part, got)
				}
				// A heading that may be a person's stays, and says nothing.
				if n := strings.Count(got, "### Session (14:33)"); n != 0 && (cut <= sep || cut >= head+4 || tornHeading(whole[sep:cut])) {
					t.Fatalf("a crash at %q left its part:\n%s", part, got)
				}
				if log := Parse(date, nil, []byte(got)); log.Torn != 0 || log.Entries[len(log.Entries)-2].ID != EntryID("claude", "s-0", "to-0") {
					t.Fatalf("a crash at %q left something:\n%s", part, got)
				}
			}
		}
	}
	s, root := newStore(t, afternoon.Location()) // and on a disk
	file := put(t, root, "daily/2026-11-27.md", "notes\n\n### Session (10:0")
	mustAppend(t, s, sample(0))
	if got := read(t, file); got != appendTo(t, "notes\n\n", sample(0)) {
		t.Errorf("wrote\n%s", got)
	}
}

// A torn entry that a person wrote below is no longer at the end of the file: nothing is cut, and
// the entry is written whole after it.
func TestAppendKeepsProseBelowATornEntry(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	mustAppend(t, s, sample(0))
	file := filepath.Join(root, "daily/2026-11-27.md")
	whole := read(t, file)
	for _, prose := range []string{"remember the milk", "remember the milk\n", "- milk\n", "* milk", "\n## Evening\n"} {
		old := whole[:strings.Index(whole, "\n\n**Lessons")] + "\n" + prose
		os.WriteFile(file, []byte(old), 0o644)
		mustAppend(t, s, sample(0))
		got := read(t, file)
		if !strings.HasPrefix(got, old) {
			t.Errorf("%q was cut:\n%s", prose, got)
		}
		log, err := s.Read(mustDate(t, "2026-11-27"))
		if err != nil || log.Torn != 1 || log.Entries[len(log.Entries)-1].ID != EntryID("claude", "s-0", "to-0") {
			t.Errorf("%q: reads as %+v, %v", prose, log, err)
		}
		for _, e := range log.Entries {
			if e.Hand && !strings.Contains(prose, e.Bullets[0].Text) {
				t.Errorf("%q: half an entry came back as %+v", prose, e.Bullets)
			}
		}
	}
}

// I-06: an entry lies in the log of its last row, whole, and its heading shows the range.
func TestAppendOverMidnight(t *testing.T) {
	z := zone(t, "Europe/Berlin")
	s, root := newStore(t, z)
	e := sample(0)
	e.Started = time.Date(2026, 11, 27, 23, 50, 0, 0, z)
	e.At = time.Date(2026, 11, 28, 0, 20, 0, 0, z).UTC()
	mustAppend(t, s, e)
	got := read(t, filepath.Join(root, "daily/2026-11-28.md"))
	if !strings.Contains(got, "### Session (23:50-00:20) - Entry 0\n") || !strings.Contains(got, " at=2026-11-28T00:20:00+01:00 ") {
		t.Errorf("wrote\n%s", got)
	}
	if days, _, err := s.Dates(); err != nil || len(days) != 1 {
		t.Errorf("%v, %v", days, err)
	}
	log, err := s.Read(mustDate(t, "2026-11-28"))
	if err != nil || !log.Entries[0].Started.Equal(e.Started) || log.Entries[0].Title != "Entry 0" {
		t.Errorf("%+v, %v", log, err)
	}
}

// I-08: when the machine moves, old files keep their names and their entries, and nothing is
// written twice.
func TestAppendInAnotherZone(t *testing.T) {
	s, root := newStore(t, zone(t, "Asia/Tokyo"))
	e := sample(0)
	e.At = time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)
	mustAppend(t, s, e)
	tokyo := read(t, filepath.Join(root, "daily/2026-11-28.md"))
	s.Zone = zone(t, "Europe/Lisbon")
	date, ok, err := s.Append(context.Background(), e)
	if date.String() != "2026-11-28" || ok || err != nil {
		t.Errorf("again in Lisbon: %s, %v, %v", date, ok, err)
	}
	next := sample(1)
	next.At = e.At.Add(time.Minute)
	mustAppend(t, s, next)
	if got := read(t, filepath.Join(root, "daily/2026-11-27.md")); !strings.Contains(got, "Session (20:01)") || !strings.Contains(got, "at=2026-11-27T20:01:00Z") {
		t.Errorf("in Lisbon:\n%s", got)
	}
	if got := read(t, filepath.Join(root, "daily/2026-11-28.md")); got != tokyo || !strings.Contains(got, "at=2026-11-28T05:00:00+09:00") {
		t.Errorf("in Tokyo:\n%s", got)
	}
}

// I-12: the hour that comes twice holds both entries, told apart by their offsets.
func TestAppendInTheRepeatedHour(t *testing.T) {
	s, _ := newStore(t, zone(t, "America/Chicago"))
	first, second := sample(0), sample(1)
	first.At = time.Date(2026, 11, 1, 6, 30, 0, 0, time.UTC)
	second.At = time.Date(2026, 11, 1, 7, 30, 0, 0, time.UTC)
	mustAppend(t, s, first)
	mustAppend(t, s, second)
	log, err := s.Read(mustDate(t, "2026-11-01"))
	if err != nil || len(log.Entries) != 2 {
		t.Fatalf("%+v, %v", log, err)
	}
	for i, want := range []string{"2026-11-01T01:30:00-05:00", "2026-11-01T01:30:00-06:00"} {
		if got := log.Entries[i].At.Format(time.RFC3339); got != want {
			t.Errorf("entry %d at %s", i, got)
		}
	}
}

func TestAppendAll(t *testing.T) {
	s, root := newStore(t, time.UTC)
	var in []Entry
	for n := range 6 {
		e := sample(n)
		e.At = time.Date(2026, 11, 20+n/2, 10, n, 0, 0, time.UTC)
		in = append(in, e)
	}
	in = append(in, in[5], in[0])
	out, err := s.AppendAll(context.Background(), in)
	if err != nil || len(out) != 8 {
		t.Fatal(out, err)
	}
	for i, o := range out {
		if want := i < 6; o.Appended != want || o.Date != DateOf(in[i].At, nil) {
			t.Errorf("entry %d: %+v", i, o)
		}
	}
	one, root2 := newStore(t, time.UTC)
	for _, e := range in[:6] {
		mustAppend(t, one, e)
	}
	for _, day := range []string{"daily/2026-11-20.md", "daily/2026-11-21.md", "daily/2026-11-22.md"} {
		if a, b := read(t, filepath.Join(root, day)), read(t, filepath.Join(root2, day)); a != b {
			t.Errorf("%s in a batch:\n%s\none by one:\n%s", day, a, b)
		}
	}
	if out, err := s.AppendAll(context.Background(), append(in[:1:1], Entry{})); err == nil || out != nil {
		t.Errorf("an entry that cannot be: %v, %v", out, err)
	}
}

func TestAppendByGoroutines(t *testing.T) { // D-03, for logs
	s, _ := newStore(t, afternoon.Location())
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			for i := range 8 {
				e := sample(n)
				e.To = fmt.Sprintf("%d-%d", n, i/2) // every entry twice
				if _, _, err := s.Append(context.Background(), e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var all int
	days, _, err := s.Dates()
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]bool{}
	for _, d := range days {
		log, err := s.Read(d)
		if err != nil || log.Torn > 0 {
			t.Fatal(log, err)
		}
		for _, e := range log.Entries {
			all++
			for _, b := range e.Bullets {
				if blocks[d.String()+b.Block] {
					t.Errorf("block id %s twice", b.Block)
				}
				blocks[d.String()+b.Block] = true
			}
		}
	}
	if all != 32*4 || len(blocks) != 3*all {
		t.Errorf("%d entries, %d bullets", all, len(blocks))
	}
}

func TestAppendRefuses(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	for _, mark := range []string{"\xff\xfeD\x00", "\xfe\xff\x00D"} { // another encoding
		file := put(t, root, "daily/2026-11-27.md", mark)
		if _, _, err := s.Append(context.Background(), sample(0)); err == nil || !strings.Contains(err.Error(), "UTF-16") || read(t, file) != mark {
			t.Errorf("UTF-16: %v", err)
		}
		os.Remove(file)
	}
	os.MkdirAll(filepath.Join(root, "daily/2026-11-27.md"), 0o755) // a directory for a file
	if _, _, err := s.Append(context.Background(), sample(0)); err == nil || !strings.Contains(err.Error(), "daily/2026-11-27.md") {
		t.Errorf("directory: %v", err)
	}
	unlock, err := s.Dir.Lock(context.Background(), lockName)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer stop()
	if _, _, err := s.Append(ctx, sample(0)); !errors.Is(err, fsutil.ErrLocked) || !strings.Contains(err.Error(), "2026-11-27") {
		t.Errorf("locked: %v", err)
	}
}

// D-18: the vault is read-only; nothing changes, and the error names the file.
func TestAppendToAReadOnlyVault(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	mustAppend(t, s, sample(0))
	file := filepath.Join(root, "daily/2026-11-27.md")
	before := read(t, file)
	os.Chmod(file, 0o444)
	_, _, err := s.Append(context.Background(), sample(1))
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "daily/2026-11-27.md") || read(t, file) != before {
		t.Errorf("%v", err)
	}
	os.Chmod(file, 0o644)
	mustAppend(t, s, sample(1))
}

func TestDates(t *testing.T) { // B-21, C-13
	s, root := newStore(t, nil)
	if _, _, err := s.Dates(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
	if _, err := s.Read(mustDate(t, "2026-11-27")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a log: %v", err)
	}
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
	if err != nil || fmt.Sprint(dates) != "[2025-12-31 2026-04-01]" {
		t.Errorf("%v, %v", dates, err)
	}
	want = []string{
		"daily/.2026-04-01.md.icloud", "daily/.2026-04-03.md", "daily/2026-02-30.md", "daily/2026-03-03-1709.md", "daily/2026-04-01 (conflicted copy 2026-04-01).md",
		"daily/2026-04-01 2.md", "daily/2026-04-01.sync-conflict-20260401-101010-ABC.md", "daily/2026-04-02.MD", "daily/2026-04-04.md~", "daily/2026-04-05",
		"daily/2026-04-06.md", "daily/2026-4-1.md", "daily/notes.md",
	}
	if strings.Join(strays, "\n") != strings.Join(want, "\n") {
		t.Errorf("strays\n%s", strings.Join(strays, "\n"))
	}
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
	if err != nil || len(spans) != 3 {
		t.Fatalf("%+v, %v", spans, err)
	}
	log, _ := s.Read(mustDate(t, "2026-11-27"))
	for i, sp := range log.Spans() {
		if sp != spans[i] || sp.From != fmt.Sprintf("from-%d", i) || sp.To != fmt.Sprintf("to-%d", i) || sp.Session != fmt.Sprintf("s-%d", i) {
			t.Errorf("%+v", sp)
		}
	}
	if spans[2].Date.String() != "2026-11-28" {
		t.Errorf("%+v", spans[2])
	}
}

// Whatever stands in a log, an append changes none of it but a torn tail of ours, and is read back.
func TestAppendToAnyLog(t *testing.T) {
	line := rapid.OneOf(anyText(), rapid.SampledFrom([]string{
		"", "# Daily Log: 2026-11-27", "## Sessions", "### Session (10:0", "### Session (10:05) - x", opening + "id=1 at=2026-11-27T10:00:00Z -->", opening, closing,
		"**Facts:**", "- fact ^k123456", "- fact", "```", "%%", "<!--", "> quote", "---", "    code", "\ufeff", "a\r",
	}))
	rapid.Check(t, func(t *rapid.T) {
		file := []byte(strings.Join(rapid.SliceOfN(line, 0, 10).Draw(t, "lines"), "\n"))
		e, err := anyEntry().Draw(t, "entry").Clean(time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		date := DateOf(e.At, nil)
		keep, text := compose(file, date, []Entry{e})
		cut := string(file[keep:])
		if cut != "" && strings.Trim(cut, "\x00") != "" && !strings.HasPrefix(cut, opening) && !strings.HasPrefix(cut, headingPrefix) && !strings.HasPrefix("### "+headingText(e)+"\n", cut) {
			t.Fatalf("cut off %q of %q", cut, file)
		}
		got := append(bytes.Clone(file[:keep]), text...)
		if holds(file[:keep], e.ID) {
			return
		}
		if !holds(got, e.ID) {
			t.Fatalf("not there:\n%s", got)
		}
		log := Parse(date, time.UTC, got)
		last := log.Entries[len(log.Entries)-1]
		e.Bullets, last.Bullets = nil, nil
		if !sameEntry(last.Entry, e) || last.End != len(bytes.TrimRight(got, "\r\n")) {
			t.Fatalf("reads\n%+v\nnot\n%+v\nin\n%s", last.Entry, e, got)
		}
		again, more := compose(got, date, []Entry{sample(1)})
		if again != len(got) || len(more) == 0 {
			t.Fatalf("a whole entry is torn:\n%s", got)
		}
	})
}
