package queue

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A job takes the last of what hooks brought, as much as its file may hold.
func TestManyMessages(t *testing.T) {
	q := openQueue(t)
	for i := range 12 {
		for _, kind := range []Kind{Turn, Prompt} {
			n := note(kind, "s1", at(float64(i)))
			n.Message, n.Mark = strings.Repeat("\x01", 2*maxMessage), "m"
			put(t, q, n)
		}
	}
	j := wantNext(t, q, at(30), "s1")
	must.Hold(t, len(j.Messages) == 3 && len(j.Prompts) == 3 && j.Prompts[2].At.Equal(at(11)), "%d messages, %d prompts", len(j.Messages), len(j.Prompts))
	must.Is(t, must.Err(q.readJob(jobsDir, j.ID)), nil, "the error")
}

// All notes of a session are one job that knows what each of them said.
func TestCoalesce(t *testing.T) {
	q := openQueue(t)
	turn := func(sec float64, text string) Note {
		n := note(Turn, "s1", at(sec))
		n.Message, n.Mark = text, Mark(text)
		return n
	}
	prompt := func(sec float64, text string) Note {
		n := turn(sec, text)
		n.Kind = Prompt
		return n
	}
	start := note(Start, "s1", at(0))
	start.Why, start.PID, start.Transcript = "startup", 7, ""
	end := note(End, "s1", at(9))
	end.Why, end.Transcript = "clear", "/t/late.jsonl"
	moved := note(Seen, "s1", at(8))
	moved.Dir = "/elsewhere"
	put(t, q, end, turn(2, "two"), start, moved, turn(1, "one"), turn(3, "three"), turn(4, "four"), turn(5, "five"), note(Prompt, "s1", at(1)), prompt(3, "ask"), prompt(2, "say"), note(End, "s2", at(20)))
	j := wantNext(t, q, at(30), "s1")
	want := &Job{
		ID: Key("claude", "s1"), Agent: "claude", Session: "s1", Transcript: "/t/late.jsonl", Dir: "/w", PID: 7,
		First: at(0), Last: at(9), Turns: 5, Kinds: []Kind{End, Prompt, Seen, Start, Turn},
		Why:      map[Kind]string{Start: "startup", End: "clear"},
		Prompts:  []Message{{"say", Mark("say"), at(2)}, {"ask", Mark("ask"), at(3)}},
		Messages: []Message{{"one", Mark("one"), at(1)}, {"two", Mark("two"), at(2)}, {"three", Mark("three"), at(3)}, {"four", Mark("four"), at(4)}, {"five", Mark("five"), at(5)}},
		Attempts: 1, Lease: &Lease{"here", 1, at(30 + 300)}, Merged: j.Merged,
	}
	must.Hold(t, reflect.DeepEqual(j, want), "job is\n%+v, want\n%+v", j, want)
	must.Hold(t, len(j.Merged) == 9 && j.Said() && j.Has(End) && !j.Has(Compact), "job %+v", j)
	if got, want := files(t, q), 2; len(got) != want {
		t.Errorf("files are %q, want %d", got, want)
	}
	ok(t, q.Done(j))
	ok(t, q.Done(wantNext(t, q, at(31), "s2")))
	wantNext(t, q, at(32), "")
	empty(t, q)
}

