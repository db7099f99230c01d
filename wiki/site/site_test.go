package site

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/theme"
)

// small is a vault with a little of everything.
var small = map[string]string{
	"daily/2026-03-01.md": `# Daily Log: 2026-03-01

## Sessions

### Session (10:00) - Locks on the log
<!-- memoria:entry id=0123456789ab agent=claude session=5d3f0c1e-77aa project=tide branch=main at=2026-03-01T10:00:00Z from=a to=b by=extractive -->

**Decisions Made:**
- Lock the log itself ^k1a2b3c
<!-- /memoria:entry -->
`,
	"daily/2026-03-02.md": `# Daily Log: 2026-03-02

## Sessions

### Session (11:00) - Sidecar locks
<!-- memoria:entry id=1123456789ab agent=claude session=6d3f0c1e-77aa project=tide branch=fix at=2026-03-02T11:00:00Z from=c to=d by=extractive -->

**Decisions Made:**
- Lock a sidecar file ^k2a2b3c
<!-- /memoria:entry -->
`,
	"wiki/concepts/sidecar-locks.md": `---
title: Sidecar locks
aliases: [lock file beside the data]
tags: [locking, go/io]
type: concept
sources: ["[[2026-03-01]]", "[[2026-03-02]]"]
created: 2026-03-01
updated: 2026-03-02
description: Why a lock lives beside the file it guards.
owner: "[[queue]]"
meta: {place: {name: Kiel}, of: [a, {b: c}]}
---

# Sidecar locks

The [[queue|work queue]] takes one, see [[nowhere]].

## Key Points

- Lock a sidecar file ([[2026-03-02#^k2a2b3c|2026-03-02]])

## History

- Until 2026-03-02: Lock the log itself ([[2026-03-01#^k1a2b3c|2026-03-01]]); then: Lock a sidecar file ([[2026-03-02#^k2a2b3c|2026-03-02]])
`,
	"wiki/concepts/queue.md": `---
title: Queue
tags: [locking]
type: concept
sources: ["[[2026-03-02]]"]
created: 2026-03-02
---

# Queue

Its worker holds [[sidecar-locks]].

![[pic.png]]
`,
	"wiki/concepts/worker.md": `---
title: Worker <b>
type: concept
sources: ["[[2026-03-02]]"]
---

# Worker <b>

It empties the queue, and sidecar locks keep it alone.
`,
	"wiki/index.md": "# Index\n\n- [[sidecar-locks]]\n",
	"wiki/pic.png":  "\x89PNG",
	"notes/mine.md": "# Mine\n\nprivate [[queue]]\n",
}

func vaultOf(t *testing.T, files map[string]string) Vault {
	t.Helper()
	all := map[string][]byte{}
	var logs []*daily.Log
	for name, text := range files {
		all[name] = []byte(text)
	}
	for _, name := range sortedKeys(files) {
		if day, ok := strings.CutPrefix(name, "daily/"); ok {
			d := must.Get(daily.ParseDate(strings.TrimSuffix(day, ".md")))(t)
			logs = append(logs, daily.Parse(d, time.UTC, all[name]))
		}
	}
	return Vault{
		Wiki: wiki.New("wiki", all), Logs: logs, Read: func(path string) ([]byte, error) { return all[path], nil },
		Mark: func(path string) string { return fsutil.Hash(all[path]) },
	}
}

func siteOf(t *testing.T, files map[string]string, o Options) *Site {
	t.Helper()
	s := must.Get(New(vaultOf(t, files), o))(t)
	return s
}

