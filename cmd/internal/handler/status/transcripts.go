package status

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
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

// Uncaptured is the part of the agent's folder that is not captured.
type Uncaptured struct {
	Root     string
	Kept     time.Duration       // from its last change until the agent deletes one
	Sessions map[string]bool     // that have one
	Older    []transcript.Source // from before the install, left to import
	Grown    []transcript.Source // grew since they were captured, without a report of a hook
	Unheard  []transcript.Source // of sessions nothing is known of
	AtRisk   []AtRisk            // of those not captured, the soonest first
}

// uncaptured compares the agent's folder with the ledger and the queue.
func uncaptured(ctx context.Context, v *workspace.Vault, records []ledger.Record, jobs []queue.Job) (Uncaptured, error) {
	t := Uncaptured{Root: v.Machine.Transcripts(), Sessions: map[string]bool{}, AtRisk: []AtRisk{}}
	sources, err := claude.Sessions(ctx, t.Root)
	if err != nil {
		return t, err
	}
	scanner, err := v.Scanner()
	if err != nil {
		return t, err
	}
	found, err := scanner.Find(sources, v.Now())
	if err != nil {
		return t, err
	}
	know := knowledge(records, jobs)
	for _, s := range found.Old {
		if !know.read(s) {
			t.Older = append(t.Older, s)
		}
	}
	for _, s := range found.New {
		switch {
		case know.read(s) || know.queued[claude.SessionOf(s.Path)]:
		case know.recorded[claude.SessionOf(s.Path)]:
			t.Grown = append(t.Grown, s)
		default:
			t.Unheard = append(t.Unheard, s)
		}
	}
	for _, s := range sources {
		t.Sessions[claude.SessionOf(s.Path)] = true
		if know.read(s) && know.files[s.Path].older {
			t.Older = append(t.Older, s)
		}
	}
	kept, err := claude.Retention(v.Machine.Home, v.Machine.Getenv("CLAUDE_CONFIG_DIR"))
	t.Kept = kept
	t.risk(append(found.New, t.Older...), know, v.Now())
	return t, err
}

// risk finds the sources that are not captured and that the agent deletes soon.
func (t *Uncaptured) risk(sources []transcript.Source, know known, now time.Time) {
	for _, s := range sources {
		if end := s.ModTime.Add(t.Kept); !know.captured(s) && end.Before(now.Add(riskAhead)) {
			t.AtRisk = append(t.AtRisk, AtRisk{claude.SessionOf(s.Path), s.Path, s.Size, end})
		}
	}
	slices.SortStableFunc(t.AtRisk, func(a, b AtRisk) int {
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
		out = append(out, ledger.Record{Agent: s.Agent, Session: claude.SessionOf(s.Path), Last: s.ModTime, State: ledger.Pending,
			Reason: "no hook told of it", Files: []ledger.File{{Path: s.Path, Size: s.Size, ModTime: s.ModTime}}})
	}
	return out
}
