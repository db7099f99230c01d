package compiler

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// What a forget removes whole, for it may hold what is forgotten and is made again, or is of no use to
// anybody afterwards: caches, what undo would bring back, and damaged state that was moved aside.

// Cleared reports whether a forget removes a file for that.
func Cleared(name string) bool {
	return strings.HasPrefix(name, layout.Cache+"/") || strings.HasPrefix(name, layout.Undo+"/") ||
		path.Dir(name) == path.Dir(layout.Compiled) && strings.Contains(path.Base(name), ".corrupt-")
}

// clear removes it.
func (c *Compiler) clear() error {
	for _, dir := range [...]string{layout.Cache, path.Dir(layout.Compiled)} {
		if err := c.clearDir(dir); err != nil {
			return fmt.Errorf("forget: clear %q: %w", dir, err)
		}
	}
	return nil
}

func (c *Compiler) clearDir(dir string) error {
	list, err := c.Vault.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var names []string
	for _, e := range list {
		name := dir + "/" + e.Name()
		if e.IsDir() {
			if err := c.clearDir(name); err != nil {
				return err
			}
		} else if e.Type().IsRegular() && Cleared(name) {
			names = append(names, e.Name())
		}
	}
	return c.Vault.RemoveAllOf(dir, names)
}
