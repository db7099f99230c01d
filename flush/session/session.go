// Package session finds out which sessions transcripts hold, which session owns each row (files may be
// copies, snapshots, forks with rows of their parent, or files of subagents), and which rows the entries of
// the day logs cover already.
package session

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// Turns reads the turns of s in order, also those that another session owns, from all the files that hold
// them. It returns a view only if there is a single file; the caller closes it.
func (x *Index) Turns(ctx context.Context, s *Session) (all []transcript.Turn, titles archive.Titles, v *View, err error) {
	place := map[string]int{} // ID -> index in all
	for _, src := range s.Sources {
		if v, err = Open(src, nil); err == nil {
			err = v.Each(ctx, false, func(t *transcript.Turn) {
				if t.Subagent || t.Copied != s.copied || cmp.Or(t.Session, src.Stem()) != s.ID {
					return
				}
				if old, ok := x.former[rowkey.Of(t.ID)]; ok && old == rowkey.Of(t.Former) {
					t.Recall()
				}
				if i, seen := place[t.ID]; seen {
					if len(t.Text) > len(all[i].Text) { // a later snapshot holds the complete message
						all[i] = *t
					}
					return
				}
				place[t.ID] = len(all)
				all = append(all, *t)
			})
			titles.Add(v.Titles(s.ID))
			if err != nil || len(s.Sources) > 1 {
				v.Close()
			}
		}
		if err != nil {
			return nil, titles, nil, fmt.Errorf("read %q: %w", src.Path, err)
		}
	}
	if len(s.Sources) > 1 {
		inOrder(all)
		return all, titles, nil, nil
	}
	return all, titles, v, nil
}

// inOrder sorts turns that came from several files by time; one without a time keeps its place behind the
// turn before it.
func inOrder(turns []transcript.Turn) {
	began := make(map[string]time.Time, len(turns)) // by id, which is unique here
	var at time.Time
	for i := range turns {
		if b := turns[i].Began(); !b.IsZero() {
			at = b
		}
		began[turns[i].ID] = at
	}
	sorting.Stable(turns, func(a, b transcript.Turn) int { return began[a.ID].Compare(began[b.ID]) })
}

func has(sources []transcript.Source, path string) bool {
	return slices.ContainsFunc(sources, func(s transcript.Source) bool { return s.Path == path })
}

// Waiting returns the record of s before it is flushed.
func (s *Session) Waiting() ledger.Record {
	r, _ := s.Record(ledger.Record{})
	r.Pending = r.Turns
	return r
}

// Record returns the ledger's record of s before it is flushed; old is the record so far. first is the first
// of its files that is read now: those before it were read earlier, and are gone.
func (s *Session) Record(old ledger.Record) (r ledger.Record, first int) {
	r = ledger.Record{
		Agent: s.Agent, Session: s.ID, Entries: slices.Clone(old.Entries),
		First: s.First, Last: s.Last, Turns: s.Turns, State: ledger.Pending,
		Asked: old.Asked, AskedIn: old.AskedIn, Told: old.Told, ToldRow: old.ToldRow,
	}
	for _, f := range old.Files {
		if !has(s.Sources, f.Path) {
			r.Files = append(r.Files, f)
		}
	}
	first = len(r.Files)
	for _, src := range s.Sources {
		r.Files = append(r.Files, ledger.File{Path: src.Path, Size: src.Size, ModTime: src.ModTime})
	}
	for _, d := range s.damaged {
		r.File(d.Path).Damaged = d.Lines
	}
	return r, first
}

// Nothing returns why s needs no author, or "".
func (s *Session) Nothing() string {
	switch {
	case s.Own:
		return ledger.ReasonOwnCall
	case s.Turns > 0:
		return ""
	case s.Sub > 0:
		where := "it"
		if len(s.Sources) > 0 { // no file has the name of the session
			where = path.Base(filepath.ToSlash(s.Sources[0].Path))
		}
		return "only a subagent speaks in " + where + "; the session that started it is not among the transcripts"
	}
	return "no messages in it: only the client's own records"
}

// Ended returns when s was last written to, from its rows or else its files.
func (s *Session) Ended() time.Time {
	if !s.Last.IsZero() {
		return s.Last
	}
	var at time.Time
	for _, src := range s.Sources {
		if src.ModTime.After(at) {
			at = src.ModTime
		}
	}
	return at
}