func TestSite(t *testing.T) {
	s := siteOf(t, small, Options{Title: "Notes"})
	for _, name := range s.Paths() {
		if _, ok, err := s.File(name); !ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	v := s.view(s.plan.ByPath["wiki/concepts/sidecar-locks.md"])
	must.Hold(t, len(v.Sources) == 2 && v.Sources[1].Line == "Lock a sidecar file" && v.Sources[1].Href == "../../daily/2026-03-02.html#%5Ek2a2b3c" && v.Sources[0].Branch == "main", "sources: %+v", v.Sources)
	must.Hold(t, len(v.History) == 1 && v.History[0].Short == "6d3f0c1e" && len(v.History[0].Past) == 1 && v.History[0].Past[0].Diff == "Lock <del>the log itself</del> <ins>a sidecar file</ins>", "history: %+v", v.History)
	must.Hold(t, len(v.Backlinks) == 1 && v.Backlinks[0].Sentence == "Its worker holds <mark>sidecar-locks</mark>.", "backlinks: %+v", v.Backlinks)
	must.Hold(t, len(v.Mentions) == 1 && v.Mentions[0].Title == "Worker <b>", "mentions: %+v", v.Mentions)
	must.Hold(t, len(v.Broken) == 1 && v.Broken[0].Target == "nowhere", "broken: %+v", v.Broken)
	must.Hold(t, len(v.Properties) == 2 && v.Properties[0].Values[0].Href == "./queue.html" && fmt.Sprint(v.Properties[1]) == "{meta [{place.name: Kiel } {of: a } {of.b: c }]}", "properties: %+v", v.Properties)
	must.Hold(t, s.files["wiki/concepts/lock-file-beside-the-data.html"].make != nil && s.files["notes/mine.html"].make == nil && s.files["wiki/pic.png"].make != nil, "files: %q", s.Paths())
	day, _, _ := s.File("daily/2026-03-02.html")
	for _, want := range []string{`<title>Monday, 2 March 2026 · Notes</title>`, `id="^k2a2b3c"`, `<span class="used"><a href="../wiki/concepts/sidecar-locks.html">Sidecar locks</a></span>`} {
		must.Hold(t, strings.Contains(string(day), want), "the day has no %s:\n%s", want, day)
	}
}

// A description stands above the text unless the text has it, as its lead or as a point.
func TestDescriptionOnce(t *testing.T) {
	for text, want := range map[string]int{"Why `a` lock lives.\n\nMore.\n": 0, "## Key Points\n\n- x\n- Why a\n  lock lives ([[2026-03-01]])\n": 0, "It says: Why a lock lives.\n": 1, "": 1} {
		s := siteOf(t, map[string]string{"wiki/concepts/a.md": "---\ntitle: A\ntype: concept\ndescription: Why a lock lives.\n---\n\n# A\n\n" + text}, Options{})
		if page, _, err := s.File("wiki/concepts/a.html"); err != nil || strings.Count(string(page), `class="standfirst"`) != want {
			t.Errorf("%q: not %d of it, %v", text, want, err)
		}
	}
}

// Of what is no part of the site nothing is said but that it is none.
func TestHiddenIsNotNamed(t *testing.T) {
	files := map[string]string{
		"wiki/concepts/open.md": "---\ntype: concept\ntitle: Open\nsources: [\"[[2026-03-01]]\"]\n---\n\n# Open\n\n[[hid|a]] [[dup]] ![[hid]] [b](../../notes/hid.md) [[mine|c]]\n",
		"wiki/concepts/hid.md":  "---\ntype: concept\ntitle: SECRETTITLE\npublish: false\n---\n\n# SECRETTITLE\n\nopen says more\n",
		"daily/2026-03-03.md":   "---\npublish: false\n---\n" + strings.NewReplacer("2026-03-02", "2026-03-03", "Sidecar locks", "SECRETTITLE", "Lock a sidecar file", "SECRETTITLE", "112345", "212345").Replace(small["daily/2026-03-02.md"]),
		"notes/dup.md":          "# PRIVATE one\n", "notes/two/dup.md": "# PRIVATE two\n", "notes/mine.md": "# PRIVATE three\n\nsee [[open]] and Open\n",
	}
	s := siteOf(t, files, Options{})
	for _, name := range s.Paths() {
		body, _, err := s.File(name)
		must.Do(t, err)
		for _, word := range []string{"SECRETTITLE", "PRIVATE", "notes/two"} {
			must.Hold(t, !strings.Contains(string(body), word), "%s names %s:\n%s", name, word, body)
		}
	}
}

// What stands in a comment is told nowhere: not by the page, nor by those it links to, nor to other programs.
func TestCommentsAreNotTold(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	files := maps.Clone(small)
	files["wiki/concepts/hid.md"] = `---
type: concept
title: Hid
sources: ["[[2026-03-02]]"]
---

# Hid

%%secretlead%% Seen words %%secretone. More of
it%% go on.

%%
secrettwo line

secrettwo
%%

<!--
secretthree
-->

It links to [[sidecar-locks]] %%secretfour. And. on%% here, <!-- secretfive --> and names Queue %%secretsix%%.
`
	for name, text := range files {
		must.Do(t, dir.MkdirAll(path.Dir(name), 0o755))
		if _, err := dir.WriteFileNoSync(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	v := vaultOf(t, files)
	v.Index = func(bool) (*index.Index, error) { return (&index.Store{Dir: dir, Wiki: "wiki"}).Open(t.Context()) }
	s := must.Get(New(v, Options{BaseURL: "https://notes.example/"}))(t)
	seen := 0
	for _, name := range s.Paths() {
		body, _, err := s.File(name)
		must.Do(t, err)
		must.Hold(t, !strings.Contains(strings.ToLower(string(body)), "secret"), "%s tells a secret: %s", name, body)
		seen += strings.Count(string(body), "Seen words")
	}
	if seen < 3 { // the page, its Markdown, a preview or what the search shows
		t.Errorf("what is no comment is told %d times", seen)
	}
}

// A template without an end is an error, and does not fill the memory.
func TestEndless(t *testing.T) {
	s := siteOf(t, generated(3), Options{Templates: map[string][]byte{"page.html": []byte(`{{define "page"}}{{range $i := 100000000000}}` + strings.Repeat("x", 1<<16) + `{{end}}{{end}}`)}})
	if body, _, err := s.File(plan.HomeFile); !errors.Is(err, theme.ErrLong) {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}
