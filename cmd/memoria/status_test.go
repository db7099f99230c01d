package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A bench is a vault and a home of its own, in which commands run in this process.
type bench struct {
	t     *testing.T
	env   map[string]string
	home  string
	in    string // working directory; "" is home
	vault *fsutil.Dir
	now   time.Time
	apart string // the program that runs the commands; "" is this process
}

func newBench(t *testing.T) *bench {
	t.Helper()
	home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	return benchAt(t, home)
}

func benchAt(t *testing.T, home string) *bench {
	t.Helper()
	var err error
	b := &bench{t: t, home: home, env: map[string]string{"MEMORIA_TZ": "UTC"}, now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	if _, stderr, code := b.run("init", "v"); code != 0 {
		t.Fatal(stderr)
	}
	b.vault, err = fsutil.OpenDir(filepath.Join(home, "v"))
	must.Do(t, err)
	t.Cleanup(func() { b.vault.Close() })
	old := b.now.Add(-90 * 24 * time.Hour) // the vault is older than what lies in it
	must.Do(t, os.Chtimes(filepath.Join(home, "v", ".memoria", ".gitignore"), old, old))
	return b
}

func (b *bench) run(args ...string) (stdout, stderr string, code int) {
	b.t.Helper()
	if b.apart != "" {
		return b.runApart(args)
	}
	var out, errs bytes.Buffer
	env := &command.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(k string) string { return b.env[k] },
		Now: func() time.Time { return b.now }, Local: time.UTC, Dir: cmp.Or(b.in, b.home), Home: b.home}
	code = run(b.t.Context(), env, args)
	return out.String(), errs.String(), code
}

// answer runs a command that answers with JSON.
func (b *bench) answer(into any, args ...string) (code int) {
	b.t.Helper()
	stdout, stderr, code := b.run(append(args, "--json", "--vault", b.vault.Path())...)
	if err := json.Unmarshal([]byte(stdout), into); err != nil {
		b.t.Fatalf("%v: %v\n%s%s", args, err, stdout, stderr)
	}
	return code
}

func (b *bench) record(r ledger.Record) {
	b.t.Helper()
	r.Agent = "claude"
	must.Do(b.t, (&ledger.Ledger{Dir: b.vault}).Put(r))
}

func (b *bench) queue() *queue.Queue {
	return &queue.Queue{Dir: b.vault, Host: "here", PID: 1, Rand: func() float64 { return 0.5 }}
}

func (b *bench) note(session string, kind queue.Kind) {
	b.t.Helper()
	must.Do(b.t, b.queue().Put(queue.Note{Kind: kind, Agent: "claude", Session: session, Dir: "/w/tide", At: b.now.Add(-time.Minute)}))
}

// spool keeps a note for a vault in the user's state folder.
func (b *bench) spool(vault string) {
	b.t.Helper()
	dir := must.Get(fsutil.CreateDir(filepath.Join(b.home, ".local", "state", "memoria"), 0o700))(b.t)
	defer dir.Close()
	must.Do(b.t, (&queue.Spool{Dir: dir}).Put(vault, queue.Note{Kind: queue.End, Agent: "claude", Session: "s", At: b.now}))
}

// claim takes the one job that is due.
func (b *bench) claim() *queue.Job {
	b.t.Helper()
	j, err := b.queue().Next(b.now, true)
	must.Be(b.t, err == nil && j != nil, "Next = %v, %v", j, err)
	return j
}

// transcript lays a file where the agent keeps its sessions, last changed some days ago.
func (b *bench) transcript(session string, days int) string {
	b.t.Helper()
	path := filepath.Join(b.home, ".claude", "projects", "-w-tide", session+".jsonl")
	must.Do(b.t, os.MkdirAll(filepath.Dir(path), 0o755))
	row := fmt.Sprintf(`{"type":"user","uuid":"u-%s","sessionId":%q,"cwd":"/w/tide","timestamp":"2026-05-01T10:00:00Z","promptSource":"typed","message":{"role":"user","content":"hello"}}`+"\n", session, session)
	must.Do(b.t, os.WriteFile(path, []byte(row), 0o600))
	at := b.now.Add(-time.Duration(days) * 24 * time.Hour)
	must.Do(b.t, os.Chtimes(path, at, at))
	return path
}

func check(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s = %s, want %s", what, g, w)
	}
}

