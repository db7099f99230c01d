package queue

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A State is the state of a job.
type State string

const (
	Waiting  State = "waiting"  // for its turn, or for more of its session
	Working  State = "working"  // a worker has it, or had it within the last minutes and died
	Retrying State = "retrying" // it failed and waits for another attempt
	Dead     State = "dead"     // it failed too often
)

// A Job is everything that is to be captured of one session.
type Job struct {
	ID         string          `json:"id"` // Key of the session
	Agent      string          `json:"agent"`
	Session    string          `json:"session"`
	Transcript string          `json:"transcript,omitempty"` // the last that was named
	Dir        string          `json:"dir,omitempty"`        // the last that was named
	PID        int             `json:"pid,omitempty"`        // of the agent, the last that was named
	First      time.Time       `json:"first"`                // time of the first note
	Last       time.Time       `json:"last"`                 // and of the last
	Turns      int             `json:"turns"`                // Turn notes
	Kinds      []Kind          `json:"kinds"`                // sorted
	Why        map[Kind]string `json:"why,omitempty"`        // the last that each kind came with
	Messages   []Message       `json:"messages,omitempty"`   // the agent's last ones, oldest first
	Prompts    []Message       `json:"prompts,omitempty"`    // the person's, the same
	Attempts   int             `json:"attempts"`             // begun so often, this time included
	Failures   int             `json:"failures,omitempty"`   // ended so often in Retry
	Deferred   int             `json:"deferred,omitempty"`   // ended so often in Defer
	Next       time.Time       `json:"next,omitzero"`        // not before
	Reason     string          `json:"reason,omitempty"`     // why the last attempt failed
	Lease      *Lease          `json:"lease,omitempty"`
	Buried     time.Time       `json:"buried,omitzero"` // when it was given up
	State      State           `json:"state,omitempty"` // filled by List, Requeue and Drop

	// Merged are the names of notes that the job contains and that may still exist: if a worker
	// dies before it removes them, they must not count twice. Only unique names are listed.
	Merged []string `json:"merged,omitempty"`
}

// A Message is what a hook brought: a person's prompt, or the agent's last message of a turn.
type Message struct {
	Text string    `json:"text,omitempty"` // without what may be a secret
	Mark string    `json:"mark,omitempty"`
	At   time.Time `json:"at"`
}

// A Lease says who works on a job.
type Lease struct {
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Until time.Time `json:"until"` // for other machines; on its own the worker lock decides
}

// mostMessages is how many bytes the messages of one side in a job have. JSON writes up to six times as many.
const mostMessages = 4 * maxMessage

// Has reports whether the job has a note of the kind.
func (j *Job) Has(k Kind) bool { return slices.Contains(j.Kinds, k) }

// Said reports whether anything was said in the session, as far as the notes show.
func (j *Job) Said() bool { return j.Has(Prompt) || j.Has(Turn) || j.Has(Compact) }

// add merges a note.
func (j *Job) add(n Note) {
	o := Job{Transcript: n.Transcript, Dir: n.Dir, PID: n.PID, First: n.At, Last: n.At, Kinds: []Kind{n.Kind}}
	if n.Why != "" {
		o.Why = map[Kind]string{n.Kind: n.Why}
	}
	said := []Message{{n.Message, n.Mark, n.At}}
	if n.Message == "" && n.Mark == "" {
		said = nil
	}
	switch n.Kind {
	case Turn:
		o.Turns, o.Messages = 1, said
	case Prompt:
		o.Prompts = said
	}
	o.Agent, o.Session = n.Agent, n.Session
	j.absorb(o)
}

// absorb merges another job of the same session; where they differ, the later one counts.
func (j *Job) absorb(o Job) {
	if j.ID == "" {
		j.ID, j.Agent, j.Session = Key(o.Agent, o.Session), o.Agent, o.Session
	}
	later := !o.Last.Before(j.Last)
	pick(&j.Transcript, o.Transcript, later)
	pick(&j.Dir, o.Dir, later)
	pick(&j.PID, o.PID, later)
	if j.First.IsZero() || o.First.Before(j.First) {
		j.First = o.First
	}
	if later {
		j.Last = o.Last
	}
	j.Turns += o.Turns
	j.Kinds = union(j.Kinds, o.Kinds)
	for _, k := range slices.Sorted(maps.Keys(o.Why)) {
		if j.Why == nil {
			j.Why = map[Kind]string{}
		}
		old := j.Why[k]
		pick(&old, o.Why[k], later)
		j.Why[k] = old
	}
	j.Messages = lastMessages(append(j.Messages, o.Messages...))
	j.Prompts = lastMessages(append(j.Prompts, o.Prompts...))
}

func pick[T comparable](have *T, other T, later bool) {
	var none T
	if other != none && (later || *have == none) {
		*have = other
	}
}

func union(a, b []Kind) []Kind {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func lastMessages(m []Message) []Message {
	sorting.Stable(m, func(a, b Message) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Mark, b.Mark), cmp.Compare(a.Text, b.Text))
	})
	m = slices.CompactFunc(m, func(a, b Message) bool { // two hooks may tell one
		return a.Mark == b.Mark && a.Text == b.Text && a.At.Sub(b.At).Abs() < time.Second
	})
	from := len(m)
	for size := 0; from > 0; from-- {
		if size += len(m[from-1].Text) + 100; size > mostMessages { // the rest of it counted, too
			return slices.Clone(m[from:])
		}
	}
	return m
}
