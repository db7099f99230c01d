package daily

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/daily/markdown/markdowntest"
	"pgregory.net/rapid"
)

func anyEntry() *rapid.Generator[Entry] {
	return rapid.Custom(func(t *rapid.T) Entry {
		value := rapid.OneOf(rapid.StringMatching(`[a-z0-9/-]{0,12}`), anyText(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		e := Entry{
			Agent: value.Draw(t, "agent"), Session: value.Draw(t, "session"), Project: value.Draw(t, "project"), Branch: value.Draw(t, "branch"),
			From: value.Draw(t, "from"), To: value.Draw(t, "to"), By: value.Draw(t, "by"),
			At:      time.Unix(rapid.Int64Range(1, 4e9).Draw(t, "at"), 5e8),
			Summary: Summary{Title: anyText().Draw(t, "title"), Context: anyText().Draw(t, "context")},
		}
		if rapid.Bool().Draw(t, "earlier") {
			e.Started = e.At.Add(-time.Duration(rapid.IntRange(0, 3000).Draw(t, "minutes")) * time.Minute)
		}
		for range rapid.IntRange(0, 6).Draw(t, "bullets") {
			e.Bullets = append(e.Bullets, Bullet{
				Kind: Kind(rapid.IntRange(1, 6).Draw(t, "kind")), Text: anyText().Draw(t, "text"), Done: rapid.Bool().Draw(t, "done"),
				Block:   rapid.SampledFrom([]string{"", "", "", "mine-1", "no id!", "k000000"}).Draw(t, "block"),
				Settles: rapid.SampledFrom([]string{"", "", "2026-01-02^k1", "2026-01-02^k1,2026-01-03~abc"}).Draw(t, "settles"),
			})
		}
		return e
	})
}

var zones = []string{"UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "America/Chicago"}

func sameEntry(a, b Entry) bool {
	same := a.At.Equal(b.At) && a.Started.Equal(b.Started) && slices.Equal(a.Bullets, b.Bullets) && a.At.Format(time.RFC3339) == b.At.Format(time.RFC3339)
	a.At, b.At, a.Started, b.Started, a.Bullets, b.Bullets = time.Time{}, time.Time{}, time.Time{}, time.Time{}, nil, nil
	return same && a.ID == b.ID && a.Agent == b.Agent && a.Session == b.Session && a.Project == b.Project && a.Branch == b.Branch &&
		a.From == b.From && a.To == b.To && a.By == b.By && a.Title == b.Title && a.Context == b.Context
}

// Whatever an entry holds, the log gives it back, and nothing else: no second entry, no prose.
func TestParseGivesBackWhatWasFormatted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		want := must.Get(anyEntry().Draw(t, "entry").Clean(z))(t)
		entry.Blocks{}.Assign(&want)
		again, err := want.Clean(z)
		must.Be(t, err == nil && sameEntry(again, want), "not clean yet:\n%+v\n%+v", want, again)
		date := DateOf(want.At, z)
		for _, eol := range []string{"\n", "\r\n"} {
			src := strings.ReplaceAll(entry.Header(date, Machine{})+"\n"+entry.Text(want), "\n", eol)
			log := Parse(date, z, []byte(src))
			must.Be(t, len(log.Entries) == 1 && log.Torn == 0, "%d entries, %d torn in\n%s", len(log.Entries), log.Torn, src)
			got := log.Entries[0]
			must.Be(t, sameEntry(got.Entry, want) && !got.Hand, "\n%+v\n%+v\nin\n%s", want, got.Entry, src)
			must.Be(t, strings.HasPrefix(src[got.Start:], "### Session (") && strings.HasSuffix(src[:got.End], entry.Closer(want.ID)), "stands at %q", src[got.Start:got.End])
		}
	})
}

