package flush

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A rollout writes a transcript of Codex in the form in which forks repeat the rows before them.
type rollout struct {
	id   string
	meta []string                 // payloads of its session_metas
	rows []func(at string) string // of these, a copy gives some another time
	text []string
	bare bool // it is of a version that names no turns
}

// v7 returns an id that tells a time of the day.
func v7(clock string, n int) string {
	at, _ := time.Parse(time.RFC3339, "2026-03-01T"+clock+"Z")
	h := fmt.Sprintf("%012x7%03x8000%012x", at.UnixMilli(), n, n)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func row(clock, kind, payload string) string {
	return fmt.Sprintf(`{"timestamp":"2026-03-01T%sZ","type":%q,"payload":%s}`+"\n", clock, kind, payload)
}

// begin starts a session; source is the JSON of who started it.
func begin(clock, source string) *rollout {
	r := &rollout{id: v7(clock, 0)}
	r.meta = []string{fmt.Sprintf(`{"id":%q,"cwd":"/w/app","source":%s}`, r.id, source)}
	r.text = []string{row(clock, "session_meta", r.meta[0])}
	return r
}

// says adds a turn: the first of words is the person's, or an agent's order, the others are the agent's.
func (r *rollout) says(clock string, words ...string) *rollout {
	add := func(clock, payload string) {
		r.rows = append(r.rows, func(at string) string {
			if at == "" {
				at = clock
			}
			return row(at, "event_msg", payload)
		})
		r.text = append(r.text, r.rows[len(r.rows)-1](""))
	}
	if !r.bare {
		add(clock, fmt.Sprintf(`{"type":"task_started","turn_id":%q}`, v7(clock, 1)))
	}
	for i, w := range words {
		kind := "agent_message"
		if i == 0 {
			kind = "user_message"
		}
		add(clock[:6]+fmt.Sprintf("%02d", i+1), fmt.Sprintf(`{"type":%q,"message":%q}`, kind, w))
	}
	return r
}

// on adds more of the agent's words to the last turn.
func (r *rollout) on(clock, words string) *rollout {
	r.text = append(r.text, row(clock, "event_msg", fmt.Sprintf(`{"type":"agent_message","message":%q}`, words)))
	r.rows = append(r.rows, func(at string) string {
		return row(at, "event_msg", fmt.Sprintf(`{"type":"agent_message","message":%q}`, words))
	})
	return r
}

// fork begins a session with all that r says so far.
func (r *rollout) fork(clock, source string) *rollout {
	f := begin(clock, source)
	f.bare = r.bare
	f.meta = append(f.meta, r.meta...)
	for _, m := range r.meta {
		f.text = append(f.text, row(clock, "session_meta", m))
	}
	for _, x := range r.rows {
		f.rows = append(f.rows, func(string) string { return x(clock) })
		f.text = append(f.text, x(clock))
	}
	return f
}

func (r *rollout) source() transcript.Source {
	text := strings.Join(r.text, "")
	return transcript.Source{Agent: "codex", Path: "rollout-" + r.id + ".jsonl", Size: int64(len(text)), ModTime: time.Unix(int64(len(text)), 0),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

func spawned(parent *rollout) string {
	return fmt.Sprintf(`{"subagent":{"thread_spawn":{"parent_thread_id":%q,"depth":1}}}`, parent.id)
}

// said checks that the log has each of words once.
func (b *bench) said(words ...string) {
	b.t.Helper()
	log := b.log("2026-03-01")
	for _, w := range words {
		n := strings.Count(log, "- "+w+" ^")
		must.Hold(b.t, n == 1, "%q is said %d times:\n%s", w, n, log)
	}
	must.Hold(b.t, !strings.Contains(log, "order"), "an agent's order is kept:\n%s", log)
	_, twice := b.archived()
	must.Hold(b.t, twice == nil, "archived twice: %v", twice)
}

// What a person typed before an agent forked their session is theirs, once, whichever of the transcripts there are, and
// whichever comes first.
func TestForkOfAnAgent(t *testing.T) {
	t.Run("with turns", func(t *testing.T) { forkOfAnAgent(t, false) })
	t.Run("without", func(t *testing.T) { forkOfAnAgent(t, true) })
}

func forkOfAnAgent(t *testing.T, bare bool) {
	parent := begin("10:00:00", `"cli"`)
	parent.bare = bare
	parent.says("10:01:00", "keep one", "done").says("10:02:00", "keep two", "well", "well")
	early := parent.fork("10:02:30", spawned(parent)).says("10:02:31", "keep this order", "keep order")
	parent.on("10:02:50", "keep two and a half").says("10:03:00", "keep three")
	late := parent.fork("10:03:30", spawned(parent)).says("10:03:31", "keep this order")
	nested := late.fork("10:03:40", spawned(late)).says("10:03:41", "keep this order")
	before := []string{"keep one", "keep two"}
	all := append(slices.Clone(before), "keep two and a half", "keep three")
	more := append(slices.Clone(all), "keep four")
	whole := begin("10:00:00", `"cli"`)
	whole.meta, whole.text = parent.meta, append(slices.Clone(parent.text), row("10:04:01", "event_msg", `{"type":"user_message","message":"keep four"}`))
	type step []*rollout
	for name, c := range map[string]struct {
		steps []step
		want  []string
	}{
		"absent":              {[]step{{early}}, before},
		"absent, two forks":   {[]step{{late, early}}, all},
		"absent, a late fork": {[]step{{early}, {early, late}}, all},
		"absent, the other":   {[]step{{late}, {early}}, all},
		"absent, nested":      {[]step{{nested}, {nested, early}}, all},
		"present":             {[]step{{early, parent, late, nested}}, all},
		"present, then forks": {[]step{{parent}, {early, late}}, all},
		"present, then gone":  {[]step{{parent}, {early}, {late, nested}}, all},
		"later":               {[]step{{early}, {parent, early}}, all},
		"later, and longer":   {[]step{{late}, {whole, late}}, more},
		"later, then a fork":  {[]step{{early}, {parent}, {late}}, all},
	} {
		if bare && name == "absent, nested" {
			continue // no version without turns has a subagent spawn another
		}
		for _, lost := range []string{"nothing", layout.Rows, ".memoria/state", ".memoria"} {
			t.Run(name+", lost "+lost, func(t *testing.T) {
				b := newBench(t)
				for _, s := range c.steps {
					var sources []transcript.Source
					for _, r := range s {
						sources = append(sources, r.source())
					}
					b.run(sources...)
					b.run(sources...)
					b.lose(lost)
				}
				b.said(c.want...)
			})
		}
	}
}

// What a person forked is captured as theirs, once; what was said in the fork is the fork's.
func TestForkOfAPerson(t *testing.T) {
	t.Run("with turns", func(t *testing.T) { forkOfAPerson(t, false) })
	t.Run("without", func(t *testing.T) { forkOfAPerson(t, true) })
}

func forkOfAPerson(t *testing.T, bare bool) {
	parent := begin("10:00:00", `"cli"`)
	parent.bare = bare
	parent.says("10:01:00", "keep one", "done").says("10:02:00", "keep one", "done")
	fork := parent.fork("10:02:30", `"cli"`).says("10:03:00", "keep two")
	parent.says("10:04:00", "keep three")
	for name, steps := range map[string][][]*rollout{
		"together": {{parent, fork}}, "the fork first": {{fork}, {parent}}, "the parent first": {{parent}, {fork}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			for _, s := range steps {
				for _, r := range s {
					b.run(r.source())
				}
			}
			b.said("keep two", "keep three")
			n := strings.Count(b.log("2026-03-01"), "- keep one ^")
			must.Hold(t, n == 2, "what was said twice is there %d times:\n%s", n, b.log("2026-03-01"))
			n = strings.Count(b.log("2026-03-01"), "session="+fork.id)
			must.Hold(t, n == 1, "%d entries of the fork:\n%s", n, b.log("2026-03-01"))
		})
	}
}

// A hook may tell of a fork before its parent was captured so far: an import sees whose the copies are.
func TestForkWhileItsParentRuns(t *testing.T) {
	parent := begin("10:00:00", `"cli"`).says("10:01:00", "keep one")
	b := newBench(t)
	live := func(r *rollout, final bool) { b.capture(Capture{Source: r.source(), Session: r.id, Final: final}) }
	live(parent, false)
	parent.on("10:01:10", "keep one more")
	fork := parent.fork("10:01:20", spawned(parent)).says("10:01:21", "keep this order")
	live(fork, true)
	parent.on("10:01:50", "keep the last")
	live(parent, true)
	b.run(fork.source(), parent.source())
	b.run(fork.source())
	b.said("keep one", "keep one more", "keep the last")

	lone := newBench(t)
	lone.capture(Capture{Source: fork.source(), Session: fork.id, Final: true})
	lone.run(fork.source())
	lone.said("keep one", "keep one more")
}

// What was forgotten does not come back with a fork, nor what a fork told with its parent.
func TestForkOfWhatWasForgotten(t *testing.T) {
	parent := begin("10:00:00", `"cli"`).says("10:01:00", "keep one")
	fork := parent.fork("10:02:30", spawned(parent)).says("10:02:31", "keep this order")
	for _, order := range [][]*rollout{{parent, fork}, {fork, parent}} {
		for _, whole := range []bool{true, false} {
			b := newBench(t)
			b.run(order[0].source())
			var x forgotten.Target
			if x.Entries = b.logged(); whole {
				x.Sessions = []forgotten.Session{{Agent: "codex", ID: parent.id}}
			}
			b.forget(&x, testNow)
			b.run(order[1].source())
			b.run(order[0].source(), order[1].source())
			b.silent("keep one")
		}
	}
}
