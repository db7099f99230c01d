package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/transcript"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

var errCrash = errors.New("crash")

// A world is some sessions whose transcripts grow, are forked and rewritten while memoria captures
// them, imports them and is killed.
type world struct {
	*bench
	t     *rapid.T
	now   time.Time
	files []*saga
	rows  int
	said  map[string]bool   // rows that hold words, and whether they are worth keeping
	heard map[string]string // rows by the id of their message, as a hook reports it
	log   []string          // what was done
}

// A saga is one session's transcript.
type saga struct {
	script
	id      string
	rows    []string // uuids, in order
	lines   []string
	message string // of the agent's open message
	lag     string // the row of the last message that the client did not write yet
	last    queue.Message
	torn    string // the rest of a line that is half written
}

func (w *world) do(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

func (w *world) row(s *saga, role, message string) (line, text string) {
	w.rows++
	id := fmt.Sprintf("r%d", w.rows)
	w.now = w.now.Add(time.Duration(rapid.SampledFrom([]int{1, 20, 700, 20000}).Draw(w.t, "seconds")) * time.Second)
	word := "dull"
	if rapid.IntRange(0, 2).Draw(w.t, "worth") == 0 {
		word = "keep"
	}
	text = fmt.Sprintf("%s %s=", word, id)
	w.said[id] = word == "keep"
	s.rows = append(s.rows, id)
	head := fmt.Sprintf(`"uuid":%q,"sessionId":%q,"timestamp":%q,"cwd":"/w/app"`, id, s.id, w.now.Format(time.RFC3339Nano))
	if role == "user" {
		return fmt.Sprintf(`{"type":"user",%s,"message":{"role":"user","content":%q}}`+"\n", head, text), text
	}
	return fmt.Sprintf(`{"type":"assistant",%s,"message":{"id":%q,"role":"assistant","content":[{"type":"text","text":%q}]}}`+"\n", head, message, text), text
}

func (s *saga) put(line string) {
	s.text += s.torn + s.lag
	s.torn, s.lag = "", ""
	s.lines = append(s.lines, line)
	s.text += line
}

// speak adds rows to a session.
func (w *world) speak(s *saga) {
	switch rapid.IntRange(0, 4).Draw(w.t, "who") {
	case 0, 1:
		line, _ := w.row(s, "user", "")
		s.put(line)
		s.message = ""
	case 2:
		s.message = fmt.Sprintf("m%d", w.rows)
		fallthrough
	case 3: // the agent, perhaps another row of the same message
		if s.message == "" {
			s.message = fmt.Sprintf("m%d", w.rows)
		}
		line, text := w.row(s, "assistant", s.message)
		s.put(line)
		w.ended(s, text)
	case 4:
		s.put(fmt.Sprintf(`{"type":"system","subtype":"turn_duration","sessionId":%q}`+"\n", s.id))
	}
	w.do("%s says, %d rows", s.id, len(s.rows))
}

// ended notes what a hook would report of the agent's message.
func (w *world) ended(s *saga, text string) {
	s.last = queue.Message{Text: text, Mark: queue.Mark(text), At: w.now}
	if rapid.Bool().Draw(w.t, "veiled") {
		word, _, _ := strings.Cut(text, " ")
		s.last.Text = word + " " + cautious.Withheld
	}
	w.heard[reported.ID(s.last)] = s.rows[len(s.rows)-1]
}

// lagging lets the agent say something that the transcript does not hold yet, or half a line of.
func (w *world) lagging(s *saga) {
	s.text += s.torn + s.lag
	s.torn, s.lag = "", ""
	line, text := w.row(s, "assistant", fmt.Sprintf("m%d", w.rows))
	s.message = "" // the hook tells of it when it is complete
	w.ended(s, text)
	s.lines = append(s.lines, line)
	if rapid.Bool().Draw(w.t, "torn") {
		cut := rapid.IntRange(1, len(line)-1).Draw(w.t, "cut")
		s.text, s.torn = s.text+line[:cut], line[cut:]
	} else {
		s.lag = line
	}
	w.do("%s lags with %s", s.id, s.rows[len(s.rows)-1])
}

// fork copies a session under a new id, with the same uuids.
func (w *world) fork(s *saga) {
	if s.torn != "" || s.lag != "" {
		return
	}
	n := rapid.IntRange(0, len(s.lines)).Draw(w.t, "lines")
	f := &saga{id: fmt.Sprintf("S%d", len(w.files))}
	f.path = f.id + ".jsonl"
	for _, l := range s.lines[:n] {
		f.put(strings.Replace(l, `"sessionId":"`+s.id+`"`, `"sessionId":"`+f.id+`"`, 1))
		if i := strings.Index(l, `"uuid":"`); i > 0 {
			id, _, _ := strings.Cut(l[i+len(`"uuid":"`):], `"`)
			f.rows = append(f.rows, id)
		}
	}
	w.files = append(w.files, f)
	w.do("%s forks at line %d into %s", s.id, n, f.id)
}

// capture captures a session, perhaps only as far as a crash lets it.
func (w *world) capture(s *saga, final, crash bool) {
	if s.text == "" {
		return
	}
	stop := 0
	if crash {
		stop = rapid.IntRange(1, 5).Draw(w.t, "step")
	}
	at := 0
	w.f.step = func(string) error {
		if at++; at == stop {
			return errCrash
		}
		return nil
	}
	c := Capture{Source: s.source(), Session: s.id, Final: final}
	if s.last.Mark != "" && rapid.Bool().Draw(w.t, "told") {
		c.Messages = []queue.Message{s.last}
	}
	c.Hold = rapid.Bool().Draw(w.t, "hold")
	_, err := w.f.Capture(context.Background(), c, testNow)
	w.f.step = nil
	must.Be(w.t, err == nil || errors.Is(err, errCrash) || errors.Is(err, ErrNoTranscript), "%v, after\n%s", err, strings.Join(w.log, "\n"))
	w.do("captured %s, final %v, %d messages, crash at %d: %v; %s", s.id, final, len(c.Messages), stop, err, w.spans())
}

// rewrite changes the file before its end.
func (w *world) rewrite(s *saga) {
	s.text = `{"type":"mode","sessionId":"` + s.id + `"}` + "\n" + s.text
	w.do("%s was rewritten", s.id)
}

func (w *world) importAll() {
	var all []transcript.Source
	for _, s := range w.files {
		if s.text != "" {
			all = append(all, s.source())
		}
	}
	w.run(all...)
	w.do("imported; %s", w.spans())
}

func (w *world) forget(what string) {
	must.Do(w.t, os.RemoveAll(filepath.Join(w.dir, filepath.FromSlash(what))))
	w.do("lost %s", what)
}

// TestEveryTurnOnce is the law: whatever happens, every row that holds words lies in the range of
// exactly one entry, or its session is skipped; and what is worth keeping is kept once.
func TestEveryTurnOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{bench: newBench(t), t: rt, now: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC), said: map[string]bool{}, heard: map[string]string{}}
		defer w.f.Ledger.Dir.Close()
		w.files = []*saga{{id: "S0", script: script{path: "S0.jsonl"}}}
		if rapid.Bool().Draw(rt, "index") { // of rows, before anything is killed
			z := &saga{id: "S9", script: script{path: "S9.jsonl"}}
			w.files = append(w.files, z)
			w.speak(z)
			w.capture(z, true, false)
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			s := rapid.SampledFrom(w.files).Draw(rt, "session")
			switch rapid.IntRange(0, 13).Draw(rt, "do") {
			case 0, 1, 2, 3, 4:
				w.speak(s)
			case 5:
				w.lagging(s)
			case 6:
				if len(w.files) < 4 {
					w.fork(s)
				}
			case 7, 8:
				w.capture(s, false, false)
			case 9:
				w.capture(s, false, true)
			case 10:
				w.capture(s, true, rapid.Bool().Draw(rt, "crash"))
			case 11:
				w.rewrite(s)
			case 12:
				w.importAll()
			case 13:
				w.forget(rapid.SampledFrom([]string{layout.Rows, "nothing"}).Draw(rt, "what"))
			}
		}
		for _, s := range w.files {
			s.text += s.torn + s.lag
			s.torn, s.lag = "", ""
			w.capture(s, true, false)
		}
		w.check()
	})
}

