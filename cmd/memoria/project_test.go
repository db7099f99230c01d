package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// Two spellings are one project to everything that tells projects apart, or two to everything.
func TestProjectsAreToldApartAlike(t *testing.T) {
	pairs := []struct {
		a, b string
		one  bool
	}{
		{"tide-watch", "tidewatch", true}, {"LogBook", "log_book", true}, {"Möwe", "mo\u0308we", true},
		{"hook", "hooks", false}, {"quay.js", "quayjs", true}, {"kran", "krane", false},
	}
	b := newBench(t)
	n := 0
	log := strings.Builder{}
	log.WriteString("# Daily Log: 2026-05-01\n\n## Sessions\n\n")
	said := func(project string) string { // what is said of it, and nothing else like it
		n++
		mark := fmt.Sprintf("%c%c", 'a'+n/26, 'a'+n%26)
		fmt.Fprintf(&log, "### Session (%02d:00) - Work %s\n<!-- memoria:entry id=%012x agent=claude session=s-%[2]s project=%[4]s branch=main at=2026-05-01T%02[1]d:00:00Z from=a to=b by=extractive -->\n\n**Decisions Made:**\n",
			n, mark, n, strings.ReplaceAll(project, " ", "%20"))
		for k, s := range [...]string{"We paint the boat %s green", "We keep the rope %s dry", "We count the crates %s twice"} {
			fmt.Fprintf(&log, "- "+s+" ^k%05x%d\n", mark, n, k)
		}
		log.WriteString("<!-- /memoria:entry -->\n\n")
		b.record(ledger.Record{Session: "s-" + mark, Project: project, Turns: 1, Flushed: 1, State: ledger.Flushed, Entries: []string{fmt.Sprintf("%012x", n)}})
		return "boat " + mark
	}
	type side struct{ name, said string }
	var sides [][2]side
	for _, p := range pairs {
		// Two sessions of each, for one is no project's article.
		said(p.a)
		said(p.b)
		sides = append(sides, [2]side{{p.a, said(p.a)}, {p.b, said(p.b)}})
	}
	must.Get(b.vault.WriteFile("daily/2026-05-01.md", []byte(log.String()), 0o600))(t)
	must := func(args ...string) string {
		out, errs, code := b.run(append(args, "--vault", b.vault.Path())...)
		must.Be(t, code == 0, "%v: %s", args, errs)
		return out
	}
	must("compile")
	must("build")
	var st status.Report
	b.answer(&st, "status")
	count := func(p [2]side, names []string) int {
		return len(slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s != p[0].name && s != p[1].name }))
	}
	var tallied []string
	for _, g := range st.Projects {
		tallied = append(tallied, g.Project)
	}
	articles := b.texts("wiki/concepts")
	listed := b.texts(".memoria/site/site/projects")
	for i, p := range sides {
		one := pairs[i].one
		check := func(what string, got bool) {
			if t.Helper(); got != one {
				t.Errorf("%s takes %s and %s for one: %v", what, p[0].name, p[1].name, got)
			}
		}
		check("the key", wiki.ProjectKey(p[0].name) == wiki.ProjectKey(p[1].name))
		check("status", count(p, tallied) == 1)
		holds := func(text string) bool { return strings.Contains(text, p[0].said) && strings.Contains(text, p[1].said) }
		check("the compiler", slices.ContainsFunc(articles, holds))
		both := func(text string) bool {
			return strings.Contains(text, "Work "+p[0].said[len("boat "):]) && strings.Contains(text, "Work "+p[1].said[len("boat "):])
		}
		check("the site", slices.ContainsFunc(listed, both))
		check("context", strings.Contains(must("context", "--project", p[0].name), "Decision: We paint the "+p[1].said))
		check("recent", strings.Contains(must("recent", "--since", "2026-01-01", "--limit", "0", "--project", p[0].name), p[1].said))
		check("search", strings.Contains(must("search", "boat in:daily project:"+p[0].name), p[1].said))
	}
}

// texts are the files of a folder of the vault.
func (b *bench) texts(dir string) (out []string) {
	b.t.Helper()
	err := filepath.WalkDir(filepath.Join(b.vault.Path(), dir), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		out = append(out, string(data))
		return err
	})
	must.Do(b.t, err)
	return out
}
