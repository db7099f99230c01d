package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/mcp"
	"github.com/agent-admin/memoria/cmd/memoria/ask"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search"
)

// A server that was started for days goes on with a vault that was put back from a copy, and with settings that
// were changed; while the vault is gone, it says so.
func TestServerGoesOnWithAVaultPutBack(t *testing.T) {
	b := newBench(t)
	a := &command.App{Env: &command.Env{Getenv: func(k string) string { return b.env[k] }, Now: func() time.Time { return b.now }, Local: time.UTC, Dir: b.home, Home: b.home},
		UI: &command.UI{}}
	v := must.Get(a.Machine().Open(b.vault.Path()))(t)
	s := ask.Server(a, v.Hold())
	keep := func(text string) {
		t.Helper()
		if got, err := s.Remember(t.Context(), mcp.Memory{Kind: daily.Fact, Text: text}); err != nil || got.Refused != "" {
			t.Fatalf("remember %q: %+v, %v", text, got, err)
		}
	}
	found := func(words string) bool {
		t.Helper()
		res := must.Get(s.Find(t.Context(), words, search.Filter{}, search.Options{Limit: 3}))(t)
		return len(res.Hits) > 0
	}
	keep("The staging machine is rebooted on Sundays.")
	must.Be(t, found("staging"), "what was kept is not found")
	vault, away := b.vault.Path(), filepath.Join(b.home, "away")
	if err := os.Rename(vault, away); err != nil {
		t.Skip(err) // of a folder that is open
	}
	if _, err := s.Find(t.Context(), "staging", search.Filter{}, search.Options{}); err == nil || !strings.Contains(err.Error(), "is not there any more") {
		t.Errorf("of a vault that is gone: %v", err)
	}
	must.Hold(t, must.Err(s.Status(t.Context())) != nil, "status of a vault that is gone")
	must.Do(t, os.CopyFS(vault, os.DirFS(away)))
	keep("The production machine is rebooted on Mondays.")
	must.Hold(t, found("production") && found("staging"), "the vault that was put back is not looked at")
	old, err := os.ReadFile(filepath.Join(away, "daily", "2026-05-04.md"))
	must.Hold(t, err == nil && !strings.Contains(string(old), "production"), "the vault that was moved away is written: %v", err)
	config := filepath.Join(vault, ".memoria", "config.yaml")
	must.Do(t, os.WriteFile(config, []byte("timezone: Asia/Tokyo\n"), 0o600))
	delete(b.env, "MEMORIA_TZ")
	must.Equal(t, s.Zone().String(), "Asia/Tokyo", "the zone")
}
