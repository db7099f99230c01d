package queue

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// A model is the queue as its package comment describes it, without files.
type model struct {
	notes map[string]*mnotes
	jobs  map[string]*mjob
	dead  map[string]*mjob
	now   time.Time
	held  string // session whose job is worked on
}

type mnotes struct{ turns int }

type mjob struct {
	turns, attempts, failures int
	next                      time.Time
}

const (
	modelAttempts = 3
	modelDeaths   = 3
)

// rank orders what can be had; -1 is not now.
func (m *model) rank(s string) int {
	switch j := m.jobs[s]; {
	case j != nil && !j.next.After(m.now):
		if j.attempts-j.failures >= modelDeaths {
			return deadly
		}
		return max(1, j.attempts)
	case j != nil || m.notes[s] == nil:
		return -1
	case m.dead[s] != nil:
		return math.MaxInt
	}
	return 0
}

// best is the lowest rank that can be had, once what was tried too often is buried.
func (m *model) best(sessions []string) int {
	best := -1
	for _, s := range sessions {
		if r := m.rank(s); r >= 0 && (best < 0 || r < best) {
			best = r
		}
	}
	if best < deadly {
		return best
	}
	for _, s := range sessions {
		if m.jobs[s] != nil && m.rank(s) == deadly {
			m.dead[s] = m.jobs[s]
			delete(m.jobs, s)
		}
	}
	for _, s := range sessions {
		if m.rank(s) >= 0 {
			return m.rank(s)
		}
	}
	return -1
}

func (m *model) claim(s string) {
	j := m.jobs[s]
	if j == nil {
		j = &mjob{}
		if d := m.dead[s]; d != nil {
			j.turns += d.turns
		}
	}
	if n := m.notes[s]; n != nil {
		j.turns += n.turns
	}
	j.attempts++
	j.next = time.Time{}
	delete(m.notes, s)
	m.jobs[s], m.held = j, s
}

func (m *model) list() []string {
	var all []string
	for s, n := range m.notes {
		turns, attempts := n.turns, 0
		if j := m.jobs[s]; j != nil {
			turns, attempts = turns+j.turns, j.attempts
		} else if d := m.dead[s]; d != nil {
			turns += d.turns
		}
		all = append(all, fmt.Sprint(s, " ", turns, " ", attempts))
	}
	for s, j := range m.jobs {
		if m.notes[s] == nil {
			all = append(all, fmt.Sprint(s, " ", j.turns, " ", j.attempts))
		}
	}
	for s, j := range m.dead {
		all = append(all, fmt.Sprint(s, " ", j.turns, " ", j.attempts, " dead"))
	}
	slices.Sort(all)
	return all
}

func listed(t *rapid.T, q *Queue, now time.Time) []string {
	jobs := must.Get(q.List(now))(t)
	var all []string
	for _, j := range jobs {
		line := fmt.Sprint(j.Session, " ", j.Turns, " ", j.Attempts)
		if j.State == Dead {
			line += " dead"
		}
		all = append(all, line)
	}
	slices.Sort(all)
	return all
}

// Whatever hooks, workers, their deaths and people do, in whatever order, the queue does what the
// model does.
func TestModel(t *testing.T) {
	root := memory(t)
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++
		dir := filepath.Join(root, fmt.Sprint(runs))
		ok(t, os.MkdirAll(filepath.Join(dir, ".memoria"), 0o755))
		q := queueAt(t, dir)
		q.MaxAttempts, q.MaxDeaths = modelAttempts, modelDeaths
		defer func() { q.Dir.Close(); os.RemoveAll(dir) }()
		m := &machine{q: q, model: model{map[string]*mnotes{}, map[string]*mjob{}, map[string]*mjob{}, noon, ""}}
		rt.Repeat(map[string]func(*rapid.T){
			"put": m.put, "next": m.next, "end": m.end, "kill": m.kill, "wait": m.wait, "requeue": m.requeue, "drop": m.drop, "": m.check,
		})
	})
}

// A machine does the same to a queue and to its model.
type machine struct {
	model
	q   *Queue
	job *Job
}

var modelSessions = []string{"a", "b", "c"}

