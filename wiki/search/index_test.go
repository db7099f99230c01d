package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
)

func openDir(t testing.TB, path string) *fsutil.Dir {
	return fsutiltest.Open(t, path)
}

func vaultOf(t testing.TB, files map[string]string) *index.Store {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		write(t, root, name, text)
	}
	dir := openDir(t, root)
	return &index.Store{Dir: dir, Cache: dir, Name: index.VaultName, Wiki: "wiki", Zone: time.UTC}
}

func write(t testing.TB, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)))
}

func ask(t testing.TB, s *index.Store, query string) Results {
	t.Helper()
	x := must.Get(s.Open(context.Background()))(t)
	defer x.Close()
	res := must.Get(Find(context.Background(), x, Parse(query), Options{Limit: 50}))(t)
	return res
}

func paths(res Results) string {
	var out []string
	for _, h := range res.Hits {
		out = append(out, h.Path)
	}
	return strings.Join(out, " ")
}

const log = `# Daily Log: 2026-03-02

### Session (14:32) - Locks that hold
<!-- memoria:entry id=9f2c1e7ab03d agent=claude session=5d3f0c1e project=harbour branch=main at=2026-03-02T14:32:05Z from=a to=b by=extractive -->

**Lessons Learned:**
- A rename drops the lock on the data file ^k3f9a2c
- The café opens at nine ^k3f9a2d
<!-- /memoria:entry -->
`

var library = map[string]string{
	"wiki/index.md":                  "- [[sidecar-locks|Sidecar locks]] lock rename\n",
	"wiki/log.md":                    "lock rename\n",
	"wiki/concepts/sidecar-locks.md": "---\ntitle: Sidecar locks\naliases: [lock beside the data]\ntags: [harbour, locking]\ntype: concept\nsources: [\"[[2026-03-02]]\"]\ncreated: 2026-03-02\nupdated: 2026-03-05\n---\n\n# Sidecar locks\n\nA lock lives beside the file.\n\n## Key Points\n\n- A rename of the data file drops its lock ([[2026-03-02#^k3f9a2c|2026-03-02]])\n- busy_timeout is set\n\n## History\n\n- Until 2026-03-01: zeppelin locks\n\n## Sources\n\n- [[2026-03-02]]\n",
	"daily/2026-03-02.md":            log,
	"notes/own.md":                   "Renaming cafe tables.\n\nThe resume of nobody.\n",
	".memoria/secret.md":             "lock rename\n",
	"notes/picture.png":              "lock",
}

// What is found, what is not, and what of it is shown.
func TestSearch(t *testing.T) {
	s := vaultOf(t, library)
	for _, c := range []struct{ query, want string }{
		{"rename lock", "wiki/concepts/sidecar-locks.md daily/2026-03-02.md notes/own.md"},
		{"renaming", "notes/own.md daily/2026-03-02.md wiki/concepts/sidecar-locks.md"},
		{"busyTimeout", "wiki/concepts/sidecar-locks.md"},
		{"café", "daily/2026-03-02.md notes/own.md"},
		{"cafe", "notes/own.md daily/2026-03-02.md"},
		{"résumé", "notes/own.md"},
		{`"drops the lock"`, "daily/2026-03-02.md"},
		{`"lock the drops"`, ""},
		{"lock -café in:daily", ""},
		{"lock in:wiki", "wiki/concepts/sidecar-locks.md"},
		{"project:harbour lock", "wiki/concepts/sidecar-locks.md daily/2026-03-02.md"},
		{"branch:main", "daily/2026-03-02.md"},
		{"type:concept", "wiki/concepts/sidecar-locks.md"},
		{"tag:locking", "wiki/concepts/sidecar-locks.md"},
		{"lock after:2026-03-03", "wiki/concepts/sidecar-locks.md"},
		{"lock before:2026-03", ""},
		{"zepelin", "wiki/concepts/sidecar-locks.md"},
		{"quetzal", ""},
		{"!!!", ""},
	} {
		must.Equal(t, paths(ask(t, s, c.query)), c.want, "%q finds", c.query)
	}
	res := ask(t, s, "rename drops lock in:daily")
	h := res.Hits[0]
	must.Hold(t, h.Link() == "2026-03-02#^k3f9a2c" && h.Line == 7 && h.Cover >= 0.99 && h.Passage == "A rename drops the lock on the data file" && h.Entry == "9f2c1e7ab03d" && h.Project == "harbour", "%+v", h)
	h = ask(t, s, "rename drops in:wiki").Hits[0]
	must.Hold(t, len(h.Cites) == 1 && h.Cites[0] == "2026-03-02#^k3f9a2c" && !strings.Contains(h.Passage, "[["), "%+v", h)
}

