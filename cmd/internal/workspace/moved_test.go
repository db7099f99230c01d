package workspace

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Who opened the vault before its logs were moved writes where they stand now, while they are moved once more.
func TestWriterFindsMovedLogs(t *testing.T) {
	home := t.TempDir()
	path := home + "/v"
	machine := &Machine{Getenv: func(string) string { return "" }, Now: time.Now, Local: time.UTC, Dir: home, Home: home}
	if _, err := machine.Finder().Init(path, false); err != nil {
		t.Fatal(err)
	}
	open := func() *Vault {
		v, err := machine.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { v.Dir.Close() })
		return v
	}
	early, day := open(), daily.Date{}
	var all sync.WaitGroup
	const entries = 40
	write := func(from, to int) {
		for n := from; n < to; n++ {
			e := daily.Entry{Agent: "claude", Session: "s", From: "a", To: fmt.Sprint(n), At: time.Date(2026, 3, 2, 9, n, 0, 0, time.UTC), Summary: daily.Summary{Title: "Work", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}}}
			e.ID = daily.EntryID(e.Agent, e.Session, e.To)
			d, _, err := early.Daily().Append(context.Background(), e)
			if err != nil {
				t.Error(err)
			}
			day = d
		}
	}
	all.Go(func() { write(0, entries-1) })
	for n := range 8 {
		v := open()
		unlock, err := v.Writer(context.Background(), "mv")
		if err != nil {
			t.Fatal(err)
		}
		p, err := logs.Look(v.Vault, fmt.Sprintf("Logs/%d", n))
		if err == nil {
			err = v.SetDaily(p.To)
		}
		if err == nil {
			err = logs.Move(context.Background(), v.Vault, p)
		}
		unlock()
		if err != nil {
			t.Fatal(err)
		}
	}
	all.Wait()
	write(entries-1, entries)
	for _, folder := range []layout.Daily{"daily", "Logs/0", "Logs/1", "Logs/2", "Logs/3", "Logs/4", "Logs/5", "Logs/6"} {
		if standing.Any(early.Dir, folder) {
			t.Errorf("a log lies in %s", folder)
		}
	}
	unlock, err := early.Writer(context.Background(), "capture")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if log, err := early.Daily().Read(day); err != nil {
		t.Error(err)
	} else if len(log.Entries) != entries {
		t.Errorf("%d entries in the log of %s, want %d: %v", len(log.Entries), day, entries, err)
	}
}
