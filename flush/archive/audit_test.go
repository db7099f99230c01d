package archive

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestAudit(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	file := File{Head{Agent: "claude", Session: "kept"}, []Turn{{Rows: []string{"u1"}, Role: "person", Text: "words"}}}
	must.Do(t, (Archive{Dir: dir}).Apply(&Update{Files: []File{file}, Theirs: func(string) bool { return false }}, false, time.Time{}))
	for session, text := range map[string]string{"torn": "no gzip at all", "empty": ""} {
		must.Get(dir.WriteFile(Folder("claude", session)+"/x"+suffix, []byte(text), 0o600))(t)
	}
	var records []ledger.Record
	for _, s := range []string{"kept", "torn", "empty", "gone"} {
		records = append(records, ledger.Record{Agent: "claude", Session: s, Entries: []string{"e-" + s}})
	}
	records = append(records, ledger.Record{Agent: "claude", Session: "dull"}) // needs none
	wrong, unarchived, err := (Archive{Dir: dir}).Audit(records)
	must.Hold(t, err == nil && unarchived == 1 && len(wrong) == 2 && strings.HasPrefix(wrong[0], "session torn: ") && strings.HasPrefix(wrong[1], "session empty: "), "Audit = %q, %d, %v", wrong, unarchived, err)
}
