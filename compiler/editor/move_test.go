package editor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
	"github.com/agent-admin/memoria/wiki/draft"
)

// walled is the base, with an article in addition of what is about the WAL alone.
type walled struct{}

func (walled) Name() string { return "walled" }

func (walled) Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	known = slices.DeleteFunc(slices.Clone(known), func(k wiki.Known) bool { return k.Title == "WAL" })
	drafts, err := said.Articles(ctx, entries, known)
	k := "2026-03-01#^k1b"
	return append(drafts, draft.Draft{Title: "WAL", Type: wiki.Concept, Lead: "The WAL of SQLite.", Description: "The WAL", Tags: []string{"tide"},
		Points: []wiki.Point{{Text: "The WAL file grew to 900 MB, because a reader held its snapshot open", Cites: []wiki.Cite{pages.At(k)}}}}), err
}

// What an answer says of points and of articles as wholes is carried out as far as nothing cited is lost, and gives the
// same again once the pages are there. "-" before a text says that it is not there.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
		notes int
	}{
		{"settled", []string{"article: SQLite", "settled p{an hour} by {30 minutes}"},
			[]string{"## History\n\n- Until 2026-03-02: The interval of SQLite backups is an hour"}, 0},
		{"settled by nothing", []string{"article: SQLite", "settled p{an hour} by b99"}, []string{"-## History"}, 2},
		{"leans", []string{"article: SQLite", "point [{1000 pages} ~{900 MB}]: SQLite checkpoints the WAL after 1000 pages; the WAL file grew to 900 MB"},
			[]string{"- SQLite checkpoints the WAL after 1000 pages; the WAL file grew to 900 MB ([[2026-03-01#^k1c|2026-03-01]])\n", "- The WAL file grew to 900 MB, because"}, 0},
		{"drops what stands elsewhere", []string{"article: SQLite", "drop p{1000 pages}"}, []string{"-see `backup.sh` ([[2026-03-02#^k2c|2026-03-02]])\n- SQLite checkpoints", "\n- SQLite checkpoints the WAL"}, 0},
		{"drops what the answer puts elsewhere", []string{"article: SQLite", "drop p{Copying}", "article: Checkpoints", "lead [{1000 pages}]: SQLite checkpoints the WAL after 1000 pages",
			"point [{Copying}]: Copying the SQLite file without the WAL loses commits, see `backup.sh`", "point [{1000 pages}]: SQLite checkpoints the WAL after 1000 pages"},
			[]string{"=> checkpoints", "- Copying the SQLite file without the WAL loses commits, see `backup.sh` ([[2026-03-02#^k2c|2026-03-02]])"}, 0},
		{"drops a point by its new line", []string{"article: SQLite", "drop {1000 pages}"}, []string{"-see `backup.sh` ([[2026-03-02#^k2c|2026-03-02]])\n- SQLite checkpoints", "\n- SQLite checkpoints the WAL"}, 0},
		{"ends a point by its new line", []string{"article: SQLite", "settled {an hour} by {30 minutes}"},
			[]string{"## History\n\n- Until 2026-03-02: The interval of SQLite backups is an hour"}, 0},
		{"drops all that an article opens with", []string{"article: SQLite", "point [{Never push}]: Never push to main without a review", "article: tide", "drop {Never push}", "drop {30 minutes}", "drop {Keep SQLite}", "drop {900 MB}"},
			[]string{"on tide, 2026-03-01 to 2026-03-02.\n\n## Key Points\n\n- The interval of SQLite backups is an hour ([[2026-03-01#^k1d|2026-03-01]])\n\n## Details\n\n### Facts"}, 0},
		{"drops what stands nowhere else", []string{"article: SQLite", "drop p{Copying}"}, []string{"=> sqlite\n", "- Copying"}, 1},
		{"renames", []string{"article: SQLite", "rename: SQLite backups"}, []string{"=> sqlite-backups\n---\ntitle: SQLite backups\naliases: [SQLite file, SQLite]\n"}, 0},
		{"renames to what nobody speaks of", []string{"article: SQLite", "rename: Postgres cluster"}, []string{"title: SQLite\n"}, 2},
		{"renames a project", []string{"article: tide", "rename: SQLite"}, []string{"title: tide\n"}, 2},
		{"renames to a folder", []string{"article: SQLite", "rename: src"}, []string{"title: SQLite\n"}, 2},
		{"parts", []string{"article: SQLite", "point [p{Copying}]: Copying the SQLite file without the WAL loses commits", "instead p{Copying} [{30 minutes}]: SQLite backups: the interval is 30 minutes"},
			[]string{"- Copying the SQLite file without the WAL loses commits"}, 0},
		{"merges", []string{"article: SQLite", "merge: WAL"}, []string{"=> wal\n---\ntitle: WAL\naliases: [SQLite", "-=> sqlite\n", "- Keep SQLite in WAL mode", "- The WAL file grew to 900 MB"}, 0},
		{"merges with what is not there", []string{"article: SQLite", "merge: Postgres"}, []string{"=> sqlite\n"}, 2},
		{"removes", []string{"article: WAL", "remove"}, []string{"-=> wal\n", "title: tide\naliases: [WAL]"}, 0},
		{"removes what stands nowhere else", []string{"article: SQLite", "remove"}, []string{"=> sqlite\n"}, 1},
		{"corrects everywhere", []string{"article: SQLite", "instead p{an hour} [{30 minutes}]: The interval of SQLite backups is 30 minutes, because an hour lost too much"},
			[]string{"-an hour ([[2026-03-01#^k1d|2026-03-01]])\n"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
				lines := append([]string{}, c.lines...)
				for i, l := range lines {
					if a := strings.Index(l, "p{"); a >= 0 {
						b := strings.IndexByte(l[a:], '}') + a
						lines[i] = l[:a] + p(q, l[a+2:b]) + l[b+1:]
					}
				}
				if n > 1 {
					return "NOTHING_TO_CHANGE", nil
				}
				return envelope(q, lines...), nil
			}}
			v := newVault(t, m)
			v.Base = walled{}
			got := v.revise(tide())
			for _, w := range c.want {
				bare, not := strings.CutPrefix(w, "-")
				if not = not && !strings.HasPrefix(w, "- "); !not {
					bare = w
				}
				must.Hold(t, strings.Contains(got, bare) != not, "%q in\n%s", w, got)
			}
			must.Hold(t, len(v.notes) == c.notes, "told %v", v.notes)
			drafts, _ := v.Articles(context.Background(), tide(), nil)
			var known []wiki.Known
			for _, d := range drafts {
				known = append(known, wiki.Known{Slug: d.Name(), Title: d.Title, Aliases: d.Aliases, Type: d.Type})
			}
			again := v.replay(tide(), known...)
			must.Hold(t, again == got, "once more:\n%s", difference(got, again))
		})
	}
}

