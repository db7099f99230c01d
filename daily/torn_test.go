package daily

import (
	"bytes"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// appendTo is what Append makes of a file.
func appendTo(t must.T, file string, e Entry) string {
	e, err := e.Clean(afternoon.Location())
	must.Do(t, err)
	keep, text := compose([]byte(file), entry.Header(DateOf(e.At, nil), Machine{}), []Entry{e}, nil)
	return file[:keep] + string(text)
}

func holds(file []byte, id string) bool { return heldIn(file, []Entry{{ID: id}})[id] }

// A crash leaves any first part of an entry; the next append, of the same entry or of another,
// finds a clean end. What a person wrote stays.
func TestAppendAfterACrash(t *testing.T) {
	date := mustDate(t, "2026-11-27")
	step := 3 // of the places to cut, from another one in each file; MEMORIA_LONG=1 takes all
	if os.Getenv("MEMORIA_LONG") != "" {
		step = 1
	}
	for n, old := range []string{"", entry.Header(date, Machine{}), "My notes\n\nwithout a line break", "a\r\nb\r\n", "\ufeff# N\n"} {
		before := appendTo(t, old, sample(0))
		whole := appendTo(t, before, sample(1))
		sep := len(before) + strings.IndexByte(whole[len(before):], '#')
		head := sep + strings.IndexByte(whole[sep:], '\n')
		for cut := len(before) + n%step; cut < len(strings.TrimRight(whole, "\r\n")); cut += step {
			part := whole[len(before):cut]
			for _, zeros := range []string{"", "\x00\x00\x00"} {
				log := Parse(date, nil, []byte(whole[:cut]+zeros))
				last := log.Entries[len(log.Entries)-1]
				must.Be(t, last.ID == entry.EntryID("claude", "s-0", "to-0"), "cut at %q reads as %+v", part, last)
				if got := appendTo(t, whole[:cut]+zeros, sample(1)); got != whole {
					t.Fatalf("after a crash at %q, the same entry again:\n%q\nnot\n%q", part, got, whole)
				}
				got := appendTo(t, whole[:cut]+zeros, sample(2))
				must.Be(t, strings.HasPrefix(got, before), "a crash at %q took what was there:\n%s", part, got)
				// A heading that may be a person's stays, and says nothing.
				n := strings.Count(got, "### Session (14:33)")
				must.Be(t, n == 0 || cut > sep && cut < head+4 && !entry.TornHeading(whole[sep:cut]), "a crash at %q left its part:\n%s", part, got)
				if log := Parse(date, nil, []byte(got)); log.Torn != 0 || log.Entries[len(log.Entries)-2].ID != entry.EntryID("claude", "s-0", "to-0") {
					t.Fatalf("a crash at %q left something:\n%s", part, got)
				}
			}
		}
	}
	s, root := newStore(t, afternoon.Location()) // and on a disk
	file := put(t, root, "daily/2026-11-27.md", "notes\n\n### Session (10:0")
	mustAppend(t, s, sample(0))
	got := read(t, file)
	must.Hold(t, got == appendTo(t, "notes\n\n", sample(0)), "wrote\n%s", got)
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
		must.Hold(t, strings.HasPrefix(got, old), "%q was cut:\n%s", prose, got)
		log, err := s.Read(mustDate(t, "2026-11-27"))
		must.Hold(t, err == nil && log.Torn == 1 && log.Entries[len(log.Entries)-1].ID == entry.EntryID("claude", "s-0", "to-0"), "%q: reads as %+v, %v", prose, log, err)
		for _, e := range log.Entries {
			must.Hold(t, !e.Hand || strings.Contains(prose, e.Bullets[0].Text), "%q: half an entry came back as %+v", prose, e.Bullets)
		}
	}
}

