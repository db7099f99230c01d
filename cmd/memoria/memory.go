package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// takeMemory reads what Claude Code remembers by itself, as far as it changed since it was read last. Files
// last written before since are left, and those for which later says that their session is not done. The
// caller holds the import's lock.
func (a *app) takeMemory(ctx context.Context, v *vault.Vault, since time.Time, later func(session string) bool) (rep memoryReport, err error) {
	rep.Days = map[daily.Date]int{}
	f := a.flusher(v)
	files, stamps, err := a.newMemory(ctx, v, f, since)
	if err != nil || len(files) == 0 {
		return rep, err
	}
	topics := map[string]map[string]bool{} // of all files of a folder
	folders := map[string]string{}
	for _, m := range files {
		if topics[m.Folder] == nil {
			topics[m.Folder] = map[string]bool{}
			folders[m.Folder] = claude.WorkFolder(m.Folder)
		}
	}
	all, err := claude.Memories(ctx, a.transcripts())
	if err != nil {
		return rep, err
	}
	for _, m := range all {
		if t := topics[m.Folder]; t != nil {
			t[m.Name] = true
		}
	}
	var told []flush.Told
	var done []flush.Stamp
	for i, m := range files {
		src, err := m.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			rep.Refused = append(rep.Refused, flush.Skip{Session: m.Path, Reason: err.Error()})
			continue
		}
		t := m.Told(src, topics[m.Folder])
		if t.Dir = folders[m.Folder]; later != nil && t.Session != "" && later(t.Session) {
			continue
		}
		told, done = append(told, t), append(done, stamps[i])
	}
	heard, err := f.Tell(ctx, told, a.Now())
	for i, h := range heard {
		rep.add(told[i], h)
	}
	if err != nil {
		return rep, err
	}
	return rep, f.Heard(done, a.Now())
}

func (r *memoryReport) add(t flush.Told, h flush.Hearing) {
	r.Files++
	if h.Refused != "" {
		r.Refused = append(r.Refused, flush.Skip{Session: t.Place, Reason: h.Refused})
	}
	if h.Entry != "" {
		r.Entries++
		r.Bullets += h.Bullets
		r.Days[h.Date]++
	}
}

// newMemory are the files that changed since they were read last, each with what it is like now.
func (a *app) newMemory(ctx context.Context, v *vault.Vault, f *flush.Flusher, since time.Time) (files []claude.MemoryFile, stamps []flush.Stamp, err error) {
	all, err := claude.Memories(ctx, a.transcripts())
	if err != nil {
		return nil, nil, err
	}
	byPlace := map[string]claude.MemoryFile{}
	for _, m := range all {
		if !m.ModTime.Before(since) {
			byPlace[m.Path] = m
			stamps = append(stamps, flush.Stamp{Place: m.Path, Stamp: fmt.Sprintf("%d %d %s", m.Size, m.ModTime.UnixNano(), rules(v.Config))})
		}
	}
	if stamps, err = f.Untold(stamps, a.Now()); err != nil {
		return nil, nil, err
	}
	for _, s := range stamps {
		files = append(files, byPlace[s.Place])
	}
	return files, stamps, nil
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
