package archive

import (
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A file of a newer memoria is refused by all that read the archive, and is no damaged one (L-10).
func TestNewerSchema(t *testing.T) {
	root := t.TempDir()
	name := Folder("claude", "s") + "/x" + suffix
	at := filepath.Join(root, filepath.FromSlash(name))
	must.Do(t, os.MkdirAll(filepath.Dir(at), 0o700))
	f := must.Get(os.Create(at))(t)
	z := gzip.NewWriter(f)
	z.Write([]byte(`{"schema":2,"agent":"claude","session":"s"}` + "\n"))
	z.Close()
	f.Close()
	d := fsutiltest.Open(t, root)
	a := Archive{Dir: d}
	records := []ledger.Record{{Agent: "claude", Session: "s", Entries: []string{"one"}}}
	for what, read := range map[string]func() error{
		"head":  func() error { _, err := a.Head(name); return err },
		"file":  func() error { _, err := a.Read(name); return err },
		"each":  func() error { return a.Each("claude", "s", func(string, *File) error { return nil }) },
		"audit": func() error { _, _, err := a.Audit(records); return err },
		"lost":  func() error { _, err := a.Lost(records, nil, time.UTC); return err },
		"sessions": func() error {
			_, err := a.Sessions(context.Background(), &ledger.Ledger{Dir: d}, time.UTC, time.Now())
			return err
		},
	} {
		if err := read(); !errors.As(err, new(*fsutil.NewerStateError)) || IsDamage(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
