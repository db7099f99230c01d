package opencode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A message is there once where somebody else begins the file of a session between the look at it and the write.
func TestAddBesideAnother(t *testing.T) {
	at := t.TempDir()
	dir := must.Get(fsutil.OpenDir(at))(t)
	defer dir.Close()
	x := &fetch{dir: dir}
	rows := []row{{ID: "msg_1", Session: "ses_1", Info: `{"id":"msg_1","sessionID":"ses_1","role":"user"}`, Parts: `[{"type":"text","text":"Hold for an hour."}]`}}
	other := "{\"id\":\"ses_1\",\"directory\":\"/w\"}\n"
	name := filepath.Join(at, "ses_1"+ext)
	dir.Before(func(fsutil.Change) error {
		if _, err := os.Stat(name); err == nil {
			return nil
		}
		return os.WriteFile(name, []byte(other), 0o600)
	})
	for range 2 {
		must.Do(t, x.add(session{ID: "ses_1", Directory: "/w"}, rows))
	}
	b, err := os.ReadFile(name)
	text := string(b)
	must.Hold(t, err == nil && strings.HasPrefix(text, other) && strings.Count(text, "msg_1\",\"sessionID") <= 1 && strings.Count(text, "Hold for an hour") == 1, "%v:\n%s", err, text)
}
