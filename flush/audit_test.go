package flush

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
)

func TestAudit(t *testing.T) {
	dir, err := fsutil.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	file := archivedFile{archiveHead{Schema: archiveSchema, Agent: "claude", Session: "kept"}, []archivedTurn{{Rows: []string{"u1"}, Role: "person", Text: "words"}}}
	if err := (archive{dir}).write(file, &harvest{cover: &cover{}}, false); err != nil {
		t.Fatal(err)
	}
	for session, text := range map[string]string{"torn": "no gzip at all", "empty": ""} {
		if _, err := dir.WriteFile(archiveFolder("claude", session)+"/x"+archiveEnd, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var records []Record
	for _, s := range []string{"kept", "torn", "empty", "gone"} {
		records = append(records, Record{Agent: "claude", Session: s, Entries: []string{"e-" + s}})
	}
	records = append(records, Record{Agent: "claude", Session: "dull"}) // needs none
	wrong, unarchived, err := (&Ledger{Dir: dir}).Audit(records)
	if err != nil || unarchived != 1 || len(wrong) != 2 || !strings.HasPrefix(wrong[0], "session torn: ") || !strings.HasPrefix(wrong[1], "session empty: ") {
		t.Errorf("Audit = %q, %d, %v", wrong, unarchived, err)
	}
}
