package vault

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

const testID = "0123456789abcdef"

// shared makes a shared vault.
func shared(t *testing.T, f *Finder, name string) string {
	t.Helper()
	create(t, f, name, false)
	at := filepath.Join(f.Dir, name)
	write(t, filepath.Join(at, layout.Config), "timezone: Europe/Berlin\n")
	write(t, filepath.Join(at, layout.SharedVault), testID+"\n")
	return at
}

func openShared(t *testing.T, f *Finder, at string) *fsutil.Dir {
	t.Helper()
	d := must.Get(OpenDir(at, StateDir(f.Getenv, f.Home)))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

func put(t *testing.T, d *fsutil.Dir, name, text string) {
	t.Helper()
	must.Get(d.WriteFile(name, []byte(text), 0o600))(t)
}

func holdsText(t *testing.T, d *fsutil.Dir, name, want string) {
	t.Helper()
	if b, err := d.ReadFile(name); string(b) != want && want != "" || (want == "") != (err != nil) {
		t.Errorf("%s of %s holds %q, %v, want %q", name, d.Path(), b, err, want)
	}
}

const note = layout.State + "/note"

// A vault that was moved takes its state along, also over several moves and from several processes at once; a copy
// begins with its own.
func TestStateFollowsTheVault(t *testing.T) {
	f := finder(t, nil)
	at := shared(t, f, "v")
	put(t, openShared(t, f, at), note, "mine")
	for _, to := range []string{"moved", filepath.Join("deep", "er"), "v"} {
		to = filepath.Join(f.Dir, to)
		must.Do(t, os.MkdirAll(filepath.Dir(to), 0o755))
		must.Do(t, os.Rename(at, to))
		at = to
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				d, err := OpenDir(at, StateDir(f.Getenv, f.Home))
				if err != nil {
					t.Error(err)
					return
				}
				defer d.Close()
				holdsText(t, d, note, "mine")
			})
		}
		all.Wait()
	}
	copied := filepath.Join(f.Dir, "copy")
	must.Do(t, os.CopyFS(copied, os.DirFS(at)))
	c := openShared(t, f, copied)
	holdsText(t, c, note, "")
	put(t, c, note, "the copy's")
	holdsText(t, openShared(t, f, at), note, "mine")
	must.Do(t, os.RemoveAll(at))
	holdsText(t, openShared(t, f, copied), note, "the copy's")
}

// Two names of one folder have one state.
func TestStateOfALinkedVault(t *testing.T) {
	f := finder(t, nil)
	at := shared(t, f, "v")
	put(t, openShared(t, f, at), note, "mine")
	link := filepath.Join(f.Dir, "link")
	if err := os.Symlink(at, link); err != nil {
		t.Skip(err)
	}
	holdsText(t, openShared(t, f, link), note, "mine")
}

// What a file sync has not brought whole is not taken for a vault that is not shared.
func TestSharedMarkNotArrived(t *testing.T) {
	f := finder(t, nil)
	for name, text := range map[string]string{"vault": "0123", ".vault.icloud": "", ".syncthing.vault.tmp": testID} {
		create(t, f, name, false)
		at := filepath.Join(f.Dir, name)
		write(t, filepath.Join(at, layout.Shared, name), text)
		_, err := OpenDir(at, f.Home)
		var late *NotArrivedError
		must.Hold(t, errors.As(err, &late) && len(late.Hints()) != 0, "with %s: %v", name, err)
	}
	create(t, f, "empty", false)
	must.Do(t, os.MkdirAll(filepath.Join(f.Dir, "empty", layout.Shared), 0o755))
	openShared(t, f, filepath.Join(f.Dir, "empty"))
}

// A shared vault names its zone; the environment does not overrule it.
func TestSharedZone(t *testing.T) {
	f := finder(t, map[string]string{"MEMORIA_TZ": "Pacific/Auckland"})
	at := shared(t, f, "v")
	v := must.Get(f.Open(at))(t)
	v.Dir.Close()
	must.Hold(t, v.ID == testID && v.Config.Zone.String() == "Europe/Berlin" && len(v.Warnings) == 1 && strings.Contains(v.Warnings[0], "MEMORIA_TZ"), "id %q, zone %v, warnings %q", v.ID, v.Config.Zone, v.Warnings)
	for _, text := range []string{"", "wiki: wiki\n", "timezone: Local\n"} {
		write(t, filepath.Join(at, layout.Config), text)
		var bad *ConfigError
		if _, err := f.Open(at); !errors.As(err, &bad) || bad.Key != "timezone" {
			t.Errorf("with %q: %v", text, err)
		}
	}
}

// who is a setting of a person, not of a vault.
func TestWhoIsThePersons(t *testing.T) {
	f := finder(t, nil)
	at := shared(t, f, "v")
	write(t, filepath.Join(at, layout.Config), "timezone: Europe/Berlin\nwho: bo\n")
	write(t, f.UserConfig(), "who: ana\n")
	v, err := f.Open(at)
	must.Be(t, err == nil && v.Config.Who == "ana", "%v, %v", v, err)
	v.Dir.Close()
	write(t, f.UserConfig(), "who: Ana@example.com\n")
	var bad *ConfigError
	if _, err := f.Open(at); !errors.As(err, &bad) || bad.Key != "who" {
		t.Errorf("a mail address is taken: %v", err)
	}
}

func TestIdentity(t *testing.T) {
	f := finder(t, nil)
	d, ctx, now := openShared(t, f, shared(t, f, "v")), context.Background(), time.Now()
	none := func(string, string) bool { return false }
	if id, err := ReadIdentity(d, now); id != (Identity{}) || err != nil {
		t.Fatalf("before there is one: %v, %v", id, err)
	}
	theirs := func(name, id string) bool { return name == "laptop" || name == "laptop-2" }
	made, err := KeepIdentity(ctx, d, Identity{Name: "laptop", Who: "ana"}, theirs, now)
	must.Be(t, err == nil && made.Name == "laptop-3" && made.Who == "ana" && regexp.MustCompile(`^[0-9a-f]{8}$`).MatchString(made.ID), "made %v, %v", made, err)
	if got, err := ReadIdentity(d, now); got != made || err != nil {
		t.Errorf("read %v, %v", got, err)
	}
	if again, err := KeepIdentity(ctx, d, Identity{}, none, now); again != made || err != nil {
		t.Errorf("kept %v, %v", again, err)
	}
	renamed, err := KeepIdentity(ctx, d, Identity{Name: "desk"}, none, now)
	want := (Identity{"desk", made.ID, "ana"})
	must.Hold(t, renamed == want && err == nil, "renamed to %v, %v", renamed, err)
	long := strings.Repeat("m", MaxMachine)
	if got, err := KeepIdentity(ctx, d, Identity{Name: long}, func(name, _ string) bool { return name == long }, now); err != nil || got.Name != long[:18]+"-2" {
		t.Errorf("a long name became %v, %v", got, err)
	}
	if b, err := d.ReadFile(layout.Machine); err != nil || !strings.HasPrefix(string(b), `{"version":1,"name":"`) {
		t.Errorf("%s, %v", b, err)
	}
}