func TestMarkerValues(t *testing.T) {
	for _, c := range []struct{ value, written string }{
		{"memoria", "memoria"},
		{"feature/x=1", "feature/x=1"},
		{"a b>c%d", "a%20b%3Ec%25d"},
		{"a--b---c-d", "a-%2Db-%2D%2Dc-d"},
		{"x\ny\t\u00a0\u2028z", "x%0Ay%09%C2%A0%E2%80%A8z"},
		{"\xff\xc3", "%FF%C3"},
		{"", ""},
		{"Größe/日本", "Größe/日本"},
	} {
		got := markdown.EncodeValue(c.value)
		must.Hold(t, got == c.written && markdown.DecodeValue(got) == c.value, "%q is written %q and read %q", c.value, got, markdown.DecodeValue(got))
	}
	for _, s := range []string{"%", "%2", "%zz", "100%", "%%20"} { // not ours, but not to be lost
		got := markdown.DecodeValue(s)
		must.Hold(t, s == "%%20" || got == s, "%q is read %q", s, got)
	}
}

func TestEntryID(t *testing.T) {
	got := entry.EntryID("claude", "s", "u")
	must.Hold(t, len(got) == 12 && strings.Trim(got, "0123456789abcdef") == "" && got == entry.EntryID("claude", "s", "u"), "id %q", got)
	seen := map[string]bool{}
	for _, f := range [][3]string{{"a", "b", "c"}, {"ab", "", "c"}, {"a", "bc", ""}, {"", "a", "bc"}, {"a", "b:c", ""}, {"a:b", "c", ""}} {
		id := entry.EntryID(f[0], f[1], f[2])
		must.Hold(t, !seen[id], "%q has the id of another", f)
		seen[id] = true
	}
}

func TestBlockIDs(t *testing.T) {
	made := func() Entry {
		return Entry{ID: "0123456789ab", Summary: Summary{Bullets: []Bullet{
			{Kind: Fact, Text: "one"}, {Kind: Fact, Text: "two"}, {Kind: Action, Text: "one"}, {Kind: Action, Text: "one"}, {Kind: Fact, Text: "kept", Block: "mine"},
		}}}
	}
	a, b := made(), made()
	entry.Blocks{}.Assign(&a)
	entry.Blocks{}.Assign(&b)
	must.Hold(t, slices.Equal(a.Bullets, b.Bullets), "not the same twice: %v, %v", a.Bullets, b.Bullets)
	seen := map[string]bool{}
	for _, x := range a.Bullets {
		must.Hold(t, !seen[x.Block] && markdown.IsBlockID(x.Block), "id %q of %q", x.Block, x.Text)
		seen[x.Block] = true
	}
	must.Hold(t, a.Bullets[4].Block == "mine" && len(a.Bullets[0].Block) == entry.BlockLen, "%v", a.Bullets)
	c := made()
	file := "- x ^" + strings.ToUpper(a.Bullets[0].Block) + "\n- [[2026-11-27#^mine]]\n- y ^kffffff\n^"
	taken := entry.Blocks{}
	taken.Collect([]byte(file))
	taken.Assign(&c)
	must.Hold(t, strings.HasPrefix(c.Bullets[0].Block, a.Bullets[0].Block) && len(c.Bullets[0].Block) == 1+entry.BlockLen, "%q beside a taken %q", c.Bullets[0].Block, a.Bullets[0].Block)
	must.Hold(t, c.Bullets[4].Block != "mine", "an id twice in one file")
}

func TestCleanRefuses(t *testing.T) {
	at := time.Date(2026, 11, 27, 14, 32, 5, 0, time.UTC)
	for _, e := range []Entry{
		{},
		{At: at, Summary: Summary{Bullets: []Bullet{{Text: "of no kind"}}}},
		{At: at, Summary: Summary{Bullets: []Bullet{{Kind: 99, Text: "of no kind"}}}},
		{At: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		must.Hold(t, must.Err(e.Clean(time.UTC)) != nil, "%+v was taken", e)
		must.Hold(t, must.Err(e.Format()) != nil, "%+v was formatted", e)
	}
}

// anyText draws a text that is hard to write, or any other.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom(markdowntest.Pieces()), 0, 12), func(p []string) string { return strings.Join(p, "") }),
		rapid.String(),
	)
}
