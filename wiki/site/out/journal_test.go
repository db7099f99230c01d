package out

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What a killed run wrote goes with its page, and what somebody put in its place, or where it had not come to,
// stays.
func TestJournal(t *testing.T) {
	dir := folder(t)
	write(t, dir, files{"a": "1", "b": "2", "c": "3", "d": "4"}, Options{})
	l := must.Get(readList(dir))(t)
	// The run was to change a and b and to add e, f and g, and ended behind f; then somebody came.
	must.Do(t, beginJournal(dir, "", l.files, []string{"e", "f", "g"}))
	var begun []fresh
	for _, f := range []struct{ path, body string }{{"a", "1, withdrawn"}, {"b", "2, withdrawn"}, {"e", "5, withdrawn"}, {"f", "6"}} {
		begun = append(begun, fresh{path: f.path, file: file{hash: hashOf([]byte(f.body))}})
	}
	must.Do(t, note(dir, begun))
	put(t, dir, "a", "1, withdrawn")
	put(t, dir, "b", "2, by hand")
	put(t, dir, "e", "5, withdrawn")
	put(t, dir, "f", "6, by hand")
	put(t, dir, "g", "by hand")

	site := files{"c": "3", "d": "44"}
	dry := write(t, dir, site, Options{Dry: true})
	rep := write(t, dir, site, Options{})
	for _, got := range []Report{dry, rep} {
		must.Hold(t, slices.Equal(got.Removed, []string{"a", "e"}) && slices.Equal(got.Kept, []string{"b", "f", "g"}) && slices.Equal(got.Written, []string{"d"}), "%+v", got)
	}
	for name, want := range map[string]string{"b": "2, by hand", "f": "6, by hand", "g": "by hand"} {
		if body, _ := dir.ReadFile(name); string(body) != want {
			t.Errorf("%s is %q", name, body)
		}
	}
	if _, err := dir.Stat(journalName); err == nil {
		t.Error("the journal stays")
	}

	if l, err := readList(dir); err != nil || !l.whole {
		t.Errorf("the folder is not whole: %v", err)
	}
}

// A run that cannot go on leaves a journal, and the next one ends its work.
func TestJournalOfFailure(t *testing.T) {
	dir := folder(t)
	site := files{"a": "1", "z/broken": "x"}
	site["broken"] = "x"
	if _, err := Write(t.Context(), dir, site, Options{}); err == nil {
		t.Fatal("a file that cannot be made")
	}
	want := headOf("") + "- a\n- broken\n- z/broken\n" + fsutil.Hash([]byte("1"))[:32] + " a\n"
	if body, err := dir.ReadFile(journalName); err != nil || string(body) != want {
		t.Errorf("%q, %v", body, err)
	}
	// Neither does the next one, which knows what the first one wrote.
	if _, err := Write(t.Context(), dir, files{"b": "2", "broken": "x"}, Options{}); err == nil {
		t.Fatal("a file that cannot be made")
	}
	rep := write(t, dir, files{"b": "2"}, Options{})
	must.Hold(t, slices.Equal(rep.Removed, []string{"a"}) && len(rep.Kept) <= 0, "%+v", rep)
}

// A run that ends before it has written anything leaves a folder that the next one knows.
func TestJournalFirst(t *testing.T) {
	dir := folder(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Write(ctx, dir, files{"deep/a": "1", "b": "2"}, Options{}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	rep := write(t, dir, files{"deep/a": "1"}, Options{})
	must.Hold(t, len(rep.Written)+rep.Unchanged == 1 && len(rep.Kept) <= 0, "%+v", rep)
	if body, err := dir.ReadFile("deep/a"); err != nil || string(body) != "1" {
		t.Errorf("%q, %v", body, err)
	}
}