func TestThrottle(t *testing.T) {
	throttle := Throttle{Turns: 3, Every: 10 * time.Minute}
	for name, row := range map[string]struct {
		notes []Note
		due   float64 // seconds from when on; negative: never
	}{
		"start":         {[]Note{note(Start, "s", at(0))}, 0},
		"compact":       {[]Note{note(Compact, "s", at(0))}, 0},
		"end":           {[]Note{note(Turn, "s", at(0)), note(End, "s", at(5))}, 0},
		"scan":          {[]Note{note(Scan, "s", at(0))}, 0},
		"turn":          {[]Note{note(Turn, "s", at(0))}, 600},
		"two turns":     {[]Note{note(Turn, "s", at(5)), note(Turn, "s", at(9))}, 605},
		"three turns":   {[]Note{note(Turn, "s", at(1)), note(Turn, "s", at(2)), note(Turn, "s", at(3))}, 0},
		"of two":        {[]Note{note(Turn, "s", at(1)), note(Turn, "s", at(2)), note(Turn, "z", at(0))}, 600},
		"prompt":        {[]Note{note(Prompt, "s", at(3))}, 603},
		"prompt again":  {[]Note{note(Prompt, "s", at(3)), note(Prompt, "s", at(300))}, 603},
		"sign of life":  {[]Note{note(Seen, "s", at(4))}, 604},
		"seen and turn": {[]Note{note(Turn, "s", at(7)), note(Seen, "s", at(4))}, 604},
		"wrong clock":   {[]Note{note(Turn, "s", at(1e8))}, 0},
		"nothing":       {nil, -1},
	} {
		t.Run(name, func(t *testing.T) {
			q := openQueue(t)
			q.Throttle = throttle
			put(t, q, row.notes...)
			now := at(10)
			due, next, err := q.Due(now, false)
			switch {
			case err != nil:
				t.Fatal(err)
			case row.due < 0:
				must.Hold(t, !due && next.IsZero(), "due %v, next %v", due, next)
				return
			case row.due == 0:
				must.Hold(t, due, "not due until %v", next)
			default:
				must.Hold(t, !due && next.Equal(at(row.due)), "due %v, next %v", due, next)
				wantNext(t, q, at(row.due-1), "")
				if due, _, _ := q.Due(now, true); !due {
					t.Error("not due when all are")
				}
			}
			if due, _, _ := q.Due(at(row.due), false); row.due > 0 && !due {
				t.Error("not due when it should be")
			}
			if next := next; row.due == 0 && due && !next.Equal(now) {
				t.Errorf("due, but next is %v", next)
			}
			j, err := again(q).Next(now, true)
			must.Hold(t, err == nil && j != nil, "Next(all) = %v, %v", j, err)
		})
	}
}

func TestPutRefuses(t *testing.T) {
	q := openQueue(t)
	for name, n := range map[string]Note{
		"no session": note(End, "", at(0)),
		"no agent":   {Kind: End, Session: "s", At: at(0)},
		"no time":    note(End, "s", time.Time{}),
		"no kind":    note("", "s", at(0)),
		"retry":      note(kindRetry, "s", at(0)),
		"path":       note("../end", "s", at(0)),
		"long id":    note(End, strings.Repeat("s", maxField+1), at(0)),
	} {
		must.Hold(t, q.Put(n) != nil, "%s: went through", name)
	}
	empty(t, q)
}

// Whatever an agent calls a session, its files have names that every file system takes.
func TestStrangeSessions(t *testing.T) {
	q := openQueue(t)
	names := []string{"../../x", "a/b", `C:\x`, "CON", "s\x00t", "ä\xff", strings.Repeat("x", maxField), " ", "a", "A"}
	for i, s := range names {
		put(t, q, note(End, s, at(float64(i))))
	}
	for _, s := range names {
		j := wantNext(t, q, at(99), strings.ToValidUTF8(s, "\ufffd"))
		ok(t, q.Done(j))
	}
	empty(t, q)
}

func TestPutCuts(t *testing.T) {
	q := openQueue(t)
	n := note(Turn, "s", at(0))
	n.Message = strings.Repeat("ä", maxMessage) + "the end"
	n.Why = strings.Repeat("é", maxField)
	n.Transcript = strings.Repeat("/x", maxField)
	put(t, q, n)
	j := next(t, q, at(0))
	m := j.Messages[0].Text
	must.Hold(t, len(m) <= maxMessage && len(m) >= maxMessage-2 && strings.HasSuffix(m, "ääthe end") && !strings.ContainsRune(m, '\ufffd'), "message has %d bytes", len(m))
	must.Hold(t, len(j.Why[Turn]) == maxField && j.Transcript == "", "why has %d bytes, transcript %d", len(j.Why[Turn]), len(j.Transcript))
}

// A folder that is no vault any more is not made one.
func TestNoVault(t *testing.T) {
	q := queueAt(t, t.TempDir())
	for _, k := range []Kind{End, Prompt, Scan} {
		must.Is(t, q.Put(note(k, "s", at(0))), fs.ErrNotExist, "%s", k)
	}
	due, next, err := q.Due(at(0), true)
	must.Hold(t, !due && next.IsZero() && err == nil, "Due = %v, %v, %v", due, next, err)
	wantNext(t, q, at(0), "")
	left, _ := os.ReadDir(q.Dir.Path())
	must.Hold(t, len(left) == 0, "made %v", left)
}

