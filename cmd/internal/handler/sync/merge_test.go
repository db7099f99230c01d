package sync

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/obeyed"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/share"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/own"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func entryOf(id, text string) string {
	return fmt.Sprintf("\n### Session (10:00) - T\n<!-- memoria:entry id=%s agent=claude session=s project=p branch=main at=2026-11-27T10:00:00Z from=a to=b by=extractive -->\n\n**Facts:**\n- %s ^k%s\n<!-- /memoria:entry %[1]s -->\n", id, text, id[:6])
}

// laptop is the id of this machine.
const laptop = "7f3a91c2"

func logOf(machine string, entries ...string) string {
	id := "0b0b0b0b"
	if machine == "laptop" {
		id = laptop
	}
	return "# Daily Log: 2026-11-27\n<!-- memoria:log machine=" + machine + " id=" + id + " -->\n\n## Sessions\n" + strings.Join(entries, "")
}

func TestMergeFiles(t *testing.T) {
	a, b, c := entryOf("aaaaaaaaaaaa", "of a"), entryOf("bbbbbbbbbbbb", "of b"), entryOf("cccccccccccc", "of c")
	mine, other := "daily/2026-11-27@laptop.md", "daily/2026-11-27@desktop.md"
	for _, tt := range []struct {
		what, name         string
		base, ours, theirs string // "" is no file
		want               []string
		not                string
	}{
		{"a log of before, appended to on both sides", "daily/2026-11-27.md", logOf("x", a), logOf("x", a, b), logOf("x", a, c), []string{"of a", "of b", "of c"}, ""},
		{"another's log", other, logOf("desktop", a), logOf("desktop", a), logOf("desktop", a, b), []string{"of a", "of b"}, ""},
		{"another's log that is gone", other, logOf("desktop", a), logOf("desktop", a), "", []string{"of a"}, ""},
		{"my log, from which another took an entry", mine, logOf("laptop", a, b), logOf("laptop", a, b), logOf("laptop", a), []string{"of a", "of b"}, ""},
		{"my log, which another removed", mine, logOf("laptop", a), logOf("laptop", a), "", []string{"of a"}, ""},
		{"a log that is not here", other, logOf("desktop", a), "", logOf("desktop", a, b), []string{"of a", "of b"}, ""},
		{"a log that another machine of my name began", mine, "", "", strings.Replace(logOf("laptop", a), laptop, "0b0b0b0b", 1), []string{"of a"}, ""},
		{"logs that two machines of one name began", mine, "", logOf("laptop", a), strings.Replace(logOf("laptop", b), laptop, "0b0b0b0b", 1), []string{"of a", "of b", laptop}, ""},
		{"a person's note", "daily/note.md", "x\n", "x\nours\n", "x\ntheirs\n", []string{"x", "ours", "theirs"}, "<<<<"},
		{"what another compiled", ".memoria/shared/compiled/desktop.jsonl", "1\n", "1\n2\n", "1\n3\n", []string{"1\n3\n2\n"}, ""},
		{"what I compiled", ".memoria/shared/compiled/laptop.jsonl", "1\n", "1\n2\n", "1\n3\n", []string{"1\n2\n"}, "3"},
		{"the id of the vault", ".memoria/shared/vault", "1111111111111111\n", "1111111111111111\n", "2222222222222222\n", []string{"1111111111111111\n"}, "2"},
		{"my log, in which another changed a line", mine, logOf("laptop", a), logOf("laptop", a), logOf("laptop", entryOf("aaaaaaaaaaaa", "of a, they say, and more")), []string{"of a"}, "they say"},
		{"my log, in which another forgot an entry", mine, logOf("laptop", a), logOf("laptop", a), logOf("laptop", a) + "<!-- memoria:forgot entry=aaaaaaaaaaaa at=2026-11-29T10:00:00Z who=evil -->\n", []string{"of a"}, "forgot"},
		{"settings that stop every command", ".memoria/config.yaml", "timezone: UTC\n", "timezone: UTC\n", "wiki: ../../outside\n", []string{"timezone: UTC"}, "outside"},
		{"attributes below our folders", "wiki/.gitattributes", "", "", "*.md ident\n", nil, "ident"},
		{"a name that is no text", "wiki/\xff\xfe.md", "", "", "x\n", nil, "x"},
		{"settings of two pasts", ".memoria/config.yaml", "", "timezone: UTC\n", "timezone: Asia/Tokyo\n", []string{"Tokyo"}, "UTC"},
	} {
		sides := [3]map[string][]byte{}
		for i, text := range []string{tt.base, tt.ours, tt.theirs} {
			sides[i] = map[string][]byte{}
			if text != "" {
				sides[i][tt.name] = []byte(text)
			}
		}
		m := &merger{wiki: "wiki", machine: vault.Identity{Name: "laptop", ID: laptop}}
		out, err := m.Merge(sides[0], sides[1], sides[2])
		got := string(out[tt.name])
		for _, w := range tt.want {
			must.Hold(t, err == nil && strings.Count(got, w) == 1, "%s: %q is not there once, %v:\n%s", tt.what, w, err, got)
		}
		must.Hold(t, tt.not == "" || !strings.Contains(got, tt.not), "%s: %q is there", tt.what, tt.not)
	}
}