// A lead rests on nothing that the article takes back later, an address may be told where its line has it, and what code
// is not sure of is asked about once more.
func TestLeads(t *testing.T) {
	entries := func() []daily.Dated {
		return append(tide(), entry(3, "2026-03-03", "decision: SQLite backups go to the staging machine", "fact: SQLite is there"),
			entry(4, "2026-03-04", "decision: SQLite backups no longer go to the staging machine, they go to https://store.example.com/tide"))
	}
	for _, c := range []struct {
		line, verdict string
		want          bool
	}{
		{"lead [{Keep SQLite}]: SQLite is kept in WAL mode", "", true},
		{"lead [{go to the staging machine}]: SQLite backups go to the staging machine", "", false},
		{"point [{store.example}]: SQLite backups go to https://store.example.com/tide and no longer to the staging machine", "", true},
		{"point [{store.example}]: SQLite backups go to https://store.example.com/other and no longer to the staging machine", "", false},
		{"lead [{Keep SQLite} {1000 pages}]: Readers of SQLite block the writers of 1000 pages in WAL mode", "1: no", false},
		{"lead [{Keep SQLite} {1000 pages}]: Readers of SQLite block the writers of 1000 pages in WAL mode", "1: yes", true},
	} {
		m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
			switch {
			case q.Job == "verify":
				return asktest.Envelope(c.verdict), nil
			case n > 1:
				return "NOTHING_TO_CHANGE", nil
			}
			return envelope(q, "article: SQLite", c.line), nil
		}}
		v := newVault(t, m)
		v.Verify = c.verdict != ""
		got := v.revise(entries())
		_, words, _ := strings.Cut(c.line, "]: ")
		kind, _, _ := strings.Cut(c.line, " ")
		must.Hold(t, (len(v.notes) == 0) == c.want && (c.verdict == "" || c.want || strings.HasSuffix(v.notes[len(v.notes)-1].What, " "+kind)) && (!c.want || strings.Contains(got, words)), "%q: %v", c.line, v.notes)
	}
}

