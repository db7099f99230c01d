package compiler_test

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

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// A vault is a temporary vault with a compiler and a clock.
type vault struct {
	t      tester
	dir    string
	c      *compiler.Compiler
	author *terms
	now    time.Time
	except []string // pages that golden scenarios do not check
}

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

func newVault(t *testing.T) *vault {
	t.Helper()
	return vaultAt(t, t.TempDir())
}

func vaultAt(t tester, dir string) *vault {
	t.Helper()
	d := must.Get(fsutil.OpenDir(dir))(t)
	v := &vault{t: t, dir: dir, author: &terms{version: "1"}, now: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
	v.c = &compiler.Compiler{
		Vault: d, Daily: &daily.Store{Dir: d, Zone: time.UTC}, Wiki: wiki.Store{Dir: d}, Author: v.author,
		Now: func() time.Time { return v.now }, Interval: time.Hour,
	}
	return v
}

func (v *vault) path(name string) string { return filepath.Join(v.dir, filepath.FromSlash(name)) }

func (v *vault) write(name, text string) {
	v.t.Helper()
	must.Do(v.t, os.MkdirAll(filepath.Dir(v.path(name)), 0o755))
	must.Do(v.t, os.WriteFile(v.path(name), []byte(text), 0o644))
}

func (v *vault) read(name string) string {
	v.t.Helper()
	b := must.Get(os.ReadFile(v.path(name)))(v.t)
	return string(b)
}

func (v *vault) exists(name string) bool {
	_, err := os.Lstat(v.path(name))
	return err == nil
}

func (v *vault) remove(name string) {
	v.t.Helper()
	must.Do(v.t, os.RemoveAll(v.path(name)))
}

func (v *vault) rename(from, to string) {
	v.t.Helper()
	must.Do(v.t, os.MkdirAll(filepath.Dir(v.path(to)), 0o755))
	must.Do(v.t, os.Rename(v.path(from), v.path(to)))
}

// edit replaces old by new in a file; old must be there.
func (v *vault) edit(name, old, new string) {
	v.t.Helper()
	text := v.read(name)
	must.Be(v.t, strings.Contains(text, old), "%s does not hold %q:\n%s", name, old, text)
	v.write(name, strings.Replace(text, old, new, 1))
}

// log writes a day's log of one entry to each list of bullets: "D " before one makes it a
// decision. Entries have ids and blocks made from their numbers.
func (v *vault) log(day string, entries ...[]string) {
	v.t.Helper()
	v.write("daily/"+day+".md", logText(day, entries...))
}

func logText(day string, entries ...[]string) string {
	var b strings.Builder
	day, machine, _ := strings.Cut(day, "@") // a log of a shared vault: 2026-11-27@laptop
	b.WriteString("# Daily Log: " + day + "\n\n## Sessions\n")
	for i, bullets := range entries {
		n := string(rune('a' + i))
		tag := machine + strings.ReplaceAll(day, "-", "") + n
		b.WriteString("\n### Session (10:0" + string(rune('0'+i)) + ") - Work " + n + "\n" +
			"<!-- memoria:entry id=" + tag + " agent=claude session=s-" + tag + " project=p branch=main at=" + day + "T10:0" + string(rune('0'+i)) + ":00Z from=u1 to=u2 by=extractive -->\n")
		for _, kind := range []string{"**Decisions Made:**", "**Facts:**"} {
			open := false
			for j, text := range bullets {
				decision, is := strings.CutPrefix(text, "D ")
				if is != (kind == "**Decisions Made:**") {
					continue
				}
				if !open {
					b.WriteString("\n" + kind + "\n")
					open = true
				}
				b.WriteString("- " + decision + " ^k" + tag + string(rune('0'+j)) + "\n")
			}
		}
		b.WriteString("<!-- /memoria:entry -->\n")
	}
	return b.String()
}

func (v *vault) compile(o compiler.Options) compiler.Report {
	v.t.Helper()
	r := must.Get(v.c.Compile(context.Background(), o))(v.t)
	return r
}

// settled compiles and checks that compiling again changes no byte, the state included.
func (v *vault) settled(o compiler.Options) compiler.Report {
	v.t.Helper()
	r := v.compile(o)
	before := v.files()
	again := v.compile(compiler.Options{})
	must.Hold(v.t, !again.Changed() && again.Plan.Empty(), "the second run is not idle:\n%s", again.Plan)
	sameFiles(v.t, before, v.files())
	return r
}

// files returns the files of the vault without locks and caches, by path.
func (v *vault) files() map[string]string {
	v.t.Helper()
	out := map[string]string{}
	must.Do(v.t, filepath.WalkDir(v.dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(v.dir, at)
		if err != nil || strings.HasPrefix(filepath.ToSlash(rel), ".memoria/lock/") || strings.HasPrefix(filepath.ToSlash(rel), ".memoria/cache/") {
			return err
		}
		b, err := os.ReadFile(at)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	}))
	return out
}

// pages returns the files that a person sees.
func (v *vault) pages() map[string]string {
	v.t.Helper()
	out := v.files()
	maps.DeleteFunc(out, func(name, _ string) bool { return strings.HasPrefix(name, ".memoria/") })
	return out
}

func sameFiles(t tester, want, got map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			t.Errorf("%s is gone", name)
		} else if text != want[name] {
			t.Errorf("%s differs, it was\n%s\nand is\n%s", name, want[name], text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		_, ok := want[name]
		must.Hold(t, ok, "%s is new:\n%s", name, got[name])
	}
}

var errCrash = errors.New("crash")
