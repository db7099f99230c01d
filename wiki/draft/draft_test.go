package draft

import (
	"flag"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adrg/frontmatter"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/NAME.txtar, or rewrites it.
func golden(t *testing.T, name string, got map[string]string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txtar")
	if *update {
		a := &txtar.Archive{}
		if old, err := txtar.ParseFile(file); err == nil {
			a.Comment = old.Comment
		}
		for _, k := range sortedKeys(got) {
			a.Files = append(a.Files, txtar.File{Name: k, Data: []byte(got[k])})
		}
		fsutiltest.Write(t, file, txtar.Format(a))
		return
	}
	a := must.Get(txtar.ParseFile(file))(t)
	seen := map[string]bool{}
	for _, f := range a.Files {
		seen[f.Name] = true
		must.Hold(t, got[f.Name] == string(f.Data), "%s of %s\n--- got\n%s\n--- want\n%s", f.Name, file, got[f.Name], f.Data)
	}
	for k := range got {
		must.Hold(t, seen[k], "%s has no %s", file, k)
	}
}

func sortedKeys(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var locks = Draft{
	Title: "Sidecar locks", Type: wiki.Concept,
	Aliases: []string{"lock file beside the data", "C: drive, shared"}, Tags: []string{"locking", "go", "2026"},
	Description: "Why a lock lives beside the file it guards: a rename drops it.",
	Lead:        "A lock is taken on a file beside the data.\n\nIt is never [[removed]].",
	Points: []wiki.Point{
		{Text: "A rename of the data file drops its lock", Cites: []wiki.Cite{{Date: "2026-11-27", Block: "k3f9a2c"}}},
		{Text: "`flock` excludes no goroutine of %%one%% process, see #42 and #locks <b>", Cites: []wiki.Cite{{Date: "2026-11-28", Block: "b1"}, {Date: "2026-04-01", Heading: "Session (21:29) - [draft] C# | x"}}},
	},
	Details: []Detail{
		{Heading: "On Windows #1", Para: "There is no advisory lock.\n\nUse `LockFileEx`.", Points: []wiki.Point{{Text: "Checked by hand", Cites: []wiki.Cite{{Date: "2026-11-28", Block: "b2"}}}}},
		{Para: "No more."},
	},
	Related: []Related{{Ref{"", "Atomic write"}, "a rename [[is]] the | end"}, {Ref{"os-root", "os.Root [Go]"}, ""}},
}

func TestRender(t *testing.T) {
	connection := Draft{
		Title: "Locks and renames", Type: wiki.Connection, Description: "How the two meet.", Lead: "Both touch the directory.",
		Connects: []Ref{{"sidecar-locks", "Sidecar locks"}, {"", "Atomic write"}},
		Points:   []wiki.Point{{Text: "Lock first, rename second", Cites: []wiki.Cite{{Date: "2026-11-27", Block: "c1"}}}},
		Related:  []Related{{Ref{"sidecar-locks", "Sidecar locks"}, "is one half"}},
		Created:  "2026-11-01", Updated: "2026-11-30",
	}
	qa := Draft{
		Title: "Q: why a sidecar?", Type: wiki.QA, Question: "Why: a sidecar?", Consulted: []Ref{{"sidecar-locks", "Sidecar locks"}},
		Lead: "Because of the rename.", Sources: []wiki.Date{"2026-11-28", "2026-11-27", "2026-11-28"},
	}
	least := Draft{Title: "Least", Type: wiki.Concept, Sources: []wiki.Date{"2026-11-27"}}
	golden(t, "render", map[string]string{
		"concept.md": string(locks.Render()), "connection.md": string(connection.Render()), "qa.md": string(qa.Render()), "least.md": string(least.Render()),
	})
}

func drawDraft(t *rapid.T) Draft {
	text := rapid.OneOf(rapid.SampledFrom([]string{
		"plain words here", "see [[x]] and ![[y.png]]", "%%hidden%%", "<div>", "`code [[x]]` end", "a lone ` tick", "#tag and #1", "$a$ b", "- list", "1. one", "ends ^id", "| row |", "C#", "F #",
		"---", "yes", "a: b", "it's \"quoted\"", "日本語の文。", "x\ny", `back\slash`, "<!-- memoria:index -->", "<!-- /memoria:index -->", "[a](b.md)", "[r]: x", "ends in `", "100%", "null", "2026-11-27", "\x00",
	}), rapid.String())
	title := rapid.OneOf(rapid.StringMatching(`[A-Za-z][a-z+# ]{1,12}`), text)
	day := rapid.SampledFrom([]wiki.Date{"2026-11-26", "2026-11-27", "2026-11-28"})
	cite := rapid.Custom(func(t *rapid.T) wiki.Cite {
		if rapid.Bool().Draw(t, "by heading") {
			return wiki.Cite{Date: day.Draw(t, "day"), Heading: "Session (21:29) - Title"}
		}
		return wiki.Cite{Date: day.Draw(t, "day"), Block: rapid.SampledFrom([]string{"b1", "b2"}).Draw(t, "block")}
	})
	point := rapid.Custom(func(t *rapid.T) wiki.Point {
		return wiki.Point{Text: text.Draw(t, "text"), Cites: rapid.SliceOfN(cite, 1, 2).Draw(t, "cites")}
	})
	points := rapid.SliceOfN(point, 0, 3)
	list := rapid.SliceOfN(text, 0, 3)
	ref := rapid.SampledFrom([]Ref{{"2026-11-27", "A day"}, {"2026-11-28", "[x] | `y`"}, {"2026-11-26", ""}})
	d := Draft{
		Title: title.Draw(t, "title"), Type: rapid.SampledFrom([]wiki.Type{wiki.Concept, wiki.Connection, wiki.QA}).Draw(t, "type"),
		Aliases: list.Draw(t, "aliases"), Tags: list.Draw(t, "tags"), Description: text.Draw(t, "description"),
		Lead: text.Draw(t, "lead"), Points: points.Draw(t, "points"), Sources: rapid.SliceOfN(day, 1, 3).Draw(t, "sources"),
	}
	if wikilink.Squeeze(d.Title) == "" {
		d.Title = "Untitled"
	}
	for range rapid.IntRange(0, 2).Draw(t, "blocks") {
		d.Details = append(d.Details, Detail{text.Draw(t, "heading"), text.Draw(t, "para"), points.Draw(t, "detail")})
	}
	for range rapid.IntRange(0, 2).Draw(t, "related") {
		d.Related = append(d.Related, Related{ref.Draw(t, "ref"), text.Draw(t, "why")})
	}
	d.Connects = rapid.SliceOfN(ref, 0, 2).Draw(t, "connects")
	return d
}

// Whatever an author puts into a draft, the page says it and no more: its properties read
// back, its sections are ours alone, its only links are those it was given.
func TestRenderAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
		src := d.Render()
		a := wiki.Parse(src)
		must.Be(t, len(a.Findings()) <= 0 && !a.ReadOnly(), "%v\n%s", a.Findings(), src)
		valid := func(s string) string { return wikilink.Squeeze(strings.ToValidUTF8(s, "\ufffd")) }
		must.Be(t, a.Title() == valid(d.Title) && a.Description() == valid(d.Description) && a.Type() == d.Type && slices.Equal(a.Sources(), d.Days()), "title %q type %q sources %v\n%s", a.Title(), a.Type(), a.Sources(), src)
		var aliases []string
		for _, s := range d.Aliases {
			if s = valid(s); s != "" && !slices.Contains(aliases, s) {
				aliases = append(aliases, s)
			}
		}
		for _, tag := range a.Tags() {
			must.Be(t, regexp.MustCompile(`^[\p{L}\p{M}\p{Nd}_/-]*[\p{L}\p{M}_/-][\p{L}\p{M}\p{Nd}_/-]*$`).MatchString(tag), "tag %q\n%s", tag, src)
		}
		must.Be(t, slices.Equal(a.Aliases(), aliases), "aliases %q\n%s", a.Aliases(), src)
		for _, s := range a.Sections() {
			must.Be(t, slices.Contains(wiki.SectionOrder, s.Heading), "section %q\n%s", s.Heading, src)
		}
		var points []wiki.Point
		for _, p := range d.Points {
			if wikilink.Inline(p.Text) != "" {
				points = append(points, p)
			}
		}
		got := a.Points()
		must.Be(t, len(got) == len(points), "%d points of %d\n%s", len(got), len(points), src)
		for i, p := range points {
			must.Be(t, slices.Equal(got[i].Cites, p.Cites), "cites %v, want %v\n%s", got[i].Cites, p.Cites, src)
		}
		for _, l := range a.Doc().Links {
			if _, ok := wiki.DayOf(l.Target); !ok {
				t.Fatalf("a link to %q\n%s", l.Target, src)
			}
		}
		doc := a.Doc()
		must.Be(t, len(doc.Blocks) <= 0 && len(doc.HTML) <= 0, "%+v\n%s", doc, src)
		var old map[string]any
		if _, err := frontmatter.Parse(strings.NewReader(string(src)), &old); err != nil || old["title"] != any(valid(d.Title)) {
			t.Fatalf("another reader: %v %q\n%s", err, old["title"], src)
		}
	})
}

