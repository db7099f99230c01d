package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestRandomHands simulates a person who edits every part of articles in every way, between entries, other versions
// of the author, compiles, crashes and decisions about proposals. Every line that a person wrote stays, those of a
// page in their order; every claim that they did not remove is on a page or in a proposal; and compiling twice
// changes nothing.
func TestRandomHands(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir := must.Get(os.MkdirTemp(t.TempDir(), ""))(rt)
		h := &handed{vault: vaultAt(rt, dir), rt: rt, logs: map[string][][]string{}, mine: map[string][]string{}, out: map[string]bool{}}
		defer h.c.Vault.Close()
		h.logEntry(rt)
		h.compile(compiler.Options{})
		rt.Repeat(map[string]func(*rapid.T){
			"log":     h.logEntry,
			"edit":    h.editPage,
			"edit2":   h.editPage,
			"author":  func(rt *rapid.T) { h.author.version = rapid.SampledFrom([]string{"1", "2", "3"}).Draw(rt, "version") },
			"compile": h.run,
			"crash":   h.crashed,
			"decide":  h.decide,
			"":        h.check,
		})
		r := h.settled(compiler.Options{All: true, Now: true})
		h.check(nil)
		h.claims(r.Plan.Notes)
	})
}

type handed struct {
	*vault
	rt   *rapid.T
	logs map[string][][]string
	said int
	mine map[string][]string // lines a person wrote, by page, in order
	out  map[string]bool     // citations they removed

	whole  bool     // they handle pages only as a whole and edit none
	edited []string // pages that they edited nevertheless
	lossy  []string // days whose logs they removed
}

var handWords = []string{"cursor", "plan", "queue", "pc"}

func (h *handed) logEntry(rt *rapid.T) {
	date := fmt.Sprintf("2026-11-%02d", rapid.IntRange(20, 23).Draw(rt, "day"))
	if len(h.logs[date]) > 8 {
		rt.Skip("the day is full")
	}
	var entry []string
	for range rapid.IntRange(1, 3).Draw(rt, "bullets") {
		h.said++
		pick := rapid.SliceOfNDistinct(rapid.SampledFrom(handWords), 1, 3, rapid.ID[string]).Draw(rt, "words")
		text := fmt.Sprintf("Fact %d of `%s`", h.said, strings.Join(pick, "` and `"))
		if rapid.Bool().Draw(rt, "decision") {
			text = "D " + text
		}
		entry = append(entry, text)
	}
	h.logs[date] = append(h.logs[date], entry)
	h.log(date, h.logs[date]...)
}

var cited = regexp.MustCompile(`#\^(k\w+)`)

// editPage changes one page as a person might.
func (h *handed) editPage(rt *rapid.T) {
	var pages []string
	for name := range h.pages() {
		if strings.HasPrefix(name, "wiki/c") {
			pages = append(pages, name)
		}
	}
	slices.Sort(pages)
	name := rapid.SampledFrom(pages).Draw(rt, "page")
	before := h.read(name)
	lines := strings.Split(strings.ReplaceAll(before, "\r\n", "\n"), "\n")
	body := slices.Index(lines[1:], "---") + 2
	at := rapid.IntRange(body, len(lines)).Draw(rt, "line")
	h.said++
	n := h.said
	switch kind := rapid.SampledFrom([]string{"insert", "insert", "reword", "delete", "section", "swap", "property", "new property", "description", "list", "crlf", "code", "blank"}).Draw(rt, "kind"); kind {
	case "insert":
		form := rapid.SampledFrom([]string{"Mine %d.", "- mine %d", "* mine %d", "> mine %d", "  mine %d", "  - mine %d", "## Mine %d", "### Mine %d", "mine %d [[cursor]]", "- mine %d ([[2026-11-20]])", "| mine | %d |"})
		lines = slices.Insert(lines, at, fmt.Sprintf(form.Draw(rt, "form"), n))
	case "reword":
		if at < len(lines) && lines[at] != "" && !strings.HasPrefix(lines[at], "## ") && !strings.HasPrefix(lines[at], "```") {
			lines[at] = rapid.SampledFrom([]string{fmt.Sprintf("%s, says mine %d", lines[at], n), fmt.Sprintf("- quite mine %d", n)}).Draw(rt, "words")
		}
	case "delete":
		if at < len(lines) {
			lines = slices.Delete(lines, at, at+1)
		}
	case "section": // gone as a whole
		i := slices.IndexFunc(lines[at-1:], func(l string) bool { return strings.HasPrefix(l, "## ") })
		if i >= 0 {
			i += at - 1
			j := i + 1
			for j < len(lines) && !strings.HasPrefix(lines[j], "## ") {
				j++
			}
			lines = slices.Delete(lines, i, j)
		}
	case "swap":
		if at+1 < len(lines) {
			lines[at], lines[at+1] = lines[at+1], lines[at]
		}
	case "property":
		for i := 1; i < body-1; i++ {
			if strings.HasPrefix(lines[i], "created: ") {
				lines[i] = fmt.Sprintf("created: 20%02d-01-01", n%90+10)
			}
		}
	case "new property":
		lines = slices.Insert(lines, body-1, fmt.Sprintf("mine%d: %d", n, n))
	case "description":
		lines = slices.Insert(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "description: ") }), 1, fmt.Sprintf("description: mine %d", n))
	case "list":
		for i := 1; i < body-1; i++ {
			lines[i] = strings.Replace(lines[i], `sources: ["`, fmt.Sprintf(`sources: ["mine %d", "`, n), 1)
		}
	case "code":
		lines = slices.Insert(lines, at, "```", fmt.Sprintf("mine %d", n), "```")
	case "blank":
		lines = slices.Insert(lines, at, "", "")
	case "crlf":
	}
	after := strings.Join(lines, "\n")
	if strings.Contains(before, "\r\n") {
		after = strings.ReplaceAll(after, "\n", "\r\n")
	}
	if after == strings.ReplaceAll(before, "\r\n", "\n") {
		after = strings.ReplaceAll(after, "\n", "\r\n")
	}
	h.write(name, after)
	h.remember(name, before, after)
}

