package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// A memory that sessions were given and none had a use for is told of, until one has.
func TestLintUnused(t *testing.T) {
	m := newMemory(t)
	page, line := receipt.PageID("wiki/concepts/sqlite.md"), receipt.BlockID("2026-03-02", "k9dc1dd")
	lint := func() string {
		out, _, _ := m.run("lint", "--info", "--vault", m.vault.Path())
		return out
	}
	for i := range receipt.UnusedIn {
		must.Text(t, lint(), "after %d sessions", i).Lacks("had a use for it")
		must.Do(t, receipt.Give(m.vault, receipt.Receipt{At: m.now, Way: receipt.Start, Session: fmt.Sprint("s", i), IDs: []string{page, line, "e123", page + ".abc"}}))
	}
	got := lint()
	for _, want := range []string{"the article was given to 5 sessions", "line ^k9dc1dd was given to 5 sessions"} {
		must.Hold(t, strings.Count(got, want) == 1, "lacks %q:\n%s", want, got)
	}
	must.Do(t, receipt.Took(m.vault, m.now, "s3", page, receipt.Read))
	must.Text(t, lint(), "after a use").Has("line ^k9dc1dd").Lacks("the article was given")
}
