package erase

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// Unwrite removes the lines about some articles of the wiki in dir from log.md and the pages of earlier months, and
// reports whether there were any. Names that these articles had before go too, unless there reports that one is a page.
func Unwrite(vault *fsutil.Dir, dir string, removed []string, there func(name string) bool) (changed bool, err error) {
	if len(removed) == 0 {
		return false, nil
	}
	names, err := vault.ReadNames(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	pages := map[string][]byte{}
	for _, n := range names {
		if n == "log.md" || strings.HasPrefix(n, "log-") && strings.HasSuffix(n, ".md") {
			if pages[dir+"/"+n], err = vault.ReadFile(dir + "/" + n); err != nil {
				return false, err
			}
		}
	}
	for i := 0; i < len(removed); i++ { // earlier names of each
		for _, data := range pages {
			for _, was := range catalog.Earlier(dir, data, removed[i:i+1]) {
				if !there(was) && !slices.Contains(removed, was) {
					removed = append(removed, was)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		left := catalog.Unlog(dir, pages[name], removed)
		if bytes.Equal(left, pages[name]) {
			continue
		}
		if err := vault.SwapFile(name, pages[name], left, 0o644); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// Cleared reports whether a forget deletes a file whole: caches, which may contain forgotten text and are rebuilt;
// undo records; and damaged state that was moved aside.
func Cleared(name string) bool {
	return strings.HasPrefix(name, layout.Cache+"/") || strings.HasPrefix(name, layout.Undo+"/") ||
		path.Dir(name) == layout.State && strings.Contains(path.Base(name), ".corrupt-")
}

// Clear deletes these files.
func Clear(vault *fsutil.Dir) error {
	files := map[string][]string{} // by folder
	for _, top := range [...]string{layout.Cache, layout.State} {
		err := fs.WalkDir(vault.FS(), top, func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && Cleared(name) {
				files[path.Dir(name)] = append(files[path.Dir(name)], path.Base(name))
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("forget: clear %q: %w", top, err)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(files)) {
		if err := vault.RemoveAllOf(dir, files[dir]); err != nil {
			return fmt.Errorf("forget: clear %q: %w", dir, err)
		}
	}
	return nil
}
