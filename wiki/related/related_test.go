package related

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func article(title, more, body string) []byte {
	return []byte("---\ntitle: " + title + "\ntype: concept\n" + more + "---\n\n# " + title + "\n\n" + body + "\n")
}

func small() map[string][]byte {
	return map[string][]byte{
		"daily/2026-11-20.md": []byte("# Daily Log: 2026-11-20\n"),
		"daily/2026-11-27.md": []byte("# Daily Log: 2026-11-27\n"),
		"wiki/index.md":       []byte("# Index\n\n- [[sidecar-locks|Sidecar locks]]\n"),
		"wiki/concepts/sidecar-locks.md": article("Sidecar locks", "aliases: [lock file beside the data]\nsources: [\"[[2026-11-27]]\"]\n",
			"They work. Read [[atomic-write|Atomic write]].\n\n## Key Points\n\n- It stays ([[2026-11-27#^k1a2b3c|2026-11-27]])\n"),
		"wiki/concepts/atomic-write.md": article("Atomic write", "", "First a sentence. A rename drops the lock, see [[sidecar-locks|Sidecar locks]]. Last."),
		"wiki/concepts/queue.md": article("Queue", "sources: [\"[[2026-11-27]]\"]\n",
			"`sidecar locks` in code, [sidecar locks](https://sidecar.example/locks) and https://x.example/sidecar-locks.\n\n## Sidecar locks here\n\n"+
				"```\nsidecar locks\n```\n\nSome text. The queue uses SIDECAR LOCKS for its jobs. More."),
		"wiki/concepts/none.md":                []byte("---\ntitle: sidecar locks note\ntype: concept\n---\n\nA sidecar locksmith, and unsidecar locks.\n"),
		"wiki/connections/locks-and-queue.md":  []byte("---\ntitle: Locks and queue\ntype: connection\nconnects: [\"[[sidecar-locks]]\", \"[[queue]]\"]\n---\n\n# Locks and queue\n\nBoth.\n"),
		"notes/mine.md":                        []byte("I like the lock file beside the data.\n"),
		"wiki/concepts/unlinked-and-broken.md": article("Broken", "project: tide\n", "[[nowhere]] and [[nowhere|again]] and ![[picture.png]]"),
		"picture.png":                          nil,
	}
}

func TestAround(t *testing.T) {
	f := &Finder{Wiki: wiki.New("wiki", small())}
	p := must.Get(f.Wiki.Resolve("lock file beside the data"))(t)
	a := f.Around(p, 0)
	var got []string
	for _, n := range a.Neighbours {
		got = append(got, n.Title+": "+strings.Join(n.Ways, ", ")+" "+strings.Join(n.Days, " "))
	}
	want := []string{
		"Atomic write: links to, linked from ",
		"Locks and queue: linked from, connection ",
		"Queue: connected with, shares its source 2026-11-27",
	}
	must.Hold(t, slices.Equal(got, want), "neighbours %q, want %q", got, want)
	got = nil
	for _, m := range a.Backlinks {
		got = append(got, fmt.Sprintf("%s:%d %s", m.Path, m.Line, m.Text))
	}
	want = []string{
		"wiki/concepts/atomic-write.md:8 First a sentence. A rename drops the lock, see Sidecar locks. Last.",
		"wiki/connections/locks-and-queue.md:4 ",
	}
	must.Hold(t, slices.Equal(got, want), "backlinks %q, want %q", got, want)
	got = nil
	for _, m := range a.Mentions {
		got = append(got, fmt.Sprintf("%s:%d %s (%s)", m.Path, m.Line, m.Text, m.Name))
	}
	want = []string{
		"wiki/concepts/queue.md:17 Some text. The queue uses SIDECAR LOCKS for its jobs. More. (sidecar locks)",
		"notes/mine.md:1 I like the lock file beside the data. (lock file beside the data)",
	}
	must.Hold(t, slices.Equal(got, want), "mentions %q, want %q", got, want)
	b := f.Around(p, 1)
	must.Hold(t, len(b.Neighbours) == 1 && b.More == (More{2, 1, 1}), "with a limit of 1: %d neighbours, more %+v", len(b.Neighbours), b.More)
}

// Names in scripts without spaces stand within what looks like one word.
func TestMentionInJapanese(t *testing.T) {
	f := &Finder{Wiki: wiki.New("wiki", map[string][]byte{
		"wiki/concepts/ロック.md": article("ロック", "", "x"),
		"wiki/concepts/a.md":   article("A", "", "名前変更はロックを外す。"),
	})}
	a := f.Around(f.Wiki.Page("wiki/concepts/ロック.md"), 0)
	must.Hold(t, len(a.Mentions) == 1, "mentions %+v", a.Mentions)
}

func entryAt(at time.Time, session, project, block, text string) daily.Entry {
	return daily.Entry{ID: entry.EntryID("claude", session, block), Agent: "claude", Session: session, Project: project, At: at, From: "a", To: block, By: "extractive",
		Summary: daily.Summary{Title: "About " + text, Bullets: []daily.Bullet{{Kind: daily.Decision, Text: text, Block: block}}}}
}

func logOf(t *testing.T, e daily.Entry) *daily.Log {
	t.Helper()
	text := must.Get(e.Format())(t)
	day := daily.DateOf(e.At, time.UTC)
	return daily.Parse(day, time.UTC, []byte("# Daily Log: "+day.String()+"\n\n## Sessions\n\n"+text))
}

