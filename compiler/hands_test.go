package compiler_test

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A page that a person edited keeps every byte of theirs; news is added below.
func TestEditedPageOnlyGrows(t *testing.T) {
	const page = "wiki/concepts/sidecar.md"
	for name, edit := range map[string]func(string) string{
		"paragraph": func(s string) string {
			return strings.Replace(s, "\n## Key Points", "\nMine,  with  odd   spaces \t\n\n## Key Points", 1)
		},
		"bullet changed": func(s string) string {
			return strings.Replace(s, "A `sidecar` is a file", "I say a sidecar is a file", 1)
		},
		"own bullet":     func(s string) string { return strings.Replace(s, "## Sources", "- mine, uncited\n\n## Sources", 1) },
		"own section":    func(s string) string { return s + "\n## Mine\n\n1. one\n\n```\n## Key Points\n```\n" },
		"section last":   func(s string) string { return s[:strings.Index(s, "\n## Sources")] },
		"no final break": func(s string) string { return strings.TrimRight(s, "\n") },
		"crlf":           func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"property": func(s string) string {
			return strings.Replace(s, "type: concept", "type: concept # ours\nrating:   5", 1)
		},
		"list of sources": func(s string) string {
			return strings.Replace(s, `sources: ["[[2026-11-25]]"]`, "sources:\n  - '[[2026-11-25]]'", 1)
		},
		"star list": func(s string) string { return strings.Replace(s, "\n- A", "\n* A", 1) },
		"table below": func(s string) string {
			return strings.Replace(s, "\n## Sources", "\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Sources", 1)
		},
		"new title": func(s string) string {
			return strings.Replace(s, "title: sidecar", "title: Lock files\naliases: [sidecar]", 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.log("2026-11-25", []string{"A `sidecar` is a file"})
			v.settled(compiler.Options{})
			mine := edit(v.read(page))
			v.write(page, mine)
			v.settled(compiler.Options{All: true})
			if name == "new title" { // the compiler's text follows it
				mine = strings.ReplaceAll(strings.Replace(mine, "# sidecar", "# Lock files", 1), "of sidecar", "of Lock files")
			}
			must.Be(t, v.read(page) == mine, "the page was changed without news:\n%s", v.read(page))
			v.log("2026-11-26", []string{"A `sidecar` is empty"})
			v.settled(compiler.Options{})
			got := v.read(page)
			grown(t, mine, got)
			n := strings.Count(got, "#^k20261126a0|2026-11-26]])")
			must.Hold(t, n == 1, "the new point is there %d times:\n%s", n, got)
			must.Hold(t, !strings.Contains(mine, "## Sources") || strings.Count(got, "[[2026-11-26]]") == 2, "the new source is not listed:\n%s", got)
			checkVault(t, v, page)
		})
	}
}

// grown checks that got is old with inserted text, except for the lines that list the sources and the date of the
// last update.
func grown(t *testing.T, old, got string) {
	t.Helper()
	rest := got
	for line := range strings.Lines(old) {
		if strings.HasPrefix(line, "sources: [") || strings.HasPrefix(line, "updated: ") {
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		i := strings.Index(rest, line)
		must.Be(t, i >= 0, "the line %q is gone or moved:\n%s", line, got)
		rest = rest[i+len(line):]
	}
}

// A point that a person removed from a page or reworded does not return.
func TestRemovedPointStaysOut(t *testing.T) {
	const page = "wiki/concepts/sidecar.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `sidecar` is a file", "A `sidecar` is cheap"})
	v.settled(compiler.Options{})
	text := v.read(page)
	i := strings.Index(text, "- A `sidecar` is cheap")
	v.write(page, text[:i]+text[i+strings.Index(text[i:], "\n")+1:])
	v.log("2026-11-26", []string{"A `sidecar` is empty"})
	v.settled(compiler.Options{})
	v.settled(compiler.Options{All: true})
	must.Text(t, v.read(page), "the text").Has("is empty").Lacks("cheap")
}

