package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/watch"
)

// folderLooks is the time between two checks of the vault's folder: there is no event when the folder is moved away
// or replaced.
const folderLooks = time.Second

func watcher(v *workspace.Vault, warn func(string, ...any)) *watch.Watcher {
	return &watch.Watcher{
		Root: v.Path(), Dirs: shownFolders(v), Quiet: 150 * time.Millisecond, Ceiling: 2 * time.Second,
		Wants: func(name string) bool { return !strings.HasPrefix(name, ".") },
		Polls: func(err *watch.PollError) { warn("%v", err) },
	}
}

// shownFolders returns the folders that the site shows files of. For a pattern of notes it returns the folder that
// holds all possible matches.
func shownFolders(v *workspace.Vault) []string {
	out := []string{v.Config.Daily.Folder(), v.Config.Wiki}
	for _, p := range v.Config.Site.Include {
		folder := ""
		for part := range strings.SplitSeq(path.Dir(path.Clean(p)), "/") {
			if strings.ContainsAny(part, `*?[\`) {
				break
			}
			folder = path.Join(folder, part)
		}
		if folder == "" || folder == "." {
			return []string{"."}
		}
		out = append(out, folder)
	}
	return out
}

// follow renews the site on each value of looks.
func (l *Live) follow(ctx context.Context, looks <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-looks:
		}
		changed, err := l.renew(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			l.trouble(fmt.Errorf("the site is as it was: %w", err))
		default:
			l.wrong.Store(nil)
		}
		if changed {
			l.Server.Changed()
		}
		l.Server.Tell()
	}
}

// trouble reports once why the site is out of date.
func (l *Live) trouble(err error) {
	why := err.Error()
	if was := l.wrong.Swap(&why); was == nil || *was != why {
		l.Warn("%v", err)
		l.Server.Tell()
	}
}

// guard checks whether the vault lies where it did, with the settings and the templates that it had. It returns when
// it is another one, or has other settings, or ctx is done.
func (l *Live) guard(ctx context.Context, w *watch.Watcher, looks chan<- struct{}) {
	v := l.Vault()
	at := v.Path()
	tick := time.NewTicker(folderLooks)
	defer tick.Stop()
	var last fsutil.Stamp // of the folder; none while it is not there
	if info, err := os.Stat(at); err == nil {
		last = fsutil.StampOf(info)
	}
	settings, look := v.Marks(), templateMarks(v)
	refused := "" // settings that cannot be used
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		there, err := os.Stat(at)
		if err != nil {
			last = fsutil.Stamp{}
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("the vault %q is not there any more; once it is put back, this goes on", at)
			}
			l.trouble(err)
			continue
		}
		held, err := v.Dir.Stat(".")
		if now := v.Marks(); err != nil || !os.SameFile(held, there) || now != settings && now != refused {
			opened, err := v.Machine.Open(at)
			if err != nil {
				refused = now
				l.trouble(err)
				continue
			}
			l.vault.Store(opened) // what is in use of the other one is left to the collector
			l.wrong.Store(nil)
			return
		}
		now, dressed := fsutil.StampOf(there), templateMarks(v)
		if now != last { // it may have been away
			w.Check()
		}
		if now != last || dressed != look {
			last, look = now, dressed
			signal(looks)
		}
	}
}

// templateMarks stand for the vault's templates.
func templateMarks(v *workspace.Vault) string {
	entries, err := v.Dir.ReadDir(layout.SiteTemplates)
	if err != nil {
		return ""
	}
	var all strings.Builder
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			fmt.Fprintln(&all, e.Name(), fsutil.StampOf(info))
		}
	}
	return all.String()
}
