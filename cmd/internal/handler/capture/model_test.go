package capture

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/verify"
)

// A pretender is a provider that answers as a function says.
type pretender struct {
	mu    sync.Mutex
	asked int
	say   func(ask.Question) (string, error)
}

func (p *pretender) Info() llm.Info {
	return llm.Info{Name: "pretend/one", Model: "one", Window: 200 << 10}
}

func (p *pretender) Generate(_ context.Context, r ask.Question) (llm.Reply, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	text, err := p.say(r)
	return llm.Reply{Text: text, By: "pretend/one"}, err
}

// A rig is a vault whose worker asks a pretender.
type rig struct {
	*workspace.Machine
	t   *testing.T
	v   *workspace.Vault
	now time.Time
	p   *pretender
}

func newRig(t *testing.T) *rig {
	t.Helper()
	home := t.TempDir()
	r := &rig{t: t, now: time.Now(), p: &pretender{}}
	r.Machine = &workspace.Machine{Getenv: func(string) string { return "" }, Now: func() time.Time { return r.now }, Local: time.UTC, Dir: home, Home: home}
	_, err := r.Finder().Init(filepath.Join(home, "v"), false)
	if err == nil {
		r.v, err = r.Open(filepath.Join(home, "v"))
	}
	must.Do(t, err)
	t.Cleanup(func() { r.v.Dir.Close() })
	return r
}

func (r *rig) worker() *Worker {
	w := New(r.v, false, r.t.Logf, func(context.Context) error { return nil })
	w.All, w.Leave = true, true
	c := &llm.Client{Providers: []llm.Provider{r.p}, Ledger: &budget.Ledger{Dir: r.v.Dir, Zone: r.v.Config.Zone, Now: r.Now}, Now: r.Now, Tries: 1}
	w.Scribe = author.Hire{Vault: r.v, Tell: w.Tell}.ScribeOf(c)
	return w
}

// overBudget reports whether an error is that a limit is reached.
func overBudget(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Kind == ask.OverBudget
}

// say has a session say something and end.
func (r *rig) say(session, text string) {
	r.t.Helper()
	path := filepath.Join(r.Home, session+".jsonl")
	row := fmt.Sprintf(`{"type":"user","uuid":"u-%s","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":%q}}`+"\n",
		session, session, r.now.UTC().Format(time.RFC3339), text)
	must.Do(r.t, os.WriteFile(path, []byte(row), 0o600))
	note := queue.Note{Kind: queue.End, Agent: "claude", Session: session, Transcript: path, At: r.now}
	must.Do(r.t, r.v.Queue(nil).Put(note))
}

func (r *rig) jobs() []queue.Job {
	r.t.Helper()
	return must.Get(r.v.Queue(nil).List(r.now))(r.t)
}

var markIn = regexp.MustCompile(`The mark of this stretch is (\S+)\.`)

// agrees answers with what the first turn says, as a decision, in its own words: nothing of it is asked about again.
func agrees(r ask.Question) (string, error) {
	mark := markIn.FindStringSubmatch(r.Prompt)[1]
	_, body, _ := strings.Cut(r.Prompt, "--- "+mark+" t1 the person says\n")
	text, _, _ := strings.Cut(body, "\n")
	title, _, _ := strings.Cut(text, ", because")
	return "=== " + mark + "\ntitle: " + title + "\ndecision [t1]: " + text + "\n=== end " + mark, nil
}

