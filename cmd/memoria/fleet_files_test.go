package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// copyNames are the names that file syncs give the copy of a file, by its name without and with the suffix: Syncthing,
// Dropbox, Nextcloud, Obsidian Sync, iCloud, OneDrive, and any that counts.
var copyNames = []string{
	"%s.sync-conflict-20260428-235418-APZ2LA6.md",
	"%s (Ana's conflicted copy 2026-04-28).md",
	"%s (conflicted copy 2026-04-28 120000).md",
	"%s (Conflicted copy ThinkPad 202604281129).md",
	"%s 2.md",
	"%s-DESKTOP-4F2K.md",
	"%s (1).md",
}

// isCopy reports whether a file has a name of copyNames.
func isCopy(name string) bool {
	return slices.ContainsFunc(copyNames, func(form string) bool { return strings.HasSuffix(name, strings.TrimPrefix(form, "%s")) })
}

// copied does what a file sync beside git does to a log or article: it puts an earlier version of it
// under a name of a copy beside it. The next compile takes it in.
func (f *fleet) copied(s *ship, folder string) string {
	f.t.Helper()
	files, err := filepath.Glob(filepath.Join(s.at(), filepath.FromSlash(folder), "*.md"))
	if err != nil || len(files) == 0 {
		return ""
	}
	slices.Sort(files)
	of := files[f.random.IntN(len(files))]
	name := folder + "/" + filepath.Base(of)
	versions := strings.Fields(f.git(s.at(), "log", "--format=%h", "-n8", "--", name))
	if len(versions) == 0 {
		return ""
	}
	text, err := gitIn(s.at(), "show", versions[f.random.IntN(len(versions))]+":"+name)
	if err != nil {
		return "" // it was not there
	}
	f.copies++
	to := fmt.Sprintf(copyNames[f.random.IntN(len(copyNames))], strings.TrimSuffix(of, ".md"))
	if is := wiki.Parse(fsutiltest.Read(f.t, of)); isCopy(of) || is.Title() != wiki.Parse([]byte(text)).Title() {
		return "" // a person may have given it this name
	}
	fsutiltest.Write(f.t, to, text)
	s.must("compile")
	return "compile with the copy " + filepath.Base(to)
}

// late does what a file sync does that has not brought all: a log of another machine is gone, or cut short. The next
// sync puts it back.
func (f *fleet) late(s *ship) string {
	f.t.Helper()
	files, err := filepath.Glob(filepath.Join(s.at(), "daily", "*@m*.md"))
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "@"+s.name+".md") })
	if err != nil || len(files) == 0 {
		return ""
	}
	slices.Sort(files)
	name := files[f.random.IntN(len(files))]
	must.Do(f.t, os.Remove(name))
	if f.random.IntN(2) == 0 {
		s.must("compile")
	}
	f.run(s, "sync")
	return "sync without " + filepath.Base(name)
}
