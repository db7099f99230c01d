package agent

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// How far Lately looks: a session waits for it.
const (
	latelyFolders = 40
	latelyEntries = 1500
	latelyDepth   = 3
	latelyFiles   = 10
	latelyDays    = 3
	latelyName    = 5 // letters of a name that says something
)

// Lately returns the names of the files of a project that were written in the last days, newest first. It reads a
// bounded number of files and folders, those near the top first, and skips hidden folders and folders that tools
// fill.
func Lately(dir string, now time.Time) []string {
	type file struct {
		name string
		at   time.Time
	}
	var found []file
	folders := []string{dir}
	entries := 0
	for depth := 0; depth < latelyDepth && len(folders) > 0; depth++ {
		var below []string
		for _, d := range folders[:min(len(folders), latelyFolders)] {
			list := someOf(d, latelyEntries-entries)
			entries += len(list)
			for _, e := range list {
				name := e.Name()
				switch {
				case strings.HasPrefix(name, "."):
				case e.IsDir():
					if !filled(name) {
						below = append(below, filepath.Join(d, name))
					}
				case len(name) >= latelyName && strings.Contains(name, "."):
					if info, err := e.Info(); err == nil && info.Mode().IsRegular() && recent(info, now) {
						found = append(found, file{name, info.ModTime()})
					}
				}
			}
		}
		folders = below
	}
	sorting.By(found, func(a, b file) int { return cmp.Or(b.at.Compare(a.at), strings.Compare(a.name, b.name)) })
	var out []string
	for _, f := range found {
		if len(out) < latelyFiles && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// someOf returns at most most entries of a folder, sorted by name. It reads no more than that, even of a folder that
// holds a million.
func someOf(dir string, most int) []fs.DirEntry {
	if info, err := os.Stat(dir); most <= 0 || err != nil || !info.IsDir() { // opening a pipe would wait
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(most) // what could be read
	sorting.By(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

func recent(info fs.FileInfo, now time.Time) bool {
	return now.Sub(info.ModTime()) < latelyDays*24*time.Hour
}

// filled reports whether a folder is one that tools fill.
func filled(name string) bool {
	switch name {
	case "node_modules", "vendor", "target", "dist", "build", "out", "venv", "__pycache__", "Pods", "coverage":
		return true
	}
	return false
}