// A page whose edit a person reverted is the compiler's again.
func TestEditTakenBack(t *testing.T) {
	const page = "wiki/concepts/sidecar.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `sidecar` is a file"})
	v.settled(compiler.Options{})
	ours := v.read(page)
	v.write(page, ours+"\nmine\n")
	v.settled(compiler.Options{All: true})
	v.write(page, ours)
	v.settled(compiler.Options{All: true})
	v.log("2026-11-26", []string{"A `sidecar` is `empty`"})
	v.settled(compiler.Options{})
	must.Hold(t, strings.Contains(v.read(page), "updated: 2026-11-26"), "the page is still taken for edited:\n%s", v.read(page))
}

// A page whose header does not parse is left alone and reported; the second run does nothing. Its news is added once
// it can be read.
func TestUnreadablePage(t *testing.T) {
	const page = "wiki/concepts/sidecar.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `sidecar` is a file"})
	v.settled(compiler.Options{})
	v.edit(page, "title: sidecar", "title: [sidecar")
	broken := v.read(page)
	v.log("2026-11-26", []string{"A `sidecar` is `empty`"})
	r := v.settled(compiler.Options{})
	must.Hold(t, v.read(page) == broken, "the page was written:\n%s", v.read(page))
	must.Hold(t, len(r.Plan.Problems) == 1 && r.Plan.Problems[0].Path == page, "problems: %v", r.Plan.Problems)
	again := v.compile(compiler.Options{})
	must.Hold(t, len(again.Plan.Problems) == 1, "the second run does not report it: %v", again.Plan.Problems)
	v.edit(page, "title: [sidecar", "title: sidecar")
	v.settled(compiler.Options{})
	must.Text(t, v.read(page), "the new point was lost").Has("`empty`")
	checkVault(t, v)
}

// Even without the state, the name of an unreadable page is not reused.
func TestUnreadablePageWithoutState(t *testing.T) {
	const page = "wiki/concepts/sidecar.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `sidecar` is a file"})
	v.settled(compiler.Options{})
	v.edit(page, "title: sidecar", "title: [sidecar")
	broken := v.read(page)
	v.remove(".memoria/state")
	v.settled(compiler.Options{})
	if v.read(page) != broken || v.exists("wiki/concepts/sidecar-concept.md") {
		t.Errorf("pages: %v", v.pages())
	}
}

// A point is never written where it would not be read as one.
func TestNoPlaceForAPoint(t *testing.T) {
	const page = "wiki/concepts/sidecar.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `sidecar` is a file"})
	v.settled(compiler.Options{})
	v.edit(page, "## Key Points\n", "## Key Points\n\n```\ncode without an end\n")
	mine := v.read(page)
	v.log("2026-11-26", []string{"A `sidecar` is empty"})
	v.settled(compiler.Options{})
	must.Hold(t, v.read(page) == mine, "the page was written:\n%s", v.read(page))
	v.edit(page, "end\n", "end\n```\n")
	mine = v.read(page)
	v.settled(compiler.Options{})
	must.Hold(t, strings.Contains(v.read(page), "is empty ([["), "the point was lost:\n%s", v.read(page))
	grown(t, mine, v.read(page))
}

// A person's page is never written, its name never taken (in any letter case), and links to it stay as they are.
func TestPersonsPages(t *testing.T) {
	v := newVault(t)
	mine := map[string]string{
		"Sidecar.md":            "# Sidecar\n\nMine.\n",
		"wiki/concepts/ours.md": "---\ntitle: Rename\ntype: note\n---\n\nMine too.\n",
		"notes/cursor.canvas":   "{}",
		"notes/plan":            "a file without an extension",
		"notes/Queue.md":        "---\naliases: [durable]\n---\n\n[[queue]]\n",
	}
	for name, text := range mine {
		v.write(name, text)
	}
	v.log("2026-11-25", []string{"A `plan` is a file", "A `Durable` thing", "A `cursor` is a number"})
	v.settled(compiler.Options{})
	v.log("2026-11-26", []string{"`sidecar`, `rename` and `QUEUE` are taken", "D `plan` meets `cursor`"})
	v.settled(compiler.Options{})
	for name, text := range mine {
		must.Hold(t, v.read(name) == text, "%s was changed", name)
	}
	for _, name := range []string{"wiki/concepts/plan-concept.md", "wiki/concepts/cursor.md"} {
		must.Hold(t, v.exists(name), "%s is missing", name)
	}
	for name := range v.pages() {
		base := strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
		must.Hold(t, !strings.HasPrefix(name, "wiki/c") || base != "sidecar.md" && base != "queue.md" && base != "plan.md" && base != "durable.md", "%s has a name that was taken", name)
	}
	checkVault(t, v)
}