// Whatever stands in a log, an append changes none of it but a torn tail of ours, and is read back.
func TestAppendToAnyLog(t *testing.T) {
	line := rapid.OneOf(anyText(), rapid.SampledFrom([]string{
		"", "# Daily Log: 2026-11-27", "## Sessions", "### Session (10:0", "### Session (10:05) - x", entry.Opening + "id=1 at=2026-11-27T10:00:00Z -->", entry.Opening, entry.Closing, entry.Closing + entry.Ending, entry.Closer("1"),
		"**Facts:**", "- fact ^k123456", "- fact", "```", "%%", "<!--", "> quote", "---", "    code", "\ufeff", "a\r",
	}))
	rapid.Check(t, func(t *rapid.T) {
		file := []byte(strings.Join(rapid.SliceOfN(line, 0, 10).Draw(t, "lines"), "\n"))
		e := must.Get(anyEntry().Draw(t, "entry").Clean(time.UTC))(t)
		date := DateOf(e.At, nil)
		keep, text := compose(file, entry.Header(date, Machine{}), []Entry{e}, nil)
		cut := string(file[keep:])
		must.Be(t, cut == "" || strings.Trim(cut, "\x00") == "" || strings.HasPrefix(cut, entry.Opening) || strings.HasPrefix(cut, entry.HeadingPrefix) || strings.HasPrefix("### "+entry.Heading(e)+"\n", cut), "cut off %q of %q", cut, file)
		got := append(bytes.Clone(file[:keep]), text...)
		if holds(file[:keep], e.ID) {
			return
		}
		must.Be(t, holds(got, e.ID), "not there:\n%s", got)
		log := Parse(date, time.UTC, got)
		last := log.Entries[len(log.Entries)-1]
		e.Bullets, last.Bullets = nil, nil
		must.Be(t, sameEntry(last.Entry, e) && last.End == len(bytes.TrimRight(got, "\r\n")), "reads\n%+v\nnot\n%+v\nin\n%s", last.Entry, e, got)
		again, more := compose(got, entry.Header(date, Machine{}), []Entry{sample(1)}, nil)
		must.Be(t, again == len(got) && len(more) != 0, "a whole entry is torn:\n%s", got)
	})
}

// An entry without its closing marker is named, at the end of a log and before a person's words.
func TestUnclosed(t *testing.T) {
	date := mustDate(t, "2026-11-27")
	first, second := entry.EntryID("claude", "s-0", "to-0"), entry.EntryID("claude", "s-1", "to-1")
	one := appendTo(t, "", sample(0))
	two := appendTo(t, one, sample(1))
	for name, c := range map[string]struct {
		file, id string
		line     int
	}{
		"last":   {strings.TrimSuffix(two, entry.Closer(second)+"\n"), second, strings.Count(one, "\n") + 3},
		"alone":  {strings.TrimSuffix(one, entry.Closer(first)+"\n"), first, 6},
		"amidst": {strings.Replace(two, entry.Closer(first)+"\n", "A person's words.\n", 1), first, 6},
	} {
		log := Parse(date, nil, []byte(c.file))
		must.Hold(t, log.Torn == 1 && len(log.Unclosed) == 1 && log.Unclosed[0].ID == c.id && log.Unclosed[0].Line == c.line && log.Unclosed[0].Title != "", "%s: %+v in\n%s", name, log.Unclosed, c.file)
	}
}

// Two entries that were merged as text are both read, whichever closing markers are left, and named.
func TestMixed(t *testing.T) {
	date := mustDate(t, "2026-11-27")
	first, second := entry.EntryID("claude", "s-0", "to-0"), entry.EntryID("claude", "s-1", "to-1")
	two := appendTo(t, appendTo(t, "", sample(0)), sample(1))
	bare := strings.NewReplacer(entry.Closer(first), entry.Closing+entry.Ending, entry.Closer(second), entry.Closing+entry.Ending)
	for name, c := range map[string]struct {
		file  string
		mixed int
	}{
		"whole":         {two, 0},
		"without ids":   {bare.Replace(two), 0},
		"one is common": {strings.Replace(bare.Replace(two), entry.Closing+entry.Ending+"\n", "", 1), 1},
		"both common":   {strings.Replace(two, entry.Closer(first)+"\n", "", 1) + entry.Closer(first) + "\n", 1},
		"foreign":       {strings.Replace(two, entry.Closer(first), entry.Closer(second)+"\n"+entry.Closer(first), 1), 1},
	} {
		log := Parse(date, nil, []byte(c.file))
		must.Hold(t, log.Torn == 0 && len(log.Mixed) == c.mixed && len(log.Entries) == 2 && log.Entries[0].ID == first && log.Entries[1].ID == second, "%s: %+v in\n%s", name, log, c.file)
		for _, e := range log.Entries {
			must.Hold(t, len(e.Bullets) == len(sample(0).Bullets) && e.Context != "", "%s: %+v", name, e)
		}
		must.Hold(t, holds([]byte(c.file), first) && holds([]byte(c.file), second), "%s: an entry is not known to be there", name)
	}
}