// Lines of several projects are told apart by their names, wherever the article cites them; a page that a person edited reads
// the same citations.
func TestProjects(t *testing.T) {
	of := map[wiki.Cite]string{{Date: "2026-03-01", Block: "k1"}: "api", {Date: "2026-03-02", Block: "k2"}: "clientB/api", {Date: "2026-03-03", Block: "k3"}: ""}
	point := func(day wiki.Date, block string) wiki.Point {
		return wiki.Point{Text: "It is " + block, Cites: []wiki.Cite{{Date: day, Block: block}}}
	}
	one, two, none := point("2026-03-01", "k1"), point("2026-03-02", "k2"), point("2026-03-03", "k3")
	tests := []struct {
		draft Draft
		want  []string
	}{
		{Draft{Points: []wiki.Point{one, none}}, []string{"([[2026-03-01#^k1|2026-03-01]])", "([[2026-03-03#^k3|2026-03-03]])"}},
		{Draft{Points: []wiki.Point{one, two, none}}, []string{"([[2026-03-01#^k1|api 2026-03-01]])", "([[2026-03-02#^k2|clientB/api 2026-03-02]])", "([[2026-03-03#^k3|2026-03-03]])"}},
		{Draft{Points: []wiki.Point{one}, Details: []Detail{{Points: []wiki.Point{two}}}}, []string{"|api 2026-03-01]]", "|clientB/api 2026-03-02]]"}},
		{Draft{Points: []wiki.Point{one}, History: []Replacement{{Until: "2026-03-03", Was: two, Now: none}}}, []string{"|api 2026-03-01]]", "- Until 2026-03-03: It is k2 ([[2026-03-02#^k2|clientB/api 2026-03-02]]); then: It is k3"}},
	}
	for i, tt := range tests {
		tt.draft.Title, tt.draft.Type = "Redis", wiki.Concept
		tt.draft.NameProjects(func(c wiki.Cite) string { return of[c] })
		page := tt.draft.Render()
		for _, want := range tt.want {
			must.Hold(t, strings.Contains(string(page), want), "%d: no %q in\n%s", i, want, page)
		}
		points := wiki.Parse(page).Points()
		for n, p := range points {
			must.Hold(t, p.Text == tt.draft.Points[n].Text && len(p.Cites) == 1 && p.Cites[0] == tt.draft.Points[n].Cites[0], "%d: reads %+v", i, p)
		}
		tt.draft.NamePeople(func(c wiki.Cite) string { return map[string]string{"k1": "ana", "k2": "bo-lund"}[c.Block] })
		named := string(tt.draft.Render())
		for was, is := range map[string]string{"03-01]]": "03-01, Ana]]", "03-02]]": "03-02, Bo Lund]]"} {
			for _, want := range tt.want {
				if want = strings.ReplaceAll(want, was, is); strings.Contains(want, is) && !strings.Contains(named, want) {
					t.Errorf("%d: no %q in\n%s", i, want, named)
				}
			}
		}
		for c := range tt.draft.Cites {
			must.Hold(t, c.In(string(page)) && !(wiki.Cite{Date: c.Date, Block: c.Block + "0"}).In(string(page)), "%d: %+v is not read as cited", i, c)
		}
	}
}

// TestManyDays: an article that cites very many days can be read again, whatever its header says of them.
func TestManyDays(t *testing.T) {
	d := Draft{Title: "Many days", Type: wiki.Concept, Lead: "It comes up every day."}
	for i := range 5000 {
		d.Sources = append(d.Sources, wiki.Date(time.Date(2020, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)))
	}
	a := wiki.Parse(d.Render())
	must.Hold(t, !a.ReadOnly() && len(a.Findings()) <= 0 && a.Title() == d.Title && len(a.List("sources")) == 5000, "%d sources, %v", len(a.List("sources")), a.Findings())
}