// What waits in the queue is laid over the ledger: an undone job makes its session pending, one that
// was given up makes it dead, whatever is known of it besides, and the counts still add up.
func TestStatusLaysTheQueueOverTheLedger(t *testing.T) {
	b := newBench(t)
	b.record(ledger.Record{Session: "done", Project: "tide", Turns: 4, Flushed: 4, State: ledger.Flushed})
	b.record(ledger.Record{Session: "more", Project: "tide", Turns: 3, Flushed: 3, State: ledger.Flushed})
	b.record(ledger.Record{Session: "lost", Project: "quay", Turns: 2, Pending: 2, State: ledger.Pending})
	b.record(ledger.Record{Session: "dull", Project: "quay", Turns: 1, Skipped: 1, State: ledger.Skipped, Reason: "dull"})

	b.note("lost", queue.End)
	j := b.claim()
	must.Do(t, b.queue().GiveUp(j, b.now, "its transcript is damaged"))
	b.note("fails", queue.Prompt)
	j = b.claim()
	must.Do(t, b.queue().Retry(j, b.now, "the log is locked", 30*time.Minute))
	b.note("more", queue.Turn)
	b.note("begun", queue.Start) // nothing was said in it yet: not a session to account for

	var st status.Report
	b.answer(&st, "status")
	check(t, "sessions", st.Sessions.Counts, ledger.Counts{Seen: 5, Captured: 2, Flushed: 1, Pending: 2, Dead: 1})
	check(t, "skipped", st.Sessions.Skipped, []ledger.Skip{{Session: "dull", Reason: "dull"}})
	check(t, "turns", st.Turns, status.Counts{Counts: ledger.Counts{Seen: 10, Captured: 8, Flushed: 7, Dead: 2}, Skipped: 1})
	check(t, "dead", st.Dead, []ledger.Skip{{Session: "lost", Reason: "its transcript is damaged"}})
	check(t, "queue", []int{st.Queue.Waiting, st.Queue.Failing, st.Queue.Dead, len(st.Queue.Jobs)}, []int{2, 1, 1, 4})
	check(t, "agents", st.Agents, []status.AgentTally{{Agent: "claude", Tally: status.Tally{Sessions: status.Counts{Counts: st.Sessions.Counts, Skipped: 1}, Turns: st.Turns}}})
	var projects []string
	for _, p := range st.Projects {
		projects = append(projects, fmt.Sprintf("%s %d=%d+%d+%d+%d", p.Project, p.Sessions.Seen, p.Sessions.Flushed, p.Sessions.Pending, p.Sessions.Dead, p.Sessions.Skipped))
	}
	check(t, "projects", projects, []string{"tide 3=1+2+0+0", "quay 2=0+0+1+1"})
	check(t, "without transcript", st.Unfound, []status.Unfound{{Session: "more", Project: "tide", Reason: "waits in the queue"}, {Session: "fails", Project: "tide", Reason: "the log is locked"}})
	b.transcript("more", 0)
	b.answer(&st, "status")
	check(t, "without transcript", st.Unfound, []status.Unfound{{Session: "fails", Project: "tide", Reason: "the log is locked"}})

	stdout, _, _ := b.run("status", "--vault", b.vault.Path())
	for _, want := range []string{"queue     4 sessions: 2 waiting, 1 failing, 1 dead", "failing   fails  the log is locked; tried once, again at 12:"} {
		must.Hold(t, strings.Contains(stdout, want), "status does not say %q:\n%s", want, stdout)
	}
}

// Every reason for which --check fails, and the command that fixes it.
func TestStatusCheck(t *testing.T) {
	tests := []struct {
		name string
		make func(b *bench)
		says string // "" for exit 0
		mend string
	}{
		{"nothing seen", func(*bench) {}, "", ""},
		{"all flushed", func(b *bench) {
			b.record(ledger.Record{Session: "a", Turns: 2, Flushed: 1, Skipped: 1, State: ledger.Flushed})
		}, "", ""},
		{"turns that do not add up", func(b *bench) {
			b.record(ledger.Record{Session: "a", Turns: 3, Flushed: 2, State: ledger.Flushed})
		}, "session a: 3 turns seen, but 2 flushed + 0 pending + 0 dead + 0 skipped", "memoria import"},
		{"an entry that no log holds", func(b *bench) {
			b.record(ledger.Record{Session: "a", Turns: 2, Flushed: 2, State: ledger.Flushed, Entries: []string{"9f2c1e7ab03d"}})
		}, "session a: its entry 9f2c1e7ab03d is in no day log", "memoria import"},
		{"a job that waits", func(b *bench) { b.note("a", queue.Prompt) }, "1 session pending", "memoria flush --wait"},
		{"a job that was given up", func(b *bench) {
			b.note("a", queue.End)
			must.Do(b.t, b.queue().GiveUp(b.claim(), b.now, "no"))
		}, "1 session could not be flushed", "memoria queue retry"},
		{"turns that wait in a session that has an entry", func(b *bench) {
			b.record(ledger.Record{Session: "a", Turns: 2, Flushed: 1, Pending: 1, State: ledger.Flushed})
		}, "1 turn pending", "memoria import"},
		{"an import that was interrupted", func(b *bench) {
			b.record(ledger.Record{Session: "a", Turns: 2, Pending: 2, State: ledger.Pending})
		}, "1 session pending", "memoria import"},
		{"a session that is looked for", func(b *bench) {
			b.record(ledger.Record{Session: "a", State: ledger.Pending, Last: b.now.Add(-10 * time.Minute)})
		}, "1 session pending", "hint: memoria queue drop a gives it up; else each scan looks for its transcript, and leaves it out from 12:50 on"},
		{"one that was looked for long enough", func(b *bench) {
			b.record(ledger.Record{Session: "a", State: ledger.Pending, Last: b.now.Add(-time.Hour)})
		}, "1 session pending", "hint: memoria flush --scan looks once more"},
		{"a note that the vault could not take", func(b *bench) { b.spool(b.vault.Path()) }, "1 note could not be put in the vault", "memoria flush --wait"},
		{"a note of another vault's", func(b *bench) { b.spool("/gone") }, "", ""},
		{"a transcript no hook told of, where hooks are on", func(b *bench) {
			b.note("b", queue.Start)
			must.Do(b.t, b.queue().Done(b.claim()))
			b.transcript("a", 1)
		}, "1 session pending", "memoria flush --scan"},
		{"the same where they are not", func(b *bench) { b.transcript("a", 1) }, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			tt.make(b)
			_, stderr, code := b.run("status", "--check", "--vault", b.vault.Path())
			must.Hold(t, (code == exit.Failure) == (tt.says != "") && (code == exit.Done || code == exit.Failure), "exit %d", code)
			must.Hold(t, strings.Contains(stderr, tt.says) && strings.Contains(stderr, tt.mend), "stderr:\n%swant %q and %q", stderr, tt.says, tt.mend)
		})
	}
}

