package compiler_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// TestRandomDays simulates days on which entries are logged, a person edits, moves and removes pages, runs are
// interrupted and the state is lost. What a person wrote stays where it is, a run does what a dry run says, a second
// run changes nothing, every link and citation of the compiler resolves, and everything that was logged is in the wiki
// unless a person removed it.
func TestRandomDays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir := must.Get(os.MkdirTemp(t.TempDir(), ""))(rt)
		d := &days{
			vault: vaultAt(rt, dir), rt: rt, logs: map[string][][]string{},
			mine: map[string][]string{}, broken: map[string]string{},
		}
		defer d.c.Vault.Close()
		rt.Repeat(map[string]func(*rapid.T){
			"log":     d.logEntry,
			"unlog":   d.unlog,
			"write":   d.writeIn,
			"take":    d.takeOut,
			"spoil":   d.spoil,
			"remove":  d.removePage,
			"move":    d.movePage,
			"own":     d.ownPage,
			"pass":    func(*rapid.T) { d.now = d.now.Add(40 * time.Minute) },
			"author":  func(*rapid.T) { d.author.version += "+" },
			"compile": func(*rapid.T) { d.dryThenRun(d.options()) },
			"crash":   func(rt *rapid.T) { d.crash(d.options(), rapid.IntRange(1, 9).Draw(rt, "at")) },
			"forget":  func(*rapid.T) { d.remove(".memoria/state"); d.lossy = true },
			"":        d.check,
		})
		d.finish()
	})
}

type days struct {
	*vault
	rt     *rapid.T
	logs   map[string][][]string
	said   int                 // bullets so far
	mine   map[string][]string // what a person wrote, by page
	broken map[string]string   // pages whose header they spoiled, and how it was
	taken  []string            // pages that they removed a line from
	lossy  bool                // they removed something, or the state was lost
}

var words = []string{"cursor", "plan", "queue", "sidecar", "pc", "program counter", "Rename"}

func (d *days) logEntry(rt *rapid.T) {
	date := fmt.Sprintf("2026-11-%02d", rapid.IntRange(20, 24).Draw(rt, "day"))
	if len(d.logs[date]) > 8 {
		rt.Skip("the day is full")
	}
	var entry []string
	for range rapid.IntRange(1, 3).Draw(rt, "bullets") {
		d.said++
		pick := rapid.SliceOfNDistinct(rapid.SampledFrom(words), 1, 3, rapid.ID[string]).Draw(rt, "words")
		text := fmt.Sprintf("Fact %d of `%s`", d.said, strings.Join(pick, "` and `"))
		if rapid.IntRange(0, 19).Draw(rt, "same") == 0 {
			text = fmt.Sprintf("Fact %d: `pc` aka `program counter`", d.said)
		}
		if rapid.Bool().Draw(rt, "decision") {
			text = "D " + text
		}
		entry = append(entry, text)
	}
	d.logs[date] = append(d.logs[date], entry)
	d.log(date, d.logs[date]...)
}

// unlog removes the last entry from a log.
func (d *days) unlog(rt *rapid.T) {
	if len(d.logs) == 0 || rapid.IntRange(0, 3).Draw(rt, "luck") > 0 {
		rt.Skip()
	}
	date := rapid.SampledFrom(slices.Sorted(maps.Keys(d.logs))).Draw(rt, "day")
	if n := len(d.logs[date]); n > 1 {
		d.logs[date] = d.logs[date][:n-1]
		d.log(date, d.logs[date]...)
		d.lossy = true // an edited page keeps its text, and its citation leads nowhere
	}
}

