package wiki_test

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func TestCopiedName(t *testing.T) {
	for name, want := range map[string]struct {
		of   string
		sure bool
	}{
		"sqlite.sync-conflict-20260401-101010-ABC":       {"sqlite", true},
		"sqlite (Ana's conflicted copy 2026-04-01)":      {"sqlite", true},
		"sqlite (Conflicted copy ThinkPad 202604281129)": {"sqlite", true},
		"sqlite 2":                 {"sqlite", false},
		"sqlite (1)":               {"sqlite", false},
		"release-201-DESKTOP-4F2K": {"release-201", false},
		"sqlite":                   {},
		"release-201":              {},
		"sqlite (the old one)":     {},
	} {
		of, sure := wiki.CopiedName(name)
		must.Hold(t, of == want.of && sure == want.sure, "%q is a copy of %q, %v", name, of, sure)
	}
}