func TestRecent(t *testing.T) {
	files := small()
	files["wiki/concepts/sidecar-locks.md"] = article("Sidecar locks", "created: 2026-11-20\nupdated: 2026-11-27\n",
		"## Key Points\n\n- Old ([[2026-11-20#^k000001|2026-11-20]])\n- Lock a sidecar ([[2026-11-27#^k000002|2026-11-27]])\n\n"+
			"## History\n\n- Until 2026-11-27: Lock the log ([[2026-11-20#^k000001|2026-11-20]]); then: Lock a sidecar ([[2026-11-27#^k000002|2026-11-27]])\n")
	f := &Finder{Wiki: wiki.New("wiki", files)}
	logs := []*daily.Log{
		logOf(t, entryAt(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), "s1", "tide", "k000001", "lock the log")),
		logOf(t, entryAt(time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC), "s2", "tide", "k000002", "lock a sidecar")),
	}
	n := f.Recent(logs, Asked{Since: time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC)})
	must.Hold(t, len(n.Entries) == 1 && n.Entries[0].Session == "s2" && n.Entries[0].Bullets[0].Cite == "2026-11-27#^k000002", "entries %+v", n.Entries)
	must.Be(t, len(n.Articles) == 1, "articles %+v", n.Articles)
	a := n.Articles[0]
	must.Hold(t, slices.Equal(a.Verbs, []string{Updated, Superseded}) && slices.Equal(a.Sessions, []string{"s2"}) && len(a.Lines) == 1 && a.Lines[0].Text == "Lock a sidecar", "touched %+v", a)
	if n = f.Recent(logs, Asked{Since: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Project: "other"}); len(n.Entries)+len(n.Articles) != 0 {
		t.Errorf("of another project: %+v", n)
	}
	if n = f.Recent(logs, Asked{Since: time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC), Limit: 1}); len(n.Entries) != 0 {
		t.Errorf("an entry before the hour: %+v", n.Entries)
	}
}

// An article that a compile brought up to date without a new line was not changed by hand.
func TestRecentByHand(t *testing.T) {
	const dates = "created: 2026-11-20\nupdated: 2026-11-27\n"
	old := "## Key Points\n\n- Old ([[2026-11-20#^k000001|2026-11-20]])\n"
	f := &Finder{Wiki: wiki.New("wiki", map[string][]byte{
		"wiki/concepts/compiled.md": article("Compiled", dates+"sources: [\"[[2026-11-20]]\", \"[[2026-11-27]]\"]\n", old),
		"wiki/concepts/edited.md":   article("Edited", dates+"sources: [\"[[2026-11-20]]\"]\n", old),
	})}
	logs := []*daily.Log{logOf(t, entryAt(time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC), "s2", "tide", "k000002", "lock a sidecar"))}
	for _, a := range f.Recent(logs, Asked{Since: time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC)}).Articles {
		want := a.Title == "Edited"
		must.Hold(t, a.ByHand == want, "%s was changed by hand: %v", a.Title, a.ByHand)
	}
}

// A project is one however the folders of its checkouts are called.
func TestSpellings(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 9, 0, 0, 0, time.UTC) }
	logs := []*daily.Log{
		logOf(t, entryAt(day(20), "s1", "tidelog", "k000001", "one")), logOf(t, entryAt(day(21), "s2", "tide-log", "k000002", "two")),
		logOf(t, entryAt(day(22), "s3", "tide-log", "k000003", "three")), logOf(t, entryAt(day(23), "s4", "other", "k000004", "four")),
	}
	got := Spellings(logs)
	must.Hold(t, len(got) == 2 && got["tidelog"] == "tide-log" && got["other"] == "other", "spelled %v", got)
	got = projectsOf(logs)
	must.Hold(t, got["2026-11-20"] == "tide-log" && got["2026-11-20#^k000001"] == "tide-log", "of pages %v", got)
	f := &Finder{Wiki: wiki.New("wiki", nil)}
	n := f.Recent(logs, Asked{Since: day(1), Project: "TideLog"})
	must.Hold(t, len(n.Entries) == 3, "recent of it: %+v", n.Entries)
}

func TestGraph(t *testing.T) {
	f := &Finder{Wiki: wiki.New("wiki", small())}
	g := f.Graph([]*daily.Log{logOf(t, entryAt(time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC), "s2", "tide", "k1a2b3c", "it stays"))})
	var got []string
	for _, e := range g.Edges {
		got = append(got, fmt.Sprintf("%s %s %s %d", strings.TrimPrefix(e.From, "wiki/"), e.Kind, strings.TrimPrefix(e.To, "wiki/"), e.Count))
	}
	want := []string{
		"concepts/atomic-write.md link concepts/sidecar-locks.md 1",
		"concepts/queue.md source daily/2026-11-27.md 1",
		"concepts/sidecar-locks.md source daily/2026-11-27.md 2",
		"concepts/sidecar-locks.md link concepts/atomic-write.md 1",
		"concepts/unlinked-and-broken.md embed picture.png 1",
		"connections/locks-and-queue.md connection concepts/queue.md 1",
		"connections/locks-and-queue.md connection concepts/sidecar-locks.md 1",
	}
	must.Hold(t, slices.Equal(got, want), "edges\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	must.Hold(t, len(g.Broken) == 1 && g.Broken[0].Target == "nowhere" && g.Broken[0].Count == 2, "broken %+v", g.Broken)
	ends := map[string]bool{}
	for _, n := range g.Nodes {
		ends[n.ID] = true
		must.Hold(t, n.Path != "wiki/concepts/sidecar-locks.md" || !(n.Project != "tide" || n.Degree != 4), "node %+v", n)
	}
	for _, e := range g.Edges {
		must.Hold(t, ends[e.From] && ends[e.To], "edge %+v has no node at its end", e)
	}
	if b, err := json.Marshal(g); err != nil || strings.Contains(string(b), "null") {
		t.Errorf("JSON %s, %v", b, err)
	}
}