// Two machines that saw one session wrote the same entry. Each says in its own log how it stands there.
func TestMergeEntryOfTwo(t *testing.T) {
	of := func(machine, text string) []byte {
		return []byte(logOf(machine, strings.Replace(entryOf("aaaaaaaaaaaa", text), " -->", " machine="+machine+" -->", 1)))
	}
	m := &merger{wiki: "wiki", machine: vault.Identity{Name: "laptop", ID: laptop}}
	m.own = &own.Book{Dir: fsutiltest.Open(t, t.TempDir()), ID: func() string { return laptop }}
	must.Do(t, m.own.Claim([]logs.Entry{logs.Parse(logs.Date{}, time.UTC, of("laptop", "of a")).Entries[0].Entry}))
	cut := []byte(strings.ReplaceAll(string(of("desktop", "of a")), "- of a", "- cut"))
	got := m.log("daily/2026-11-27@desktop.md", of("desktop", "of a"), of("desktop", "of a"), cut)
	must.Hold(t, bytes.Equal(got, cut), "what the other cut from its log is back:\n%s", got)
	got = m.log("daily/2026-11-27@laptop.md", of("laptop", "of a"), of("laptop", "of a"), []byte(strings.ReplaceAll(string(of("laptop", "of a")), "- of a", "- cut")))
	must.Hold(t, bytes.Equal(got, of("laptop", "of a")), "the other cut it from this machine's log:\n%s", got)
}

// The name of a file on the remote is anybody's: neither a terminal nor a shell obeys it.
func TestFilesErrorIsHarmless(t *testing.T) {
	e := &obeyed.Error{Paths: []string{".$(touch x)\x1b]0;y\a'/z"}, Trunk: "origin/main"}
	got := e.Error() + e.Mend()
	must.Hold(t, !strings.ContainsAny(got, "\x1b\a") && strings.Contains(got, "--allow '.$(touch x)"), "%q", got)
}

// git merges a file that is none of these, and the settings of one past.
func TestLeftToGit(t *testing.T) {
	text := map[string][]byte{".memoria/config.yaml": []byte("a\n"), "wiki/picture.png": []byte("x"), ".memoria/templates/flush.md": []byte("x")}
	out, err := (&merger{wiki: "wiki"}).Merge(text, map[string][]byte{}, map[string][]byte{})
	must.Hold(t, err == nil && len(out) <= 0, "%v, %v", out, err)
}

func TestBlock(t *testing.T) {
	once := attributes.With([]byte("*.png binary"), vault.Config{Wiki: "wiki"})
	must.Hold(t, string(attributes.With(once, vault.Config{Wiki: "wiki"})) == string(once) && strings.HasPrefix(string(once), "*.png binary\n# memoria: begin\n"), "%s", once)
	got := string(attributes.With(append(once, "*.x y\n"...), vault.Config{Wiki: "my notes"}))
	must.Hold(t, strings.HasSuffix(got, "# memoria: end\n*.x y\n") && strings.Contains(got, `"my notes/**/*.md" merge=memoria`) && !strings.Contains(got, "wiki/"), "%v", got)
}

