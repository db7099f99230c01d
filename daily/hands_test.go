package daily

import (
	"context"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// A person took the closing marker away and wrote on below: none of their lines is cut off, and
// what is cut off of ours is put aside first.
func TestAnUnclosedEntryWithAPersonsLines(t *testing.T) {
	for _, mine := range []string{"**Facts:**\n- my own fact ^mine1\n", "- my own fact ^k123456\n", "- my own fact ^mine", "my prose\n", "- [ ] my task ^t1\n"} {
		s, root := newStore(t, time.UTC)
		_, _, err := s.Append(context.Background(), numbered(1))
		must.Do(t, err)
		name := filepath.Join(root, "daily", "2026-11-27.md")
		b := fsutiltest.Read(t, name)
		before := string(b[:strings.Index(string(b), entry.Closing)]) + mine
		fsutiltest.Write(t, name, before)
		_, _, err = s.Append(context.Background(), numbered(2))
		must.Do(t, err)
		after := fsutiltest.Read(t, name)
		must.Hold(t, strings.HasPrefix(string(after), before), "with %q below, the log began\n%s\nand is now\n%s", mine, before, after)
	}
}

func TestATornTailIsPutAside(t *testing.T) {
	s, root := newStore(t, time.UTC)
	if _, _, err := s.Append(context.Background(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root, "daily", "2026-11-27.md")
	b := fsutiltest.Read(t, name)
	i := strings.Index(string(b), "### ")
	end := strings.Index(string(b), entry.Closing)
	torn := string(b[i:end])
	fsutiltest.Write(t, name, b[:end])
	if _, _, err := s.Append(context.Background(), numbered(2)); err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(root, ".memoria", "torn", "2026-11-27-*.md"))
	must.Be(t, err == nil && len(kept) == 1, "torn tails put aside: %v, %v", kept, err)
	got, _ := os.ReadFile(kept[0])
	must.Hold(t, string(got) == torn, "put aside\n%s\nnot\n%s", got, torn)
}

// Only the closing marker was taken away, and the entry is known to have been whole: it stays.
func TestAnEntryKnownToBeWholeIsNotTorn(t *testing.T) {
	s, root := newStore(t, time.UTC)
	first := numbered(1)
	_, _, err := s.Append(context.Background(), first)
	must.Do(t, err)
	name := filepath.Join(root, "daily", "2026-11-27.md")
	b := fsutiltest.Read(t, name)
	before := strings.Replace(string(b), entry.Closer(entry.EntryID(first.Agent, first.Session, first.To))+"\n", "", 1)
	fsutiltest.Write(t, name, before)
	known := entry.EntryID(first.Agent, first.Session, first.To)
	s.Whole = func(id string) bool { return id == known }
	_, _, err = s.Append(context.Background(), numbered(2))
	must.Do(t, err)
	after := fsutiltest.Read(t, name)
	log := Parse(mustDate(t, "2026-11-27"), time.UTC, after)
	must.Hold(t, strings.HasPrefix(string(after), before) && len(log.Entries) == 2 && len(log.Mixed) == 1 && log.Mixed[0].ID == known, "the log is\n%s\nwith %d entries and without a closing marker %+v", after, len(log.Entries), log.Mixed)
}

// A log in UTF-16 is refused with its byte order mark as without, and no byte of it changes.
func TestUTF16IsRefused(t *testing.T) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff", ""} {
		s, root := newStore(t, time.UTC)
		name := filepath.Join(root, "daily", "2026-11-27.md")
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		text := mark + strings.Join(strings.Split("# Notes of mine\n", ""), "\x00")
		fsutiltest.Write(t, name, text)
		_, _, err := s.Append(context.Background(), numbered(1))
		must.Hold(t, err != nil && strings.Contains(err.Error(), "UTF-16"), "with mark %q: %v", mark, err)
		got, _ := os.ReadFile(name)
		must.Hold(t, string(got) == text, "with mark %q the log became %q", mark, got)
	}
}
