package compiler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// A log of another machine that comes late, or in parts, takes nothing out of the wiki, and its whole is as if it had
// come at once.
func TestLogsThatArriveInParts(t *testing.T) {
	v := newVault(t)
	v.c.Shared = true
	const log = "daily/2026-11-01@laptop.md"
	text := logText("2026-11-01", []string{"`Git` hooks must be quick.", "`Go` is what we use."}, []string{"D `Git` is kept.", "`Go` 1.26 it is."})
	v.write(log, strings.Replace(text, "\n\n", "\n<!-- memoria:log machine=laptop id=7f3a91c2 -->\n\n", 1))
	v.log("2026-11-02", []string{"`Git` and `Go` meet."})
	v.settled(compiler.Options{})
	want, whole := wikiOf(v), v.read(log)
	lines := strings.SplitAfter(whole, "\n")
	for n := range lines {
		part := strings.Join(lines[:n], "")
		for _, text := range []string{part, part + lines[n][:len(lines[n])/2]} {
			v.write(log, text)
			v.now = v.now.Add(2 * time.Hour)
			v.settled(compiler.Options{All: n%2 == 0})
			sameFiles(t, want, wikiOf(v))
		}
	}
	v.remove(log)
	v.now = v.now.Add(2 * time.Hour)
	v.settled(compiler.Options{})
	sameFiles(t, want, wikiOf(v))
	// What comes beside the missing entry is compiled.
	cut := strings.Index(whole, "\n### Session (10:01)")
	more := strings.NewReplacer("1a", "1c", "Work a", "Work c", "hooks must be quick", "goes on").Replace(whole[strings.Index(whole, "\n### Session"):cut])
	v.write(log, whole[:cut]+more)
	v.now = v.now.Add(2 * time.Hour)
	v.settled(compiler.Options{})
	got := v.status().Logs[0]
	must.Hold(t, got.Unclosed == 1 && got.Lost == 0, "%+v", got)
	must.Text(t, v.read("wiki/concepts/git.md"), "what came is not compiled, or what is away was dropped").Has("goes on", "is kept")
	v.write(log, whole+more)
	v.now = v.now.Add(2 * time.Hour)
	v.settled(compiler.Options{})
	sameFiles(t, rebuilt(t, v), wikiOf(v))
}

// What a person wrote into a log by hand they may take out again.
func TestHandWrittenGoes(t *testing.T) {
	v := newVault(t)
	v.c.Shared = true
	v.log("2026-11-01", []string{"`Git` hooks must be quick.", "`Go` is what we use."})
	v.settled(compiler.Options{})
	before := v.read("daily/2026-11-01.md")
	v.write("daily/2026-11-01.md", before+"\n## Mine\n\n- `Git` is mine.\n")
	v.now = v.now.Add(2 * time.Hour)
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/git.md"), "not compiled").Has("is mine")
	v.write("daily/2026-11-01.md", before)
	v.now = v.now.Add(2 * time.Hour)
	v.settled(compiler.Options{})
	text := v.read("wiki/concepts/git.md")
	must.Hold(t, !strings.Contains(text, "is mine") && v.status().Logs[0].Unclosed <= 0, "still there:\n%s", text)
}

// A copy of a page that a file sync made is taken in: what a person wrote in it, on whichever machine, and nothing that is
// there already. It is left where lines of two persons stand against each other, and in a vault that is not shared.
func TestCopiesOfPages(t *testing.T) {
	const at, copied = "wiki/concepts/go.md", "wiki/concepts/go.sync-conflict-20261129-150323-DJKBM5D.md"
	for _, other := range []bool{false, true} { // machine
		p := newPair(t)
		p.start()
		v := p.a
		if other {
			v = p.b
		}
		plain := wikiOf(v)
		v.write(copied, p.a.read(at))
		v.write("wiki/index.sync-conflict-20261129-150323-DJKBM5D.md", p.a.read("wiki/index.md"))
		v.write("wiki/log.sync-conflict-20261129-150323-DJKBM5D.md", p.a.read("wiki/log.md"))
		v.now = v.now.Add(2 * time.Hour)
		v.compile(compiler.Options{})
		sameFiles(t, plain, wikiOf(v))
		v.write(copied, strings.Replace(p.a.read(at), "## Key Points", "Mine, in the copy.\n\n## Key Points", 1))
		v.compile(compiler.Options{})
		text := v.read(at)
		must.Hold(t, strings.Contains(text, "\nMine, in the copy.\n") && !v.exists(copied), "the copy is not taken in:\n%s", text)
		for _, line := range strings.Split(plain[at], "\n") {
			must.Hold(t, !strings.HasPrefix(line, "- ") || strings.Count(text, line+"\n") == 1, "%q stands %d times in\n%s", line, strings.Count(text, line+"\n"), text)
		}
		v.c.Shared = false
		v.write(copied, p.a.read(at))
		v.compile(compiler.Options{All: true})
		must.Hold(t, v.exists(copied), "the copy is taken in, and nobody shares the vault")
	}
}

// A clone whose git writes CRLF has the same sums, and nothing is rewritten for its line ends alone.
func TestClonesWithCRLF(t *testing.T) {
	p := newPair(t)
	p.start()
	n := newVault(t)
	n.c.Shared = true
	for name, text := range p.a.files() {
		if travels(name) && strings.HasSuffix(name, ".md") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		if travels(name) {
			n.write(name, text)
		}
	}
	before := n.pages()
	for name, text := range wikiOf(n) {
		must.Hold(t, wiki.Parse([]byte(text)).Fits(), "%s has not its own sum", name)
	}
	n.now = n.now.Add(2 * time.Hour)
	n.settled(compiler.Options{})
	for name, text := range n.pages() {
		if text != before[name] {
			t.Errorf("%s %d of %d CR, same otherwise: %v", name, strings.Count(text, "\r"), strings.Count(text, "\n"), strings.ReplaceAll(text, "\r", "") == strings.ReplaceAll(before[name], "\r", ""))
		}
	}
}
