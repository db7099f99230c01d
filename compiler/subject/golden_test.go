package subject

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// TestGolden reads testdata/*.txtar. The comment says what the case proves; "entries" are log
// entries, "known" are pages, "want" is what the articles say.
func TestGolden(t *testing.T) {
	for path, a := range fsutiltest.Goldens(t, "testdata/*.txtar") {
		t.Run(fsutiltest.NameOf(path), func(t *testing.T) {
			entries, known := parseEntries(t, fsutiltest.Section(a, "entries")), parseKnown(t, fsutiltest.Section(a, "known"))
			fsutiltest.Want(t, path, a, summary(articles(t, entries, known)))
		})
	}
}

// parseEntries reads
//
//	2026-03-01 project @branch | Title        (one log entry; a heading in brackets: kept by hand)
//	D decision  L lesson  P preference  F fact  A action  A+ done  X exchange
func parseEntries(t *testing.T, text string) []daily.Dated {
	t.Helper()
	kinds := map[string]daily.Kind{"D": daily.Decision, "L": daily.Lesson, "P": daily.Preference, "F": daily.Fact,
		"A": daily.Action, "A+": daily.Action, "X": daily.Exchange}
	var out []daily.Dated
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if date, err := daily.ParseDate(word); err == nil {
			project, title, _ := strings.Cut(rest, "|")
			e := daily.Dated{Date: date}
			e.ID, e.Agent, e.Title = fmt.Sprintf("e%02d", len(out)), "claude", strings.TrimSpace(title)
			project, branch, _ := strings.Cut(project, "@")
			e.Project, e.Branch = strings.TrimSpace(project), strings.TrimSpace(branch)
			if heading, ok := strings.CutPrefix(e.Project, "["); ok {
				e.Project, e.Agent, e.Hand, e.Heading = "", "", true, strings.TrimSuffix(heading, "]")
			}
			e.Session = fmt.Sprintf("s%02d", len(out))
			e.At = date.At(9+len(out)%12, 0, time.UTC)
			out = append(out, e)
			continue
		}
		kind, ok := kinds[word]
		must.Be(t, ok && len(out) != 0, "no bullet: %q", line)
		e := &out[len(out)-1]
		b := daily.Bullet{Kind: kind, Text: rest, Done: word == "A+"}
		if !e.Hand {
			b.Block = fmt.Sprintf("k%02d%02d", len(out)-1, len(e.Bullets))
		}
		e.Bullets = append(e.Bullets, b)
	}
	return out
}

// parseKnown reads "slug | Title | alias, alias | type", with "human" behind a person's type.
func parseKnown(t *testing.T, text string) []wiki.Known {
	t.Helper()
	var out []wiki.Known
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		must.Be(t, len(f) == 4, "no page: %q", line)
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		k := wiki.Known{Slug: wiki.Slug(f[0]), Title: f[1], Kept: true}
		for a := range strings.SplitSeq(f[2], ",") {
			if a = strings.TrimSpace(a); a != "" {
				k.Aliases = append(k.Aliases, a)
			}
		}
		typ, human := strings.CutSuffix(f[3], " human")
		k.Type, k.Human = wiki.Type(typ), human
		out = append(out, k)
	}
	return out
}

// summary returns what drafts say, in short.
func summary(ds []draft.Draft) string {
	var b strings.Builder
	point := func(mark string, p wiki.Point) {
		fmt.Fprintf(&b, "%s %s", mark, p.Text)
		for _, c := range p.Cites {
			fmt.Fprintf(&b, " (%s#%s)", c.Date, cmp.Or(c.Block, c.Heading))
		}
		b.WriteByte('\n')
	}
	for _, d := range ds {
		fmt.Fprintf(&b, "# %s (%s)\n", d.Title, d.Type)
		if d.Slug != "" {
			fmt.Fprintf(&b, "slug: %s\n", d.Slug)
		}
		if len(d.Aliases) > 0 {
			fmt.Fprintf(&b, "aliases: %s\n", strings.Join(d.Aliases, ", "))
		}
		if len(d.Tags) > 0 {
			fmt.Fprintf(&b, "tags: %s\n", strings.Join(d.Tags, ", "))
		}
		fmt.Fprintf(&b, "about: %s\n%s\n", d.Description, d.Lead)
		for _, p := range d.Points {
			point("-", p)
		}
		for _, bl := range d.Details {
			fmt.Fprintf(&b, "### %s\n", bl.Heading)
			for _, p := range bl.Points {
				point("  -", p)
			}
		}
		for _, t := range d.History {
			fmt.Fprintf(&b, "until %s:\n", t.Until)
			point("  -", t.Was)
			point("  =>", t.Now)
		}
		for _, r := range d.Connects {
			fmt.Fprintf(&b, "connects: %s\n", r.Title)
		}
		for _, r := range d.Related {
			fmt.Fprintf(&b, "-> %s: %s\n", cmp.Or(string(r.Slug), r.Title), r.Why)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