// A sign of life is one file, however often it comes, and the first keeps its time; a scan's last
// word counts.
func TestOnce(t *testing.T) {
	q := openQueue(t)
	for i := range 50 {
		n := note(Scan, "s", at(float64(i)))
		n.Transcript = "/t/" + strings.Repeat("x", i)
		put(t, q, note(Seen, "s", at(float64(i))), note(Prompt, "s", at(float64(i))), n)
	}
	got := files(t, q)
	must.Hold(t, len(got) == 3, "files are %q", got)
	j := next(t, q, at(60))
	must.Hold(t, j.First.Equal(at(0)) && len(j.Transcript) == 52, "job is %+v", j)
}

func TestMark(t *testing.T) {
	long := strings.Repeat("words and more ", 20)
	same := [][]string{
		{"hello world", " hello\n\tworld \r\n", "helloworld", "hello\u00a0world"},
		{"x" + long},
		{"y" + long},
		{"a\xffb", "a\ufffdb"},
		{"", " \n"},
	}
	seen := map[string]bool{}
	for _, texts := range same {
		for _, s := range texts {
			must.Hold(t, Mark(s) == Mark(texts[0]), "Mark(%q) differs", s)
		}
		must.Hold(t, !seen[Mark(texts[0])], "Mark(%q) is another's", texts[0])
		seen[Mark(texts[0])] = true
	}
	must.Hold(t, Mark(" ") == "" && len(Mark("x")) == len(Whole)+markDigits, "marks %q, %q", Mark(" "), Mark("x"))
}

// The queue is its owner's alone, and what a killed process left of a file goes in time.
func TestModesAndLeftovers(t *testing.T) {
	q := openQueue(t)
	n, err := q.Clean(at(0))
	must.Hold(t, n == 0 && err == nil, "cleaned %d, %v", n, err)
	bury(t, q, "dead")
	put(t, q, note(End, "s", at(0)), note(Scan, "s", at(0)))
	next(t, q, at(0))
	put(t, q, note(Seen, "s", at(0)))
	const left = "jobs/.memoria-0123456789abcdef.tmp"
	plantFile(t, q, left, "half")
	root := filepath.Join(q.Dir.Path(), filepath.FromSlash(queueDir))
	for _, f := range append(files(t, q), ".", "jobs", "dead") {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(f)))
		must.Hold(t, err == nil && (runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0), "%s: %v, %v", f, info.Mode(), err)
	}
	now := time.Now()
	for _, row := range []struct {
		after time.Duration
		want  int
	}{{time.Minute, 0}, {2 * time.Hour, 1}, {3 * time.Hour, 0}} {
		n, err := q.Clean(now.Add(row.after))
		must.Hold(t, n == row.want && err == nil, "after %v cleaned %d, %v", row.after, n, err)
	}
	must.Hold(t, !slices.Contains(files(t, q), left), "it is there still")
}

// A folder that is named like a secret stands in no file of the queue, and is found again on the disk.
func TestFolderNamedLikeASecret(t *testing.T) {
	q := openQueue(t)
	secret := "ghp" + "_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
	n := note(Turn, "s1", at(1))
	n.Dir = filepath.Join(t.TempDir(), "my-"+secret, "src")
	n.Transcript = filepath.Join(filepath.Dir(n.Dir), "-w-"+secret, "s1.jsonl")
	for _, dir := range []string{n.Dir, filepath.Dir(n.Transcript)} {
		ok(t, os.MkdirAll(dir, 0o700))
	}
	clean := func() {
		t.Helper()
		ok(t, filepath.WalkDir(q.Dir.Path(), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if b, err := os.ReadFile(p); err != nil || strings.Contains(string(b), secret) {
				t.Errorf("%s holds %s, %v", p, b, err)
			}
			return nil
		}))
	}
	put(t, q, n)
	clean()
	j := wantNext(t, q, at(30), "s1")
	must.Hold(t, j.Dir == n.Dir && j.Transcript == n.Transcript, "the job is in %s, at %s", j.Dir, j.Transcript)
	clean()
	ok(t, q.Retry(j, at(31), "not yet", 0))
	clean()
	all, err := q.List(at(32))
	must.Hold(t, err == nil && len(all) == 1 && all[0].Dir == n.Dir, "jobs %+v, %v", all, err)
	for _, kept := range []string{"/home/ana/src/fix-1234567890ab", "/w/0199a1f0-7c1d-7000-8000-0000000000aa", "/w/project-2026-11-29-review"} {
		n.Dir = kept
		b, err := json.Marshal(n)
		must.Hold(t, err == nil && strings.Contains(string(b), kept), "%s is hidden in %s, %v", kept, b, err)
	}
}
