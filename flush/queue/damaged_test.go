package queue

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Files that others put into the queue's directory are let alone.
func TestForeignFiles(t *testing.T) {
	q := openQueue(t)
	key := Key("claude", "s")
	names := []string{
		"README.md", ".DS_Store", ".memoria-0123456789abcdef.tmp", key + ".json", key + ".end.json", key + ".seen.12-ab.json",
		key + ".end.12-ab (conflict).json.bak", key + ".end.x-ab.json", key + ".end.-5-ab.json", key + ".later.12-ab.json",
		strings.ToUpper(key) + ".end.12-ab.json", key[1:] + ".seen.json", key + ".retry.json", "jobs/README.md", "dead/x.json",
	}
	for _, n := range names {
		plantFile(t, q, n, "{")
	}
	due, _, err := q.Due(at(0), true)
	must.Hold(t, !due && err == nil, "due %v, %v", due, err)
	wantNext(t, q, at(0), "")
	slices.Sort(names)
	got := files(t, q)
	must.Hold(t, slices.Equal(got, names), "files are %q", got)
}

// Names lie: what a file holds has to be of the session and kind that its name says.
func TestDamaged(t *testing.T) {
	key, other := Key("claude", "s"), Key("claude", "o")
	good := `"kind":"end","agent":"claude","session":"s","at":"2026-03-02T12:00:00Z"`
	for name, row := range map[string]struct{ file, text string }{
		"empty":            {key + ".end.12-ab.json", ""},
		"torn":             {key + ".end.12-ab.json", "{" + good[:20]},
		"array":            {key + ".end.12-ab.json", "[]"},
		"null":             {key + ".seen.json", "null"},
		"no time":          {key + ".end.12-ab.json", `{"kind":"end","agent":"claude","session":"s"}`},
		"other kind":       {key + ".turn.12-ab.json", "{" + good + "}"},
		"other session":    {other + ".end.12-ab.json", "{" + good + "}"},
		"two values":       {key + ".end.12-ab.json", "{" + good + "}{}"},
		"huge":             {key + ".end.12-ab.json", "{" + strings.Repeat(" ", maxFile) + good + "}"},
		"job torn":         {"jobs/" + key + ".json", `{"version":1,"id":"`},
		"job no version":   {"jobs/" + key + ".json", `{"id":"` + key + `"}`},
		"job of another":   {"jobs/" + key + ".json", `{"version":1,"id":"` + other + `","agent":"claude","session":"o"}`},
		"job no session":   {"jobs/" + key + ".json", `{"version":1,"id":"` + key + `"}`},
		"retry torn":       {key + ".retry.12-ab.json", `{`},
		"wrong type":       {key + ".end.12-ab.json", `{"kind":"end","agent":"claude","session":7,"at":"2026-03-02T12:00:00Z"}`},
		"job of odd shape": {"jobs/" + key + ".json", `{"version":1,"id":{}}`},
	} {
		t.Run(name, func(t *testing.T) {
			q := openQueue(t)
			var warned []string
			q.Warn = func(s string) { warned = append(warned, s) }
			plantFile(t, q, "damaged/"+filepath.Base(row.file), "an earlier one")
			plantFile(t, q, row.file, row.text)
			put(t, q, note(End, "good", at(5)), note(Turn, "s", at(6)))
			must.Is(t, must.Err(q.List(at(8))), nil, "the error")
			warned = nil
			due, _, err := q.Due(at(8), false)
			must.Hold(t, due && err == nil, "due %v, %v", due, err)
			for range 2 { // the session's other note and the other session are had all the same
				ok(t, q.Done(next(t, q, at(9))))
			}
			wantNext(t, q, at(9), "")
			base := filepath.Base(row.file)
			got := files(t, q)
			must.Hold(t, slices.Equal(got, []string{"damaged/" + base, "damaged/" + base + "-2"}), "files are %q", got)
			must.Hold(t, len(warned) == 1 && strings.Contains(warned[0], "damaged"), "warned %q", warned)
			d, err := q.Damaged()
			must.Hold(t, len(d) == 2 && err == nil, "Damaged = %q, %v", d, err)
		})
	}
}

// A job of a newer memoria stays as it is, with its session's notes, and keeps nobody waiting.
func TestNewerJob(t *testing.T) {
	q := openQueue(t)
	key := Key("claude", "s")
	const text = `{"version":2,"id":17}`
	plantFile(t, q, "jobs/"+key+".json", text)
	put(t, q, note(End, "s", at(0)))
	var newer *fsutil.NewerStateError
	if due, next, err := q.Due(at(1), true); due || !next.IsZero() || err != nil {
		t.Errorf("Due = %v, %v, %v: a worker could do nothing", due, next, err)
	}
	put(t, q, note(End, "good", at(3)))
	ok(t, q.Done(wantNext(t, q, at(4), "good")))
	if j, err := q.Next(at(5), false); j != nil || !errors.As(err, &newer) {
		t.Errorf("Next = %v, %v", j, err)
	}
	got := files(t, q)
	must.Hold(t, len(got) == 2, "files are %q", got)
	b, err := q.Dir.ReadFile(jobsDir + "/" + key + ".json")
	must.Hold(t, err == nil && string(b) == text, "job is %q, %v", b, err)
}
