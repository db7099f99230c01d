package site

import (
	"bytes"
	"context"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// searchable is the site of a vault on the disk, with the index that its search needs.
func searchable(t *testing.T, files map[string]string, o Options) *Site {
	t.Helper()
	dir := onDisk(t, files)
	vault := vaultOf(t, files)
	store := &index.Store{Dir: dir, Wiki: "wiki", Zone: time.UTC}
	vault.Index = func(bool) (*index.Index, error) { return store.Open(context.Background()) }
	s := must.Get(New(vault, o))(t)
	return s
}

// onDisk is a folder of these files.
func onDisk(t *testing.T, files map[string]string) *fsutil.Dir {
	t.Helper()
	path := t.TempDir()
	for name, text := range files {
		file := filepath.Join(path, filepath.FromSlash(name))
		fsutiltest.Write(t, file, text)
	}
	return fsutiltest.Open(t, path)
}

// written writes a site into a folder and returns the address of it.
func written(t *testing.T, s *Site, dir string) string {
	t.Helper()
	for _, name := range s.Paths() {
		body, _, err := s.File(name)
		must.Do(t, err)
		file := filepath.Join(dir, filepath.FromSlash(name))
		fsutiltest.Write(t, file, body)
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(dir) + "/"}).String()
}

// What is changed while a site is made is known, be it a log or what the index was made of. A page is shown as it was
// read.
func TestMoved(t *testing.T) {
	const page, day = "wiki/concepts/sidecar-locks.md", "daily/2026-03-01.md"
	for name, c := range map[string]struct {
		file  string
		early bool // changed between the pages and the logs being read
		index bool
		moved bool
	}{
		"nothing":       {},
		"a page":        {file: page},
		"a log":         {file: day, early: true, moved: true},
		"for the index": {file: page, index: true, moved: true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := onDisk(t, small)
			w := must.Get(wiki.Store{Dir: dir}.Load(t.Context()))(t)
			change := func() {
				if c.file != "" {
					if _, err := dir.WriteFileNoSync(c.file, []byte(small[c.file]+"\nHalf a"), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			if c.early {
				change()
			}
			store := &daily.Store{Dir: dir, Zone: time.UTC}
			logs, _, err := store.Logs(t.Context())
			must.Do(t, err)
			v := Vault{Wiki: w, Logs: logs, Read: dir.ReadFile}
			if c.index {
				v.Index = func(bool) (*index.Index, error) {
					return (&index.Store{Dir: dir, Wiki: "wiki", Zone: time.UTC}).Open(context.Background())
				}
			}
			s := must.Get(New(v, Options{}))(t)
			if !c.early {
				change()
			}
			made := s.Paths()
			if !c.index {
				for _, name := range made {
					if _, _, err := s.File(name); err != nil {
						t.Fatal(err)
					}
				}
			} else if _, _, err := s.File(shelfDir + "meta.js"); err != nil {
				t.Fatal(err)
			}
			must.Hold(t, s.Moved() == c.moved, "moved: %v", s.Moved())
		})
	}
}

// An index that was damaged on the disk is made anew, and the search is what it would have been.
func TestDamagedIndex(t *testing.T) {
	files := generated(20)
	dir := onDisk(t, files)
	store := &index.Store{Dir: dir, Cache: dir, Name: "index", Wiki: "wiki", Zone: time.UTC}
	v := vaultOf(t, files)
	mended := 0
	v.Index = func(anew bool) (*index.Index, error) {
		if anew {
			mended++
			store.Forget()
		}
		return store.Open(context.Background())
	}
	shelved := func() map[string][]byte {
		s := must.Get(New(v, Options{}))(t)
		_, all := made(t, s)
		return all
	}
	time.Sleep(150 * time.Millisecond) // until the times of the files tell that they are the same
	want := shelved()
	kept := must.Get(dir.ReadFile("index"))(t)
	for at := 5; at < len(kept); at += len(kept)/10 + 1 {
		bad := bytes.Clone(kept)
		bad[at] ^= 4
		if _, err := dir.WriteFileNoSync("index", bad, 0o600); err != nil {
			t.Fatal(err)
		}
		got := shelved()
		must.Hold(t, len(got) == len(want), "byte %d: %d files, want %d", at, len(got), len(want))
		for name, body := range want {
			must.Hold(t, bytes.Equal(got[name], body), "byte %d: %s is another one", at, name)
		}
	}
	must.Hold(t, mended != 0, "no damage was met")
}
