package transcript

import (
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// sessions lists the sample sessions of the program's own tests.
func sessions(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "cmd", "memoria", "testdata", "pins", "sessions", "*.jsonl"))
	must.Be(t, err == nil && len(paths) >= 20, "%d sessions, %v", len(paths), err)
	return paths
}

// TestOthersRows holds that a skill's text is the client's, and that a message of a chat says who wrote it.
func TestOthersRows(t *testing.T) {
	if rest, why := unwrapped("Base directory for this skill: /home/u/skills/x\n\n# Review\n\nAlways ask first."); rest != "" || why != SkipMeta {
		t.Errorf("a skill's text is kept, reason %q", why)
	}
	for text, want := range map[string]string{
		`<channel source="telegram" chat_id="7" user="Bob">never</channel>`:  "bob",
		`<channel source="imessage" sender="ana@b.example">never</channel>`:  "ana@b.example",
		`<channel source="plugin:slack:slack" chat_id="7">never</channel>`:   "",
		`<channel source="slack" chat="team" username="eve">never</channel>`: "eve",
	} {
		if words, from, all := bridged(text, true); words != "never" || from != want || !all {
			t.Errorf("%s: %q of %q, %v", text, words, from, all)
		}
	}
}