// While a model is busy sessions wait, longer each time and without another asking; nothing is
// given up or lost, and nobody who writes the logs waits for the model.
func TestSessionsWaitForABusyModel(t *testing.T) {
	r := newRig(t)
	r.say("s-1", "We keep the tide table in SQLite, because one file is easy to copy.")
	r.say("s-2", "We keep the moon table in SQLite, because one file is easy to copy.")
	r.p.say = func(ask.Question) (string, error) {
		return "", &llm.Error{Kind: ask.Retry, Who: "pretend/one", What: "529"}
	}
	for n := 1; n <= 10; n++ {
		w := r.worker()
		must.Do(t, w.Run(context.Background()))
		jobs := r.jobs()
		must.Be(t, len(jobs) == 2 && jobs[0].State == queue.Retrying && jobs[1].State == queue.Retrying && r.p.asked == n, "after %d runs %d calls, queue holds %+v", n, r.p.asked, jobs)
		for _, j := range jobs {
			if j.Next.After(r.now) {
				r.now = j.Next
			}
		}
	}
	r.p.say = func(q ask.Question) (string, error) {
		unlock, err := r.v.Dir.TryLock(layout.LockImport)
		if err != nil {
			t.Errorf("asked under the lock: %v", err)
		} else {
			unlock()
		}
		return agrees(q)
	}
	w := r.worker()
	must.Do(t, w.Run(context.Background()))
	if jobs := r.jobs(); len(jobs) != 0 || w.Report.Entries != 2 || w.Report.Bullets != 2 {
		t.Errorf("%d entries, %d bullets, queue holds %+v", w.Report.Entries, w.Report.Bullets, jobs)
	}
	log, err := r.v.Dir.ReadFile("daily/" + r.now.UTC().Format(time.DateOnly) + ".md")
	if err != nil {
		log, err = r.v.Dir.ReadFile("daily/" + time.Now().UTC().Format(time.DateOnly) + ".md")
	}
	must.Hold(t, err == nil && strings.Count(string(log), " by=pretend/one -->") == 2 && strings.Contains(string(log), "We keep the moon table in SQLite"), "%v: %s", err, log)
	if names, _ := r.v.Dir.ReadNames(".memoria/replies"); len(names) > 0 {
		t.Errorf("left are %v", names)
	}
}

// A limit ends the run, and everything is queued still; a model that cannot be had is done without.
func TestSessionsAndLimits(t *testing.T) {
	r := newRig(t)
	r.say("s-1", "We keep the tide table in SQLite, because one file is easy to copy.")
	r.say("s-2", "We keep the moon table in SQLite, because one file is easy to copy.")
	r.p.say = func(ask.Question) (string, error) {
		return "", &llm.Error{Kind: ask.OverBudget, What: "the limit of 3 calls a day is reached", After: time.Hour}
	}
	w := r.worker()
	err := w.Run(context.Background())
	must.Hold(t, overBudget(err) && len(r.jobs()) == 2 && r.p.asked == 1, "%v: %d calls, queue holds %+v", err, r.p.asked, r.jobs())
	r.now = r.now.Add(3 * time.Hour)
	r.p.say = func(ask.Question) (string, error) {
		return "", &llm.Error{Kind: ask.Fatal, Who: "pretend/one", What: "401"}
	}
	w = r.worker()
	if err := w.Run(context.Background()); err != nil || w.Report.Entries != 2 || len(r.jobs()) != 0 || r.p.asked != 2 {
		t.Errorf("%v: %d entries after %d calls, queue holds %+v", err, w.Report.Entries, r.p.asked, r.jobs())
	}
}

// A model that breaks half way: all is captured, the articles are whole, and status says who wrote what.
func TestModelBreaksHalfWay(t *testing.T) {
	r := newRig(t)
	for _, what := range []string{"tide", "moon", "wind"} {
		r.say("s-"+what, "We keep the "+what+" table in SQLite, because one file is easy to copy.")
		r.now = r.now.Add(time.Second)
	}
	r.p.say = func(q ask.Question) (string, error) {
		if r.p.asked > 1 {
			return "", &llm.Error{Kind: ask.Fatal, Who: "pretend/one", What: "401"}
		}
		return agrees(q)
	}
	w := r.worker()
	w.Leave = false
	if err := w.Run(t.Context()); err != nil || w.Report.Entries != 3 || len(r.jobs()) > 0 {
		t.Fatalf("%v: %+v, queue holds %+v", err, w.Report, r.jobs())
	}
	st, err := (&status.Handler{Vault: r.v, Warn: t.Logf}).Look(t.Context())
	must.Hold(t, err == nil && st.Written["pretend/one"] == 1 && st.Written[author.Extractive] == 2 && st.Entries.Waiting <= 0, "%v: written %v, entries %+v", err, st.Written, st.Entries)
	if err := st.Check(r.Now()); err != nil {
		t.Error(err)
	}
}

// What was answered is not asked again after a crash: it is kept before anything is made of it.
func TestAnswersOutliveACrash(t *testing.T) {
	r := newRig(t)
	r.say("s-1", "We keep the tide table in SQLite, because one file is easy to copy.")
	r.p.say = agrees
	crash := errors.New("killed")
	runs := 0
	s := r.worker().Scribe
	got := s.Unlocked(context.Background(), func() error {
		if runs++; runs == 2 {
			return crash // after the answer, before the capture
		}
		f := r.v.Flusher()
		f.Author = s.Author
		src, err := claude.Open(r.jobs()[0].Transcript)
		if err != nil {
			return err
		}
		_, err = f.Capture(context.Background(), flush.Capture{Source: src, Session: "s-1", Final: true}, r.now)
		return err
	})
	must.Be(t, errors.Is(got, crash) && r.p.asked == 1, "%v after %d calls", got, r.p.asked)
	w := r.worker()
	if err := w.Run(context.Background()); err != nil || w.Report.Entries != 1 || r.p.asked != 1 {
		t.Errorf("%v: %d entries after %d calls", err, w.Report.Entries, r.p.asked)
	}
}