// A run with what was kept answers as one that makes all anew, whatever happened to the files and to
// what was kept.
func TestKeptIsWhole(t *testing.T) {
	names := []string{"a.md", "b.md", "wiki/concepts/c.md", "daily/2026-03-02.md", "daily/x.md", "é.md", "wiki/index.md"}
	texts := []string{"lock rename\n", "---\ntitle: Lock\n---\n\nbusy_timeout\n", log, "", "---\n: [bad\n---\nlock", "設定する lock\n", "\xff lock", "# Lock\n\n```\nlock\n```\n"}
	rapid.Check(t, func(rt *rapid.T) {
		s := vaultOf(t, nil)
		root := s.Dir.Path()
		for range rapid.IntRange(1, 6).Draw(rt, "runs") {
			for range rapid.IntRange(0, 3).Draw(rt, "edits") {
				name := rapid.SampledFrom(names).Draw(rt, "name")
				if rapid.IntRange(0, 3).Draw(rt, "edit") == 0 {
					os.Remove(filepath.Join(root, name))
				} else {
					write(t, root, name, rapid.SampledFrom(texts).Draw(rt, "text"))
				}
			}
			for _, kept := range []string{index.VaultName, index.VaultName + "-new"} {
				path := filepath.Join(root, kept)
				data, err := os.ReadFile(path)
				if err != nil || rapid.IntRange(0, 7).Draw(rt, "spoil") != 0 {
					continue
				}
				switch rapid.IntRange(0, 2).Draw(rt, "how") {
				case 0:
					os.Remove(path)
				case 1:
					data = data[:rapid.IntRange(0, len(data)-1).Draw(rt, "cut")]
				case 2:
					data[rapid.IntRange(0, len(data)-1).Draw(rt, "at")]++
				}
				os.WriteFile(path, data, 0o600)
			}
			query := rapid.SampledFrom([]string{"lock", "busyTimeout rename", "設定", "-lock rename", `"lock rename"`}).Draw(rt, "query")
			got := repaired(t, s, query)
			want := ask(t, &index.Store{Dir: s.Dir, Wiki: "wiki", Zone: time.UTC}, query)
			must.Be(rt, sameHits(got, want), "%q: kept\n%+v\nwhole\n%+v", query, got, want)
		}
	})
}

// repaired asks again when what was kept turns out to be damaged, as a command does.
func repaired(t testing.TB, s *index.Store, query string) Results {
	res := ask(t, s, query)
	if res.Lost {
		s.Forget()
		res = ask(t, s, query)
	}
	return res
}

// sameHits compares what was found. The scores of what is kept count what is gone until all is made anew.
func sameHits(a, b Results) bool {
	set := func(r Results) map[string]string {
		out := map[string]string{}
		for _, h := range r.Hits {
			out[h.Path+h.Entry] = fmt.Sprint(h.Title, h.Line, h.Passage)
		}
		return out
	}
	return !a.Lost && reflect.DeepEqual(set(a), set(b))
}

// Damage is told or does no harm; nothing that is kept makes a search fail.
func TestDamagedIndex(t *testing.T) {
	s := vaultOf(t, library)
	want := paths(ask(t, s, "lock rename"))
	path := filepath.Join(s.Dir.Path(), index.VaultName)
	whole := fsutiltest.Read(t, path)
	for at := 0; at < len(whole); at += 1 + len(whole)/60 {
		spoiled := append([]byte(nil), whole...)
		spoiled[at] ^= 0x55
		for _, data := range [][]byte{spoiled, whole[:at]} {
			must.Do(t, os.WriteFile(path, data, 0o600))
			got := paths(repaired(t, s, "lock rename"))
			must.Be(t, got == want, "with byte %d of %d spoiled: %q, want %q", at, len(whole), got, want)
		}
	}
}

// An index that nobody brought up to date tells no words that are gone, and a page that cannot be read
// is left out.
func TestUnchecked(t *testing.T) {
	s := vaultOf(t, library)
	ask(t, s, "lock")
	write(t, s.Dir.Path(), "notes/own.md", "\n\nSomething else of renaming, further down.\n")
	os.Remove(filepath.Join(s.Dir.Path(), "daily/2026-03-02.md"))
	x := must.Get(s.OpenKept(context.Background()))(t)
	defer x.Close()
	must.Hold(t, x.Unchecked, "it does not say that it is unchecked")
	res := must.Get(Find(context.Background(), x, Parse("renaming"), Options{}))(t)
	got, want := paths(res), "notes/own.md wiki/concepts/sidecar-locks.md"
	must.Hold(t, got == want, "found %q, want %q", got, want)
	for _, h := range res.Hits {
		must.Hold(t, h.Path != "notes/own.md" || h.Passage == "Something else of renaming, further down." && h.Line == 3 && h.Cover == 0, "%+v", h)
	}
}

// Any query on any bytes is answered.
func FuzzSearch(f *testing.F) {
	f.Add("lock", "lock rename")
	f.Add(`"a b" -c tag:x in:daily after:2026 "`, log)
	f.Add("a’aB00000", "a’aB00000 東京都")
	f.Add("設定 -\"\"", "---\n: [\n---\n[[a|b]] <!-- x ^k1")
	dir := openDir(f, f.TempDir())
	s := &index.Store{Dir: dir, Wiki: "wiki", Zone: time.UTC}
	f.Fuzz(func(t *testing.T, query, text string) {
		write(t, dir.Path(), "a.md", text)
		write(t, dir.Path(), "daily/2026-03-02.md", text)
		x := must.Get(s.Open(context.Background()))(t)
		defer x.Close()
		for _, lines := range []bool{false, true} {
			res := must.Get(Find(context.Background(), x, Parse(query), Options{Lines: lines}))(t)
			for _, h := range res.Hits {
				end := 0
				for _, m := range h.Marks {
					must.Be(t, m.Start >= end && m.End <= len(h.Snippet) && m.Start < m.End, "mark %v in %q", m, h.Snippet)
					end = m.End
				}
			}
		}
	})
}
