package move

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

var errKilled = errors.New("killed")

// Whatever lies in both folders, and wherever a move is killed: all entries and all of the person's lines are in the new folder in
// the end, files that are no logs stay, and moving again changes nothing.
func TestMoveLosesNothing(t *testing.T) {
	const from, to = layout.DefaultDaily, layout.Daily("Notes/Logs")
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		tmp := must.Get(os.MkdirTemp("", "move"))(t)
		defer os.RemoveAll(tmp)
		dir := must.Get(fsutil.OpenDir(tmp))(t)
		defer dir.Close()
		write := func(name, text string) {
			must.Get(dir.WriteFile(name, []byte(text), 0o644))(t)
		}
		entries, lines := map[string]bool{}, map[string]string{}
		for _, folder := range []layout.Daily{from, to} {
			for n := range rapid.IntRange(0, 3).Draw(t, "logs of "+folder.Folder()) {
				d, _ := daily.ParseDate(fmt.Sprintf("2026-03-%02d", 1+n))
				own := rapid.SampledFrom([]string{"", "mine", "both"}).Draw(t, "a person's")
				if own == "mine" && folder == to {
					own = "both"
				}
				if own != "" {
					line := fmt.Sprintf("of %s in %s", d, folder)
					lines[line] = to.Path(d.String())
					write(folder.Path(d.String()), line+"\n")
					if own == "mine" {
						continue
					}
				}
				e := daily.Entry{Agent: "claude", Session: folder.Folder(), From: "a", To: fmt.Sprint(n), At: d.At(9, n, time.UTC), Summary: daily.Summary{Title: "Work", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}}}
				e.ID = entry.EntryID(e.Agent, e.Session, e.To)
				_, _, err := (&daily.Store{Dir: dir, Folder: folder}).Append(ctx, e)
				must.Do(t, err)
				entries[e.ID] = true
			}
		}
		write("daily/ideas.md", "mine\n")
		left := rapid.IntRange(0, 20).Draw(t, "changes until it is killed")
		for killed := true; killed; left = 1000 {
			p, err := Look(dir, from, to, true)
			must.Do(t, err)
			dir.Before(func(fsutil.Change) error {
				if left--; left < 0 {
					return errKilled
				}
				return nil
			})
			err = p.Apply(ctx, func() error { return nil })
			dir.Before(nil)
			if killed = errors.Is(err, errKilled); err != nil && !killed {
				t.Fatal(err)
			}
		}
		if p, err := Look(dir, from, to, true); err != nil || len(p.Files) > 0 {
			t.Fatalf("%v is left, %v", p, err)
		}
		if text, err := dir.ReadFile("daily/ideas.md"); string(text) != "mine\n" {
			t.Errorf("another file of the folder: %q, %v", text, err)
		}
		logs, _, err := (&daily.Store{Dir: dir, Folder: to}).Logs(ctx)
		must.Be(t, err == nil || len(entries)+len(lines) == 0, "%v", err)
		for _, l := range logs {
			for _, e := range l.Entries {
				delete(entries, e.ID)
			}
		}
		must.Hold(t, len(entries) == 0, "lost: %v", entries)
		for line, name := range lines {
			text, err := dir.ReadFile(name)
			must.Hold(t, err == nil && strings.Count(string(text), line+"\n") == 1, "%q is not once in %s: %v\n%s", line, name, err, text)
		}
	})
}

// What lies where a log would is found before anything moves: a note of the person's, a folder, a link.
func TestMoveIsStopped(t *testing.T) {
	ctx := context.Background()
	for what, make := range map[string]func(name string) error{
		"a note": func(name string) error {
			return os.WriteFile(name, []byte("---\ntags: [diary]\n---\r\nMet Bob.\r\n"), 0o644)
		},
		"a folder": func(name string) error { return os.Mkdir(name, 0o755) },
		"a link":   func(name string) error { return os.Symlink("../mine.md", name) },
	} {
		tmp := t.TempDir()
		dir := must.Get(fsutil.OpenDir(tmp))(t)
		defer dir.Close()
		for n := range 2 {
			d, _ := daily.ParseDate(fmt.Sprintf("2026-03-%02d", 5+n))
			e := daily.Entry{Agent: "claude", Session: "s", From: "a", To: fmt.Sprint(n), At: d.At(9, n, time.UTC), Summary: daily.Summary{Title: "Work", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}}}
			e.ID = entry.EntryID(e.Agent, e.Session, e.To)
			_, _, err := (&daily.Store{Dir: dir, Folder: layout.DefaultDaily}).Append(ctx, e)
			must.Do(t, err)
		}
		must.Do(t, errors.Join(os.Mkdir(tmp+"/J", 0o755), os.WriteFile(tmp+"/mine.md", []byte("mine\n"), 0o644), make(tmp+"/J/2026-03-06.md")))
		p, err := Look(dir, layout.DefaultDaily, "J", true)
		must.Hold(t, err != nil, "%s: planned %v", what, p)
		must.Hold(t, (&Plan{From: layout.DefaultDaily, To: "J", dir: dir, all: true}).Apply(ctx, func() error { return nil }) != nil, "%s: moved", what)
		names, _ := dir.ReadNames("daily")
		must.Hold(t, len(names) == 2, "%s: %v is left", what, names)
	}
}
