package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
)

// memoryReport is what was taken from the files in which agents remember by themselves.
type memoryReport struct {
	Files   int // that are new or changed
	Entries int
	Bullets int
	Days    map[daily.Date]int
	Refused []flush.Skip // files of which nothing may be kept
}

// agentMemory lists the files in which Claude Code remembers by itself, and what of them is not read. What lies in the
// vault is the vault's.
func (a *app) agentMemory(ctx context.Context, v *vault.Vault) (files []claude.MemoryFile, left []claude.Left, err error) {
	settings := append(claude.ManagedSettings(runtime.GOOS), claude.SettingsPath(claude.User, a.Home, a.Getenv("CLAUDE_CONFIG_DIR"), ""))
	files, left, err = claude.Memories(ctx, a.transcripts(), a.Home, settings)
	files = slices.DeleteFunc(files, func(m claude.MemoryFile) bool {
		if !below(m.Path, v.Dir.Path()) {
			return false
		}
		left = append(left, claude.Left{Path: m.Path, Reason: "it lies in the vault itself"})
		return true
	})
	return files, left, err
}

// takeMemory reads what Claude Code remembers by itself, as far as it changed since it was read last. Files
// last written before since are left, and those for which later says that their session is not done. The
// caller holds the import's lock.
func (a *app) takeMemory(ctx context.Context, v *vault.Vault, since time.Time, later func(session string) bool) (rep memoryReport, err error) {
	rep.Days = map[daily.Date]int{}
	f := a.flusher(v)
	fresh, err := a.newMemory(ctx, v, f, since)
	if err != nil {
		return rep, err
	}
	var told []flush.Told
	done := fresh.leftStamps
	for _, l := range fresh.left {
		rep.Refused = append(rep.Refused, flush.Skip{Session: l.Path, Reason: l.Reason})
	}
	for i, m := range fresh.files {
		parts, err := fresh.read(m)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			rep.Refused = append(rep.Refused, flush.Skip{Session: m.Path, Reason: err.Error()})
			continue
		}
		if later != nil && parts[0].Session != "" && later(parts[0].Session) {
			continue
		}
		told, done = append(told, parts...), append(done, fresh.stamps[i])
	}
	heard, err := f.Tell(ctx, told, a.Now())
	for i, h := range heard {
		rep.add(told[i], h, i == 0 || told[i-1].Place != told[i].Place)
	}
	if err != nil {
		return rep, err
	}
	return rep, f.Heard(done, a.Now())
}

// add adds what became of a file, or of what follows its beginning.
func (r *memoryReport) add(t flush.Told, h flush.Hearing, begins bool) {
	if begins {
		r.Files++
		if h.Refused != "" {
			r.Refused = append(r.Refused, flush.Skip{Session: t.Place, Reason: h.Refused})
		}
	}
	if h.Entry != "" {
		r.Entries++
		r.Bullets += h.Bullets
		r.Days[h.Date]++
	}
}

// freshMemory is what of an agent's memory is new or changed.
type freshMemory struct {
	files      []claude.MemoryFile
	stamps     []flush.Stamp // what each is like now
	left       []claude.Left // what is not read
	leftStamps []flush.Stamp

	topics  map[string]map[string]bool // names of all files of a folder
	folders map[string]string          // whose work a folder is about
}

