package fsutil

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestWriteFile(t *testing.T) {
	d := openTemp(t)
	for _, write := range []func(string, []byte, fs.FileMode) (bool, error){d.WriteFile, d.WriteFileNoSync} {
		steps := []struct {
			data    string
			changed bool
		}{{"one", true}, {"one", false}, {"two", true}, {"", true}, {"", false}, {strings.Repeat("x", 1<<20), true}}
		for i, s := range steps {
			changed, err := write("new/folder/a.md", []byte(s.data), 0o644)
			must.Hold(t, changed == s.changed && err == nil, "step %d: %v, %v", i, changed, err)
			if b, err := d.ReadFile("new/folder/a.md"); string(b) != s.data || err != nil {
				t.Errorf("step %d: %d bytes, %v", i, len(b), err)
			}
		}
		must.Do(t, d.Remove("new/folder/a.md"))
	}
	noTemps(t, d.Path())
}

func TestWriteEqualTouchesNothing(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"a.md": "same"})
	file := filepath.Join(d.Path(), "a.md")
	old := time.Unix(1_000_000_000, 0)
	must.Do(t, os.Chtimes(file, old, old))
	before, _ := os.Stat(file)
	if changed, err := d.WriteFile("a.md", []byte("same"), 0o600); changed || err != nil {
		t.Errorf("%v, %v", changed, err)
	}
	after, err := os.Stat(file)
	must.Hold(t, err == nil && os.SameFile(before, after) && after.ModTime().Equal(old), "the file was touched: %v, %v", after.ModTime(), err)
}

// The link stays, its target is written, and the temporary file lies beside the target.
func TestWriteThroughLinks(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"dot/real/settings.json": "old", "notes/x.md": "x"})
	at := func(name string) string { return filepath.Join(d.Path(), name) }
	links := map[string]string{
		"settings.json":  filepath.Join("dot", "chain.json"),
		"dot/chain.json": filepath.Join("real", "settings.json"),
		"folder":         "dot",
		"notes/up.json":  filepath.Join("..", "folder", "real", "settings.json"),
		"dangling.md":    filepath.Join("notes", "made", "later.md"),
	}
	for name, to := range links {
		link(t, to, at(name))
	}
	names := []string{"settings.json", "dot/chain.json", "folder/real/settings.json", "notes/up.json", "folder/chain.json"}
	for i, name := range names {
		want := fmt.Sprint("new ", i)
		p, err := d.create(name, mode{perm: 0o644, sync: i%2 == 0})
		must.Be(t, err == nil, "%s: %v", name, err)
		must.Is(t, must.Err(os.Stat(at("dot/real/"+filepath.Base(p.temp.Name())))), nil, "%s: the temporary file is not beside the target", name)
		p.Write([]byte(want))
		must.Is(t, p.Commit(), nil, "%s", name)
		b, _ := os.ReadFile(at("dot/real/settings.json"))
		must.Hold(t, string(b) == want, "%s: target holds %q", name, b)
		if changed, err := d.WriteFile(name, []byte(want), 0o644); changed || err != nil {
			t.Errorf("%s: the same again: %v, %v", name, changed, err)
		}
	}
	changed, err := d.WriteFile("dangling.md", []byte("x"), 0o644)
	must.Hold(t, changed && err == nil, "dangling link: %v, %v", changed, err)
	b, err := os.ReadFile(at("notes/made/later.md"))
	must.Hold(t, string(b) == "x", "target of the dangling link: %q, %v", b, err)
	for name, to := range links {
		got, err := os.Readlink(at(name))
		must.Hold(t, got == to && err == nil, "link %s is %q, %v", name, got, err)
	}
	noTemps(t, d.Path())
}

