package compiler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
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
	if got := v.status().Logs[0]; got.Unclosed != 1 || got.Lost != 0 {
		t.Errorf("%+v", got)
	}
	if text := v.read("wiki/concepts/git.md"); !strings.Contains(text, "goes on") || !strings.Contains(text, "is kept") {
		t.Errorf("what came is not compiled, or what is away was dropped:\n%s", text)
	}
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
	if text := v.read("wiki/concepts/git.md"); !strings.Contains(text, "is mine") {
		t.Errorf("not compiled:\n%s", text)
	}
	v.write("daily/2026-11-01.md", before)
	v.now = v.now.Add(2 * time.Hour)
	v.settled(compiler.Options{})
	if text := v.read("wiki/concepts/git.md"); strings.Contains(text, "is mine") || v.status().Logs[0].Unclosed > 0 {
		t.Errorf("still there:\n%s", text)
	}
}
