package catalog_test

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/catalog"
)

func TestMergeLog(t *testing.T) {
	const base = "# Log\n\n## 2026-11-01\n\n- created `concepts/go` Go - 1 key point\n- created `concepts/git` Git - 1 key point\n"
	ours := base + "- updated `concepts/go` Go - 2 key points\nMine.\n\n## 2026-11-03\n\n- created `concepts/zig` Zig - 1 key point\n"
	theirs := "# Log\n\n## 2026-11-01\n\n- created `concepts/go` Go - 1 key point\n\n## 2026-11-02\n\n- created `concepts/lua` Lua - 1 key point\n"
	want := `# Log

## 2026-11-01

- created ` + "`concepts/go`" + ` Go - 1 key point
- updated ` + "`concepts/go`" + ` Go - 2 key points
Mine.

## 2026-11-02

- created ` + "`concepts/lua`" + ` Lua - 1 key point

## 2026-11-03

- created ` + "`concepts/zig`" + ` Zig - 1 key point
`
	for name, got := range map[string][]byte{
		"one way":   catalog.MergeLog([]byte(base), []byte(ours), []byte(theirs)),
		"the other": catalog.MergeLog([]byte(base), []byte(theirs), []byte(ours)),
		"twice":     catalog.MergeLog([]byte(base), []byte(want), []byte(want)),
	} {
		must.Hold(t, string(got) == want, "%s:\n%s\nwant\n%s", name, got, want)
	}
	got := catalog.MergeLog(nil, nil, []byte(want))
	must.Hold(t, string(got) == want, "one version alone:\n%s", got)
}
