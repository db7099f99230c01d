package catalog

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

func TestAppendLog(t *testing.T) {
	s, root := testStore(t)
	read := func() string {
		b, _ := os.ReadFile(filepath.Join(root, "wiki", "log.md"))
		return string(b)
	}
	err := AppendLog(s)
	must.Be(t, err == nil && read() == "", "%v %q", err, read())
	a := LogChange{"created", "wiki/concepts/a.md", "A [[b]] #c", "from 2 entries"}
	b := LogChange{"updated", "wiki/qa/b.md", "", ""}
	must.Do(t, AppendLog(s, LogDay{"2026-11-27", []LogChange{a}}, LogDay{"2026-11-28", []LogChange{a, b}}))
	want := "# Log\n\n## 2026-11-27\n\n- created `concepts/a` A \\[\\[b]] \\#c - from 2 entries\n\n## 2026-11-28\n\n- created `concepts/a` A \\[\\[b]] \\#c - from 2 entries\n- updated `qa/b`\n"
	got := read()
	must.Hold(t, got == want, "\n got %q\nwant %q", got, want)
	links := wikilink.Extract([]byte(read()))
	must.Hold(t, len(links) == 0, "%v", links)
	// A day that was written later stands where it belongs, and what is there is not added.
	human := strings.Replace(want, "## 2026-11-28", "my words\n\n## 2026-11-28", 1)
	fsutiltest.Write(t, filepath.Join(root, "wiki", "log.md"), human)
	must.Do(t, AppendLog(s, LogDay{"2026-11-26", []LogChange{b}}, LogDay{"2026-11-27", []LogChange{a, b}}, LogDay{"2026-11-28", []LogChange{b}}))
	want = strings.Replace(human, "## 2026-11-27", "## 2026-11-26\n\n- updated `qa/b`\n\n## 2026-11-27", 1)
	want = strings.Replace(want, "my words\n", "my words\n- updated `qa/b`\n", 1)
	got = read()
	must.Hold(t, got == want, "\n got %q\nwant %q", got, want)
}

// A long log loses no line, and ends up in the same pages in however many runs it was written.
func TestLogRotates(t *testing.T) {
	var days []LogDay
	lines := map[string]bool{}
	for m := 1; m <= 6; m++ {
		for d := 1; d <= 20; d++ {
			day := LogDay{Day: wiki.Date(fmt.Sprintf("2026-%02d-%02d", m, d))}
			for i := range 12 {
				day.Changes = append(day.Changes, LogChange{"created", fmt.Sprintf("wiki/concepts/page-%d-%d-%d.md", m, d, i), strings.Repeat("Title ", 40), ""})
				lines[day.Changes[i].line("wiki")] = true
			}
			days = append(days, day)
		}
	}
	write := func(batches ...[]LogDay) map[string]string {
		s, root := testStore(t, "wiki/log.md\x00# Log\n\nmy words\n")
		for _, b := range batches {
			must.Do(t, AppendLog(s, b...))
		}
		out := map[string]string{}
		entries, _ := os.ReadDir(filepath.Join(root, "wiki"))
		for _, e := range entries {
			b, _ := os.ReadFile(filepath.Join(root, "wiki", e.Name()))
			out[e.Name()] = string(b)
		}
		return out
	}
	once := write(days)
	got := strings.Join(slices.Sorted(maps.Keys(once)), " ")
	must.Hold(t, got == "log-2026-01.md log-2026-02.md log-2026-03.md log-2026-04.md log-2026-05.md log.md", "%v", got)
	all := ""
	for _, text := range once {
		all += text
	}
	for l := range lines {
		must.Be(t, strings.Count(all, l+"\n") == 1, "%q stands there %d times", l, strings.Count(all, l+"\n"))
	}
	must.Hold(t, strings.HasPrefix(once["log.md"], "# Log\n\nmy words\n\n## 2026-06-01\n") && strings.HasPrefix(once["log-2026-01.md"], "# Log 2026-01\n\n## 2026-01-01\n\n- created"), "%.80q %.80q", once["log.md"], once["log-2026-01.md"])
	var parts [][]LogDay
	for part := range slices.Chunk(days, 30) {
		parts = append(parts, part)
	}
	late := slices.Concat([][]LogDay{days[20:]}, [][]LogDay{days[:20]}, [][]LogDay{days})
	for name, batches := range map[string][][]LogDay{"in parts": parts, "the first month last, then all again": late} {
		got := write(batches...)
		for file := range once {
			must.Hold(t, got[file] == once[file], "%s: %s differs", name, file)
		}
	}
}

func TestUnlog(t *testing.T) {
	const page = "# Log\n\nMine.\n\n## 2026-11-26\n\n- created `concepts/acme` Acme - 2 key points\n\n## 2026-11-27\n\n- renamed `concepts/the-deal` The deal - it was concepts/acme\n- updated `concepts/acme-two` Acme two - like `concepts/the-deal`\nA line of mine on `concepts/acme`\n"
	const want = "# Log\n\nMine.\n\n## 2026-11-27\n\n- updated `concepts/acme-two` Acme two - like `concepts/the-deal`\nA line of mine on `concepts/acme`\n"
	paths := []string{"wiki/concepts/the-deal.md"}
	was := Earlier("wiki", []byte(page), paths)
	must.Hold(t, slices.Equal(was, []string{"wiki/concepts/acme.md"}), "it was %q", was)
	got := Unlog("wiki", []byte(page), append(paths, was...))
	must.Hold(t, string(got) == want, "got\n%s\nwant\n%s", got, want)
	again := Unlog("wiki", got, append(paths, was...))
	must.Hold(t, string(again) == want, "a second time changes it to\n%s", again)
	all := Unlog("wiki", []byte(page), nil)
	must.Hold(t, string(all) == page, "nothing changes it to\n%s", all)
}