// If a person's page gets the name of an article, links to the article still work.
func TestPersonTakesAName(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"`cursor` meets `plan`"})
	v.settled(compiler.Options{})
	v.write("notes/cursor.md", "mine\n")
	v.log("2026-11-26", []string{"`cursor` meets `plan` again"})
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/plan.md"), "the link does not say which page it means").Has("[[wiki/concepts/cursor|cursor]]")
}

// An article that a person removed is not made again, nothing links to it, and restoring the page makes it an article
// again.
func TestRemovedArticle(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"D `cursor` meets `plan`", "A `queue` is a list"})
	v.settled(compiler.Options{})
	gone := v.read("wiki/concepts/cursor.md")
	v.remove("wiki/concepts/cursor.md")
	v.log("2026-11-26", []string{"`cursor` meets `queue`"})
	r := v.settled(compiler.Options{})
	must.Hold(t, !v.exists("wiki/concepts/cursor.md") && !v.exists("wiki/connections/cursor-and-plan.md"), "it was made again")
	must.Hold(t, len(r.Plan.Notes) != 0, "no word about it")
	checkVault(t, v)
	v.settled(compiler.Options{All: true})
	must.Hold(t, !v.exists("wiki/concepts/cursor.md"), "--all made it again")
	v.write("wiki/concepts/cursor.md", gone)
	v.settled(compiler.Options{All: true})
	must.Hold(t, strings.Contains(v.read("wiki/concepts/cursor.md"), "[[queue|queue]]") && v.exists("wiki/connections/cursor-and-plan.md"), "it is not an article again")
	checkVault(t, v)
}

// Somebody who removes the whole wiki wants it rebuilt; the articles do not count as removed one by one.
func TestRemovedWiki(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"D `cursor` meets `plan`", "A `queue` is a list"})
	v.settled(compiler.Options{})
	before := v.pages()
	v.remove("wiki")
	v.settled(compiler.Options{All: true})
	sameFiles(t, before, v.pages())
}

// An article that a person renamed or moved is followed: it grows in its new place, links go there, and there is no
// second one.
func TestMovedArticle(t *testing.T) {
	for name, to := range map[string]string{
		"renamed":            "wiki/concepts/Position in a file.md",
		"moved":              "wiki/concepts/io/cursor.md",
		"moved, other shelf": "wiki/qa/cursor.md",
	} {
		for _, edited := range []string{"", "words", "title"} {
			t.Run(name+" "+edited, func(t *testing.T) {
				v := newVault(t)
				v.log("2026-11-25", []string{"`cursor` meets `plan`"})
				v.settled(compiler.Options{})
				v.rename("wiki/concepts/cursor.md", to)
				switch edited {
				case "words":
					v.edit(to, "## Key Points", "Mine.\n\n## Key Points")
				case "title":
					v.edit(to, "title: cursor", "title: Position")
				}
				v.edit("wiki/concepts/plan.md", "[[cursor|cursor]]", "[["+strings.TrimSuffix(to[strings.LastIndexByte(to, '/')+1:], ".md")+"|cursor]]")
				v.log("2026-11-26", []string{"`cursor` meets `queue`"})
				v.settled(compiler.Options{})
				must.Hold(t, !v.exists("wiki/concepts/cursor.md"), "there is a second one")
				must.Text(t, v.read(to), "it did not grow").Has("meets `queue`")
				must.Hold(t, edited != "words" || strings.Contains(v.read(to), "Mine."), "the words are gone")
				checkVault(t, v)
			})
		}
	}
}
