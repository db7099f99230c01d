package journal

import (
	"errors"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// The head of a change says what the whole of it says.
func TestHead(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	rapid.Check(t, func(t *rapid.T) {
		ch := &Entry{ID: rapid.IntRange(1, 9).Draw(t, "id"), What: rapid.SampledFrom([]string{Compiling, undoing, ""}).Draw(t, "what"), At: "2026-03-02T09:00:00Z",
			Undoes: rapid.IntRange(0, 9).Draw(t, "undoes"), Args: rapid.SliceOfN(rapid.String(), 0, 2).Draw(t, "args"), TooBig: rapid.Bool().Draw(t, "big")}
		if rapid.Bool().Draw(t, "files") {
			ch.Files = []File{{Path: "wiki/concepts/a.md", Before: []byte("{\"id\": 7}")}}
		}
		must.Get(fsutil.WriteState(dir, journalName(1), layout.ChangeVersion, ch))(t)
		data := must.Get(dir.ReadFile(journalName(1)))(t)
		var got, want Entry
		must.Do(t, errors.Join(head(data, journalName(1), &got), whole(data, journalName(1), &want)))
		must.Be(t, got.ID == want.ID && got.What == want.What && got.Undoes == want.Undoes && got.At == want.At && len(got.Args) == len(want.Args), "%+v, want %+v", got, want)
	})
	for _, text := range []string{"", "{", "[]", `{"version":1,"id":"x"}`, `{"id":1}`} {
		must.Hold(t, head([]byte(text), "x", new(Entry)) != nil, "%q is a change", text)
	}
	err := head([]byte(`{"version":99,"id":1}`), "x", new(Entry))
	must.Hold(t, errors.As(err, new(*fsutil.NewerStateError)), "a later version: %v", err)
}
