package entry

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
)

// Settler is the agent of the entries in which a person decides which of two claims holds.
const Settler = "person"

// A Settlement is a person's word on lines of the logs: a decision between two claims that contradict each other. It is an entry like any
// other, so it lasts as long as the logs do: its lines repeat what holds, its from names the lines that do
// not hold, its to those that do. If both claims hold, these name the lines of the two claims. A word on a task, see
// [Task], is one too: its from and to name the lines that say the task.
type Settlement struct {
	Pair  string   // identifies the two claims: see [Pair]
	N     int      // number of this decision on them, from 1: the last one counts
	Both  bool     // both hold
	Task  bool     // it is on a task
	Past  []string // lines that do not hold any more, as [Dated.Ref] names them; if both hold, the first claim's
	Holds []string // those that do; if both hold, the second claim's
}

// Pair identifies two claims, each by its lines; the claim that comes first in the logs is the first.
func Pair(first, second []string) string {
	a, b := slices.Sorted(slices.Values(first)), slices.Sorted(slices.Values(second))
	return digest("pair", strings.Join(a, ","), strings.Join(b, ","))[:10]
}

// LineRef identifies a line of a day's log permanently: by its block id, or by its words where it has none.
func LineRef(day, block, text string) string {
	if block != "" {
		return day + "^" + strings.ToLower(block)
	}
	return day + "~" + LineHash("", markdown.Oneline(text))[:12]
}

// Entry returns the settlement as an entry of a log; holds are the bullets that hold.
func (s Settlement) Entry(project string, holds []Bullet, at time.Time) Entry {
	verb, context := "settled", "What holds of two claims that did not agree."
	if s.Both {
		verb, context = "both", "Two claims that seemed not to agree both hold."
	}
	e := Entry{
		Agent: Settler, Session: verb + "/" + s.Pair + "/" + strconv.Itoa(s.N), Project: project, At: at,
		From: strings.Join(s.Past, ","), To: strings.Join(s.Holds, ","), By: Settler,
	}
	e.Title, e.Context = "Settled", context
	for _, b := range holds {
		e.Bullets = append(e.Bullets, Bullet{Kind: b.Kind, Text: b.Text, Done: b.Done})
	}
	return e
}

// Task returns the entry by which a person says that a task is done, or open again. refs are the lines that say it, and n
// is the number of this word on it, from 1.
func Task(text string, done bool, refs []string, n int, project string, at time.Time) Entry {
	verb, title, context := "open", "Task open again", "A task is to be done after all."
	if done {
		verb, title, context = "done", "Task done", "A task was done."
	}
	of := strings.Join(refs, ",")
	e := Entry{Agent: Settler, Session: verb + "/" + Pair(refs, nil) + "/" + strconv.Itoa(n), Project: project, At: at, From: of, To: of, By: Settler}
	e.Title, e.Context = title, context
	e.Bullets = []Bullet{{Kind: Action, Text: text, Done: done, Settles: of}}
	return e
}

// Settlement returns the settlement that an entry records, if it records one.
func (e Entry) Settlement() (s Settlement, ok bool) {
	if e.Agent != Settler {
		return s, false
	}
	f := strings.Split(e.Session, "/")
	if len(f) != 3 || !slices.Contains([]string{"settled", "both", "done", "open"}, f[0]) || e.From == "" || e.To == "" {
		return s, false
	}
	n, err := strconv.Atoi(f[2])
	if err != nil || n < 1 {
		return s, false
	}
	return Settlement{f[1], n, f[0] == "both", f[0] == "done" || f[0] == "open", strings.Split(e.From, ","), strings.Split(e.To, ",")}, true
}
