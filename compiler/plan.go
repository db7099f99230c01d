package compiler

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Plan says what a run will do and why. Making one writes nothing, and [Compiler.Apply] does what
// it says or nothing at all.
type Plan struct {
	Logs     []LogPlan      // every log, by day
	Edits    []journal.Edit // every file of the wiki that changes, in the order of writing
	ByHand   []journal.Note // what a person did to articles since the last run, for which their links are looked at again
	Notes    []journal.Note // what is left as it is, and why
	Problems []journal.Note // what somebody has to look at: a page that cannot be read, a draft that was set aside

	Proposals []Proposal // changes that wait because a person changed the same lines; all of the pages that were looked at

	read    time.Time     // when what it was made from began to be read
	young   time.Duration // until what somebody is saving is left alone long enough to be whole
	ran     bool          // the author was asked, so the state advances
	idle    bool          // known without a look at any file: there is nothing to do
	sight   string        // of the vault when it was planned: see wiki.Store.Look
	resumed bool          // an interrupted run is ended
	stateAt string        // hash of the state file it was made from
	state   *state.State  // as it was, with what an interrupted run had done
	next    *state.State  // as it is after the run
	outcome *wiki.Wiki    // as it is after the run
	pending state.Pending
	barred  map[string]bool   // pages that cannot be written because a folder has their name
	blobs   map[string][]byte // texts that later merges start from, by hash

	redescribed bool // a page lost its description to a forget, and the index does not know
}

// A LogPlan says how a day's log stands.
type LogPlan struct {
	Date     daily.Date      `json:"date"`
	State    state.Staleness `json:"state"`
	Until    time.Time       `json:"until,omitzero"`     // Waiting only: when the interval has passed
	Compiled bool            `json:"-"`                  // this run compiles it
	Entries  int             `json:"entries"`            // in the log; of a log that is gone, those it had
	Fresh    int             `json:"fresh"`              // of these, new or changed since they were compiled
	Lost     int             `json:"lost,omitempty"`     // entries that were compiled and are not in the log any more
	Unclosed int             `json:"unclosed,omitempty"` // entries that were compiled and lack their closing marker now
	Torn     int             `json:"torn,omitempty"`     // entries that a crash cut off: no one reads them
}

// Empty reports whether the vault is as it should be.
func (p *Plan) Empty() bool { return len(p.Edits) == 0 }

// Lines is the plan as text: the logs that are not fresh, then what is written, then what is not.
func (p *Plan) Lines() []string {
	var out []string
	for _, l := range p.Logs {
		if l.State != state.Fresh {
			out = append(out, l.String())
		}
	}
	for _, e := range p.Edits {
		out = append(out, e.String())
	}
	for _, n := range p.ByHand {
		out = append(out, "by hand "+n.String())
	}
	for _, q := range p.Proposals {
		out = append(out, "propose "+q.String())
	}
	for _, n := range p.Notes {
		out = append(out, "note    "+n.String())
	}
	for _, n := range p.Problems {
		out = append(out, "problem "+n.String())
	}
	if len(out) == 0 {
		out = append(out, "nothing to do: every log is compiled as it is")
	}
	return out
}

// String is Lines, one below the other.
func (p *Plan) String() string { return strings.Join(p.Lines(), "\n") + "\n" }

// String is the log's line in a plan.
func (l LogPlan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "log     %s  ", l.Date)
	switch l.State {
	case state.Waiting:
		fmt.Fprintf(&b, "waiting until %s, %s", l.Until.Format("2006-01-02 15:04"), of(l.Fresh, l.Entries, "new or changed"))
	case state.Gone:
		fmt.Fprintf(&b, "gone: what was compiled from it stays")
	case state.Undone:
		fmt.Fprintf(&b, "undone: its compile was taken back, and it is compiled when it changes, or with --all or --file")
	case state.Outdated:
		fmt.Fprintf(&b, "outdated: another version of the author compiled it, and only --all does so again")
	default:
		fmt.Fprintf(&b, "%s, %s", l.State, of(l.Fresh, l.Entries, "new or changed"))
		if !l.Compiled {
			b.WriteString("; not asked for")
		}
	}
	if l.Lost > 0 {
		fmt.Fprintf(&b, "; %s taken out", count(l.Lost, "entry", "entries"))
	}
	if l.Unclosed > 0 {
		fmt.Fprintf(&b, "; %s not closed any more", count(l.Unclosed, "entry", "entries"))
	}
	if l.Torn > 0 {
		fmt.Fprintf(&b, "; %s cut off by a crash", count(l.Torn, "entry", "entries"))
	}
	return b.String()
}

func of(n, all int, what string) string {
	if all == 0 {
		return "no entries"
	}
	return fmt.Sprintf("%d of %s %s", n, count(all, "entry", "entries"), what)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// dayList names days for a reader, the last few of many.
func dayList(days []wiki.Date) string {
	const most = 3
	days = slices.Compact(slices.Sorted(slices.Values(days)))
	s := ""
	if n := len(days) - most; n > 0 {
		s, days = fmt.Sprintf("%s and ", count(n, "day", "days")), days[n:]
	}
	for i, d := range days {
		if i > 0 {
			s += ", "
		}
		s += string(d)
	}
	return s
}
