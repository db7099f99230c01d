package memories

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// single is the only entry that a file makes.
func single(t *testing.T, all []notes.Note) notes.Note {
	t.Helper()
	must.Be(t, len(all) == 1, "%d entries", len(all))
	return all[0]
}

// Of a long file, nothing is lost.
func TestToldOfALongFile(t *testing.T) {
	var src strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&src, "- item %d\n", i)
	}
	n := 0
	for _, told := range (File{Agent: "claude", Name: "MEMORY.md"}).Told([]byte(src.String()), nil) {
		for _, b := range told.Summary.Bullets {
			want := fmt.Sprintf("item %d", n)
			must.Be(t, b.Text == want, "line %d is %q", n, b.Text)
			n++
		}
	}
	must.Hold(t, n == 1000, "%d lines of 1000", n)
}

func TestTold(t *testing.T) {
	m := File{Agent: "claude", Title: "Claude Code", Path: "/h/memory/MEMORY.md", Name: "MEMORY.md"}
	told := single(t, m.Told([]byte("\ufeff# Memory\r\n\r\n- [Tests](tests.md) - how\r\n- [Docs](https://x.example) say so\r\n\r\n## Preferences\r\n\r\n1. Use pnpm\r\n   for all\r\n\r\n"+
		"```sh\r\npnpm i\r\n```\r\n\r\n**Why:** it is quick\r\n\r\n## Decisions\n* Take WAL\n\n## TODO\n- [x] done\n- [ ] to do\n\n---\n"+
		"<!-- memoria:begin -->\n- ours\n<!-- memoria:end -->\nLast.\n"), map[string]bool{"tests.md": true}))
	var got []string
	for _, b := range told.Summary.Bullets {
		got = append(got, fmt.Sprintf("%s %v %s", b.Kind, b.Done, b.Text))
	}
	want := []string{
		"fact false [Docs](https://x.example) say so", "preference false Use pnpm for all", "preference false `pnpm i` **Why:** it is quick",
		"decision false Take WAL", "action true done", "action false to do", "action false Last.",
	}
	must.Hold(t, slices.Equal(got, want), "lines\n%q, want\n%q", got, want)
	told = single(t, m.Told([]byte("---\nname: zone\ndescription: \"when: testing\"\nmetadata:\n  type: feedback\n  originSessionId: abc-1\n---\n\nUse it.\n"), nil))
	must.Hold(t, told.Session == "abc-1" && told.Summary.Context == "when: testing" && told.Summary.Title == "Claude Code's memory: zone" && told.Summary.Bullets[0].Kind.String() == "preference", "told %+v", told)
	if told = single(t, m.Told([]byte("---\noriginSessionId: ../x\n---\ny\n"), nil)); told.Session != "" {
		t.Errorf("session %q of a name that is none", told.Session)
	}
}

// Whatever a file holds, lines are taken of it within bounds.
func FuzzTold(f *testing.F) {
	for _, s := range []string{"", "---\n", "- \n-\n", "```\n", "# \n**Why:**", "[a](", blockEnd, blockBegin + "\nx"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, told := range (File{Agent: "claude", Name: "MEMORY.md"}).Told([]byte(s), map[string]bool{"a.md": true}) {
			for _, b := range told.Summary.Bullets {
				must.Hold(t, (b.Text != "" || strings.TrimSpace(s) != "") && b.Kind != 0 && !strings.Contains(b.Text, "\n"), "line %+v of %q", b, s)
			}
			must.Hold(t, len(told.Summary.Bullets) <= linesMost, "%d lines in an entry", len(told.Summary.Bullets))
		}
	})
}