// A lead may say what the entry of its line is on, and a line that stands in no article becomes a point of the one whose lead
// tells it.
func TestLeadTakesItsLine(t *testing.T) {
	e := entry(3, "2026-03-03", "decision: Alerts by mail: \"Default off (MVP)\"; they could be on via a `--mail` flag in future")
	e.Context = "Alerts by mail were added to tide, a service that forecasts the water of a harbour."
	const lead = "tide is a service that forecasts the water of a harbour. Its alerts by mail are \"Default off (MVP)\"."
	m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
		if !strings.Contains(q.Prompt, "\non: "+e.Context+"\n") || !strings.Contains(q.Prompt, " in future (in no article)\n") {
			return "", fmt.Errorf("it does not say what the entry is on, or that its line stands nowhere: %s", q.Prompt)
		}
		return envelope(q, "article: tide", "lead [{Default off}]: "+lead), nil
	}}
	v := newVault(t, m)
	got := v.revise(append(tide(), e))
	must.Hold(t, len(v.notes) == 0, "left out: %v", v.notes)
	must.Hold(t, strings.Contains(got, lead), "no lead in\n%s", got)
	must.Hold(t, strings.Count(got, "- Alerts by mail: \"Default off (MVP)\"") == 1, "the line is no point of\n%s", got)
}

// A lead that the model denied is asked for once more, with the reason; what it denies again stays out, and so does
// anything else of that answer.
func TestDeniedLead(t *testing.T) {
	const lead = "lead [{Keep SQLite} {1000 pages}]: Readers of SQLite block the writers of 1000 pages in WAL mode"
	for _, c := range []struct {
		again, verdict string
		want           string
		calls          int
	}{
		{"lead [{Keep SQLite}]: SQLite is kept in WAL mode", "1: no", "SQLite is kept in WAL mode", 3}, // code is sure of it
		{"lead [{Keep SQLite} {1000 pages}]: Readers of SQLite block 1000 pages in WAL mode", "1: no", "", 4},
		{"point [{Keep SQLite}]: SQLite is kept in WAL mode", "1: no", "", 3},
		{"", "1: yes", "Readers of SQLite block the writers", 2},
	} {
		asked, calls := "", 0
		m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
			switch calls++; {
			case q.Job == "verify":
				return asktest.Envelope(c.verdict), nil
			case strings.Contains(q.Prompt, "left out"):
				asked = q.Prompt
				return envelope(q, "article: SQLite", c.again), nil
			}
			return envelope(q, "article: SQLite", lead), nil
		}}
		v := newVault(t, m)
		v.Verify = true
		got := v.revise(tide())
		if (c.want == "") == (strings.Contains(got, "SQLite is kept in WAL mode") || strings.Contains(got, "Readers of SQLite block")) || !strings.Contains(got, c.want) || calls != c.calls {
			t.Errorf("%q: %d calls, told %v\n%s", c.again, calls, v.notes, got)
		}
		must.Hold(t, c.again == "" || strings.Contains(asked, "Readers of SQLite block the writers") && strings.Contains(asked, "does not follow"), "asked again without the line and the reason:\n%s", asked)
	}
}