func (w *world) check() {
	story := func() string { return strings.Join(w.log, "\n") }
	spans := must.Get(w.f.Daily.Spans())(w.t)
	recs, _ := must.Get2(w.f.Ledger.All(testNow))(w.t)
	ranges := map[string]int{}
	for _, s := range w.files {
		for _, x := range spans {
			if x.Session != s.id {
				continue
			}
			from, to := slices.Index(s.rows, cmp.Or(w.heard[x.From], x.From)), slices.Index(s.rows, cmp.Or(w.heard[x.To], x.To))
			if from < 0 || to < from {
				w.t.Fatalf("entry %+v of %v, after\n%s", x, s.rows, story())
			}
			if to < from {
				continue
			}
			for _, r := range s.rows[from : to+1] {
				ranges[r]++
			}
		}
	}
	archive := map[string]string{}
	rows, twice := w.archived()
	if twice != nil {
		w.t.Fatalf("rows %v are in the archive twice, after\n%s", twice, story())
	}
	for id, session := range rows {
		if real := cmp.Or(w.heard[id], id); archive[real] == "" {
			archive[real] = session
		} else {
			w.t.Fatalf("row %s is in the archive twice, after\n%s", real, story())
		}
	}
	state := map[string]ledger.State{}
	for _, r := range recs {
		state[r.Session] = r.State
		if r.Turns != r.Flushed+r.Pending+r.Skipped+r.Dead || r.Pending > 0 {
			w.t.Fatalf("%+v, after\n%s", r, story())
		}
	}
	var logs strings.Builder
	dates, _, _ := w.f.Daily.Dates()
	for _, d := range dates {
		logs.WriteString(w.bench.log(d.String()))
	}
	for r, keep := range w.said {
		if archive[r] == "" {
			w.t.Fatalf("row %s is not in the archive, after\n%s", r, story())
		}
		if n := ranges[r]; n != 1 && !(n == 0 && state[archive[r]] == ledger.Skipped) {
			w.t.Fatalf("row %s lies in %d ranges (%s), session %s %s, after\n%s", r, n, w.spans(), archive[r], state[archive[r]], story())
		}
		if n := strings.Count(bulletsOf(logs.String()), "keep "+r+"="); n != 1 && keep {
			w.t.Fatalf("row %s is kept %d times, after\n%s\n%s", r, n, story(), logs.String())
		}
	}
	if w.bench.t.Failed() {
		w.t.Fatalf("after\n%s", story())
	}
}

// bulletsOf leaves headings and contexts out of a log.
func bulletsOf(log string) string {
	var b strings.Builder
	for l := range strings.Lines(log) {
		if strings.HasPrefix(l, "- ") {
			b.WriteString(l)
		}
	}
	return b.String()
}
