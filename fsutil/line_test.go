package fsutil

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestAppendLine(t *testing.T) {
	d := open(t, t.TempDir())
	const name, max = "logs/a.log", 100
	read := func(name string) string {
		b, _ := os.ReadFile(filepath.Join(d.Path(), name))
		return string(b)
	}
	add := func(line string) {
		t.Helper()
		must.Do(t, d.AppendLine(name, line, 0o600, max))
	}
	add("one")
	add("two")
	must.Equal(t, read(name), "one\ntwo\n", "read(name)")
	for _, line := range []string{"b", "c"} { // each fills a file
		add(strings.Repeat(line, max))
	}
	add("last")
	if got, old := read(name), read(name+".1"); got != "last\n" || old != strings.Repeat("c", max)+"\n" {
		t.Errorf("%q after %q", got, old)
	}
	if hasModes {
		info, err := os.Stat(filepath.Join(d.Path(), name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
	if err := d.AppendLine("../a.log", "x", 0o600, max); err == nil {
		t.Error("wrote outside")
	}
	if err := os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), filepath.Join(d.Path(), "out.log")); err == nil {
		if err := d.AppendLine("out.log", "x", 0o600, max); !errors.Is(err, ErrOutside) {
			t.Errorf("through a link: %v", err)
		}
	}
}