// What was never captured is told of with its size, and in time before the agent deletes it.
func TestStatusTellsWhatIsNotCaptured(t *testing.T) {
	b := newBench(t)
	old := b.now.Add(-10 * 24 * time.Hour) // the vault is younger than some sessions
	must.Do(t, os.Chtimes(filepath.Join(b.vault.Path(), ".memoria", ".gitignore"), old, old))
	b.transcript("fresh", 2)
	b.transcript("older", 12)
	risk := b.transcript("risky", 28)
	path := b.transcript("had", 29)
	info, err := os.Stat(path)
	must.Do(t, err)
	b.record(ledger.Record{Session: "had", Turns: 1, Flushed: 1, State: ledger.Flushed, Files: []ledger.File{{Path: path, Size: info.Size(), ModTime: info.ModTime()}}})
	before := b.transcript("before", 5) // touched since, but all of it was said before
	info, err = os.Stat(before)
	must.Do(t, err)
	b.record(ledger.Record{Session: "before", State: ledger.Skipped, Reason: "older", Files: []ledger.File{{Path: before, Size: info.Size(), ModTime: info.ModTime(), Older: 1}}})
	grown := b.transcript("grown", 1)
	b.record(ledger.Record{Session: "grown", Turns: 1, Flushed: 1, State: ledger.Flushed, Files: []ledger.File{{Path: grown, Size: 1, ModTime: info.ModTime()}}})

	var st status.Report
	b.answer(&st, "status")
	check(t, "older", st.Older.Transcripts, 3)
	check(t, "unreported", st.Grown.Transcripts, 1)
	must.Hold(t, len(st.AtRisk) == 1 && st.AtRisk[0].Transcript == risk && st.AtRisk[0].Deleted.Equal(b.now.Add(2*24*time.Hour)), "at risk = %+v, want the one of 28 days", st.AtRisk)
	stdout, _, _ := b.run("status", "--vault", b.vault.Path())
	for _, want := range []string{"older     3 transcripts (less than 0.1 MB), not read; memoria import reads them (projects.include and projects.exclude hold there, too)",
		"at risk   1 transcript not captured and deleted by the agent from 2026-05-06 on", "unheard   1 transcript went on"} {
		must.Hold(t, strings.Contains(stdout, want), "status does not say %q:\n%s", want, stdout)
	}

	settings := filepath.Join(b.home, ".claude", "settings.json")
	must.Do(t, os.WriteFile(settings, []byte(`{"cleanupPeriodDays": 365}`), 0o600))
	b.answer(&st, "status")
	check(t, "at risk with a year", len(st.AtRisk), 0)
}

// Many skips of one reason are a line.
func TestStatusGroupsSkips(t *testing.T) {
	b := newBench(t)
	for i := range 14 {
		b.record(ledger.Record{Session: fmt.Sprintf("s%02d", i), State: ledger.Skipped, Reason: "nothing was said in it"})
	}
	b.record(ledger.Record{Session: "own", State: ledger.Skipped, Reason: "memoria's own"})
	stdout, _, _ := b.run("status", "--vault", b.vault.Path())
	want := "skipped   own  memoria's own\nskipped   14 sessions  nothing was said in it\n          memoria status --json names all that were skipped\n"
	must.Hold(t, strings.Contains(stdout, want) && !strings.Contains(stdout, "s05"), "status:\n%swant\n%s", stdout, want)
	var st status.Report
	b.answer(&st, "status")
	check(t, "skipped", len(st.Sessions.Skipped), 15)
}
