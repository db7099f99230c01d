package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// leftAfter is the age after which a temporary file counts as left by a killed process.
const leftAfter = time.Hour

// disk checks what a snapshot leaves out: files whose names begin with a dot, and files beside the logs.
func (l *Linter) disk(ctx context.Context) ([]*Finding, error) {
	_, hidden, err := l.store().Glance(ctx)
	if err != nil {
		return nil, err
	}
	var out []*Finding
	_, strays, err := (&daily.Store{Dir: l.Dir, Folder: l.Daily}).Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var others []string
	for _, s := range strays {
		r := l.about(s, false)
		if name := path.Base(s); strings.HasPrefix(name, ".") {
			r.add(SyncCopy, 0, "a placeholder of a log that is elsewhere", "let the sync tool fetch it")
		} else if src, err := l.Dir.ReadFile(s); err == nil && daily.IsCopy(s, src) || strings.Contains(strings.ToLower(name), "conflict") {
			r.add(SyncCopy, 0, "a copy of a log that a sync tool made, and is not read", "memoria compile takes its entries in; what stays is a person's, or in the name of this machine, which did not write it: put what you want of it into the log, and delete the copy")
		} else if l.Read == nil || !l.Read(s) {
			others = append(others, s)
		}
		out = append(out, r.found...)
	}
	out = append(out, l.others(others)...)
	err = fs.WalkDir(l.Dir.FS(), layout.Folder, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			hidden = append(hidden, name)
		} else if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			err = nil
		}
		return err
	})
	for _, name := range hidden {
		if f := l.hidden(name); f != nil && !slices.Contains(strays, name) {
			out = append(out, f)
		}
	}
	return out, err
}

// othersMost is how many files beside the logs are named each: a folder of somebody's notes is one finding.
const othersMost = 10

// others reports files beside the logs that are none by their names: a note of the person's may lie there, but one that is
// called after a day is meant to be read.
func (l *Linter) others(files []string) (out []*Finding) {
	dated := func(f string) bool { return strings.Trim(path.Base(f)[:min(4, len(path.Base(f)))], "0123456789") == "" }
	out = l.unread(slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !dated(f) }), Warning)
	return append(out, l.unread(slices.DeleteFunc(slices.Clone(files), dated), Info)...)
}

func (l *Linter) unread(files []string, s Severity) (out []*Finding) {
	const hint = "the log of a day is called 2026-11-27.md"
	if n := len(files); n > othersMost {
		r := l.about(path.Dir(files[0]), false)
		r.lower(r.add(LogName, 0, fmt.Sprintf("%d files are no logs by their names, so they are not read: %s, …", n, path.Base(files[0])),
			hint+"; daily notes of yours are read where the setting journal says how they are called"), s)
		return r.found
	}
	for _, f := range files {
		r := l.about(f, false)
		r.lower(r.add(LogName, 0, "not a log by its name, so it is not read", hint), s)
		out = append(out, r.found...)
	}
	return out
}

// hidden checks a file whose name begins with a dot, or that belongs to memoria.
func (l *Linter) hidden(name string) *Finding {
	r := l.about(name, true)
	base := path.Base(name)
	switch {
	case fsutil.IsTemp(base):
		info, err := l.Dir.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || l.Now.Sub(info.ModTime()) < leftAfter {
			return nil
		}
		if f := r.add(Leftover, 0, "a temporary file of a write that did not end", ""); f != nil {
			f.Fix, f.gone = true, true
		}
	case strings.HasPrefix(base, ".") && strings.HasSuffix(base, ".icloud"):
		r.add(SyncCopy, 0, "a placeholder of a file that is elsewhere", "let the sync tool fetch it")
	case strings.HasPrefix(name, layout.State+"/") && strings.Contains(base, ".corrupt-"):
		r.lower(r.add(Leftover, 0, "a damaged state file that was moved aside", "delete it when you do not need it: what it held was made again"), Info)
	}
	if len(r.found) == 0 {
		return nil
	}
	return r.found[0]
}