func TestWriteRefuses(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"folder/a.md": "x", "file": "x", "mine.md": "mine"})
	link(t, "loop", filepath.Join(d.Path(), "loop"))
	must.Do(t, os.Chmod(filepath.Join(d.Path(), "mine.md"), 0o444))
	before := tree(t, d.Path())
	for name, want := range map[string]error{
		"folder": errIsDir, ".": errIsDir, "loop": nil, "file/x.md": nil,
		"mine.md": fs.ErrPermission, // made read-only by its owner
	} {
		changed, err := d.WriteFile(name, []byte("ours"), 0o644)
		must.Hold(t, !changed && err != nil && (want == nil || errors.Is(err, want)), "WriteFile(%q) = %v, %v", name, changed, err)
	}
	after := tree(t, d.Path())
	must.Hold(t, maps.Equal(before, after), "something changed: %v", after)
}

func TestPending(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"a": "old"})
	p := must.Get(d.Create("a", 0o644))(t)
	p.Write([]byte("half"))
	p.Abort()
	p.Abort()
	must.Hold(t, p.Commit() != nil, "Commit after Abort went through")
	must.Hold(t, must.Err(p.Write([]byte("x"))) != nil, "Write after Abort went through")
	p = must.Get(d.Create("a", 0o644))(t)
	for range 3 {
		p.Write([]byte("part "))
	}
	b, _ := d.ReadFile("a")
	must.Hold(t, string(b) == "old", "before Commit: %q", b)
	must.Is(t, p.Commit(), nil, "the error")
	p.Abort()
	b, _ = d.ReadFile("a")
	must.Hold(t, string(b) == "part part part ", "after Commit: %q", b)
	noTemps(t, d.Path())
}

// A rename that fails leaves the old file, no temporary one, and names what it tried.
func TestFailedRename(t *testing.T) {
	d := openTemp(t)
	p := must.Get(d.Create("a", 0o644))(t)
	plant(t, d.Path(), map[string]string{"a/in the way": "x"})
	err := p.Commit()
	must.Hold(t, err != nil && strings.Contains(err.Error(), "renameat "+tempPrefix), "Commit = %v, want it to name what it renamed", err)
	noTemps(t, d.Path())
}

// Readers see the old bytes or the new ones while many write.
func TestWritesAreWhole(t *testing.T) {
	d := openTemp(t)
	page := func(i int) []byte { return bytes.Repeat([]byte{byte('a' + i)}, 1<<16) }
	must.Get(d.WriteFile("a", page(0), 0o644))(t)
	var writers, reader sync.WaitGroup
	stop := make(chan struct{})
	reader.Go(func() {
		for {
			b, err := d.ReadFile("a")
			if err != nil || len(b) != 1<<16 || bytes.Count(b, b[:1]) != 1<<16 {
				t.Errorf("read %d bytes, %v", len(b), err)
				return
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	for i := range 8 {
		writers.Go(func() {
			for n := range 20 {
				must.Is(t, must.Err(d.WriteFileNoSync("a", page((i+n)%26), 0o644)), nil, "the error")
			}
		})
	}
	writers.Wait()
	close(stop)
	reader.Wait()
	noTemps(t, d.Path())
}

// What a virus scanner holds for a moment is tried again, what stays held is given up.
func TestRetry(t *testing.T) {
	busy, other := syscall.Errno(32), errors.New("other")
	transient := func(err error) bool { return err == error(busy) }
	for _, tt := range []struct {
		name  string
		errs  []error
		want  error
		tries int
	}{
		{"at once", []error{nil}, nil, 1},
		{"third time", []error{busy, busy, nil}, nil, 3},
		{"another error", []error{busy, other}, other, 2},
		{"never", slices.Repeat([]error{busy}, 100), busy, replaceTries},
	} {
		tries, slept := 0, time.Duration(0)
		err := retry(func() error { tries++; return tt.errs[tries-1] }, transient, func(d time.Duration) { slept += d })
		must.Hold(t, err == tt.want && tries == tt.tries && slept <= time.Second, "%s: %v after %d tries and %v", tt.name, err, tries, slept)
	}
}

func TestHash(t *testing.T) {
	must.Equal(t, Hash(nil), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "Hash(nil)")
}