// remember notes the lines of a page that are the person's, and what they took out.
func (h *handed) remember(name, before, after string) {
	was := strings.Split(strings.ReplaceAll(before, "\r\n", "\n"), "\n")
	own := slices.Clone(h.mine[name])
	var mine []string
	for l := range strings.SplitSeq(strings.ReplaceAll(after, "\r\n", "\n"), "\n") {
		if i := slices.Index(own, l); i >= 0 {
			own = slices.Delete(own, i, i+1)
		} else if slices.Contains(was, l) || strings.TrimSpace(l) == "" || strings.HasPrefix(l, "sources: ") || l == "```" {
			continue
		}
		mine = append(mine, l)
	}
	h.mine[name] = mine
	for _, m := range cited.FindAllStringSubmatch(before, -1) {
		if !strings.Contains(after, "#^"+m[1]) || strings.Contains(after, "```") {
			h.out[m[1]] = true
		}
	}
}

func (h *handed) options() compiler.Options {
	return rapid.SampledFrom([]compiler.Options{{}, {Now: true}, {All: true}}).Draw(h.rt, "options")
}

func (h *handed) run(*rapid.T) {
	h.settled(h.options())
	h.check(nil)
}

func (h *handed) crashed(rt *rapid.T) {
	h.crash(h.options(), rapid.IntRange(1, 12).Draw(rt, "at"))
	h.check(nil)
}

// decide accepts or dismisses something that waits.
func (h *handed) decide(rt *rapid.T) {
	h.settled(h.options())
	list := h.proposals()
	if len(list) == 0 {
		rt.Skip("nothing waits")
	}
	p := rapid.SampledFrom(list).Draw(rt, "proposal")
	act := h.c.Desk().Dismiss
	accepted := rapid.Bool().Draw(rt, "accept")
	if accepted {
		act = h.c.Desk().Accept
		before := h.read(p.Path)
		if p.Theirs != "" && !strings.Contains(strings.ReplaceAll(before, "\r\n", "\n"), p.Theirs) && !strings.HasSuffix(p.Section, ":") {
			h.rt.Fatalf("theirs is not on the page: %+v\n%s", p, before)
		}
		for l := range strings.Lines(p.Theirs) {
			if i := slices.IndexFunc(h.mine[p.Path], func(m string) bool {
				return strings.TrimSpace(m) == strings.TrimSpace(l) || strings.HasSuffix(p.Section, ":") && strings.HasPrefix(m, p.Section)
			}); i >= 0 {
				h.mine[p.Path] = slices.Delete(h.mine[p.Path], i, i+1)
			}
		}
		for _, m := range cited.FindAllStringSubmatch(p.Theirs, -1) {
			h.out[m[1]] = true
		}
	} else {
		for _, m := range cited.FindAllStringSubmatch(p.Ours, -1) {
			h.out[m[1]] = true
		}
	}
	done, err := act(context.Background(), p.ID)
	must.Be(h.rt, err == nil && len(done) != 0, "%+v: %v, %v", p, done, err)
	for _, q := range h.proposals() {
		must.Be(h.rt, q.ID != p.ID, "still waits: %+v", q)
	}
	h.settled(compiler.Options{})
	h.check(nil)
}

// check holds the person's lines to be there, in their order.
func (h *handed) check(*rapid.T) {
	for name, own := range h.mine {
		text := strings.ReplaceAll(h.read(name), "\r\n", "\n")
		lines := strings.Split(text, "\n")
		at := 0
		for _, l := range own {
			i := slices.Index(lines[at:], l)
			must.Be(h.rt, i >= 0, "%s has lost %q, or its place, of %q:\n%s", name, l, own, text)
			at += i + 1
		}
	}
}

// claims holds every claim to be on a page or in a proposal, unless a person took it out, or left no
// place for it and was told.
func (h *handed) claims(told []journal.Note) {
	var all, full strings.Builder
	for _, n := range told {
		if strings.Contains(n.Text, "waiting: there is no place") {
			full.WriteString(n.Path)
		}
	}
	for name, text := range h.pages() {
		if strings.HasPrefix(name, "wiki/c") {
			all.WriteString(text)
		}
	}
	for _, p := range h.proposals() {
		all.WriteString(p.Ours)
	}
	for _, date := range slices.Sorted(maps.Keys(h.logs)) {
		for i, entry := range h.logs[date] {
			for j, text := range entry {
				block := fmt.Sprintf("k%s%c%d", strings.ReplaceAll(date, "-", ""), 'a'+i, j)
				noPlace := slices.ContainsFunc(term.FindAllStringSubmatch(text, -1), func(m []string) bool { return strings.Contains(full.String(), m[1]) })
				must.Hold(h.rt, strings.Contains(all.String(), block+"|") || h.out[block] || noPlace, "%q (%s) is in no article and no proposal", text, block)
			}
		}
	}
}
