package site

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A day and an article that say publish: false appear in no file, whoever tells of them: the home, the pages of projects,
// the calendar, or what memoria keeps in the vault to tell what goes on.
func TestNothingPrivate(t *testing.T) {
	files := maps.Clone(small)
	day := strings.NewReplacer("2026-03-02", "2026-03-09", "112345", "992345", "k2a2b3c", "k9a2b3c", "Lock a sidecar file", "Move to Zanzibar", "Sidecar locks", "A voyage to Zanzibar", "project=tide", "project=zanzibar").
		Replace(files["daily/2026-03-02.md"])
	files["daily/2026-03-09.md"] = "---\npublish: false\n---\n" + day
	files["wiki/concepts/voyage.md"] = "---\ntitle: Zanzibar\ntype: concept\npublish: false\n---\n\n# Zanzibar\n"
	files["wiki/index.md"] = "# Index\n\n<!-- memoria:now -->\n- [[2026-03-09]] A voyage to Zanzibar\n<!-- /memoria:now -->\n"
	files["wiki/index/project-zanzibar.md"] = "# Project: zanzibar\n\n<!-- memoria:now -->\n<!-- /memoria:now -->\n"
	files["wiki/log.md"] = "# Log\n\n## 2026-03-09\n\n- created `concepts/voyage` Zanzibar\n"
	s := siteOf(t, files, Options{Title: "Notes", BaseURL: "https://notes.example/"})
	must.Be(t, len(s.Paths()) >= 20, "%q", s.Paths())
	for _, name := range s.Paths() {
		body, _, err := s.File(name)
		must.Hold(t, err == nil && !bytes.Contains(bytes.ToLower(body), []byte("zanzibar")) && !bytes.Contains(body, []byte("2026-03-09")) && !strings.Contains(name, "zanzibar"), "%s tells of it: %v", name, err)
	}
	crawl(t, s, "https://elsewhere.example/x/")
}

// The home tells what the work was about, and a project's page when something was decided, and by which agent.
func TestWhatTheWorkWasAbout(t *testing.T) {
	s := siteOf(t, small, Options{Title: "Notes"})
	home, project := text(t, s, "index.html"), text(t, s, "site/projects/tide.html")
	for _, want := range []string{"2 sessions of work on tide with claude, 2026-03-01 to 2026-03-02", `<svg class="month"`, `href="./daily/2026-03-02.html#%5Ek2a2b3c"`, "Decided in the week to 2026-03-02", `href="./site/projects.html"`} {
		must.Hold(t, strings.Contains(home, want), "the home lacks %q", want)
	}
	for _, want := range []string{`<svg class="time"`, "2026-03-02 decided: Lock a sidecar file", ">claude</text>", `id="decisions"`} {
		must.Hold(t, strings.Contains(project, want), "the project lacks %q", want)
	}
	article := text(t, s, "wiki/concepts/sidecar-locks.html")
	must.Hold(t, strings.Count(article, `<details class="fold">`) >= 2 && !strings.Contains(article, `<details class="fold" open`), "where an article comes from is not folded")
}

func text(t *testing.T, s *Site, name string) string {
	t.Helper()
	body, ok, err := s.File(name)
	must.Be(t, ok && err == nil, "%s: %v, %v", name, ok, err)
	return string(body)
}
