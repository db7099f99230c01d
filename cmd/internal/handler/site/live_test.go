package site

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Of the logs that wait the page names the next, until its time has come.
func TestLiveWaits(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	now := time.Date(2026, 3, 19, 10, 0, 0, 0, time.UTC)
	l := &Live{}
	l.vault.Store(&workspace.Vault{Vault: &vault.Vault{Dir: dir}, Machine: &workspace.Machine{Now: func() time.Time { return now }}})
	for _, w := range []struct {
		day  string
		till int
	}{{"2026-03-18", 40}, {"2026-03-17", 20}, {"2026-03-16", 30}} {
		day := must.Get(daily.ParseDate(w.day))(t)
		l.Waits(day, now.Add(time.Duration(w.till)*time.Minute))
	}
	must.Text(t, string(l.State()), "the page is told").Has(`"compile":"2026-03-17 is compiled at 10:20"`)
	now = now.Add(time.Hour)
	must.Equal(t, string(l.State()), "{}", "later it is told")
}
