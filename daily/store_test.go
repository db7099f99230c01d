package daily

import (
	"context"
	"errors"
	"fmt"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// newStore opens a store in a new vault, and gives a way to write to it past the store.
func newStore(t testing.TB, z *time.Location) (*Store, string) {
	t.Helper()
	root := t.TempDir()
	d := fsutiltest.Open(t, root)
	return &Store{Dir: d, Zone: z}, root
}

func put(t testing.TB, root, name, text string) string {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	fsutiltest.Write(t, file, text)
	return file
}

func read(t testing.TB, file string) string {
	t.Helper()
	b := fsutiltest.Read(t, file)
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
	_, ok, err := s.Append(context.Background(), e)
	must.Be(t, err == nil && ok, "append %q: %v, %v", e.Title, ok, err)
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
<!-- /memoria:entry 8e6d8c73682b -->

### Session (14:33)
<!-- memoria:entry id=d186e2173d6c agent=claude session=s-1 project=memoria branch=main at=2026-11-27T14:33:05+01:00 from=from-1 to=to-1 by=extractive -->
<!-- /memoria:entry d186e2173d6c -->
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
			must.Hold(t, date.String() == "2026-11-27" && !ok && err == nil, "again: %s, %v, %v", date, ok, err)
		}
	}
	got := read(t, filepath.Join(root, "daily/2026-11-27.md"))
	must.Hold(t, got == wantLog, "wrote\n%s\nnot\n%s", got, wantLog)
	log, err := s.Read(mustDate(t, "2026-11-27"))
	must.Be(t, err == nil && len(log.Entries) == 2 && log.Entries[0].ID == entry.EntryID("claude", "s-0", "to-0"), "%+v, %v", log, err)
	b := log.Entries[0].Bullets[0]
	must.Equal(t, log.Entries[0].Cite(b), "[[2026-11-27#^k5c1eec|2026-11-27]]", "cited as")
}

// Prose is kept byte for byte, whatever it is: CRLF, a byte order mark, no line break at the end.
func TestAppendLeavesProseAlone(t *testing.T) {
	e := must.Get(sample(0).Clean(nil))(t)
	entry.Blocks{}.Assign(&e)
	text := entry.Text(e)
	head := entry.Header(mustDate(t, "2026-11-27"), Machine{})
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
		"closing alone":                {entry.Closing + entry.Ending + "\n", "\n"},
		"quoted marker":                {"> " + entry.Opening + "id=1 -->\n> text", "\n\n"},
		"whole entry, then prose":      {strings.ReplaceAll(text, e.ID, "000000000000") + "\nand then", "\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := newStore(t, nil)
			s.Zone = afternoon.Location()
			file := put(t, root, "daily/2026-11-27.md", c.old)
			mustAppend(t, s, sample(0))
			got := read(t, file)
			rest, ok := strings.CutPrefix(got, c.old)
			must.Be(t, ok, "%q became\n%s", c.old, got)
			own := text
			if !framed([]byte(c.old + c.between)) {
				own = entry.Sessions + "\n" + text
			}
			want := c.between + own
			if strings.Contains(c.old, "\r\n") {
				want = c.between + strings.ReplaceAll(own, "\n", "\r\n")
			}
			if name == "whole entry, then prose" { // its block ids are taken
				want, rest = "", ""
			}
			must.Hold(t, rest == want, "%q was followed by\n%q\nnot\n%q", c.old, rest, want)
			log, err := s.Read(mustDate(t, "2026-11-27"))
			must.Hold(t, err == nil && log.Torn == 0 && log.Entries[len(log.Entries)-1].ID == e.ID, "reads %+v, %v", log, err)
			if _, ok, err := s.Append(context.Background(), sample(0)); ok || err != nil || read(t, file) != got {
				t.Errorf("again: %v, %v", ok, err)
			}
		})
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
	must.Be(t, err == nil && len(out) == 8, "%v %v", out, err)
	for i, o := range out {
		want := i < 6
		must.Hold(t, o.Appended == want && o.Date == DateOf(in[i].At, nil), "entry %d: %+v", i, o)
	}
	one, root2 := newStore(t, time.UTC)
	for _, e := range in[:6] {
		mustAppend(t, one, e)
	}
	for _, day := range []string{"daily/2026-11-20.md", "daily/2026-11-21.md", "daily/2026-11-22.md"} {
		a, b := read(t, filepath.Join(root, day)), read(t, filepath.Join(root2, day))
		must.Hold(t, a == b, "%s in a batch:\n%s\none by one:\n%s", day, a, b)
	}
	if out, err := s.AppendAll(context.Background(), append(in[:1:1], Entry{})); err == nil || out != nil {
		t.Errorf("an entry that cannot be: %v, %v", out, err)
	}
}