// read is what a file says.
func (n *freshMemory) read(m claude.MemoryFile) ([]flush.Told, error) {
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

// newMemory are the files that changed since they were read last, and what is left out that was not told of.
func (a *app) newMemory(ctx context.Context, v *vault.Vault, f *flush.Flusher, since time.Time) (*freshMemory, error) {
	all, left, err := a.agentMemory(ctx, v)
	if err != nil {
		return nil, err
	}
	n := &freshMemory{topics: map[string]map[string]bool{}, folders: map[string]string{}}
	byPlace, leftBy := map[string]claude.MemoryFile{}, map[string]claude.Left{}
	var stamps []flush.Stamp
	for _, m := range all {
		if n.topics[m.Folder] == nil {
			n.topics[m.Folder] = map[string]bool{}
		}
		n.topics[m.Folder][m.Name] = true
		if !m.ModTime.Before(since) {
			byPlace[m.Path] = m
			stamps = append(stamps, flush.Stamp{Place: m.Path, Stamp: fmt.Sprintf("%d %d %s %d", m.Size, m.ModTime.UnixNano(), rules(v.Config), memoryReading)})
		}
	}
	for _, l := range left {
		leftBy[l.Path] = l
		stamps = append(stamps, flush.Stamp{Place: l.Path, Stamp: "left: " + l.Reason})
	}
	if stamps, err = f.Untold(stamps, a.Now()); err != nil {
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

// memoryReading changes when more is read of a file than was before.
const memoryReading = 2

// memoryCounts is what there is to say of an agent's memory before it is read.
type memoryCounts struct {
	Files int           `json:"files"`
	New   int           `json:"new"`   // of them, that are new or changed since they were read
	Lines int           `json:"lines"` // of those
	Left  []claude.Left `json:"left_out"`
}

// countMemory looks how much there is to read.
func (a *app) countMemory(ctx context.Context, v *vault.Vault, since time.Time) (c memoryCounts, err error) {
	c.Left = []claude.Left{}
	all, left, err := a.agentMemory(ctx, v)
	if err != nil {
		return c, err
	}
	fresh, err := a.newMemory(ctx, v, a.flusher(v), since)
	if err != nil {
		return c, err
	}
	c.Files, c.New, c.Left = len(all), len(fresh.files), orEmpty(left)
	for _, m := range fresh.files {
		src, err := m.Read()
		if err != nil {
			continue // gone, or told of when it is read
		}
		for _, t := range m.Told(src, fresh.topics[m.Folder]) {
			c.Lines += len(t.Summary.Bullets)
		}
	}
	return c, nil
}

// tell says it, after a word for what this is, on lines of their own.
func (c memoryCounts) tell(a *app, word string) {
	if c.New > 0 {
		a.ui.Print("%s%s of Claude Code's own memory to read (%s)", word, count(c.New, "file"), count(c.Lines, "line"))
	}
	for _, l := range c.Left {
		a.ui.Print("%sleft out %s: %s", word, printable(l.Path), l.Reason)
	}
}

// importMemory takes what agents remember by themselves into an import, into whose report it goes.
func (a *app) importMemory(ctx context.Context, v *vault.Vault, since time.Time, rep *flush.Report) error {
	m, err := a.takeMemory(ctx, v, since, nil)
	if m.Bullets > 0 {
		a.ui.Say("took %s from %s of Claude Code's own memory", count(m.Bullets, "line"), count(m.Files, "file"))
	}
	for _, r := range m.Refused {
		a.ui.Say("left out %s: %s", printable(r.Session), r.Reason)
	}
	rep.Entries += m.Entries
	rep.Bullets += m.Bullets
	for d, n := range m.Days {
		if rep.Days == nil {
			rep.Days = map[daily.Date]int{}
		}
		rep.Days[d] += n
	}
	return err
}

// memories takes in what agents remember by themselves, once the sessions are done that a scan found.
func (w *worker) memories(ctx context.Context) error {
	w.remember = false
	s, err := w.scanner(w.v)
	if err != nil {
		return err
	}
	jobs, err := w.queue.List(w.Now())
	if err != nil {
		return err
	}
	open := map[string]bool{}
	for _, j := range jobs {
		open[j.Session] = true
	}
	unlock, err := w.writer(ctx, w.v, "capture")
	if err != nil {
		return err
	}
	defer unlock()
	m, err := w.takeMemory(ctx, w.v, s.Since, func(session string) bool { return open[session] })
	w.report.Entries += m.Entries
	w.report.Bullets += m.Bullets
	for d := range m.Days {
		w.report.Days[d.String()] = true
	}
	for _, r := range m.Refused {
		w.tell("%s: %s", r.Session, r.Reason)
	}
	if m.Entries > 0 {
		w.compiled = false
	}
	return err
}
