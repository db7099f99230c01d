package draft

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
)

var (
	outsideHead    = regexp.MustCompile(`(?s)^---\n(.*?)\n---\n`)
	outsideKey     = regexp.MustCompile(`(?m)^([A-Za-z_][\w-]*):`)
	outsideName    = regexp.MustCompile(`[\\/:*?"<>|#^\[\]\x00-\x1f]|[ .]$|^\.`)
	outsidePoints  = regexp.MustCompile(`(?ms)^## Key Points\s*\n(.*?)(?:^## |\z)`)
	outsideCite    = regexp.MustCompile(`\[\[[^\]]*\d{4}-\d\d-\d\d[^\]|]*#[^\]|]+`)
	outsideListing = regexp.MustCompile(`(?m)^- \[\[([^\]|#\\]+)`)
)

// outsideFindings says what is wrong in pages, named by their paths, and in the index that lists them: a
// property that is missing, a name that not every system takes, a point that cites no line of a log, a
// page that is not listed once.
func outsideFindings(pages map[string]string, index string) (findings []string) {
	find := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }
	listed := map[string]int{}
	for _, m := range outsideListing.FindAllStringSubmatch(index, -1) {
		listed[path.Base(m[1])]++
	}
	for _, file := range slices.Sorted(maps.Keys(pages)) {
		text := pages[file]
		name := strings.TrimSuffix(path.Base(file), ".md")
		if outsideName.MatchString(name) || len(name) > 80 || !utf8.ValidString(name) {
			find("%s: the name is not portable", file)
		}
		if n := listed[name]; n != 1 {
			find("%s: listed %d times", file, n)
		}
		head := outsideHead.FindStringSubmatch(text)
		if head == nil {
			find("%s: no front matter", file)
			continue
		}
		have := map[string]bool{}
		for _, m := range outsideKey.FindAllStringSubmatch(head[1], -1) {
			if have[m[1]] {
				find("%s: %s twice", file, m[1])
			}
			have[m[1]] = true
		}
		need := []string{"title", "type", "created", "updated"}
		if !strings.Contains(file, "/qa/") {
			need = append(need, "sources")
		}
		for _, key := range need {
			if !have[key] {
				find("%s: no %s", file, key)
			}
		}
		for _, section := range outsidePoints.FindAllStringSubmatch(text[len(head[0]):], -1) {
			for line := range strings.Lines(section[1]) {
				if strings.HasPrefix(line, "- ") && !outsideCite.MatchString(line) {
					find("%s: cites nothing: %q", file, line)
				}
			}
		}
	}
	return findings
}

// The outside reading itself finds what is planted.
func TestOutsideFindings(t *testing.T) {
	const head = "---\ntitle: A\ntype: concept\nsources: []\ncreated: 2026-01-01\nupdated: 2026-01-01\n---\n"
	for _, tt := range []struct{ file, text, index, want string }{
		{"wiki/concepts/a.md", head + "## Key Points\n\n- One. [[2026-01-01#^k1]]\n", "- [[a|A]]\n", ""},
		{"wiki/concepts/a.md", head + "## Key Points\n\n- One.\n\n## More\n- two\n", "- [[a]]\n", `wiki/concepts/a.md: cites nothing: "- One.\n"`},
		{"wiki/concepts/a.md", head, "- [[b]]\n", "wiki/concepts/a.md: listed 0 times"},
		{"wiki/concepts/a.md", head, "- [[a]]\n- [[wiki/concepts/a|A]]\n", "wiki/concepts/a.md: listed 2 times"},
		{"wiki/concepts/a?.md", head, "- [[a?]]\n", "wiki/concepts/a?.md: the name is not portable"},
		{"wiki/concepts/a.md", "# A\n", "- [[a]]\n", "wiki/concepts/a.md: no front matter"},
		{"wiki/qa/a.md", "---\ntitle: A\ntitle: B\ntype: qa\nupdated: x\n---\n", "- [[a]]\n", "wiki/qa/a.md: title twice; wiki/qa/a.md: no created"},
	} {
		if got := strings.Join(outsideFindings(map[string]string{tt.file: tt.text}, tt.index), "; "); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestIndependentReading holds a vault of hostile drafts against a reading that shares no code with this
// one and knows Markdown only by patterns.
func TestIndependentReading(t *testing.T) {
	root := t.TempDir()
	dir := fsutiltest.Open(t, root)
	for _, day := range []string{"2026-11-26", "2026-11-27", "2026-11-28"} {
		log := "# Daily Log: " + day + "\n\n### Session (21:29) - Title\n<!-- memoria:entry id=e" + day + " -->\n\n**Facts:**\n- one ^b1\n- two ^b2\n<!-- /memoria:entry -->\n"
		if _, err := dir.WriteFile("daily/"+day+".md", []byte(log), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := wiki.Store{Dir: dir}
	taken := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
		if len(taken) > 150 || taken[wiki.Fold(string(d.Name()))] || taken[wiki.Fold(d.Title)] {
			return
		}
		taken[wiki.Fold(string(d.Name()))], taken[wiki.Fold(d.Title)] = true, true
		d.Aliases = nil // two drafts of one alias are a finding, and rightly so
		if _, err := s.Write(s.PathFor(d.Type, d.Name()), d.Render()); err != nil {
			t.Fatal(err)
		}
	})
	w, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := catalog.WriteIndex(s, w); err != nil {
		t.Fatal(err)
	}
	if err := catalog.AppendLog(s, catalog.LogDay{Day: "2026-11-28", Changes: []catalog.LogChange{{Verb: "created", Path: "wiki/concepts/a`b.md", Title: "T [[x]]"}}}); err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, p := range w.Articles() {
		b, err := dir.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		pages[p.Path] = string(b)
	}
	index, err := dir.ReadFile("wiki/index.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 5 {
		t.Errorf("%d pages", len(pages))
	}
	for _, finding := range outsideFindings(pages, string(index)) {
		t.Error(finding)
	}
}