// The driver of git's own merges needs no vault that can be opened.
func TestDriver(t *testing.T) {
	dir := t.TempDir()
	a, b, c := entryOf("aaaaaaaaaaaa", "of a"), entryOf("bbbbbbbbbbbb", "of b"), entryOf("cccccccccccc", "of c")
	write := func(base, ours, theirs string) {
		for name, text := range map[string]string{"O": base, "A": ours, "B": theirs} {
			fsutiltest.Write(t, filepath.Join(dir, name), text)
		}
	}
	d := Driver{Dir: dir, Env: os.Environ()}
	must.Do(t, os.MkdirAll(filepath.Join(dir, "notes", ".memoria"), 0o700))
	write(logOf("x", a), logOf("x", a, b), logOf("x", a, c))
	ok, err := d.Merge(t.Context(), "O", "A", "B", "notes/daily/2026-11-27.md")
	got := string(fsutiltest.Read(t, filepath.Join(dir, "A")))
	must.Hold(t, ok && err == nil && strings.Count(got, "/memoria:entry ") == 3, "%v, %v\n%s", ok, err, got)
	write("x\n", "ours\n", "theirs\n")
	ok, err = d.Merge(t.Context(), "O", "A", "B", "notes/other.txt")
	got = string(fsutiltest.Read(t, filepath.Join(dir, "A")))
	must.Hold(t, !ok && err == nil && strings.Contains(got, "<<<<<<< ours"), "%v, %v\n%s", ok, err, got)

	// An article that git takes for another one, which is gone, is a conflict; one that was moved keeps its new name.
	git := string(wiki.Summed([]byte("---\ntitle: Git\ntype: concept\n---\n\n# Git\n\n- One.\n")))
	lua := string(wiki.Summed([]byte("---\ntitle: Lua\ntype: concept\n---\n\n# Lua\n\n- One.\n")))
	moved := string(wiki.Summed([]byte("---\ntitle: Git here\naliases: [Git]\ntype: concept\n---\n\n# Git here\n\n- One.\n")))
	write(git, lua, git+"\nYours.\n")
	ok, err = d.Merge(t.Context(), "O", "A", "B", "notes/wiki/concepts/lua.md")
	got = string(fsutiltest.Read(t, filepath.Join(dir, "A")))
	must.Hold(t, !ok && err == nil && strings.HasPrefix(got, "<<<<<<< ours\n---\ntitle: Lua\n") && strings.Contains(got, "\nYours.\n>>>>>>> theirs\n"), "%v, %v\n%s", ok, err, got)
	write(git, moved+"\nMine.\n", git+"\nYours.\n")
	ok, err = d.Merge(t.Context(), "O", "A", "B", "notes/wiki/concepts/git-here.md")
	got = string(fsutiltest.Read(t, filepath.Join(dir, "A")))
	must.Hold(t, ok && err == nil && wiki.Parse([]byte(got)).Title() == "Git here" && strings.Contains(got, "\nMine.\n") && strings.Contains(got, "\nYours.\n"), "%v, %v\n%s", ok, err, got)
}

// The branch is named in the settings whatever they say of sync already.
func TestWithSync(t *testing.T) {
	for config, want := range map[string]string{
		"":                                      "sync: {remote: origin, branch: main}\n",
		"wiki: x":                               "wiki: x\nsync: {remote: origin, branch: main}\n",
		"sync: {compile: trunk}\nwiki: x\n":     "sync: {remote: origin, branch: main, compile: trunk}\nwiki: x\n",
		"sync:  # ours\n  every: 5m\nwiki: x\n": "sync:  # ours\n  remote: origin\n  branch: main\n  every: 5m\nwiki: x\n",
		"# sync: {every: 5m}\n":                 "# sync: {every: 5m}\nsync: {remote: origin, branch: main}\n",
		"sync: {remote: up}\n":                  "sync: {branch: main, remote: up}\n",
		"sync: {}\n":                            "sync: {remote: origin, branch: main, }\n",
	} {
		got := share.WithSync([]byte(config), "origin", "main")
		must.Hold(t, string(got) == want && vault.CheckConfig(got) == nil, "%q: got %q, %v", config, got, vault.CheckConfig(got))
	}
}
