package ask_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Accepted edits of a shared vault travel, also those from before it was shared; what is owed or unread does not.
func TestSharedEdits(t *testing.T) {
	dir := t.TempDir()
	d := must.Get(fsutil.OpenDir(dir))(t)
	defer d.Close()
	r := &ask.Replies{Dir: d}
	keep := func(name string) {
		t.Helper()
		must.Do(t, r.Keep(name, said{name}))
	}
	keep("edit-1.json")
	keep("edit-owed-2.json")
	keep("asked-3.json")
	r.Shared, r.Machine = true, "7f3a91c2"
	known := map[string]bool{}
	r.Own = &ask.Witness{Has: func(machine, key string) bool { return machine != "7f3a91c2" || known[key] }, Wrote: func(keys ...string) error { known[keys[0]] = true; return nil }}
	must.Do(t, r.Share())
	keep("edit-4.json")
	for name, want := range map[string]string{"edit-7f3a91c2-1.json": layout.SharedEdits, "edit-7f3a91c2-4.json": layout.SharedEdits, "edit-owed-2.json": layout.Replies, "asked-3.json": layout.Replies} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(want), name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	list, err := ask.Records[said](r, ask.Edits)
	must.Hold(t, err == nil && len(list) == 3, "%d records, %v, want 3", len(list), err)
	r.Drop([]string{"edit-1.json", "edit-owed-2.json"})
	if names, err := r.Names(ask.Edits); err != nil || len(names) != 1 || names[0] != "edit-7f3a91c2-4.json" {
		t.Errorf("left are %v, %v", names, err)
	}
	// Others' files have their ids. In the name of this machine nobody else keeps any, nor one in no name.
	for _, name := range []string{"edit-22222222-5.json", "edit-7f3a91c2-6.json", "edit-7.json"} {
		must.Do(t, must.Err(d.WriteFile(layout.SharedEdits+"/"+name, []byte(`{"version":1,"text":"evil"}`), 0o600)))
	}
	list, err = ask.Records[said](r, ask.Edits)
	must.Hold(t, err == nil && len(list) == 2 && list[0].Name == "edit-22222222-5.json" && list[1].Value.Text == "edit-4.json", "%+v, %v", list, err)
}

type said struct {
	Text string `json:"text"`
}