// The transcripts of a flush or an import are read into the logs by a model for which nobody who writes
// the logs waits; what is said meanwhile is asked about, too, and where it is not to be had any more the
// sessions before are in the logs, and nothing is paid for twice.
func TestDraftsHoldNoLock(t *testing.T) {
	r := newRig(t)
	say := func(i int) {
		r.now = r.now.Add(time.Second)
		r.say(fmt.Sprintf("s-%d", i), fmt.Sprintf("We keep the tide table of harbour %d in SQLite, because one file is easy to copy.", 40+i))
	}
	say(0)
	say(1)
	grown := false
	r.p.say = func(q ask.Question) (string, error) {
		unlock, err := r.v.Dir.TryLock(layout.LockImport)
		if err != nil {
			t.Errorf("asked under the lock: %v", err)
		} else {
			unlock()
		}
		switch {
		case strings.Contains(q.Prompt, "harbour 43"):
			return "", &llm.Error{Kind: ask.OverBudget, What: "the limit is reached"}
		case strings.Contains(q.Prompt, "harbour 40") && !grown:
			grown = true
			f, err := os.OpenFile(filepath.Join(r.Home, "s-0.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				break
			}
			fmt.Fprintf(f, `{"type":"user","uuid":"u-more","sessionId":"s-0","timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":"We keep the wind table of harbour 40 in Redis, because it is asked for often."}}`+"\n", r.now.UTC().Format(time.RFC3339))
			f.Close()
		}
		return agrees(q)
	}
	run := func() (flush.Report, error) {
		sources := must.Get(importer.Sources(t.Context(), r.Machine, "import", "", []string{r.Home}))(t)
		in := &importer.Run{Vault: r.v, Scribe: r.worker().Scribe, Sources: sources, Options: flush.Options{Now: r.now}, Warn: t.Logf, Step: func(string, int, int, string) {},
			Lock: func(ctx context.Context) (func(), error) { return r.v.Writer(ctx, "import") }}
		plan, unlock, err := in.Plan(t.Context(), false)
		must.Do(t, err)
		defer unlock()
		return in.Flush(t.Context(), plan)
	}
	if rep, err := run(); err != nil || rep.Entries != 2 || r.p.asked != 3 {
		t.Errorf("%v: %+v, asked %d times", err, rep, r.p.asked)
	}
	say(2)
	say(3)
	rep, err := run()
	must.Hold(t, overBudget(err) && rep.Entries == 1 && r.p.asked == 5, "%v: %+v, asked %d times", err, rep, r.p.asked)
	r.p.say = agrees
	if rep, err = run(); err != nil || rep.Entries != 1 || r.p.asked != 6 {
		t.Errorf("%v: %+v, asked %d times", err, rep, r.p.asked)
	}
	// the answer about less than was said then is of no use to anybody, and goes with its age
	if names, _ := r.v.Dir.ReadNames(".memoria/replies"); len(names) > 1 {
		t.Errorf("left are %v", names)
	}
}

// A capture asks also what its checks are not sure of, like everything without a lock, and leaves out what is denied.
func TestCapturesAreVerified(t *testing.T) {
	r := newRig(t)
	r.say("s-1", "The nightly export is slow. We keep Postgres. The report reads in blocks of 500 rows.")
	var verified int
	r.p.say = func(q ask.Question) (string, error) {
		_, rest, _ := strings.Cut(q.Prompt, " is ")
		mark, _, _ := strings.Cut(rest, ".")
		if q.Job == verify.Job {
			verified++
			return "=== " + mark + "\n1: no\n=== end " + mark, nil
		}
		return "=== " + mark + "\ntitle: The nightly export\ndecision [t1]: Postgres is kept\n" +
			"decision [t1]: The nightly export reads Postgres in blocks of 500 rows\n=== end " + mark, nil
	}
	w := r.worker()
	if err := w.Run(t.Context()); err != nil || w.Report.Entries != 1 || w.Report.Bullets != 1 || verified != 1 {
		t.Errorf("%v: %+v after %d verify questions", err, w.Report, verified)
	}
}
