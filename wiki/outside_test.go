package wiki

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
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
