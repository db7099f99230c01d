package project

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// One machine knows a folder from before it was a repository with a remote, and another knows the remote: whichever comes first,
// it is one project, also in the folder, where the history is that of a new repository or none.
func TestSharedRemoteLater(t *testing.T) {
	const remote, mine, theirs = "example.org/acme/harbor", "/home/ana/src/harbor", "/home/bo/work/harbor"
	for _, tt := range []struct {
		name  string
		later bool   // what the other machine tells comes before the remote
		first string // commit of the repository
	}{{"told after", false, ""}, {"told before", true, ""}, {"with a commit", true, "0123456789abcdef"}, {"told after, with a commit", false, "0123456789abcdef"}} {
		at := t.TempDir()
		fsutiltest.Write(t, filepath.Join(at, layout.Machine), `{"version":1,"id":"1"}`)
		d := must.Get(fsutil.OpenDir(at))(t)
		defer d.Close()
		now := time.Unix(1e9, 0)
		work := func(on disk, dir string) Place {
			now = now.Add(time.Hour)
			b := must.Get(Read(d, on, now))(t)
			p := b.Find(dir, "main", "", Place{})
			must.Do(t, b.Keep(t.Context(), d, now, daily.Entry{Project: p.Name, Repo: p.Repo}))
			return p
		}
		tell := func() {
			fsutiltest.Write(t, filepath.Join(at, sharedName("2")), `{"id":"`+remote+`","name":"harbor","remotes":["`+remote+`"],"git":true,"at":"2001-09-09T02:00:00Z"}`+"\n")
		}
		work(disk{}, mine)
		if tt.later {
			tell()
		}
		on := disk{mine: {remote, tt.first}}
		work(on, mine)
		tell()
		for range 2 {
			p := work(on, mine)
			b := must.Get(Read(d, on, now))(t)
			list := b.Projects()
			must.Hold(t, len(list) == 1 && p.Name == list[0].Name && b.Of(remote) == list[0] && b.Of(folderID(mine)) == list[0],
				"%s: the folder is %+v of %d projects, %q", tt.name, p, len(list), list[0].Name)
		}
		other := work(disk{theirs: {"example.org/other/harbor", ""}}, theirs)
		must.Hold(t, other.Name != "harbor" && len(must.Get(Read(d, on, now))(t).Projects()) == 2, "%s: another repository of the name is %+v", tt.name, other)
	}
}

// TestShared: whatever three machines see and three persons decide, in whatever order it comes to the others: in the end all
// have the same projects, and what one person decided of what nobody else touches holds.
func TestShared(t *testing.T) {
	const machines, repos = 3, 6
	for seed := range uint64(15) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var dirs []*fsutil.Dir
		for i := range machines {
			at := t.TempDir()
			fsutiltest.Write(t, filepath.Join(at, layout.Machine), fmt.Sprintf(`{"version":1,"id":"%d"}`, i))
			d := must.Get(fsutil.OpenDir(at))(t)
			t.Cleanup(func() { d.Close() })
			dirs = append(dirs, d)
		}
		send := func(from, to int) {
			text, err := os.ReadFile(filepath.Join(dirs[from].Path(), sharedName(fmt.Sprint(from))))
			if err == nil && from != to {
				fsutiltest.Write(t, filepath.Join(dirs[to].Path(), sharedName(fmt.Sprint(from))), string(text))
			}
		}
		read := func(i int) *Book {
			b := must.Get(Read(dirs[i], nil, time.Now()))(t)
			return b
		}
		for range 40 {
			i := rnd.IntN(machines)
			now := time.Unix(1e9+rnd.Int64N(1000), 0) // clocks differ
			must.Do(t, Update(t.Context(), dirs[i], nil, now, func(b *Book) error {
				any := func() string {
					if list := b.Projects(); len(list) > 0 {
						return list[rnd.IntN(len(list))].Name
					}
					return ""
				}
				switch p := any(); rnd.IntN(6) {
				case 0:
					b.Rename(p, fmt.Sprint("name-", rnd.IntN(4)))
				case 1:
					b.Merge(p, any())
				case 2:
					if p := b.Named(p); p != nil && len(p.Repos) > 0 {
						b.Split(p.Name, p.Repos[rnd.IntN(len(p.Repos))].ID, "", nil)
					}
				case 3:
					b.Learn([]daily.Entry{{Project: fmt.Sprint("old-", rnd.IntN(3))}}, func(string, string) string { return "" })
				default:
					n := rnd.IntN(repos)
					saw := &Book{}
					saw.Find(fmt.Sprint("/home/", i, "/x/api-", n%3), "main", fmt.Sprint("x.io/", n, "/api"), Place{})
					if r := saw.remote(fmt.Sprint("x.io/", n, "/api"), nil); rnd.IntN(3) == 0 {
						add(&r.Remotes, fmt.Sprint("x.io/", rnd.IntN(repos), "/api"))
					}
					b.take(saw, []string{fmt.Sprint("x.io/", n, "/api")})
				}
				return nil
			}))
			send(rnd.IntN(machines), rnd.IntN(machines))
		}
		for range 2 { // the second time nobody has anything to say
			for i := range machines {
				must.Do(t, Update(t.Context(), dirs[i], nil, time.Unix(1e9, 0), func(*Book) error { return nil }))
				for to := range machines {
					send(i, to)
				}
			}
		}
		var want []string
		for i := range machines {
			var got []string
			for _, p := range read(i).Projects() {
				line := fmt.Sprintf("%s %q", p.Name, p.Was)
				for _, r := range p.Repos {
					line += fmt.Sprintf(" %s=%s%q", r.ID, r.Name, slices.Sorted(slices.Values(r.Remotes)))
				}
				got = append(got, line)
			}
			if i == 0 {
				want = got
			}
			must.Be(t, slices.Equal(got, want), "seed %d: machine %d has\n%q\nand machine 0\n%q", seed, i, got, want)
			before := read(i).Key()
			if name := read(i).Projects()[0].Name; name != "" {
				must.Do(t, Update(t.Context(), dirs[i], nil, time.Unix(1e9, 0), func(b *Book) error { _, err := b.Rename(name, "mine"); return err }))
				if b := read(i); b.Named("mine") == nil || b.Named("mine").Name != "mine" || b.Named(name) == nil || b.Key() == before {
					t.Fatalf("seed %d: %q was renamed to mine, and it is not", seed, name)
				}
			}
		}
	}
}
