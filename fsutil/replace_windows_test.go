package fsutil

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file that is open elsewhere for a moment is replaced, one that stays open is left whole.
func TestReplaceOpenFile(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"a.md": "old"})
	f, err := os.Open(filepath.Join(d.Path(), "a.md"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.WriteFile("a.md", []byte("new"), 0o644); err != nil {
		if b, rerr := os.ReadFile(filepath.Join(d.Path(), "a.md")); string(b) != "old" || rerr != nil {
			t.Errorf("left %q, %v", b, rerr)
		}
	}
	time.AfterFunc(20*time.Millisecond, func() { f.Close() })
	if _, err := d.WriteFile("a.md", []byte("newer"), 0o644); err != nil {
		t.Error(err)
	}
	noTemps(t, d.Path())
}
