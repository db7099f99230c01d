// Package before gathers what came before a stretch in its session, for the author of its entry: the lines that earlier
// stretches kept, so that nothing is said twice and what was left open is settled, and what the agent said last, which
// the person may answer with one letter; and the tasks of its project that later sessions end.
package before

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Past is what came before a stretch. The zero value is that of the first stretch of a session.
type Past struct {
	Lines []Line           // of earlier entries that no later one settled, oldest first
	Said  *transcript.Turn // the last turn, if it is the agent's
}

// A Line is a line of an earlier entry.
type Line struct {
	Ref string // as [daily.LineRef] names it
	daily.Bullet
}

// Open reports whether the line is about something that remained to be done or found out.
func (l Line) Open() bool { return l.Kind == daily.Action && !l.Done }

// A Reader reads what the logs and the archive of a vault hold of a session.
type Reader struct {
	Daily   *daily.Store    // required
	Archive archive.Archive // required
	Zone    *time.Location  // required: the vault's
}

// Past returns what came before some turns in any of some sessions, the turns' own and those that it was resumed from: of
// the entries that end before the turns begin, all but one of the same turns.
func (r Reader) Past(agent string, sessions []string, turns []transcript.Turn) (p Past, err error) {
	if len(turns) == 0 {
		return p, nil
	}
	until, own := turns[0].Began(), transcript.RowOf(turns[0].ID)
	counts := func(from string, at time.Time) bool { return from != own && (until.IsZero() || !at.After(until)) }
	days := map[daily.Date]bool{}
	var said transcript.Turn
	sessions = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(sessions))), func(s string) bool { return s == "" })
	for _, session := range sessions {
		err = r.Archive.Each(agent, session, func(_ string, f *archive.File) error {
			for _, e := range f.Head.Entries {
				if !counts(e.From, e.At) {
					continue
				}
				days[daily.DateOf(e.At, r.Zone)] = true
				if of := f.Of(e.ID); len(of) > 0 && !of[len(of)-1].At.Before(said.At) {
					said = of[len(of)-1]
				}
			}
			return nil
		})
		if err != nil {
			return p, fmt.Errorf("read what session %s kept before: %w", session, err)
		}
	}
	if said.Role == transcript.Agent {
		p.Said = &said
	}
	var all []daily.Dated
	for day := range days {
		logs, err := r.Daily.Of(day)
		if err != nil {
			return p, err
		}
		for _, log := range logs {
			for _, e := range log.Entries {
				if e.Agent == agent && slices.Contains(sessions, e.Session) && !e.Redone && counts(e.From, e.At) {
					all = append(all, e)
				}
			}
		}
	}
	sorting.By(all, func(a, b daily.Dated) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	for _, e := range all {
		p.add(e)
	}
	return p, nil
}

// With returns p and the entries that were made since, which no log holds yet, and the turns of the last of them.
func (p Past) With(entries []daily.Entry, last []transcript.Turn, zone *time.Location) Past {
	p.Lines = slices.Clone(p.Lines)
	for _, e := range entries {
		if d, err := daily.Read(e, zone); err == nil {
			p.add(d)
		}
	}
	if n := len(last); n > 0 {
		if p.Said = nil; last[n-1].Role == transcript.Agent {
			p.Said = &last[n-1]
		}
	}
	return p
}

// add adds the lines of an entry, and removes those that they settle.
func (p *Past) add(e daily.Dated) {
	for _, b := range e.Bullets {
		over := strings.Split(b.Settles, ",")
		p.Lines = slices.DeleteFunc(p.Lines, func(l Line) bool { return slices.Contains(over, l.Ref) })
	}
	for _, b := range e.Bullets {
		p.Lines = append(p.Lines, Line{e.Ref(b), b})
	}
}
