package fsutil

import (
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
	got, old := read(name), read(name+".1")
	must.Hold(t, got == "last\n" && old == strings.Repeat("c", max)+"\n", "%q after %q", got, old)
	if hasModes {
		info, err := os.Stat(filepath.Join(d.Path(), name))
		must.Hold(t, err == nil && info.Mode().Perm() == 0o600, "%v, %v", info.Mode(), err)
	}
	must.Hold(t, d.AppendLine("../a.log", "x", 0o600, max) != nil, "wrote outside")
	if err := os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), filepath.Join(d.Path(), "out.log")); err == nil {
		must.Is(t, d.AppendLine("out.log", "x", 0o600, max), ErrOutside, "through a link")
	}
}
