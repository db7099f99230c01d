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

func TestRename(t *testing.T) {
	const before, after = "2026-06-01 quay | Rename a field\nF `LastSeenAt` is when the crane moved\nF `LastSeenAt` is kept in UTC\n",
		"D `LastSeenTime` is written on every move\nL `LastSeenTime` is lost when the disk is full\nL `LastSeenTime` must not go back\n"
	for _, told := range []string{
		"D Renamed `LastSeenAt` to `LastSeenTime`, because the others end so",
		"D The field was renamed from `LastSeenAt` (JSON `last_seen_at`) to `LastSeenTime` (JSON `last_seen_time`)",
		"F Nothing reads the old tag after the `LastSeenAt` → `LastSeenTime` rename",
		"D We rename LastSeenAt -> LastSeenTime",
		"D `LastSeenAt` was renamed to `LastSeenTime`",
	} {
		got := titlesOf(t, before+told+"\n"+after)
		if aliases, ok := got["LastSeenTime"]; !ok || len(got) != 1 || !slices.Contains(aliases, "LastSeenAt") {
			t.Errorf("%s: %q", told, got)
		}
	}
	for _, told := range []string{
		"D Use `LastSeenTime` instead of `LastSeenAt`",
		"F `LastSeenAt` -> `LastSeenTime` is the order of the fields",
	} {
		if got := titlesOf(t, before+told+"\n"+after); slices.Contains(got["LastSeenTime"], "LastSeenAt") {
			t.Errorf("%s is no rename: %q", told, got)
		}
	}
}

// A subject that had enough lines for an article before the rename keeps it.
func TestLateRenameJoinsNothing(t *testing.T) {
	first := "2026-06-01 quay | The LastSeenAt field\nF `LastSeenAt` is when the crane moved\nF `LastSeenAt` is kept in UTC\nL `LastSeenAt` may be empty\nD `LastSeenAt` is never moved back\n"
	later := "2026-06-02 quay | LastSeenTime\nD Renamed `LastSeenAt` to `LastSeenTime`\nD `LastSeenTime` is written on every move\nL `LastSeenTime` is lost when the disk is full\nL `LastSeenTime` must not go back\n"
	if got := titlesOf(t, first); got["LastSeenAt"] == nil && len(got) != 1 {
		t.Fatalf("before: %q", got)
	}
	got := titlesOf(t, first+later)
	if _, ok := got["LastSeenAt"]; !ok {
		t.Errorf("after: %q", got)
	}
}
