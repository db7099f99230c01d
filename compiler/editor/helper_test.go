package editor

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
	"github.com/agent-admin/memoria/wiki/draft"
)

// ref returns the reference of the line of a question that contains some words.
func ref(q ask.Question, words string) string {
	for _, l := range strings.Split(q.Prompt+"\n"+q.Prefix, "\n") {
		if head, text, ok := strings.Cut(l, ":"); ok && strings.Contains(text, words) {
			if head, _, _ = strings.Cut(head, " "); len(head) > 1 && (head[0] == 'b' || head[0] == 'p') && head[1] <= '9' {
				return head
			}
		}
	}
	return "none"
}

// says answers with an envelope; {words} stands for the reference of the line that contains the words. A repair gets
// an empty answer.
func says(lines ...string) *asktest.Model {
	return &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
		if n > 1 && strings.Contains(q.Prompt, " left out\n") {
			return form.Nothing, nil
		}
		return envelope(q, lines...), nil
	}}
}

func envelope(q ask.Question, lines ...string) string {
	text := asktest.Envelope(lines...)
	for {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			return text
		}
		n := strings.IndexByte(text[i:], '}')
		text = text[:i] + ref(q, text[i+1:i+n]) + text[i+n+1:]
	}
}

// entry returns an entry of a day, its lines "decision: …".
func entry(n int, day string, lines ...string) daily.Dated {
	d, err := daily.ParseDate(day)
	if err != nil {
		panic(err)
	}
	e := daily.Dated{Date: d}
	e.ID, e.Session, e.Project, e.Title = fmt.Sprintf("%012x", n+1), fmt.Sprint("s-", n), "tide", fmt.Sprintf("Work %d", n)
	e.Heading = e.Title
	e.At = time.Date(2026, 3, 1, 10, n, 0, 0, time.UTC)
	for i, l := range lines {
		kind, text, _ := strings.Cut(l, ": ")
		k := map[string]daily.Kind{"decision": daily.Decision, "lesson": daily.Lesson, "preference": daily.Preference, "fact": daily.Fact}[kind]
		e.Bullets = append(e.Bullets, daily.Bullet{Kind: k, Text: text, Block: fmt.Sprintf("k%d%c", n, 'a'+i)})
	}
	return e
}

// tide is a small log with enough lines about the WAL for an article.
func tide() []daily.Dated {
	return []daily.Dated{
		entry(1, "2026-03-01", "decision: Keep SQLite in WAL mode, because readers block writers otherwise",
			"lesson: The WAL file grew to 900 MB, because a reader held its snapshot open",
			"fact: SQLite checkpoints the WAL after 1000 pages",
			"decision: The interval of SQLite backups is an hour"),
		entry(2, "2026-03-02", "decision: The interval of SQLite backups is 30 minutes, because an hour lost too much",
			"preference: Never push to main without a review",
			"lesson: Copying the SQLite file without the WAL loses the last commits, see `backup.sh`"),
	}
}

func vaultDir(t testing.TB) *fsutil.Dir {
	return fsutiltest.Open(t, t.TempDir())
}

type vault struct {
	*Author
	t     *testing.T
	notes []Note
}

// memo is the base with its answers cached.
type memo struct{ said map[string][]draft.Draft }

func (memo) Name() string { return subject.Author{}.Name() }

func (m memo) Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	key := fmt.Sprint(entries, known)
	if d, ok := m.said[key]; ok {
		return slices.Clone(d), nil
	}
	d, err := subject.Author{}.Articles(ctx, entries, known)
	m.said[key] = slices.Clone(d)
	return d, err
}

var said = memo{map[string][]draft.Draft{}}

func newVault(t *testing.T, m ask.Model) *vault {
	v := &vault{t: t, Author: &Author{Base: said, Asker: ask.Asker{Replies: &ask.Replies{Dir: vaultDir(t)}, Model: m}}}
	v.Tell = func(n Note) { v.notes = append(v.notes, n) }
	return v
}

func all(*daily.Dated) bool { return true }

// revise asks about everything that is not covered and renders the result.
func (v *vault) revise(entries []daily.Dated, known ...wiki.Known) string {
	v.t.Helper()
	drafts := must.Get(v.Revise(context.Background(), entries, known, all))(v.t)
	return render(drafts)
}

// replay renders what was kept.
func (v *vault) replay(entries []daily.Dated, known ...wiki.Known) string {
	v.t.Helper()
	a := &Author{Base: v.Base, Asker: ask.Asker{Replies: v.Replies}}
	drafts := must.Get(a.Articles(context.Background(), entries, known))(v.t)
	return render(drafts)
}

func render(drafts []draft.Draft) string {
	var b strings.Builder
	for _, d := range drafts {
		fmt.Fprintf(&b, "=> %s\n%s\n", d.Name(), d.Render())
	}
	return b.String()
}

func plain(t *testing.T, entries []daily.Dated) string {
	t.Helper()
	drafts := must.Get(said.Articles(context.Background(), entries, nil))(t)
	return render(drafts)
}

func (v *vault) files() (names []string) {
	list, _ := os.ReadDir(v.Replies.Dir.Path() + "/" + layout.Replies)
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
