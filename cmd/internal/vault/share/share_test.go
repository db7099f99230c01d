package share

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

const (
	stretch = layout.Archive + "/ab/abcdefabcdefabcdefabcdef/0123456789abcdef01234567"
	config  = "# mine\nwiki: wiki # here\n\n# timezone: Europe/Lisbon      # zone of the day\nlint: {orphan: off}\n"
	ignored = "*\n!.gitignore\n!config.yaml\n!templates/\n!templates/**\n"
)

// state is what must be seen in the vault at each moment.
var state = map[string]string{
	stretch + ".jsonl.gz": "turns",
	layout.Archive + "/cd/x/fedcba9876543210fedcba98.jsonl.gz": "more turns",
	layout.Queue + "/note.stop.json":                           "a note",
	layout.State + "/compile.json":                             "{}",
	layout.Forgotten:                                           "hashes",
	layout.Site + "/merge-conflicts-DESKTOP.html":              "page",
}

func plant(t *testing.T) *Sharer {
	t.Helper()
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	at := filepath.Join(base, "v")
	files := maps.Clone(state)
	files[layout.Config], files[layout.Ignore], files[layout.Demo] = config, ignored, ""
	files[layout.LockDaily], files[layout.CacheSearch] = "", "an index"
	files["daily/2026-11-27.md"] = "# 2026-11-27\n"
	for name, text := range files {
		fsutiltest.Write(t, filepath.Join(at, filepath.FromSlash(name)), text)
	}
	return &Sharer{
		Path: at, State: filepath.Join(base, "state"), Zone: "Europe/Berlin", Identity: vault.Identity{Name: "laptop", Who: "ana"},
		Taken: func(string, string) bool { return false }, Now: time.Now,
	}
}

// seen returns what a program that opens the vault sees of the state.
func (s *Sharer) seen(t *testing.T, names []string) map[string]string {
	t.Helper()
	d := must.Get(vault.OpenDir(s.Path, s.State))(t)
	defer d.Close()
	out := map[string]string{}
	for _, name := range names {
		if b, err := d.ReadFile(name); err == nil {
			out[name] = string(b)
		}
	}
	return out
}

func (s *Sharer) within(t *testing.T) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(s.Path), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, name)
		}
		return err
	})
	must.Do(t, err)
	return names
}

var errKilled = errors.New("killed")

// Whenever the run is killed, whoever opens the vault sees all its state; the next run does the rest, and one more has
// nothing to do.
func TestShareSurvivesKills(t *testing.T) {
	names := slices.Sorted(maps.Keys(state))
	want := []string{layout.Ignore, layout.Config, layout.Demo, layout.SharedVault, "daily/2026-11-27.md"}
	for n := 1; ; n++ {
		s := plant(t)
		changes := 0
		s.before = func(fsutil.Change) error {
			if changes++; changes >= n {
				return errKilled
			}
			return nil
		}
		if _, err := s.Apply(context.Background()); err != nil && !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		if got := s.seen(t, names); !maps.Equal(got, state) {
			t.Fatalf("killed at change %d: %q is seen", n, got)
		}
		killed := changes >= n
		s.before = nil
		if _, err := s.Apply(context.Background()); err != nil {
			t.Fatalf("killed at change %d: %v", n, err)
		}
		if got := s.seen(t, names); !maps.Equal(got, state) {
			t.Fatalf("killed at change %d, then run again: %q is seen", n, got)
		}
		if got := s.within(t); !slices.Equal(got, want) {
			t.Fatalf("killed at change %d: in the vault are %q", n, got)
		}
		if p, err := s.Plan(); err != nil || !p.Empty() {
			t.Fatalf("killed at change %d: %+v is still to do, %v", n, p, err)
		}
		if !killed {
			must.Hold(t, n >= 20, "the run makes %d changes", n)
			return
		}
	}
}

// What was forgotten between a killed run and the next is not brought back by the copy of the first.
func TestShareStartsAnew(t *testing.T) {
	s := plant(t)
	s.before = func(c fsutil.Change) error {
		if c.Name == layout.SharedVault {
			return errKilled
		}
		return nil
	}
	if _, err := s.Apply(context.Background()); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	must.Do(t, os.Remove(filepath.Join(s.Path, stretch+".jsonl.gz")))
	s.before = nil
	must.Get(s.Apply(context.Background()))(t)
	if got := s.seen(t, []string{stretch + ".jsonl.gz"}); len(got) > 0 {
		t.Errorf("%q is back", got)
	}
	err := filepath.WalkDir(s.State, func(name string, e fs.DirEntry, err error) error {
		if err == nil && strings.Contains(name, "0123456789abcdef01234567") {
			t.Errorf("%s is still there", name)
		}
		return err
	})
	must.Hold(t, err == nil, "%v", err)
}

