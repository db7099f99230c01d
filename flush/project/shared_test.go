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
					if r := saw.remote(fmt.Sprint("x.io/", n, "/api")); rnd.IntN(3) == 0 {
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
