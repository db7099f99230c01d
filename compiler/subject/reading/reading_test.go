package reading_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/compiler/subject/reading"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// samples are entries of all kinds of lines.
func samples(t *testing.T) (entries []daily.Dated) {
	t.Helper()
	src := must.Get(os.ReadFile(filepath.Join("..", "..", "..", "wiki", "prose", "change", "testdata", "pairs.txt")))(t)
	more := "We want to build a tool that reads receipts of shops for people.\tIt says \"Till is a program that counts the money of a shop.\" on page 1" +
		"\tWhy does `till.Open` fail?\tThe `open_till` function is where the drawer begins\tAlways close it\t没有锁文件时两个进程会同时写入"
	for n, text := range strings.FieldsFunc(string(src)+more, func(r rune) bool { return r == '\n' || r == '\t' || r == '=' }) {
		e := daily.Dated{}
		e.Title, e.Context = fmt.Sprintf("Mend the `till` %d", n), text
		e.Bullets = []daily.Bullet{{Kind: daily.Kind(1 + n%6), Text: text}, {Kind: daily.Preference, Text: " "}, {Kind: daily.Lesson, Text: text + "  again"}}
		entries = append(entries, e)
	}
	return entries
}

// TestVersion fails when the same words tell something else than before: then Version has to change, and the sum here.
func TestVersion(t *testing.T) {
	const want = "5 21da2bfd8c95"
	r := reading.Load(nil, subject.Traits)
	var all strings.Builder
	for _, e := range samples(t) {
		fmt.Fprintf(&all, "%+v\n", r.Of(&e))
	}
	got := reading.Version + " " + fsutil.Hash([]byte(all.String()))[:12]
	must.Hold(t, got == want, "what words tell is %q, was %q", got, want)
}

// What is kept is what was read, and a damaged file is read as none.
func TestKept(t *testing.T) {
	dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
	defer dir.Close()
	asked := 0
	traits := func(kind daily.Kind, text, plain string) reading.Traits {
		asked++
		return subject.Traits(kind, text, plain)
	}
	entries := samples(t)
	for _, again := range []bool{false, true, true} {
		first, r, fresh := asked, reading.Load(dir, traits), reading.Load(nil, subject.Traits)
		for i := range entries {
			got, want := r.Of(&entries[i]), fresh.Of(&entries[i])
			must.Be(t, fmt.Sprintf("%+v", got) == fmt.Sprintf("%+v", want), "of %q it has\n%+v\nand not\n%+v", entries[i].Context, got, want)
		}
		must.Hold(t, again == (asked == first), "%d lines were read", asked-first)
		r.Save(dir)
	}
	data := must.Get(dir.ReadFile(layout.CacheReadings))(t)
	data[len(data)/2] ^= 1
	must.Get(dir.WriteFile(layout.CacheReadings, data, 0o600))(t)
	before := asked
	r := reading.Load(dir, traits)
	must.Hold(t, r.Of(&entries[0]).Lines != nil && asked != before, "it believed a damaged file")
}

// Whatever is edited in entries, what is kept of others is never told of them.
func TestKeptThroughEdits(t *testing.T) {
	all := samples(t)
	rapid.Check(t, func(r *rapid.T) {
		dir := must.Get(fsutil.OpenDir(t.TempDir()))(r)
		defer dir.Close()
		entries := slices.Clone(rapid.SampledFrom([][]daily.Dated{all[:3], all[20:24], all[len(all)-6:]}).Draw(r, "entries"))
		for range rapid.IntRange(2, 6).Draw(r, "runs") {
			kept, fresh := reading.Load(dir, subject.Traits), reading.Load(nil, subject.Traits)
			for i := range entries {
				got, want := fmt.Sprintf("%+v", kept.Of(&entries[i])), fmt.Sprintf("%+v", fresh.Of(&entries[i]))
				must.Be(r, got == want, "of %+v it has\n%s\nand not\n%s", entries[i].Entry, got, want)
			}
			kept.Save(dir)
			e, o := &entries[rapid.IntRange(0, len(entries)-1).Draw(r, "entry")], rapid.SampledFrom(all).Draw(r, "other")
			e.Bullets = slices.Clone(e.Bullets)
			n := rapid.IntRange(0, len(e.Bullets)-1).Draw(r, "bullet")
			switch rapid.IntRange(0, 5).Draw(r, "edit") {
			case 0:
				e.Title = o.Context
			case 1:
				e.Context = o.Context
			case 2:
				e.Bullets[n].Text = o.Context
			case 3:
				e.Bullets[n].Kind = o.Bullets[0].Kind
			case 4:
				e.Bullets = slices.Delete(e.Bullets, n, n+1)
				e.Bullets = append(e.Bullets, o.Bullets...)
			default:
				slices.Reverse(e.Bullets)
			}
		}
	})
}
