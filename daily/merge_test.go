package daily

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// anyLogs draws a log and three versions of it, as three machines make them that append, forget, and have a person who
// writes.
func anyLogs(t *rapid.T) (base []byte, sides [3][]byte, added map[string]bool, gone map[string]bool) {
	added, gone = map[string]bool{}, map[string]bool{}
	n := 0
	appended := func(file []byte) []byte {
		n++
		e := sample(rapid.IntRange(0, 5).Draw(t, "minute"))
		e.Session, e.To = fmt.Sprint("s", n), fmt.Sprint("to", n)
		if n%3 == 0 { // sections that are alike, and nothing else
			e.Context, e.Bullets = "", []Bullet{{Kind: Fact, Text: "the same"}}
		}
		added[entry.EntryID(e.Agent, e.Session, e.To)] = true
		return []byte(appendTo(t, string(file), e))
	}
	for range rapid.IntRange(0, 4).Draw(t, "entries") {
		base = appended(base)
	}
	common := sample(1)
	common.Session = "both"
	for i := range sides {
		file := slices.Clone(base)
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			there := Parse(Date{}, nil, file).Entries
			switch what := rapid.IntRange(0, 6).Draw(t, "what"); {
			case what < 3 || len(there) == 0:
				file = appended(file)
			case what == 3: // the same session on several machines, of which one wrote another text
				e := common
				e.Bullets = e.Bullets[:1+i%2]
				added[entry.EntryID(e.Agent, e.Session, e.To)] = true
				if !holds(file, entry.EntryID(e.Agent, e.Session, e.To)) {
					file = []byte(appendTo(t, string(file), e))
				}
			case what == 4:
				e := rapid.SampledFrom(there).Draw(t, "forgets")
				if !e.Hand {
					gone[e.ID] = true
					file = Cut{Entries: map[string]bool{e.ID: true}}.From(Date{}, nil, file)
				}
			case what == 5:
				file = []byte(strings.Replace(string(file), "where a lock lives", fmt.Sprintf("where %d locks live", i+2), 1))
			default:
				file = append(file, fmt.Sprintf("\nA person's line %d.\n", i)...)
			}
		}
		sides[i] = file
	}
	return base, sides, added, gone
}

// Whatever two machines do to one log, a merge has every entry once and whole, and what was forgotten stays so. It is the
// same on both, and of three whichever two merge first.
func TestMerge(t *testing.T) {
	check := func(t *rapid.T) {
		o, s, added, gone := anyLogs(t)
		a, b, c := s[0], s[1], s[2]
		got := Merge(o, Merge(o, a, b), c)
		for _, order := range [][3][]byte{{b, a, c}, {a, c, b}, {c, a, b}, {b, c, a}, {c, b, a}} {
			other := Merge(o, Merge(o, order[0], order[1]), order[2])
			must.Be(t, entriesOf(other) == entriesOf(got), "another order gives\n%s\nnot\n%s", other, got)
		}
		x, y := Merge(o, a, b), Merge(o, b, a)
		must.Be(t, string(x) == string(y), "the two sides get\n%s\nand\n%s", x, y)
		x = Merge(o, got, got)
		must.Be(t, string(x) == string(got), "merged with itself it is\n%s\nnot\n%s", x, got)
		x = Merge(nil, got, a)
		must.Be(t, entriesOf(x) == entriesOf(got), "without a base, and a side again, it is\n%s\nnot\n%s", x, got)
		log := Parse(Date{}, nil, got)
		must.Be(t, log.Torn+len(log.Mixed) == 0, "broken:\n%s", got)
		for _, e := range log.Entries {
			if e.Hand {
				continue
			}
			must.Be(t, added[e.ID] && gone[e.ID] == (e.Title == Forgotten), "%s reads %q, forgotten %v, in\n%s", e.ID, e.Title, gone[e.ID], got)
			delete(added, e.ID)
		}
		must.Be(t, len(added) == 0, "%v is not in\n%s", added, got)
		for i, side := range s {
			line := fmt.Sprintf("A person's line %d.", i)
			must.Be(t, !strings.Contains(string(side), line) || strings.Contains(string(got), line), "%q is not in\n%s", line, got)
		}
	}
	rapid.Check(t, check)
}

