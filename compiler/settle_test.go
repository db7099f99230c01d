package compiler_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// While somebody saves a file in pieces, no run takes the part for the whole file, or replaces the file so that the
// rest would be lost.
func TestCompileWaitsForTheSaver(t *testing.T) {
	for _, name := range []string{"wiki/concepts/queue.md", "daily/2026-03-01.md"} {
		v := newVault(t)
		v.c.Now, v.c.Interval, v.c.Quiet = time.Now, 0, 150*time.Millisecond
		v.log("2026-03-01", []string{"the `queue` keeps jobs", "the `lock` is beside it"}, []string{"the `queue` has a `lock`"})
		v.compile(compiler.Options{})
		v.log("2026-03-02", []string{"the `queue` is told of again"})
		text := v.read(name) + "\nMy last words.\n"
		f := must.Get(os.OpenFile(v.path(name), os.O_WRONLY|os.O_TRUNC, 0))(t)
		half := make(chan bool)
		go func() {
			defer f.Close()
			for i := range 10 {
				must.Is(t, must.Err(f.WriteString(text[len(text)*i/10:len(text)*(i+1)/10])), nil, "the error")
				if i == 1 {
					close(half)
				}
				time.Sleep(15 * time.Millisecond)
			}
		}()
		<-half
		v.compile(compiler.Options{})
		must.Hold(t, strings.Count(v.read(name), "My last words.") == 1, "%s has lost the rest of it:\n%s", name, v.read(name))
		must.Text(t, v.read("wiki/concepts/queue.md"), "an entry is not in").Has("is told of again", "keeps jobs")
		must.Text(t, v.read("wiki/log.md"), "the half of a file counted").Lacks("removed")
	}
}

// A file with a time in the future, and one that somebody saves without end, do not block a run forever.
func TestCompileWaitsNotForever(t *testing.T) {
	v := newVault(t)
	v.c.Now, v.c.Quiet = time.Now, time.Hour
	v.log("2026-03-01", []string{"the `queue` keeps jobs"})
	v.compile(compiler.Options{})
	v.edit("wiki/concepts/queue.md", "## Key Points", "My words.\n\n## Key Points")
	ahead := time.Now().Add(24 * time.Hour)
	must.Do(t, os.Chtimes(v.path("wiki/concepts/queue.md"), ahead, ahead))
	v.log("2026-03-02", []string{"the `queue` is told of again"})
	v.compile(compiler.Options{})
	must.Hold(t, strings.Contains(v.read("wiki/concepts/queue.md"), "is told of again"), "it waits:\n%s", v.read("wiki/concepts/queue.md"))
}