// articles returns the compiler's pages, by path.
func (d *days) articles() []string {
	var out []string
	for name := range d.pages() {
		if strings.HasPrefix(name, "wiki/c") && strings.HasSuffix(name, ".md") && d.broken[name] == "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (d *days) pick(rt *rapid.T) string {
	list := d.articles()
	if len(list) == 0 {
		rt.Skip("no articles")
	}
	return rapid.SampledFrom(list).Draw(rt, "page")
}

// writeIn adds a line of the person's to a page.
func (d *days) writeIn(rt *rapid.T) {
	name := d.pick(rt)
	lines := strings.Split(d.read(name), "\n")
	first := slices.Index(lines[1:], "---") + 2 // below the properties
	at := rapid.IntRange(first, len(lines)).Draw(rt, "line")
	d.said++
	own := rapid.SampledFrom([]string{"Mine %d.", "- mine %d", "> mine %d", "  mine %d", "## Mine %d", "mine %d [[cursor]]"}).Draw(rt, "form")
	own = fmt.Sprintf(own, d.said)
	d.write(name, strings.Join(slices.Insert(lines, at, own), "\n"))
	d.mine[name] = append(d.mine[name], own)
}

// takeOut removes a line that is not the person's from a page.
func (d *days) takeOut(rt *rapid.T) {
	name := d.pick(rt)
	lines := strings.Split(d.read(name), "\n")
	var at []int
	for i, l := range lines {
		if strings.HasPrefix(l, "- ") && !slices.Contains(d.mine[name], l) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		rt.Skip()
	}
	i := rapid.SampledFrom(at).Draw(rt, "line")
	d.write(name, strings.Join(slices.Delete(lines, i, i+1), "\n"))
	d.taken = append(d.taken, name)
	d.lossy = true
}

// spoil breaks the header of a page, or repairs one.
func (d *days) spoil(rt *rapid.T) {
	for _, name := range slices.Sorted(maps.Keys(d.broken)) {
		must.Be(rt, d.read(name) == d.broken[name], "%s was written though its header is broken:\n%s", name, d.read(name))
		d.write(name, strings.Replace(d.broken[name], "title: [", "title: ", 1))
		delete(d.broken, name)
		return
	}
	name := d.pick(rt)
	d.edit(name, "title: ", "title: [")
	d.broken[name] = d.read(name)
}

func (d *days) removePage(rt *rapid.T) {
	name := d.pick(rt)
	d.remove(name)
	delete(d.mine, name)
	d.lossy = true
}

func (d *days) movePage(rt *rapid.T) {
	name := d.pick(rt)
	d.said++
	to := rapid.SampledFrom([]string{"wiki/concepts/moved %d.md", "wiki/concepts/shelf/moved-%d.md"}).Draw(rt, "to")
	to = fmt.Sprintf(to, d.said)
	d.rename(name, to)
	d.mine[to] = append(d.mine[name], "---")
	delete(d.mine, name)
}

// ownPage makes a page of the person's, some with the name of a subject.
func (d *days) ownPage(rt *rapid.T) {
	d.said++
	name := "notes/" + rapid.SampledFrom([]string{"queue", "Sidecar", "own-%d", "PLAN"}).Draw(rt, "name") + ".md"
	if strings.Contains(name, "%") {
		name = fmt.Sprintf(name, d.said)
	}
	if d.exists(name) {
		rt.Skip()
	}
	own := fmt.Sprintf("Mine %d.", d.said)
	d.write(name, own+"\n")
	d.mine[name] = []string{own}
}

func (d *days) records() map[string]struct{ Hands bool } {
	var s struct {
		Pages map[string]struct{ Hands bool }
	}
	if d.exists(compiler.StateName) {
		must.Do(d.rt, json.Unmarshal([]byte(d.read(compiler.StateName)), &s))
	}
	return s.Pages
}

func (d *days) options() compiler.Options {
	return rapid.SampledFrom([]compiler.Options{{}, {}, {Now: true}, {All: true}}).Draw(d.rt, "options")
}

// check checks that the person's words are where they put them.
func (d *days) check(*rapid.T) {
	for name, own := range d.mine {
		must.Be(d.rt, d.exists(name), "%s, in which a person wrote, is gone", name)
		text := d.read(name)
		for _, l := range own {
			must.Be(d.rt, strings.Contains("\n"+text+"\n", "\n"+l+"\n"), "%s has lost %q:\n%s", name, l, text)
		}
	}
}

// finish compiles everything and checks the result.
func (d *days) finish() {
	for name, text := range d.broken {
		d.write(name, strings.Replace(text, "title: [", "title: ", 1))
	}
	clear(d.broken)
	r := d.settled(compiler.Options{All: rapid.Bool().Draw(d.rt, "all"), Now: true})
	d.check(nil)
	byHand := slices.AppendSeq(slices.Clone(d.taken), maps.Keys(d.mine))
	for _, n := range r.Plan.Notes { // pages that are no longer written
		byHand = append(byHand, n.Path)
	}
	records := d.records()
	for _, name := range d.articles() {
		if r, ok := records[name]; r.Hands || !ok { // it may be theirs, so it is not repaired
			byHand = append(byHand, name)
		}
	}
	checkVault(d.rt, d.vault, byHand...)
	if d.lossy {
		return
	}
	var all strings.Builder
	taken := map[string]bool{}
	for name, text := range d.pages() {
		if strings.HasPrefix(name, "wiki/") {
			all.WriteString(text)
		} else if strings.HasPrefix(name, "notes/") {
			taken[wiki.Fold(strings.TrimSuffix(path.Base(name), ".md"))] = true
		}
	}
	for date, entries := range d.logs {
		for i, entry := range entries {
			for j, text := range entry {
				block := fmt.Sprintf("^k%s%c%d", strings.ReplaceAll(date, "-", ""), 'a'+i, j)
				ours := slices.ContainsFunc(term.FindAllStringSubmatch(text, -1), func(m []string) bool { return !taken[wiki.Fold(m[1])] })
				must.Hold(d.rt, !ours || strings.Contains(all.String(), block+"|"), "%q (%s) is in no article", text, block)
			}
		}
	}
}
