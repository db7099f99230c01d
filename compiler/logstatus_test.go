package compiler_test

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/state"
)

// Logs agrees with Status, without reading the wiki.
func TestLogs(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-26", []string{"Caching uses Redis because it is fast"})
	v.log("2026-11-27", []string{"SQLite runs in WAL mode because readers never block"})
	check := func() {
		t.Helper()
		logs, err := v.c.Logs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		st, err := v.c.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(logs.Logs) != len(st.Logs) {
			t.Fatalf("%+v, want %+v", logs.Logs, st.Logs)
		}
		for i := range st.Logs {
			if logs.Logs[i] != st.Logs[i] {
				t.Errorf("%+v, want %+v", logs.Logs[i], st.Logs[i])
			}
		}
		if logs.Interrupted != st.Interrupted {
			t.Error("interrupted:", logs.Interrupted)
		}
	}
	check()
	v.compile(compiler.Options{})
	check()
	v.remove("daily/2026-11-26.md")
	check()
}

// Standing changes whenever the status of the logs may change, and is empty for a state that was just written.
func TestStanding(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-26", []string{"Caching uses Redis because it is fast"})
	const later = 1 << 62
	before := v.c.Standing(later)
	if v.c.Standing(later) != before {
		t.Error("nothing happened and it is another")
	}
	v.compile(compiler.Options{})
	after := v.c.Standing(later)
	switch tick, err := v.c.Vault.Tick(".memoria/cache/tick"); {
	case err != nil:
		t.Fatal(err)
	case tick == 0: // the file system has no change times
		return
	case after == before || after == "":
		t.Errorf("after a compile it is %q, before %q", after, before)
	case v.c.Standing(1) != "":
		t.Error("the state may change and keep its stamp")
	}
	v.c.Interval += time.Minute
	if v.c.Standing(later) == after {
		t.Error("with another interval it is the same")
	}
}

// The status of a waiting log changes when its interval has passed, and not before.
func TestLogsUntil(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-26", []string{"Caching uses Redis because it is fast"})
	v.compile(compiler.Options{})
	v.c.Interval = time.Hour
	at := v.c.Now()
	v.log("2026-11-26", []string{"SQLite runs in WAL mode because readers never block"})
	got, err := v.c.Logs(t.Context())
	if err != nil || got.Logs[0].State != state.Waiting || !got.From.Equal(at) || !got.Until.Equal(at.Add(time.Hour)) {
		t.Errorf("%+v, %v", got, err)
	}
	v.c.Now = func() time.Time { return at.Add(2 * time.Hour) }
	got, err = v.c.Logs(t.Context())
	if err != nil || got.Logs[0].State != state.Changed || !got.From.Equal(at.Add(time.Hour)) || !got.Until.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
}