func (m *machine) put(t *rapid.T) {
	s := rapid.SampledFrom(modelSessions).Draw(t, "session")
	k := rapid.SampledFrom([]Kind{Start, Prompt, Turn, Turn, Compact, End, Seen, Scan}).Draw(t, "kind")
	must.Do(t, m.q.Put(note(k, s, m.now)))
	if m.notes[s] == nil {
		m.notes[s] = &mnotes{}
	}
	if k == Turn {
		m.notes[s].turns++
	}
}

func (m *machine) next(t *rapid.T) {
	if m.job != nil {
		t.Skip("one at a time")
	}
	due, _, err := m.q.Due(m.now, false)
	must.Do(t, err)
	possible := slices.ContainsFunc(modelSessions, func(s string) bool { return m.rank(s) >= 0 })
	must.Be(t, due == possible, "due %v, want %v", due, possible)
	j, err := m.q.Next(m.now, rapid.Bool().Draw(t, "all"))
	must.Do(t, err)
	best := m.best(modelSessions)
	if j == nil {
		must.Be(t, best < 0, "none is due, want rank %d", best)
		return
	}
	got := m.rank(j.Session)
	must.Be(t, got == best, "session %s of rank %d, want %d", j.Session, got, best)
	m.claim(j.Session)
	w := m.jobs[j.Session]
	must.Be(t, j.Turns == w.turns && j.Attempts == w.attempts, "job is %+v, want %+v", j, w)
	m.job = j
}

func (m *machine) end(t *rapid.T) {
	if m.job == nil {
		t.Skip("nothing is worked on")
	}
	j, there := m.job, m.jobs[m.held]
	m.job = nil
	way := rapid.SampledFrom([]string{"done", "retry", "retry", "release", "bury"}).Draw(t, "way")
	hint := time.Duration(rapid.IntRange(-5, 99999).Draw(t, "hint")) * time.Second
	switch way {
	case "done":
		must.Do(t, m.q.Done(j))
		if there != nil {
			delete(m.jobs, m.held)
			delete(m.dead, m.held)
		}
		return
	case "retry":
		must.Do(t, m.q.Retry(j, m.now, "busy", hint))
		if there != nil && there.failures+1 < modelAttempts {
			there.failures++
			there.next = m.now.Add(m.q.wait(there.failures, hint))
			return
		}
	case "release":
		must.Do(t, m.q.Release(j, m.now, "", hint))
		if there != nil {
			there.attempts--
			if hint > 0 {
				there.next = m.now.Add(m.q.wait(1, hint))
			}
		}
		return
	case "bury":
		must.Do(t, m.q.GiveUp(j, m.now, "bad"))
	}
	if there != nil {
		m.dead[m.held] = there
		delete(m.jobs, m.held)
	}
}

func (m *machine) kill(*rapid.T) { m.job, m.q = nil, again(m.q) }

func (m *machine) wait(t *rapid.T) {
	m.now = m.now.Add(time.Duration(rapid.IntRange(1, 1e5).Draw(t, "seconds")) * time.Second)
}

func (m *machine) requeue(t *rapid.T) {
	match := rapid.SampledFrom(append(modelSessions, "")).Draw(t, "match")
	_, err := again(m.q).Requeue(m.now, match)
	must.Do(t, err)
	for _, s := range modelSessions {
		d := m.dead[s]
		if d == nil || match != "" && match != s && !(&Job{ID: Key("claude", s)}).matches(match) {
			continue
		}
		delete(m.dead, s)
		if m.notes[s] == nil {
			m.notes[s] = &mnotes{}
		}
		m.notes[s].turns += d.turns
	}
}

func (m *machine) drop(t *rapid.T) {
	jobs, err := m.q.List(m.now)
	must.Do(t, err)
	if len(jobs) == 0 {
		t.Skip("nothing to drop")
	}
	j := rapid.SampledFrom(jobs).Draw(t, "job")
	must.Do(t, again(m.q).Drop([]Job{j}))
	if j.State == Dead {
		delete(m.dead, j.Session)
		return
	}
	delete(m.notes, j.Session)
	delete(m.jobs, j.Session)
}

func (m *machine) check(t *rapid.T) {
	got, want := listed(t, m.q, m.now), m.list()
	must.Be(t, slices.Equal(got, want), "list is %q, want %q", got, want)
}
