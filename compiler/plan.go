package compiler

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Plan says what a run will do and why. Making one writes nothing. A run does all of it or nothing.
type Plan struct {
	Logs     []logs.Standing // every log, by day
	Edits    []journal.Edit  // every file of the wiki that changes, in the order of writing
	ByHand   []journal.Note  // what a person did to articles since the last run that makes their links be checked again
	Notes    []journal.Note  // what is not changed, and why
	Problems []journal.Note  // what needs a person's attention: a page that cannot be read, a draft that was set aside

	Proposals []proposal.Proposal // changes that wait because a person changed the same lines; of all pages that were read

	read        time.Time         // when reading its input began
	young       time.Duration     // until files that somebody is saving count as complete
	pagesOnly   bool              // these files are all pages that the plan changes
	ran         bool              // the author was asked, so the state advances
	idle        bool              // nothing to do, known without reading a file
	fingerprint string            // of the vault when it was planned: see wiki.Store.Look
	resumed     bool              // it completes an interrupted run
	stateAt     string            // hash of the state file it was made from
	stored      *state.State      // as it was on the disk
	state       *state.State      // as it was, with the changes of an interrupted run
	next        *state.State      // as it is after the run
	outcome     *wiki.Wiki        // as it is after the run
	removals    []state.LogLine   // what log.md says of articles that a person removed
	barred      map[string]bool   // pages that cannot be written because a folder has their name
	blobs       map[string][]byte // base texts of later merges, by hash
	controls    []daily.Control   // what the person here took out or put back, for the log of this machine
	shared      *adopt.Run        // what goes to other machines; nil in a vault that is not shared
	copies      []adopt.PageCopy  // of pages of a shared vault, by a file sync

	redescribed bool // a forget removed the description of a page, and the index still has it
}

// told returns what a report tells of a plan, without the states and pages that it was made of: what is done behind a run
// needs their memory.
func (p *Plan) told() *Plan {
	for i := range p.Edits {
		e := &p.Edits[i]
		e.Title, e.Line.Title = strings.Clone(e.Title), strings.Clone(e.Line.Title) // a piece of all that was read of entries
	}
	return &Plan{Logs: p.Logs, Edits: p.Edits, ByHand: p.ByHand, Notes: p.Notes, Problems: p.Problems, Proposals: p.Proposals}
}

// Empty reports whether there is nothing to write.
func (p *Plan) Empty() bool { return len(p.Edits) == 0 }

// Lines returns the plan as text: the logs that are not fresh, then what is written, then what is not.
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

// logLines returns the lines to add to log.md.
func (p *Plan) logLines() []state.LogLine {
	lines := slices.Clone(p.removals)
	for _, e := range p.Edits {
		lines = append(lines, e.Line)
	}
	return state.SortLines(lines)
}

// String returns Lines, one below the other.
func (p *Plan) String() string { return strings.Join(p.Lines(), "\n") + "\n" }

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
