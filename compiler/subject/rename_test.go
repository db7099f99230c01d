package subject

import (
	"slices"
	"testing"
)

func titlesOf(t *testing.T, log string) map[string][]string {
	t.Helper()
	out := make(map[string][]string)
	for _, d := range articles(t, parseEntries(t, log), nil) {
		out[d.Title] = d.Aliases
	}
	return out
}

// The new name of a thing is the title of its article, the old one an alias.
func TestRename(t *testing.T) {
	const before, after = "2026-06-01 | Rename a tool\nF `quay-sync` is what moves the crane\nF `quay-sync` is kept in UTC\n",
		"2026-06-02 | Moves of pier-sync\nD `pier-sync` is written on every move\nL `pier-sync` is lost when the disk is full\nL `pier-sync` must not go back\n"
	for _, told := range []string{
		"D Renamed `quay-sync` to `pier-sync`, because the others end so",
		"D The tool was renamed from `quay-sync` (JSON `quay_sync`) to `pier-sync` (JSON `pier_sync`)",
		"F Nothing reads the old tag after the `quay-sync` → `pier-sync` rename",
		"D We rename quay-sync -> pier-sync",
		"D `quay-sync` was renamed to `pier-sync`",
	} {
		got := titlesOf(t, before+told+"\n"+after)
		if aliases, ok := got["pier-sync"]; !ok || len(got) != 1 || !slices.Contains(aliases, "quay-sync") {
			t.Errorf("%s: %q", told, got)
		}
	}
	for _, told := range []string{
		"D Use `pier-sync` instead of `quay-sync`",
		"F `quay-sync` -> `pier-sync` is the order of the tools",
	} {
		if got := titlesOf(t, before+told+"\n"+after); slices.Contains(got["pier-sync"], "quay-sync") {
			t.Errorf("%s is no rename: %q", told, got)
		}
	}
}

// A subject that had an article before the rename keeps it.
func TestLateRenameJoinsNothing(t *testing.T) {
	first := "2026-06-01 | The tool quay-sync\nF `quay-sync` is what moves the crane\nF `quay-sync` is kept in UTC\n2026-06-02 | More on quay-sync\nL `quay-sync` may be empty\nD `quay-sync` is never moved back\n"
	later := "2026-06-03 | pier-sync\nD Renamed `quay-sync` to `pier-sync`\nD `pier-sync` is written on every move\nL `pier-sync` is lost when the disk is full\nL `pier-sync` must not go back\n"
	if got := titlesOf(t, first); got["quay-sync"] != nil || len(got) != 1 {
		t.Fatalf("before: %q", got)
	}
	if _, ok := titlesOf(t, first+later)["quay-sync"]; !ok {
		t.Errorf("after: %q", titlesOf(t, first+later))
	}
}