// entriesOf returns the entries of a log, as text.
func entriesOf(file []byte) string {
	s := sheetOf(file)
	for id, x := range s.pieces {
		s.pieces[id] = piece{Entry: x.Entry, text: x.text}
	}
	s.lead = nil
	return string(s.bytes())
}

// Lines of a person are merged line by line, and both stay where two wrote in one place. A control is never lost, and
// obeyed.
func TestMergeLines(t *testing.T) {
	one := "# Daily Log: 2026-11-27\n\nMorning.\n\nNoon.\n\n## Sessions\n"
	id := entry.EntryID("claude", "s-0", "to-0")
	withEntry := appendTo(t, one, sample(0))
	forgot := Control{Verb: Forgot, Entry: id, At: afternoon, Who: "ana"}.String() + "\n"
	for name, c := range map[string]struct{ base, x, y, want string }{
		"two places": {one, strings.Replace(one, "Morning.", "Early.", 1), strings.Replace(one, "Noon.", "Lunch.", 1),
			strings.NewReplacer("Morning.", "Early.", "Noon.", "Lunch.").Replace(one)},
		"one place": {one, strings.Replace(one, "Noon.", "Lunch.", 1), strings.Replace(one, "Noon.", "Dinner.", 1),
			strings.Replace(one, "Noon.", "Dinner.\nLunch.", 1)},
		"taken out":  {one, strings.Replace(one, "Morning.\n\n", "", 1), one + "\nEvening.\n", strings.Replace(one, "Morning.\n\n", "", 1) + "\nEvening.\n"},
		"no base":    {"", one + "\nA.\n", one + "\nB.\n", one + "\nA.\nB.\n"},
		"line ends":  {one, strings.ReplaceAll(one+"\nA.\n", "\n", "\r\n"), strings.Replace(one, "Noon.", "Lunch.", 1), strings.Replace(one, "Noon.", "Lunch.", 1) + "\nA.\n"},
		"a control":  {withEntry, withEntry + "\n" + forgot, withEntry + "\nA.\n", husked(withEntry, id) + "\nA.\n\n" + forgot},
		"taken away": {withEntry + "\n" + forgot, withEntry, withEntry + "\n" + forgot + "\nA.\n", husked(withEntry, id) + "\nA.\n\n" + forgot},
	} {
		got := string(Merge([]byte(c.base), []byte(c.x), []byte(c.y)))
		must.Hold(t, got == c.want, "%s: it is\n%s\nnot\n%s", name, got, c.want)
	}
}

func husked(file, id string) string {
	return string(Cut{Entries: map[string]bool{id: true}}.From(Date{}, nil, []byte(file)))
}

// What plain git makes of logs of earlier versions, whose closing markers are all alike, when somebody keeps both sides:
// each entry is read, once and with its own lines.
func TestKeptBoth(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	bare := func(file string) []byte {
		for _, e := range Parse(Date{}, nil, []byte(file)).Entries {
			file = strings.ReplaceAll(file, entry.Closer(e.ID), entry.Closing+entry.Ending)
		}
		return []byte(file)
	}
	dir := t.TempDir()
	base := appendTo(t, "", sample(0))
	file := map[string][]byte{"o": bare(base), "a": bare(appendTo(t, base, sample(1))), "b": bare(appendTo(t, base, sample(2)))}
	for name, text := range file {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	run := exec.Command("git", "merge-file", "-p", "a", "o", "b")
	run.Dir = dir
	marked, _ := run.Output()
	must.Be(t, strings.Contains(string(marked), "<<<<<<<"), "no conflict:\n%s", marked)
	kept := slices.DeleteFunc(strings.SplitAfter(string(marked), "\n"), func(l string) bool {
		return strings.HasPrefix(l, "<<<<<<<") || strings.HasPrefix(l, "=======") || strings.HasPrefix(l, ">>>>>>>")
	})
	log := Parse(Date{}, time.UTC, []byte(strings.Join(kept, "")))
	must.Be(t, len(log.Entries) == 3 && len(log.Mixed) != 0 && log.Torn <= 0, "%d entries, %d without their own end, in\n%s", len(log.Entries), len(log.Mixed), strings.Join(kept, ""))
	for _, e := range log.Entries {
		must.Hold(t, len(e.Bullets) == len(sample(0).Bullets), "%s has %d lines", e.Title, len(e.Bullets))
	}
}
