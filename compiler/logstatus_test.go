package compiler_test

import (
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Logs agrees with Status, without reading the wiki.
func TestLogs(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-26", []string{"Caching uses Redis because it is fast"})
	v.log("2026-11-27", []string{"SQLite runs in WAL mode because readers never block"})
	check := func() {
		t.Helper()
		logs := must.Get(v.c.Logs(t.Context()))(t)
		st := must.Get(v.c.Status(t.Context()))(t)
		must.Be(t, len(logs.Logs) == len(st.Logs), "%+v, want %+v", logs.Logs, st.Logs)
		for i := range st.Logs {
			must.Hold(t, logs.Logs[i] == st.Logs[i], "%+v, want %+v", logs.Logs[i], st.Logs[i])
		}
		must.Hold(t, logs.Interrupted == st.Interrupted, "interrupted: %v", logs.Interrupted)
	}
	check()
	v.compile(compiler.Options{})
	check()
	v.remove("daily/2026-11-26.md")
	check()
}
