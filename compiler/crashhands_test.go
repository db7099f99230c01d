package compiler_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestCrashAmongHands crashes runs on vaults in which a person edited, moved, removed and made pages. The next run
// reaches the bytes of an undisturbed one.
func TestCrashAmongHands(t *testing.T) {
	t.Run("terms", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			h := newHanded(t, rt)
			for range rapid.IntRange(1, 3).Draw(rt, "entries") {
				h.logEntry(rt)
			}
			h.compile(compiler.Options{})
			h.meddle(rt)
			for range rapid.IntRange(1, 3).Draw(rt, "new entries") {
				h.logEntry(rt)
			}
			crashes(t, rt, h.vault, func(*vault) {})
		})
	})
	t.Run("subject", func(t *testing.T) {
		logs := harborLogs(t)
		var names []string
		for name := range logs {
			names = append(names, name)
		}
		slices.Sort(names)
		rapid.Check(t, func(rt *rapid.T) {
			h := newHanded(t, rt)
			h.c.Author = subject.Author{}
			n := rapid.IntRange(1, len(names)-1).Draw(rt, "days")
			for _, name := range names[:n] {
				h.write(name, logs[name])
			}
			h.compile(compiler.Options{})
			h.meddle(rt)
			for _, name := range names[n:] {
				h.write(name, logs[name])
			}
			crashes(t, rt, h.vault, func(v *vault) { v.c.Author = subject.Author{} })
		})
	})
}

func newHanded(t *testing.T, rt *rapid.T) *handed {
	dir := must.Get(os.MkdirTemp(t.TempDir(), ""))(rt)
	h := &handed{vault: vaultAt(rt, dir), rt: rt, logs: map[string][][]string{}, mine: map[string][]string{}, out: map[string]bool{}}
	rt.Cleanup(func() { h.c.Vault.Close() })
	return h
}

// meddle changes the wiki as a person may.
func (h *handed) meddle(rt *rapid.T) {
	for range rapid.IntRange(1, 4).Draw(rt, "hands") {
		var pages []string
		for name := range h.pages() {
			if strings.HasPrefix(name, "wiki/c") {
				pages = append(pages, name)
			}
		}
		if len(pages) == 0 {
			return
		}
		slices.Sort(pages)
		name := rapid.SampledFrom(pages).Draw(rt, "page")
		base := name[strings.LastIndexByte(name, '/')+1:]
		h.said++
		hands := []string{"remove", "move", "out", "own", "alias", "all", "log"}
		if !h.whole {
			hands = append(hands, "edit", "edit", "edit", "title", "type", "spoil")
		}
		switch rapid.SampledFrom(hands).Draw(rt, "hand") {
		case "log":
			days, _ := must.Get2(h.c.Daily.Dates())(rt)
			if len(days) > 1 {
				day := rapid.SampledFrom(days).Draw(rt, "day").String()
				delete(h.logs, day)
				h.remove("daily/" + day + ".md")
				h.lossy = append(h.lossy, day)
			}
		case "edit":
			h.editPage(rt)
		case "remove":
			h.remove(name)
		case "move":
			h.rename(name, fmt.Sprintf("wiki/concepts/moved-%d.md", h.said))
		case "out":
			h.rename(name, "notes/"+base)
		case "own":
			h.write("notes/x/"+base, "mine\n")
		case "title":
			h.write(name, strings.Replace(h.read(name), "title: ", fmt.Sprintf("title: My %d ", h.said), 1))
		case "alias":
			other := rapid.SampledFrom(pages).Draw(rt, "other")
			title := strings.TrimSuffix(other[strings.LastIndexByte(other, '/')+1:], ".md")
			text := h.read(name)
			if strings.Contains(text, "\naliases:") || other == name {
				continue
			}
			h.edited = append(h.edited, name)
			h.write(name, strings.Replace(text, "type: ", "aliases: ["+title+"]\ntype: ", 1))
			h.remove(other)
		case "all":
			h.remove("wiki")
		case "type":
			h.write(name, strings.Replace(h.read(name), "type: concept", "type: note", 1))
		case "spoil":
			h.write(name, strings.Replace(h.read(name), "title: ", "title: [", 1))
		}
	}
}

// crashes crashes runs from one start and compares the results.
func crashes(t *testing.T, rt *rapid.T, start *vault, prepare func(*vault)) {
	fork := func() *vault {
		dir := must.Get(os.MkdirTemp(t.TempDir(), ""))(rt)
		must.Do(rt, os.CopyFS(dir, os.DirFS(start.dir)))
		v := vaultAt(rt, dir)
		v.author.version = start.author.version
		prepare(v)
		return v
	}
	clean := fork()
	defer clean.c.Vault.Close()
	clean.settled(compiler.Options{})
	want := clean.pages()
	step := pace(6)
	for at := rapid.IntRange(1, step).Draw(rt, "first"); ; at += step {
		v := fork()
		again := rapid.IntRange(0, 9).Draw(rt, "again")
		more := v.crash(compiler.Options{}, at)
		if again > 0 {
			v.crash(compiler.Options{}, again)
		}
		v.settled(compiler.Options{})
		sameFiles(rt, want, v.pages())
		v.c.Vault.Close()
		must.Be(rt, !rt.Failed(), "after a crash behind write %d, then %d", at, again)
		if !more {
			return
		}
	}
}
