package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	scanVersion = layout.ScannedVersion
	scanName    = layout.Scanned
)

// A Scanner finds the transcripts that grew without a hook reporting it: of sessions that were killed, or
// that ran while the hooks were off.
//
// It looks only at size and time of the files, so ten thousand of them cost a listing and one small read.
// The capture that then reads the found ones decides which rows are new.
type Scanner struct {
	Dir    *fsutil.Dir // required: the vault
	Ledger *Ledger     // required

	// Since says when the hooks of each agent were installed; what was last written before is captured only on request.
	Since map[string]time.Time
}

// Found is the result of a scan.
type Found struct {
	New     []transcript.Source // new or grown since the install, and not captured as they are
	Old     []transcript.Source // last written before the install and never read: left to import
	Settled int                 // captured as they are

	seen map[string]seenFile
}

// A seenFile is a transcript that need not be read again as long as it does not change.
type seenFile struct {
	Size int64 `json:"s"`
	Time int64 `json:"t"` // modification time, in nanoseconds
}

type scanState struct {
	Files map[string]seenFile `json:"files"`
}

// Find sorts sources into new, old and settled ones, and opens none of them.
func (s *Scanner) Find(sources []transcript.Source, now time.Time) (Found, error) {
	var last scanState
	var newer *fsutil.NewerStateError
	if _, err := fsutil.ReadState(s.Dir, scanName, scanVersion, &last, now); err != nil && !errors.As(err, &newer) {
		return Found{}, err // the file of a newer memoria is only a cache, too
	}
	f := Found{seen: make(map[string]seenFile, len(sources))}
	for _, src := range sources {
		is := seenFile{src.Size, src.ModTime.UnixNano()}
		if last.Files[project.Hide(src.Path)] == is {
			f.Settled++
			f.seen[project.Hide(src.Path)] = is
			continue
		}
		rec, err := s.Ledger.Get(src.Agent, src.Stem(), now)
		if err != nil {
			return Found{}, err
		}
		switch {
		case rec.Settles(src):
			f.Settled++
			f.seen[project.Hide(src.Path)] = is
		case rec.Session == "" && src.ModTime.Before(s.Since[src.Agent]):
			f.Old = append(f.Old, src)
		default:
			f.New = append(f.New, src)
		}
	}
	return f, nil
}

// Settles reports whether r was made from src as it is now, with nothing left to do: turns that wait for
// more to be said wait in vain once their session is dead.
func (r Record) Settles(src transcript.Source) bool {
	if r.State != Flushed && r.State != Skipped || r.Pending > 0 {
		return false
	}
	for _, f := range r.Files {
		if f.Path == src.Path {
			return f.Size == src.Size && f.ModTime.Equal(src.ModTime)
		}
	}
	return false
}

// Keep stores what f found settled, so that the next scan need not ask the ledger. It is a cache.
func (s *Scanner) Keep(f Found) error {
	if _, err := fsutil.WriteStateNoSync(s.Dir, scanName, scanVersion, scanState{f.seen}); err != nil {
		return fmt.Errorf("keep the scan: %w", err)
	}
	return nil
}
