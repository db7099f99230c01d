package archive

import (
	"fmt"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What a day log lost is found, with the day that it was of where the archive knows.
func TestLost(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	at := time.Date(2026, 3, 2, 23, 30, 0, 0, time.UTC)
	head := Head{Agent: "claude", Session: "s", Entries: []Entry{{ID: "one", At: at}, {ID: "two", At: at.Add(time.Hour)}}}
	file := File{head, []Turn{{Rows: []string{"u1"}, Role: "person", Text: "words"}}}
	must.Do(t, (Archive{Dir: dir}).Apply(&Update{Files: []File{file}, Theirs: func(string) bool { return false }}, false, time.Time{}))
	records := []ledger.Record{
		{Agent: "claude", Session: "s", Entries: []string{"one", "two", "three"}},
		{Agent: "claude", Session: "t", Entries: []string{"held", "four"}},
	}
	got, err := (Archive{Dir: dir}).Lost(records, map[string]bool{"held": true}, time.UTC)
	if want := "[{s one 2026-03-02} {s two 2026-03-03} {s three 0001-01-01} {t four 0001-01-01}]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("Lost = %v, %v\nwant   %s", got, err, want)
	}
}
