package compiler

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// What a forget removes whole, for it may hold what is forgotten and is made again, or is of no use to
// anybody afterwards: caches, what undo would bring back, and damaged state that was moved aside.
const cacheDir = ".memoria/cache"

// clear removes it.
func (c *Compiler) clear() error {
	every := func(string) bool { return true }
	for _, x := range []struct {
		dir  string
		goes func(name string) bool
	}{
		{cacheDir, every}, {journalDir, every},
		{path.Dir(stateName), func(name string) bool { return strings.Contains(name, ".corrupt-") }},
	} {
		if err := c.clearDir(x.dir, x.goes); err != nil {
			return fmt.Errorf("forget: clear %q: %w", x.dir, err)
		}
	}
	return nil
}

func (c *Compiler) clearDir(dir string, goes func(name string) bool) error {
	list, err := c.Vault.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var names []string
	for _, e := range list {
		if e.Type().IsRegular() && goes(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return c.Vault.RemoveAllOf(dir, names)
}
