package workspace

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// opener makes a vault, and returns what opens it.
func opener(t *testing.T) func() *Vault {
	t.Helper()
	home := t.TempDir()
	path := home + "/v"
	machine := &Machine{Getenv: func(string) string { return "" }, Now: time.Now, Local: time.UTC, Dir: home, Home: home}
	must.Get(machine.Finder().Init(path, false))(t)
	return func() *Vault {
		v := must.Get(machine.Open(path))(t)
		t.Cleanup(func() { v.Dir.Close() })
		return v
	}
}

// Who opened the vault before its logs were moved writes where they stand now, while they are moved once more.
func TestWriterFindsMovedLogs(t *testing.T) {
	open := opener(t)
	early, day := open(), daily.Date{}
	var all sync.WaitGroup
	const entries = 40
	write := func(from, to int) {
		for n := from; n < to; n++ {
			e := daily.Entry{Agent: "claude", Session: "s", From: "a", To: fmt.Sprint(n), At: time.Date(2026, 3, 2, 9, n, 0, 0, time.UTC), Summary: daily.Summary{Title: "Work", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}}}
			e.ID = entry.EntryID(e.Agent, e.Session, e.To)
			d, _, err := early.Daily().Append(context.Background(), e)
			must.Hold(t, err == nil, "%v", err)
			day = d
		}
	}
	all.Go(func() { write(0, entries-1) })
	for n := range 8 {
		v := open()
		unlock := must.Get(v.Writer(context.Background(), "mv"))(t)
		p, err := logs.Look(v.Vault, fmt.Sprintf("Logs/%d", n))
		if err == nil {
			err = v.SetDaily(p.To)
		}
		if err == nil {
			err = logs.Move(context.Background(), v.Vault, p)
		}
		unlock()
		must.Do(t, err)
	}
	all.Wait()
	write(entries-1, entries)
	for _, folder := range []layout.Daily{"daily", "Logs/0", "Logs/1", "Logs/2", "Logs/3", "Logs/4", "Logs/5", "Logs/6"} {
		must.Hold(t, !standing.Any(early.Dir, folder), "a log lies in %s", folder)
	}
	unlock := must.Get(early.Writer(context.Background(), "capture"))(t)
	defer unlock()
	if log, err := early.Daily().Read(day); err != nil {
		t.Error(err)
	} else if len(log.Entries) != entries {
		t.Errorf("%d entries in the log of %s, want %d: %v", len(log.Entries), day, entries, err)
	}
}

var errKilled = errors.New("killed")

// Wherever a move of the logs is killed, the same command again ends it: the logs and the links to them are in the new folder,
// and undo brings both back.
func TestMoveLogsKilled(t *testing.T) {
	ctx := context.Background()
	for left, killed := 0, true; killed; left++ {
		open := opener(t)
		v := open()
		for day := range 2 {
			e := daily.Entry{Agent: "claude", Session: "s", From: "a", To: fmt.Sprint(day), At: time.Date(2026, 3, 2+day, 9, 0, 0, 0, time.UTC), Summary: daily.Summary{Title: "Work", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}}}
			e.ID = entry.EntryID(e.Agent, e.Session, e.To)
			if _, _, err := v.Daily().Append(ctx, e); err != nil {
				t.Fatal(err)
			}
		}
		const note = "See [[daily/2026-03-02]] and [b](daily/2026-03-03.md).\n"
		must.Get(v.Dir.WriteFile("plan.md", []byte(note), 0o644))(t)
		mv := func(v *Vault) error {
			p, err := logs.Look(v.Vault, "Notes/Logs")
			if err != nil || v.Config.Daily.Folder() == "Notes/Logs" {
				return err
			}
			_, err = v.MoveLogs(ctx, p, []string{"daily/", "Notes/Logs/"}, false)
			return err
		}
		n := left
		v.Dir.Before(func(fsutil.Change) error {
			if n--; n < 0 {
				return errKilled
			}
			return nil
		})
		err := mv(v)
		if killed = n < 0; err != nil && !killed {
			t.Fatal(err)
		}
		if err := mv(open()); err != nil {
			t.Fatalf("killed after %d changes, then: %v", left, err)
		}
		is := func(when, folder, want string) {
			text, err := v.Dir.ReadFile("plan.md")
			must.Hold(t, err == nil && string(text) == want, "killed after %d changes, %s: %v\n%s", left, when, err, text)
			if names, err := v.Dir.ReadNames(folder); err != nil || len(names) != 2 {
				t.Errorf("killed after %d changes, %s: %v in %s, %v", left, when, names, folder, err)
			}
		}
		is("moved", "Notes/Logs", strings.ReplaceAll(note, "daily/", "Notes/Logs/"))
		for undone := 0; undone < 3; undone++ {
			v := open()
			_, err := v.Compiler().Journal().Undo(ctx, journal.UndoOptions{MoveLogs: func(ctx context.Context, f journal.Folder) error {
				p, err := logs.Look(v.Vault, f.To.Folder())
				if err != nil {
					return err
				}
				return logs.Move(ctx, v.Vault, p)
			}})
			if errors.As(err, new(*journal.NothingToUndoError)) {
				break
			}
			must.Be(t, err == nil, "killed after %d changes, undone: %v", left, err)
		}
		is("taken back", "daily", note)
	}
}