func TestMemories(t *testing.T) {
	root := t.TempDir()
	put := func(name, text string) {
		p := filepath.Join(root, filepath.FromSlash(name))
		fsutiltest.Write(t, p, text)
	}
	put("-home-ana-tide/memory/MEMORY.md", "x")
	put("-home-ana-tide/memory/.hidden.md", "x")
	put("-home-ana-tide/memory/notes.txt", "x")
	put("-home-ana-tide-cmd/s.jsonl", "{\"type\":\"summary\"}\n{\"cwd\":\"/home/ana/tide/cmd\"}\n")
	put("-home-ana-bare/memory/a.md", "x")
	put("-home-ana-tide/memory/long.md", strings.Repeat("x", memoryMost+1))
	local, home := t.TempDir(), t.TempDir()
	project := strings.ReplaceAll(sanitized(local), "_", "-")
	put(project+"/s.jsonl", fmt.Sprintf("{\"cwd\":%q}\n", local))
	write := func(name, text string) {
		fsutiltest.Write(t, name, text)
	}
	theirs, ours, settings := filepath.Join(t.TempDir(), "memo"), filepath.Join(home, "notes", "claude"), filepath.Join(home, "settings.json")
	write(claude.SettingsPath(claude.Local, home, "", local), fmt.Sprintf(`{"autoMemoryDirectory": %q}`, theirs))
	write(claude.SettingsPath(claude.Project, home, "", local), fmt.Sprintf(`{"autoMemoryDirectory": %q}`, home)) // which everybody who works on it could set
	write(settings, `{"autoMemoryDirectory": "~/notes/claude"}`)
	write(filepath.Join(theirs, "MEMORY.md"), "x")
	write(filepath.Join(ours, "topic.md"), "x")
	files, left, err := Find(t.Context(), root, home, []string{settings, filepath.Join(home, "none.json")})
	must.Be(t, err == nil && len(files) == 4 && len(left) == 1 && strings.Contains(left[0].Reason, "1.0 MB"), "files %+v, left %+v, %v", files, left, err)
	work := map[string]string{}
	for _, m := range files {
		work[m.Path] = m.Work()
	}
	dir, ok := work[filepath.Join(theirs, "MEMORY.md")]
	must.Hold(t, ok && dir == local, "memory that local settings name is of %q, want %q", dir, local)
	dir, ok = work[filepath.Join(ours, "topic.md")]
	must.Hold(t, ok && dir == "", "memory that the person's settings name is there, %v, of %q", ok, dir)
	for want, from := range map[string][]string{theirs: {claude.SettingsPath(claude.Local, home, "", local), settings}, ours: {filepath.Join(home, "none.json"), settings}, filepath.Join(root, sanitized(local), memoryFolder): nil} {
		must.Equal(t, NotesFolder(root, home, local, from), want, "published to")
	}
	files = slices.DeleteFunc(files, func(m File) bool { return m.place.named })
	must.Be(t, len(files) == 2 && files[1].Name == "MEMORY.md", "files %+v, %v", files, err)
	dir = workFolder(files[1].Folder)
	must.Hold(t, dir == "/home/ana/tide", "folder %q of a project that only has sessions below it", dir)
	dir = workFolder(files[0].Folder)
	must.Hold(t, dir == "", "folder %q of a project without sessions", dir)
	if files, _, err = Find(t.Context(), filepath.Join(root, "none"), home, nil); err != nil || files != nil {
		t.Errorf("of no folder: %v, %v", files, err)
	}
}

func TestBlock(t *testing.T) {
	for _, x := range []struct {
		src, without string
		damaged      bool
	}{
		{"a\n", "a\n", false},
		{"a\n<!-- memoria:begin -->\nb\n<!-- memoria:end -->\nc", "a\nc", false},
		{"\ufeff<!-- memoria:begin -->\r\nb\r\n<!-- memoria:end -->\r\n", "\ufeff", false},
		{"<!-- memoria:begin -->\nb\n<!-- memoria:end -->", "", false},
		{"say `<!-- memoria:begin -->` twice\n", "say `<!-- memoria:begin -->` twice\n", false},
		{"x\n\n    <!-- memoria:begin -->\n    b\n\t<!-- memoria:end -->\n", "x\n\n    <!-- memoria:begin -->\n    b\n\t<!-- memoria:end -->\n", false},
		{"a\n<!-- memoria:begin -->\nb", "a\n", true},
		{"a\n<!-- memoria:end -->\nb", "a\n", true},
		{"<!-- memoria:begin -->\n<!-- memoria:begin -->\n<!-- memoria:end -->\n", "", true},
		{"<!-- memoria:begin -->\n<!-- memoria:end -->\n<!-- memoria:end -->\n", "", true},
	} {
		must.Equal(t, string(withoutBlock([]byte(x.src))), x.without, "%q without its block", x.src)
		_, _, err := blockIn([]byte(x.src))
		must.Hold(t, (err != nil) == x.damaged, "%q: %v", x.src, err)
	}
}
