package out

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// files is a site; a key is the body itself.
type files map[string]string

func (f files) Paths() []string {
	var out []string
	for p := range f {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func (f files) File(path string) ([]byte, bool, error) {
	if path == "broken" {
		return nil, true, errors.New("broken")
	}
	body, ok := f[path]
	return []byte(body), ok, nil
}

func (f files) Key(path string) string {
	if body := f[path]; body != "" {
		return fsutil.Hash([]byte(body))[:8]
	}
	return ""
}

func folder(t *testing.T) *fsutil.Dir {
	return fsutiltest.Open(t, t.TempDir())
}

func write(t *testing.T, dir *fsutil.Dir, f files, o Options) Report {
	t.Helper()
	rep := must.Get(Write(context.Background(), dir, f, o))(t)
	return rep
}

func put(t *testing.T, dir *fsutil.Dir, name, body string) {
	t.Helper()
	p := filepath.Join(dir.Path(), filepath.FromSlash(name))
	fsutiltest.Write(t, p, body)
}

func TestWrite(t *testing.T) {
	dir := folder(t)
	site := files{"index.html": "home", "wiki/a.html": "a", "wiki/deep/b.html": "b", "empty": ""}
	rep := write(t, dir, site, Options{})
	must.Hold(t, len(rep.Written) == 4 && rep.Unchanged == 0, "first: %+v", rep)
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name := range site {
		must.Do(t, os.Chtimes(filepath.Join(dir.Path(), name), old, old))
	}
	put(t, dir, "mine.txt", "a person's")
	put(t, dir, "wiki/mine.html", "a person's")

	// One page changes, one goes, and one that somebody changed by hand is no longer needed.
	put(t, dir, "wiki/a.html", "by hand")
	now := files{"index.html": "home 2", "new.html": "n", "empty": ""}
	dry := write(t, dir, now, Options{Dry: true})
	rep = write(t, dir, now, Options{})
	want := Report{Written: []string{"index.html", "new.html"}, Unchanged: 1, Removed: []string{"wiki/deep/b.html"}, Kept: []string{"wiki/a.html"}}
	for _, got := range []Report{dry, rep} {
		must.Hold(t, slices.Equal(got.Written, want.Written) && got.Unchanged == 1 && slices.Equal(got.Removed, want.Removed) && slices.Equal(got.Kept, want.Kept), "got %+v, want %+v", got, want)
	}
	if info, err := os.Stat(filepath.Join(dir.Path(), "empty")); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("an unchanged file has another time: %v, %v", info, err)
	}
	for _, name := range []string{"mine.txt", "wiki/mine.html", "wiki/a.html"} {
		if _, err := dir.ReadFile(name); err != nil {
			t.Errorf("a person's file: %v", err)
		}
	}
	if _, err := dir.Stat("wiki/deep"); err == nil {
		t.Error("an empty folder stays")
	}
	rep = write(t, dir, now, Options{})
	must.Hold(t, len(rep.Written)+len(rep.Removed)+len(rep.Kept) <= 0 && rep.Unchanged == 3, "again: %+v", rep)
}

// A file that was changed or lost by hand is made again where it is asked for.
func TestAll(t *testing.T) {
	dir := folder(t)
	site := files{"a": "1", "b": "2"}
	write(t, dir, site, Options{})
	put(t, dir, "a", "by hand")
	must.Do(t, os.Remove(filepath.Join(dir.Path(), "b")))
	rep := write(t, dir, site, Options{})
	must.Hold(t, slices.Equal(rep.Written, []string{"b"}), "the lost one: %+v", rep)
	rep = write(t, dir, site, Options{All: true})
	must.Hold(t, slices.Equal(rep.Written, []string{"a"}), "the changed one: %+v", rep)
}

func TestForeign(t *testing.T) {
	dir := folder(t)
	put(t, dir, ".git/config", "x")
	write(t, dir, files{"a": "1"}, Options{}) // what begins with a dot is in nobody's way

	own := folder(t)
	put(t, own, ".nojekyll", "a person's")
	write(t, own, files{".nojekyll": "", "a": "1"}, Options{})
	if b, _ := own.ReadFile(".nojekyll"); string(b) != "a person's" {
		t.Errorf("a file that was there became %q", b)
	}

	full := folder(t)
	put(t, full, "thesis.md", "x")
	if _, err := Write(context.Background(), full, files{"a": "1"}, Options{}); !errors.Is(err, ErrForeign) {
		t.Errorf("a folder of somebody's: %v", err)
	}
	list := folder(t)
	put(t, list, ListName, "")
	if _, err := Write(context.Background(), list, files{"a": "1"}, Options{}); !errors.Is(err, ErrForeign) {
		t.Errorf("a list that is none: %v", err)
	}
	put(t, dir, "b", "somebody's")
	var taken *TakenError
	if _, err := Write(context.Background(), dir, files{"a": "1", "b": "2"}, Options{}); !errors.As(err, &taken) || taken.Path != "b" {
		t.Errorf("a file of somebody's: %v", err)
	}
	if b, _ := dir.ReadFile("b"); string(b) != "somebody's" {
		t.Errorf("it became %q", b)
	}
}

// A list that names what lies outside, or was damaged, leads nowhere.
func TestForgedList(t *testing.T) {
	dir := folder(t)
	outside := filepath.Join(filepath.Dir(dir.Path()), "outside-"+filepath.Base(dir.Path()))
	fsutiltest.Write(t, outside, "x")
	defer os.Remove(outside)
	put(t, dir, ListName, head+"\n- - ../"+filepath.Base(outside)+"\n- - /etc/hosts\nnonsense\n- - a\n")
	if err := os.Symlink(outside, filepath.Join(dir.Path(), "a")); err != nil {
		t.Skip("no symbolic links")
	}
	_, _ = Write(context.Background(), dir, files{"b": "1"}, Options{})
	if b, err := os.ReadFile(outside); err != nil || string(b) != "x" {
		t.Errorf("%q, %v", b, err)
	}
}

// What was begun and not ended is ended by the next run; what it began and is no longer wanted goes.
func TestKilled(t *testing.T) {
	dir := folder(t)
	if _, err := Write(context.Background(), dir, files{"a": "1", "broken": "x"}, Options{}); err == nil {
		t.Fatal("a file that cannot be made")
	}
	put(t, dir, "a", "hal") // as a crash may leave it
	rep := write(t, dir, files{"c": "3"}, Options{})
	must.Hold(t, slices.Equal(rep.Written, []string{"c"}), "%+v", rep)
	names := must.Get(dir.ReadNames("."))(t)
	slices.Sort(names)
	must.Hold(t, len(rep.Kept) <= 1 && !slices.Contains(names, "broken"), "left: %q, %+v", names, rep)
}

// What was made while something moved is made again by the next run, whatever its key.
func TestMoved(t *testing.T) {
	dir := folder(t)
	write(t, dir, files{"a": "1", "b": "2"}, Options{})
	half := keyed{files{"a": "11, half", "b": "2"}, files{"a": "11", "b": "2"}}
	if rep, err := Write(t.Context(), dir, half, Options{Moved: func() bool { return true }}); err != nil || !slices.Equal(rep.Written, []string{"a"}) {
		t.Errorf("%+v, %v", rep, err)
	}
	rep := write(t, dir, files{"a": "11", "b": "2"}, Options{})
	must.Hold(t, slices.Equal(rep.Written, []string{"a"}) && rep.Unchanged == 1, "%+v", rep)
	one, two := Report{Written: []string{"a", "b"}, Unchanged: 3, Removed: []string{"c"}}, Report{Written: []string{"b", "c"}, Unchanged: 4, Removed: []string{"a"}}
	sum := one.And(two)
	must.Hold(t, slices.Equal(sum.Written, []string{"b", "c"}) && slices.Equal(sum.Removed, []string{"a"}) && sum.Unchanged == 4, "%+v", sum)
}

// keyed has the keys of other files than it has.
type keyed struct {
	files
	what files
}

func (k keyed) Key(path string) string { return k.what.Key(path) }

// What a killed run wrote is not believed to be what the list says, even where the change is taken back.
func TestKilledAndTakenBack(t *testing.T) {
	dir := folder(t)
	site := files{"a": "1", "b": "2", "c": "3"}
	write(t, dir, site, Options{})
	// as it is when the process ends behind the first of three files
	l, err := readList(dir)
	if err != nil || !l.whole {
		t.Fatal(l.whole, err)
	}
	must.Do(t, beginJournal(dir, "", l.files, nil))
	put(t, dir, "a", "half way")
	rep := write(t, dir, site, Options{})
	must.Hold(t, slices.Equal(rep.Written, []string{"a"}), "%+v", rep)
	if b, _ := dir.ReadFile("a"); string(b) != "1" {
		t.Errorf("a is %q", b)
	}
	rep = write(t, dir, site, Options{})
	must.Hold(t, len(rep.Written) <= 0, "again: %+v", rep)
}

// The site of one vault is not replaced by that of another, unless that is asked for.
// What a killed build had begun to write goes with the next; what is only called so does not.
func TestBegun(t *testing.T) {
	dir := folder(t)
	write(t, dir, files{"a.html": "a", "sub/b.html": "b"}, Options{})
	for _, name := range []string{".memoria-0123456789abcdef.tmp", "sub/.memoria-0123456789abcdef.tmp", "sub/.memoria-mine.tmp"} {
		must.Do(t, os.WriteFile(filepath.Join(dir.Path(), name), []byte("half"), 0o600))
	}
	write(t, dir, files{"a.html": "a", "sub/b.html": "b"}, Options{Dry: true})
	if _, err := dir.Stat(".memoria-0123456789abcdef.tmp"); err != nil {
		t.Error("a dry run removes files")
	}
	write(t, dir, files{"a.html": "a", "sub/b.html": "b"}, Options{})
	for name, want := range map[string]bool{".memoria-0123456789abcdef.tmp": false, "sub/.memoria-0123456789abcdef.tmp": false, "sub/.memoria-mine.tmp": true} {
		if _, err := dir.Stat(name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOtherVault(t *testing.T) {
	dir := folder(t)
	one, two := files{"index.html": "same", "site/previews/a.js": "1", "site/previews/b.js": "2"}, files{"index.html": "same", "site/previews/c.js": "3"}
	write(t, dir, one, Options{}) // by an earlier memoria, which named no vault
	rep := write(t, dir, one, Options{Vault: "V1"})
	must.Hold(t, rep.Unchanged == 3, "a list that names no vault: %+v", rep)
	for _, dry := range []bool{true, false} {
		if _, err := Write(context.Background(), dir, two, Options{Vault: "V2", Dry: dry}); !errors.Is(err, ErrOtherVault) {
			t.Errorf("another vault, dry %v: %v", dry, err)
		}
	}
	if b, _ := dir.ReadFile("site/previews/a.js"); string(b) != "1" {
		t.Errorf("a.js is %q", b)
	}
	write(t, dir, one, Options{}) // asks nothing, and forgets nothing
	moved := files{"index.html": "moved", "site/previews/a.js": "1", "site/previews/b.js": "22", "site/previews/d.js": "4"}
	write(t, dir, moved, Options{Vault: "V3"}) // the same pages
	if _, err := Write(context.Background(), dir, two, Options{Vault: "V1"}); !errors.Is(err, ErrOtherVault) {
		t.Errorf("the first vault, of a folder that is the third's: %v", err)
	}
	rep = write(t, dir, two, Options{Vault: "V2", Replace: true})
	must.Hold(t, slices.Equal(rep.Written, []string{"index.html", "site/previews/c.js"}) && len(rep.Removed) == 3, "replaced: %+v", rep)
	write(t, dir, files{}, Options{Vault: "V2"})
}

// What lies in place of a file that was written is told, and stays.
func TestReplacedByHand(t *testing.T) {
	for kind, make := range strangers {
		t.Run(kind, func(t *testing.T) {
			dir := folder(t)
			write(t, dir, files{"a": "1", "w/b": "2"}, Options{})
			at := filepath.Join(dir.Path(), "w", "b")
			must.Do(t, os.Remove(at))
			if err := make(at); err != nil {
				t.Skip(err)
			}
			for _, o := range []Options{{}, {All: true}, {Dry: true}} {
				_, err := Write(context.Background(), dir, files{"a": "1", "w/b": "2"}, o)
				var taken *TakenError
				must.Hold(t, errors.As(err, &taken) && taken.Path == "w/b" && taken.Kind == kind, "%+v: %v", o, err)
			}
			rep := write(t, dir, files{"a": "1"}, Options{})
			must.Hold(t, slices.Equal(rep.Kept, []string{"w/b"}), "no longer of the site: %+v", rep)
			if _, err := os.Lstat(at); err != nil {
				t.Error(err)
			}
		})
	}
}

var strangers = map[string]func(string) error{
	"folder": func(at string) error { return os.Mkdir(at, 0o755) },
	"link":   func(at string) error { return os.Symlink("../a", at) },
}
