package queue

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

func openSpool(t testing.TB) *Spool {
	t.Helper()
	d, err := fsutil.OpenDir(memory(t))
	ok(t, err)
	t.Cleanup(func() { d.Close() })
	return &Spool{Dir: d}
}

func count(t testing.TB, s *Spool, want int) {
	t.Helper()
	list, err := s.List()
	n := 0
	for _, k := range list {
		n += k.Notes
	}
	must.Hold(t, n == want && err == nil, "%d notes wait in the spool, %v; want %d", n, err, want)
}

func TestSpool(t *testing.T) {
	s, q := openSpool(t), openQueue(t)
	count(t, s, 0)
	if n, err := s.Adopt(q); n != 0 || err != nil {
		t.Errorf("adopted %d, %v", n, err)
	}
	linked := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(q.Dir.Path(), linked); err != nil {
		linked = q.Dir.Path()
	}
	ok(t, s.Put(q.Dir.Path(), note(End, "a", at(0))))
	ok(t, s.Put(q.Dir.Path(), note(Seen, "a", at(1))))
	ok(t, s.Put(q.Dir.Path(), note(Seen, "a", at(2))))
	ok(t, s.Put(linked, note(Turn, "b", at(3))))
	ok(t, s.Put("/no/such/vault", note(End, "other", at(4))))
	ok(t, s.Put(t.TempDir(), note(End, "another", at(5))))
	must.Hold(t, s.Put(q.Dir.Path(), note(End, "", at(0))) != nil, "a note of no session went through")
	count(t, s, 5)
	if n, err := s.CountFor(q.Dir.Path()); n != 3 || err != nil {
		t.Errorf("%d notes wait for the vault, %v; want 3", n, err)
	}
	list, err := s.List()
	ok(t, err)
	i := slices.IndexFunc(list, func(k Kept) bool { return k.Vault == "/no/such/vault" })
	must.Hold(t, i >= 0 && list[i].Notes == 1 && !list[i].For(q.Dir.Path()) && len(list) == 3+btoi(linked != q.Dir.Path()), "List = %+v", list)
	if n, err := s.Adopt(q); n != 3 || err != nil {
		t.Errorf("adopted %d, %v", n, err)
	}
	count(t, s, 2)
	for _, want := range []string{"a", "b"} {
		ok(t, q.Done(wantNext(t, q, at(9), want)))
	}
	empty(t, q)
}

// A note that was moved but not yet taken from the spool is not there twice.
func TestAdoptKilled(t *testing.T) {
	s, q := openSpool(t), openQueue(t)
	ok(t, s.Put(q.Dir.Path(), note(Turn, "a", at(0))))
	copied := filepath.Join(t.TempDir(), "spool")
	ok(t, os.CopyFS(copied, os.DirFS(filepath.Join(s.Dir.Path(), spoolDir))))
	for range 2 {
		n, err := s.Adopt(q)
		must.Hold(t, n == 1 && err == nil, "adopted %d, %v", n, err)
		ok(t, os.RemoveAll(filepath.Join(s.Dir.Path(), spoolDir)))
		ok(t, os.CopyFS(filepath.Join(s.Dir.Path(), spoolDir), os.DirFS(copied)))
	}
	j := wantNext(t, q, at(1), "a")
	must.Hold(t, j.Turns == 1, "job is %+v", j)
}

// A vault without its .memoria gets nothing, and nothing is lost.
func TestAdoptNoVault(t *testing.T) {
	s, q := openSpool(t), queueAt(t, t.TempDir())
	ok(t, s.Put(q.Dir.Path(), note(End, "a", at(0))))
	n, err := s.Adopt(q)
	must.Hold(t, n == 0 && err != nil, "adopted %d, %v", n, err)
	count(t, s, 1)
}

func TestSpoolDamaged(t *testing.T) {
	s, q := openSpool(t), openQueue(t)
	var warned []string
	q.Warn = func(s string) { warned = append(warned, s) }
	ok(t, s.Put(q.Dir.Path(), note(End, "a", at(0))))
	dir := filepath.Join(s.Dir.Path(), spoolDir, fsutil.Hash([]byte(q.Dir.Path()))[:keyDigits])
	names, err := os.ReadDir(dir)
	ok(t, err)
	good, err := os.ReadFile(filepath.Join(dir, names[0].Name()))
	ok(t, err)
	for name, text := range map[string]string{
		"0-torn.json": string(good[:20]), "evil..json": string(good), Key("claude", "b") + ".end.12-ab.json": string(good),
		"zz": strings.Replace(string(good), "end", "eternal", 1),
	} {
		ok(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if n, err := s.Adopt(q); n != 1 || err != nil || len(warned) != 4 {
		t.Errorf("adopted %d, %v, warned %q", n, err, warned)
	}
	count(t, s, 0)
	got := files(t, q)
	must.Hold(t, slices.Equal(got, []string{names[0].Name()}), "queue has %q", got)
}

func TestSpoolFull(t *testing.T) {
	s := openSpool(t)
	ok(t, s.Put("/gone", note(End, "a", at(0))))
	dir := filepath.Join(s.Dir.Path(), spoolDir, fsutil.Hash([]byte("/gone"))[:keyDigits])
	for i := range maxSpool - 1 {
		ok(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o600))
	}
	must.Is(t, s.Put("/gone", note(End, "b", at(0))), ErrSpoolFull, "the error")
	ok(t, s.Put("/gone too", note(End, "b", at(0))))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