func TestAppendByGoroutines(t *testing.T) { // for logs
	s, _ := newStore(t, afternoon.Location())
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			for i := range 8 {
				e := sample(n)
				e.To = fmt.Sprintf("%d-%d", n, i/2) // every entry twice
				_, _, err := s.Append(context.Background(), e)
				must.Hold(t, err == nil, "%v", err)
			}
		})
	}
	wg.Wait()
	var all int
	days, _ := must.Get2(s.Dates())(t)
	blocks := map[string]bool{}
	for _, d := range days {
		log, err := s.Read(d)
		must.Be(t, err == nil && log.Torn <= 0, "%v %v", log, err)
		for _, e := range log.Entries {
			all++
			for _, b := range e.Bullets {
				must.Hold(t, !blocks[d.String()+b.Block], "block id %s twice", b.Block)
				blocks[d.String()+b.Block] = true
			}
		}
	}
	must.Hold(t, all == 32*4 && len(blocks) == 3*all, "%d entries, %d bullets", all, len(blocks))
}

func TestAppendRefuses(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	for _, mark := range []string{"\xff\xfeD\x00", "\xfe\xff\x00D"} { // another encoding
		file := put(t, root, "daily/2026-11-27.md", mark)
		_, _, err := s.Append(context.Background(), sample(0))
		must.Hold(t, err != nil && strings.Contains(err.Error(), "UTF-16") && read(t, file) == mark, "UTF-16: %v", err)
		os.Remove(file)
	}
	os.MkdirAll(filepath.Join(root, "daily/2026-11-27.md"), 0o755) // a directory for a file
	_, _, err := s.Append(context.Background(), sample(0))
	must.Hold(t, err != nil && strings.Contains(err.Error(), "daily/2026-11-27.md"), "directory: %v", err)
	unlock := must.Get(s.Dir.Lock(context.Background(), lockName))(t)
	defer unlock()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer stop()
	_, _, err = s.Append(ctx, sample(0))
	must.Hold(t, errors.Is(err, fsutil.ErrLocked) && strings.Contains(err.Error(), "2026-11-27"), "locked: %v", err)
}

// The vault is read-only; nothing changes, and the error names the file.
func TestAppendToAReadOnlyVault(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	mustAppend(t, s, sample(0))
	file := filepath.Join(root, "daily/2026-11-27.md")
	before := read(t, file)
	os.Chmod(file, 0o444)
	_, _, err := s.Append(context.Background(), sample(1))
	must.Hold(t, errors.Is(err, fs.ErrPermission) && strings.Contains(err.Error(), "daily/2026-11-27.md") && read(t, file) == before, "%v", err)
	os.Chmod(file, 0o644)
	mustAppend(t, s, sample(1))
}

// In a person's note without the heading, the first entry brings it, so that it is no part of their
// last section; a crash anywhere leaves nothing behind, and the next entry brings none.
func TestAppendBringsItsHeading(t *testing.T) {
	date := mustDate(t, "2026-11-27")
	for _, old := range []string{
		"# Friday\n\n## Evening\n\nmilk\n", "milk", "## Evening\r\n\r\n- milk\r\n", "### Sessions\n\nmilk\n", "\ufeff## Evening\n\nmilk\n\n",
		"# Friday\n\n## Ses\n", "## Evening\n\n## Ses",
	} {
		one := appendTo(t, old, sample(0))
		n := strings.Count(strings.ReplaceAll(one, "\r", ""), "\n\n## Sessions\n\n### Session (")
		must.Hold(t, n == 1 || strings.HasPrefix(one, "## Sessions"), "%q: the heading is there %d times:\n%s", old, n, one)
		must.Text(t, appendTo(t, one, sample(1)), "%q: the second entry brings it too", old).Times(strings.Count(one, "## Sessions"), "## Sessions")
		log := Parse(date, nil, []byte(one))
		must.Hold(t, log.Torn == 0 && log.Entries[len(log.Entries)-1].ID == entry.EntryID("claude", "s-0", "to-0"), "%q: reads as %+v", old, log)
		for cut, end := len(old), len(strings.TrimRight(one, "\r\n")); cut < end; cut += 1 + (cut-len(old))/40 { // the heading byte by byte
			if got := appendTo(t, one[:cut], sample(0)); got != one {
				t.Fatalf("after a crash at %q, the same entry again:\n%q\nnot\n%q", one[len(old):cut], got, one)
			}
			got := appendTo(t, one[:cut], sample(1))
			if !strings.HasPrefix(got, old) || strings.Count(got, "## Sessions") != strings.Count(one, "## Sessions") {
				t.Fatalf("after a crash at %q, another entry:\n%q", one[len(old):cut], got)
			}
		}
	}
	for _, old := range []string{"# Friday\n\n## sessions\n\nmine\n\n## Evening\n\nmilk\n", appendTo(t, "", sample(2)) + "\n## Evening\n\nmilk\n"} {
		got := appendTo(t, old, sample(0))
		must.Hold(t, !strings.Contains(got[len(old):], "## Sessions"), "a second heading:\n%s", got)
	}
}