// The person's comments, order and line ends stay.
func TestShareEdits(t *testing.T) {
	for before, after := range map[string]string{
		config:                          "# mine\nwiki: wiki # here\n\ntimezone: Europe/Berlin        # zone of the day\nlint: {orphan: off}\n",
		"":                              "timezone: Europe/Berlin\n",
		"wiki: notes":                   "timezone: Europe/Berlin\nwiki: notes",
		"---\nwiki: notes\n":            "---\ntimezone: Europe/Berlin\nwiki: notes\n",
		"timezone:\r\nwiki: notes\r\n":  "timezone: Europe/Berlin\r\nwiki: notes\r\n",
		"timezone: Asia/Tokyo # home\n": "timezone: Asia/Tokyo # home\n",
	} {
		s := plant(t)
		fsutiltest.Write(t, filepath.Join(s.Path, layout.Config), before)
		if _, err := s.Apply(context.Background()); err != nil {
			t.Errorf("with %q: %v", before, err)
			continue
		}
		if got := fsutiltest.Read(t, filepath.Join(s.Path, layout.Config)); string(got) != after {
			t.Errorf("%q became %q", before, got)
		}
		if got := fsutiltest.Read(t, filepath.Join(s.Path, layout.Ignore)); string(got) != ignored+"!shared/\n!shared/**\n" {
			t.Errorf("%q", got)
		}
	}
	s := plant(t)
	for _, text := range []string{"{wiki: notes}\n", "wiki: [\n"} {
		fsutiltest.Write(t, filepath.Join(s.Path, layout.Config), text)
		if p, err := s.Plan(); err == nil {
			t.Errorf("with %q: %+v", text, p)
		}
	}
	fsutiltest.Write(t, filepath.Join(s.Path, layout.Config), config)
	for _, zone := range []string{"", "Local", "Nowhere/Land"} {
		s.Zone = zone
		if _, err := s.Plan(); !errors.Is(err, ErrZone) {
			t.Errorf("zone %q: %v", zone, err)
		}
	}
}

// Copies of state that a file sync made go; of a stretch in the archive the one with more turns stays.
func TestShareMendsCopies(t *testing.T) {
	s := plant(t)
	copies := map[string]string{
		layout.State + "/compile.sync-conflict-20261128-235418-APZ2LA6.json":    "{}",
		layout.Queue + "/note.stop (conflicted copy).json":                      "a note",
		layout.State + "/rows 2.bin":                                            "r",
		layout.State + "/hook-DESKTOP-4F2K.json":                                "r",
		stretch + ".sync-conflict-20261128-235418-APZ2LA6.jsonl.gz":             "turns and more of them",
		layout.Folder + "/forgotten (1).json":                                   "h",
		layout.Cache + "/search.sync-conflict-20261128-235418-APZ2LA6":          "i",
		layout.State + "/.syncthing.compile.json.tmp":                           "{",
		layout.Archive + "/cd/x/fedcba9876543210fedcba98-DESKTOP-4F2K.jsonl.gz": "less",
	}
	for name, text := range copies {
		fsutiltest.Write(t, filepath.Join(s.Path, filepath.FromSlash(name)), text)
	}
	must.Get(s.Apply(context.Background()))(t)
	want := maps.Clone(state)
	want[stretch+".jsonl.gz"] = "turns and more of them"
	names := append(slices.Sorted(maps.Keys(state)), slices.Sorted(maps.Keys(copies))...)
	if got := s.seen(t, names); !maps.Equal(got, want) {
		t.Errorf("%q is seen, want %q", got, want)
	}
	// A program that went on with the vault as it was leaves a note there.
	late := layout.Queue + "/late.stop.json"
	fsutiltest.Write(t, filepath.Join(s.Path, late), "late")
	fsutiltest.Write(t, filepath.Join(s.Path, layout.Forgotten), "longer than what holds, and of no weight")
	if p, err := s.Plan(); err != nil || len(p.Moves) != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	must.Get(s.Apply(context.Background()))(t)
	want[late] = "late"
	if got := s.seen(t, append(names, late)); !maps.Equal(got, want) {
		t.Errorf("%q is seen, want %q", got, want)
	}
}

// A run that is at work is waited for, and then refused; nothing is changed.
func TestShareIsLocked(t *testing.T) {
	s := plant(t)
	d := must.Get(fsutil.OpenDir(s.Path))(t)
	defer d.Close()
	unlock := must.Get(d.TryLock(layout.LockImport))(t)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Apply(ctx); !errors.Is(err, fsutil.ErrLocked) {
		t.Errorf("while an import runs: %v", err)
	}
	unlock()
	if _, err := os.Stat(filepath.Join(s.Path, layout.SharedVault)); err == nil {
		t.Error("the vault is shared")
	}
}
