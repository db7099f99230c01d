package prepared

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What a session reads by itself is not said to it again, in whichever form it was published: but only while it
// stands there, and to sessions that read that file.
func TestChooseLeavesOutWhatIsReadElsewhere(t *testing.T) {
	v, src := vaultDir(t), t.TempDir()
	b := &Brief{Project: "tide", Items: []Item{item(Holds, 9, "use [[tide-tables|tide tables]] <!-- always"), item(Holds, 8, "another one"), item(Holds, 1, "A third one")}}
	file := filepath.Join(src, "CLAUDE.md")
	publish := func(p Published, text string) {
		must.Do(t, os.WriteFile(p.Path(), []byte(text), 0o600))
		must.Do(t, must.Err(fsutil.WriteState(v, PublishedName, PublishedVersion, Publications{[]Published{p}})))
	}
	read := func(at Place) int {
		c := b.Choose(Ask{Elsewhere: at.Elsewhere(v, "claude")})
		must.Hold(t, c.Read+len(c.Items)+c.Left == 3, "%d read, %d taken, %d left of 3", c.Read, len(c.Items), c.Left)
		for _, it := range c.Items {
			must.Hold(t, strings.Contains(c.Text, line(it)), "lacks %q", it.Text)
		}
		return c.Read
	}
	for _, shared := range []bool{false, true} {
		text := "# Mine\r\n" + Publishable(strings.ReplaceAll(b.Choose(Ask{Shared: shared}).Text, "\n", "\r\n"))
		publish(Published{Folder: src, Name: "CLAUDE.md", Readers: []string{"pi", "claude"}}, text)
		for at, want := range map[string]int{src: 3, filepath.Join(src, "cmd"): 3, filepath.Dir(src): 0, src + "-other": 0} {
			got := read(Place{Dir: at})
			must.Hold(t, got == want, "shared %v: %d of 3 are read in %s, not %d", shared, got, at, want)
		}
		got := b.Choose(Ask{Elsewhere: Place{Dir: src}.Elsewhere(v, "claude")})
		must.Hold(t, got.Text == "", "says %q", got.Text)
	}
	got := b.Choose(Ask{Elsewhere: Place{Dir: src}.Elsewhere(v, "codex")})
	must.Hold(t, got.Read == 0, "an agent is taken to read a file that it does not read")
	got = b.Choose(Ask{Elsewhere: Place{Dir: src}.Elsewhere(v, "pi")})
	must.Hold(t, got.Read == 3, "another agent reads %d", got.Read)
	must.Do(t, os.WriteFile(file, []byte("# Mine\n"+line(b.Items[1])), 0o600))
	n := read(Place{Dir: src})
	must.Hold(t, n == 1, "%d are read of a block that was cut to one", n)
	// Of the agent's own notes, it reads the beginning, in sessions of their repository.
	own := Published{Folder: t.TempDir(), Name: "MEMORY.md", Dir: src, Root: src, Readers: []string{"claude"}}
	publish(own, line(b.Items[1])+strings.Repeat("a line\n", ownLines)+line(b.Items[2]))
	below := Place{Dir: filepath.Join(src, "cmd"), Git: filepath.Join(src, ".git")}
	for _, x := range []struct {
		at   Place
		want int
	}{{Place{Dir: src}, 1}, {below, 1}, {Place{Dir: below.Dir}, 0}, {Place{Dir: src, Git: filepath.Join(src, "cmd", ".git")}, 0}} {
		got := read(x.at)
		must.Hold(t, got == x.want, "%d of the agent's notes are read in %+v, not %d", got, x.at, x.want)
	}
	// A file in a folder of its own, which sessions of the whole project read.
	deep := filepath.Join(src, ".github")
	must.Do(t, os.Mkdir(deep, 0o700))
	publish(Published{Folder: deep, Name: "notes.md", Under: src, Readers: []string{"claude"}}, line(b.Items[1]))
	if a, b := read(Place{Dir: filepath.Join(src, "cmd")}), read(Place{Dir: filepath.Dir(src)}); a != 1 || b != 0 {
		t.Errorf("%d and %d are read of a file in a folder of its own", a, b)
	}
	// A file that is not read by itself, or is gone.
	publish(Published{Folder: src, Name: "NOTES.md"}, line(b.Items[1]))
	none := read(Place{Dir: src})
	must.Hold(t, none == 0, "%d are read in NOTES.md", none)
	publish(Published{Folder: src, Name: "CLAUDE.md", Readers: []string{"pi", "claude"}}, line(b.Items[1]))
	must.Hold(t, os.Remove(file) == nil && read(Place{Dir: src}) == 0, "a file that is gone is read")
}
