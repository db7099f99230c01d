package ask_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Accepted edits of a shared vault travel, also those from before it was shared; what is owed or unread does not.
func TestSharedEdits(t *testing.T) {
	dir := t.TempDir()
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	r := &ask.Replies{Dir: d}
	keep := func(name string) {
		t.Helper()
		if err := r.Keep(name, said{name}); err != nil {
			t.Fatal(err)
		}
	}
	keep("edit-1.json")
	keep("edit-owed-2.json")
	keep("asked-3.json")
	r.Shared = true
	if err := r.Share(); err != nil {
		t.Fatal(err)
	}
	keep("edit-4.json")
	for name, want := range map[string]string{"edit-1.json": layout.SharedEdits, "edit-4.json": layout.SharedEdits, "edit-owed-2.json": layout.Replies, "asked-3.json": layout.Replies} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(want), name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	list, err := ask.Records[said](r, ask.Edits)
	if err != nil || len(list) != 3 {
		t.Errorf("%d records, %v, want 3", len(list), err)
	}
	r.Drop([]string{"edit-1.json", "edit-owed-2.json"})
	if names, err := r.Names(ask.Edits); err != nil || len(names) != 1 || names[0] != "edit-4.json" {
		t.Errorf("left are %v, %v", names, err)
	}
}

type said struct {
	Text string `json:"text"`
}
