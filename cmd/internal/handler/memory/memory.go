// Package memory imports what agents remember by themselves into the day logs.
package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/memories"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/notes"
)

// reading changes when more is read of a file than was before.
const reading = 2

// An Ask says whose memory is read.
type Ask struct {
	Agent string                                       // "" is all
	Since func(agent string) (from time.Time, ok bool) // files written before are left; nil takes all, of all
}

// from returns since when files of an agent are read.
func (a Ask) from(agent string) (time.Time, bool) {
	if a.Since == nil {
		return time.Time{}, true
	}
	return a.Since(agent)
}

// Files lists the memory files of an agent, of all for "", and those that are not read. It leaves out files that lie in the vault.
func Files(ctx context.Context, v *workspace.Vault, agent string) (files []memories.File, left []memories.Left, err error) {
	m := v.Machine
	for _, a := range agents.Of(agent) {
		if a.Name == claude.Name {
			files, left, err = memories.Find(ctx, m.Transcripts(), m.Home, m.OwnSettings())
			if err != nil {
				return nil, nil, err
			}
			continue
		}
		found, out := a.Memory.FindIn(a.Folder(m.Getenv, m.Home), a.Name, a.Title)
		files, left = append(files, found...), append(left, out...)
	}
	files = slices.DeleteFunc(files, func(m memories.File) bool {
		if !workspace.Below(m.Path, v.Path()) {
			return false
		}
		left = append(left, memories.Left{Path: m.Path, Reason: "it lies in the vault itself"})
		return true
	})
	return files, left, err
}

// A Report says what was imported.
type Report struct {
	Files   int // that are new or changed
	Entries int
	Bullets int
	Days    map[daily.Date]int
	Refused []ledger.Skip // files of which nothing may be kept
	Of      []string      // the agents whose these are, as their people call them
}

// Take imports the files that changed since they were read last. It leaves files whose session later reports as not done. The
// caller holds layout.LockImport.
func Take(ctx context.Context, v *workspace.Vault, ask Ask, later func(session string) bool) (rep Report, err error) {
	rep.Days = map[daily.Date]int{}
	f := v.Notes()
	fresh, err := look(ctx, v, f, ask)
	if err != nil {
		return rep, err
	}
	var told []notes.Note
	var by []string // the agents of these
	done := fresh.leftStamps
	for _, l := range fresh.left {
		rep.Refused = append(rep.Refused, ledger.Skip{Session: l.Path, Reason: l.Reason})
	}
	for i, m := range fresh.files {
		parts, err := fresh.read(m)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			rep.Refused = append(rep.Refused, ledger.Skip{Session: m.Path, Reason: err.Error()})
			continue
		}
		if later != nil && parts[0].Session != "" && later(parts[0].Session) {
			continue
		}
		told, done = append(told, parts...), append(done, fresh.stamps[i])
		for range parts {
			by = append(by, m.Title)
		}
	}
	heard, err := f.Keep(ctx, told, v.Now())
	for i, h := range heard {
		rep.add(told[i], h, i == 0 || told[i-1].Place != told[i].Place)
		if h.Entry != "" && !slices.Contains(rep.Of, by[i]) {
			rep.Of = append(rep.Of, by[i])
		}
	}
	if err != nil {
		return rep, err
	}
	return rep, f.Seen(done, v.Now())
}

// add counts the result of a file, or of a further part of it.
func (r *Report) add(t notes.Note, h notes.Outcome, begins bool) {
	if begins {
		r.Files++
		if h.Refused != "" {
			r.Refused = append(r.Refused, ledger.Skip{Session: t.Place, Reason: h.Refused})
		}
	}
	if h.Entry != "" {
		r.Entries++
		r.Bullets += h.Bullets
		r.Days[h.Date]++
	}
}

// fresh is the new and changed part of an agent's memory.
type fresh struct {
	files      []memories.File
	stamps     []notes.Stamp   // what each is like now
	left       []memories.Left // what is not read
	leftStamps []notes.Stamp

	topics  map[string]map[string]bool // names of all files of a folder
	folders map[string]string          // whose work a folder is about

	all     int // files, changed or not
	allLeft []memories.Left
}

// read returns the content of a file.
func (n *fresh) read(m memories.File) ([]notes.Note, error) {
	src, err := m.Read()
	if err != nil {
		return nil, err
	}
	dir, known := n.folders[m.Folder]
	if !known {
		dir = m.Work()
		n.folders[m.Folder] = dir
	}
	parts := m.Told(src, n.topics[m.Folder])
	for i := range parts {
		parts[i].Dir = dir
	}
	return parts, nil
}

// look finds the files that changed since they were read last, and the left-out files that were not reported yet.
func look(ctx context.Context, v *workspace.Vault, f *notes.Keeper, ask Ask) (*fresh, error) {
	all, left, err := Files(ctx, v, ask.Agent)
	if err != nil {
		return nil, err
	}
	n := &fresh{topics: map[string]map[string]bool{}, folders: map[string]string{}, all: len(all), allLeft: left}
	byPlace, leftBy := map[string]memories.File{}, map[string]memories.Left{}
	var stamps []notes.Stamp
	for _, m := range all {
		if n.topics[m.Folder] == nil {
			n.topics[m.Folder] = map[string]bool{}
		}
		n.topics[m.Folder][m.Name] = true
		if since, ok := ask.from(m.Agent); ok && !m.ModTime.Before(since) {
			byPlace[m.Path] = m
			stamps = append(stamps, notes.Stamp{Place: m.Path, Stamp: fmt.Sprintf("%d %d %s %d", m.Size, m.ModTime.UnixNano(), v.Rules(), reading)})
		}
	}
	for _, l := range left {
		leftBy[l.Path] = l
		stamps = append(stamps, notes.Stamp{Place: l.Path, Stamp: "left: " + l.Reason})
	}
	if stamps, err = f.Changed(stamps, v.Now()); err != nil {
		return nil, err
	}
	for _, s := range stamps {
		if m, ok := byPlace[s.Place]; ok {
			n.files, n.stamps = append(n.files, m), append(n.stamps, s)
		} else {
			n.left, n.leftStamps = append(n.left, leftBy[s.Place]), append(n.leftStamps, s)
		}
	}
	return n, nil
}

// Counts summarizes an agent's memory files before they are imported.
type Counts struct {
	Files int             `json:"files"`
	New   int             `json:"new"`   // of them, that are new or changed since they were read
	Lines int             `json:"lines"` // of those, that are new
	Left  []memories.Left `json:"left_out"`
	Of    []string        `json:"-"` // the agents whose the new ones are
}

// Count counts the files that [Take] would read.
func Count(ctx context.Context, v *workspace.Vault, ask Ask) (c Counts, err error) {
	c.Left = []memories.Left{}
	n, err := look(ctx, v, v.Notes(), ask)
	if err != nil {
		return c, err
	}
	var told []notes.Note
	c.Files, c.New, c.Left = n.all, len(n.files), say.List(n.allLeft)
	for _, m := range n.files {
		if !slices.Contains(c.Of, m.Title) {
			c.Of = append(c.Of, m.Title)
		}
		parts, _ := n.read(m) // gone, or reported when it is read
		told = append(told, parts...)
	}
	fresh, err := v.Notes().Fresh(ctx, told, v.Now())
	for _, lines := range fresh {
		c.Lines += lines
	}
	return c, err
}
