package status

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// riskAhead is how far ahead status looks for transcripts that their agent is about to delete.
const riskAhead = 7 * 24 * time.Hour

// A Heap counts transcripts and their bytes.
type Heap struct {
	Transcripts int   `json:"transcripts"`
	Bytes       int64 `json:"bytes"`
}

func heapOf(sources []transcript.Source) Heap {
	h := Heap{Transcripts: len(sources)}
	for _, s := range sources {
		h.Bytes += s.Size
	}
	return h
}

// An AtRisk is an uncaptured transcript that its agent deletes soon.
type AtRisk struct {
	Session    string    `json:"session"`
	Transcript string    `json:"transcript"`
	Bytes      int64     `json:"bytes"`
	Deleted    time.Time `json:"deleted"` // from then on
}

// Uncaptured is the part of the agents' folders that is not captured.
type Uncaptured struct {
	Shelves  []Shelf             // of the agents that there are
	Unread   string              // the first folder that cannot be read
	Sessions map[string]bool     // that have one
	Older    []transcript.Source // left to import: from before the install, or of an agent without hooks
	Grown    []transcript.Source // grew since they were captured, without a report of a hook
	Unheard  []transcript.Source // of sessions nothing is known of
	AtRisk   []AtRisk            // of those not captured, the soonest first
}

// A Shelf is the folder in which an agent keeps its transcripts.
type Shelf struct {
	Agent    agents.Agent
	Root     string
	Sessions int
	Kept     time.Duration // how long the agent keeps each after its last change; 0 if it deletes none
}

// Open returns the transcripts of an agent that are not captured.
func (t *Uncaptured) Open(agent string) (out []transcript.Source) {
	return pick.Where(slices.Concat(t.Older, t.Grown, t.Unheard), func(s transcript.Source) bool { return s.Agent == agent })
}

// uncaptured compares the agents' folders with the ledger and the queue.
func uncaptured(ctx context.Context, v *workspace.Vault, records []ledger.Record, jobs []queue.Job) (Uncaptured, error) {
	t := Uncaptured{Sessions: map[string]bool{}, AtRisk: []AtRisk{}}
	scanner, err := v.Scanner()
	if err != nil {
		return t, err
	}
	know := knowledge(records, jobs)
	var wrong, unclear error // a folder cannot be read, settings cannot
	for _, a := range agents.All {
		shelf := Shelf{Agent: a, Root: a.Root(v.Machine.Getenv, v.Machine.Home)}
		if a.Keeps != nil {
			var err error
			if shelf.Kept, err = a.Keeps(a.Folder(v.Machine.Getenv, v.Machine.Home)); err != nil && unclear == nil {
				unclear = err
			}
		}
		sources, err := a.Sessions(ctx, shelf.Root)
		if err != nil && wrong == nil {
			wrong, t.Unread = err, shelf.Root
		}
		for _, s := range sources {
			t.Sessions[s.Stem()] = true
		}
		shelf.Sessions = len(sources)
		if len(sources) > 0 || a.Name == claude.Name {
			t.Shelves = append(t.Shelves, shelf)
		}
		if _, hooked := scanner.Since[a.Name]; hooked {
			if err := t.compare(scanner, sources, know, v.Now()); err != nil {
				return t, err
			}
			continue
		}
		for _, s := range sources {
			if !know.read(s) {
				t.Older = append(t.Older, s)
			}
		}
	}
	if wrong != nil {
		return t, wrong
	}
	for _, shelf := range t.Shelves {
		if shelf.Kept > 0 {
			t.risk(t.Open(shelf.Agent.Name), shelf.Kept, know, v.Now())
		}
	}
	return t, unclear
}

// compare sorts the transcripts of an agent whose hooks tell of them.
func (t *Uncaptured) compare(scanner *ledger.Scanner, sources []transcript.Source, know known, now time.Time) error {
	found, err := scanner.Find(sources, now)
	if err != nil {
		return err
	}
	for _, s := range found.Old {
		if !know.read(s) {
			t.Older = append(t.Older, s)
		}
	}
	for _, s := range found.New {
		switch {
		case know.read(s) || know.queued[s.Stem()]:
		case know.recorded[s.Stem()]:
			t.Grown = append(t.Grown, s)
		default:
			t.Unheard = append(t.Unheard, s)
		}
	}
	for _, s := range sources {
		if know.read(s) && know.files[s.Path].older {
			t.Older = append(t.Older, s)
		}
	}
	return nil
}

// risk finds the sources that are not captured and that the agent deletes soon.
func (t *Uncaptured) risk(sources []transcript.Source, kept time.Duration, know known, now time.Time) {
	for _, s := range sources {
		if end := s.ModTime.Add(kept); !know.captured(s) && end.Before(now.Add(riskAhead)) {
			t.AtRisk = append(t.AtRisk, AtRisk{s.Stem(), s.Path, s.Size, end})
		}
	}
	sorting.Stable(t.AtRisk, func(a, b AtRisk) int {
		return cmp.Or(a.Deleted.Compare(b.Deleted), cmp.Compare(a.Transcript, b.Transcript))
	})
	t.AtRisk = slices.CompactFunc(t.AtRisk, func(a, b AtRisk) bool { return a.Transcript == b.Transcript })
}

// known is what the ledger and the queue hold, by session and by file.
type known struct {
	queued, recorded map[string]bool
	files            map[string]readFile
}

// readFile is a transcript as it was when it was last read.
type readFile struct {
	ledger.File
	waits bool // something of it is still to be captured
	older bool // all of it was said before the install, which a scan only then saw
}

func knowledge(records []ledger.Record, jobs []queue.Job) known {
	k := known{map[string]bool{}, map[string]bool{}, map[string]readFile{}}
	for _, j := range jobs {
		k.queued[j.Session] = true
	}
	for _, r := range records {
		k.recorded[r.Session] = true
		settled := (r.State == ledger.Flushed || r.State == ledger.Skipped) && r.Pending == 0
		for _, f := range r.Files {
			older := f.Older > 0 && r.Turns == 0
			k.files[f.Path] = readFile{f, k.files[f.Path].waits || !settled || older, older}
		}
	}
	return k
}

// read reports whether s was read in its present state. The name of a file may differ from its session's id.
func (k known) read(s transcript.Source) bool {
	f, ok := k.files[s.Path]
	return ok && f.Size == s.Size && f.ModTime.Equal(s.ModTime)
}

// captured reports whether all of s is captured.
func (k known) captured(s transcript.Source) bool { return k.read(s) && !k.files[s.Path].waits }

// captures reports whether hooks are installed for this vault, or ever reported anything to it: only then does it
// count new transcripts.
func captures(v *workspace.Vault) bool {
	if installed, _, err := vault.Installed(v.Dir, v.Now()); err == nil && len(installed) > 0 {
		return true
	}
	_, err := v.Dir.Stat(layout.Queue)
	return err == nil
}

// unheard returns a pending session for each transcript that no hook reported.
func (t *Uncaptured) unheard() []ledger.Record {
	var out []ledger.Record
	for _, s := range t.Unheard {
		out = append(out, ledger.Record{Agent: s.Agent, Session: s.Stem(), Last: s.ModTime, State: ledger.Pending,
			Reason: "no hook told of it", Files: []ledger.File{{Path: s.Path, Size: s.Size, ModTime: s.ModTime}}})
	}
	return out
}