// The article of a project that is called by a folder may be called what its lines call the thing, and is that project's
// article all the same.
func TestProjectOfFolder(t *testing.T) {
	entries := tide()
	for i := range entries {
		entries[i].Entry.Project = "work/tide"
	}
	answers := [][]string{{"article: work/tide", "rename: SQLite backups"}, {"article: SQLite backups", "rename: SQLite", "remove"}}
	m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
		if n > len(answers) {
			return "NOTHING_TO_CHANGE", nil
		}
		return envelope(q, answers[n-1]...), nil
	}}
	v := newVault(t, m)
	got := v.revise(entries)
	must.Be(t, strings.Contains(got, "title: SQLite backups\naliases: [work/tide") && len(v.notes) == 0, "told %v\n%s", v.notes, got)
	var known []wiki.Known
	drafts, _ := v.Articles(context.Background(), entries, nil)
	for _, d := range drafts {
		must.Hold(t, d.Slug == "", "%q goes on with %q, and no page is there", d.Title, d.Slug)
		known = append(known, wiki.Known{Slug: d.Name(), Title: d.Title, Aliases: d.Aliases, Type: d.Type})
	}
	again := v.replay(entries, known...)
	must.Hold(t, again == got, "once more:\n%s", difference(got, again))
	later := entry(3, "2026-03-03", "decision: The interval of SQLite backups is 20 minutes")
	later.Entry.Project = "work/tide"
	if got = v.revise(append(entries, later), known...); !strings.Contains(got, "title: SQLite backups\n") || !strings.Contains(got, "20 minutes") || len(v.notes) != 3 {
		t.Errorf("told %v\n%s", v.notes, got)
	}
}

// The article of a project may be spelled as its lines spell it, and gets no other name.
func TestProjectSpelled(t *testing.T) {
	for title, want := range map[string]bool{"Tide-Watch": true, "Tide database": false} {
		entries := append(tide(), entry(3, "2026-03-03", "decision: Tide-Watch keeps its tide database in WAL mode"))
		for i := range entries {
			entries[i].Entry.Project = "tidewatch"
		}
		m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
			if n > 1 {
				return "NOTHING_TO_CHANGE", nil
			}
			return envelope(q, "article: tidewatch", "rename: "+title), nil
		}}
		v := newVault(t, m)
		got := v.revise(entries)
		must.Hold(t, strings.Contains(got, "title: "+title+"\naliases: [tidewatch") == want && (len(v.notes) == 0) == want, "%s: told %v\n%s", title, v.notes, got)
	}
}

// A question about what was left out has these lines and those that they name, with the mark and the form, and nothing else.
func TestRepairIsSmall(t *testing.T) {
	m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
		if n > 1 {
			return envelope(q, "article: SQLite", "point [{1000 pages}]: SQLite checkpoints the WAL after 1000 pages, no more"), nil
		}
		return envelope(q, "article: SQLite", "point [{1000 pages}]: SQLite checkpoints the WAL after 2000 pages", "lead [{1000 pages}]: SQLite checkpoints the WAL after 1000 pages"), nil
	}}
	v := newVault(t, m)
	v.revise(tide())
	must.Be(t, len(m.Asked) == 2, "%d questions", len(m.Asked))
	first, again := m.Asked[0], m.Asked[1]
	must.Hold(t, again.Prefix == shape() && again.System == first.System && len(again.Prompt) <= 1<<10, "%d bytes behind a prefix of %d", len(again.Prompt), len(again.Prefix))
	for words, want := range map[string]bool{"after 2000 pages": true, ref(first, "1000 pages") + " fact: SQLite checkpoints the WAL after 1000 pages": true, "lead: SQLite checkpoints": true, "900 MB": false, "backup.sh": false} {
		must.Hold(t, strings.Contains(again.Prompt, words) == want, "%q in\n%s", words, again.Prompt)
	}
}
