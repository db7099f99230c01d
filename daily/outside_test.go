package daily

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// Another reading of the format, which shares no code with this one and knows Markdown only by
// patterns, finds nothing amiss in logs full of what breaks readers.
func TestLogsReadFromOutside(t *testing.T) {
	s, root := newStore(t, time.UTC)
	var entries []Entry
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		e := anyEntry().Draw(t, "entry")
		n++
		e.At, e.To = afternoon.AddDate(0, 0, n%3), fmt.Sprint(n)
		entries = append(entries, e)
	})
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.At.Compare(b.At) })
	if _, err := s.AppendAll(context.Background(), entries); err != nil {
		t.Fatal(err)
	}
	logs, err := filepath.Glob(filepath.Join(root, "daily", "*.md"))
	if err != nil || len(logs) != min(n, 3) {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	found := 0
	for _, log := range logs {
		b := fsutiltest.Read(t, log)
		found += strings.Count(string(b), "<!-- memoria:entry ")
		for _, finding := range outsideFindings(string(b)) {
			t.Errorf("%s: %s", filepath.Base(log), finding)
		}
	}
	if found != n {
		t.Errorf("%d entries, want %d", found, n)
	}
}

var (
	outsideOpen  = regexp.MustCompile(`<!-- memoria:entry ([^>]*?)-->`)
	outsideID    = regexp.MustCompile(`(?:^|\s)id=(\S+)`)
	outsideEntry = regexp.MustCompile(`(?s)<!-- memoria:entry [^>]*?-->(.*?)<!-- /memoria:entry [^>]*-->`)
	outsideClose = regexp.MustCompile(`<!-- /memoria:entry [^>]*-->`)
	outsideBlock = regexp.MustCompile(`\s\^([A-Za-z0-9-]+)[ \t]*$`)
	outsideTicks = regexp.MustCompile("(^|[^\\\\`])(`+)")
	outsideLink  = regexp.MustCompile(`(?:^|[^\\])\[\[[^\[\]\n]+\]\]`)
)

// outsideFindings says what is wrong in a log: an entry that is not closed, an id that is there twice, a
// bullet without a block id, words that would be a link.
func outsideFindings(text string) (findings []string) {
	find := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }
	opened := outsideOpen.FindAllStringSubmatch(text, -1)
	if closed := len(outsideClose.FindAllString(text, -1)); closed != len(opened) {
		find("%d entries are opened, %d closed", len(opened), closed)
	}
	seen := map[string]bool{}
	once := func(id string) {
		if seen[id] {
			find("twice: %s", id)
		}
		seen[id] = true
	}
	for _, o := range opened {
		id := outsideID.FindStringSubmatch(o[1])
		if id == nil {
			find("an entry without an id: %s", o[0])
			continue
		}
		once("entry " + id[1])
	}
	for _, body := range outsideEntry.FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(body[1]) {
			line = strings.TrimRight(line, "\r\n")
			if strings.HasPrefix(line, "- ") {
				if id := outsideBlock.FindStringSubmatch(line); id == nil {
					find("a bullet without an id: %q", line)
				} else {
					once("^" + id[1])
				}
			}
			if link := outsideLink.FindString(withoutCode(line)); link != "" {
				find("a link: %s in %q", link, line)
			}
		}
	}
	return findings
}

// withoutCode takes code spans out of a line: from a run of backticks to the next run as long.
func withoutCode(line string) string {
	for from := 0; ; {
		at := outsideTicks.FindStringSubmatchIndex(line[from:])
		if at == nil {
			return line
		}
		open, ticks := from+at[4], line[from+at[4]:from+at[5]]
		rest := line[open+len(ticks):]
		end := -1
		for i := 0; i < len(rest); {
			run := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
			if run == len(ticks) {
				end = i
				break
			}
			i += max(run, 1)
		}
		if end < 0 {
			from = open + len(ticks)
			continue
		}
		line, from = line[:open]+rest[end+len(ticks):], open
	}
}

// The outside reading itself finds what is planted.
func TestOutsideFindings(t *testing.T) {
	entry := func(body string) string {
		return "### Session\n<!-- memoria:entry id=a1 agent=x -->\n" + body + "\n<!-- /memoria:entry -->\n"
	}
	for text, want := range map[string]string{
		entry("- one ^k1\n- two ^k2"):      "",
		entry("- one"):                     "a bullet without an id",
		entry("- one ^k1\n- two ^k1"):      "twice: ^k1",
		entry("- one ^k1") + entry(""):     "twice: entry a1",
		entry("- see [[x]] ^k1"):           "a link",
		entry("- see `[[x]]` ^k1"):         "",
		entry("- see ``a ` [[x]]`` ^k1"):   "",
		entry("- a ` and [[x]] ^k1"):       "a link",
		entry(`- see \[[x]] ^k1`):          "",
		"<!-- memoria:entry id=b -->\n":    "1 entries are opened, 0 closed",
		"<!-- memoria:entry agent=x -->\n": "1 entries are opened, 0 closed; an entry without an id",
	} {
		if got := strings.Join(outsideFindings(text), "; "); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
