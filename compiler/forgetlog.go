package compiler

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/catalog"
)

// unwrite takes the lines about some articles out of log.md and the pages of earlier months, and
// reports whether there were any.
func (c *Compiler) unwrite(p *Plan, gone []string) (changed bool, err error) {
	if len(gone) == 0 {
		return false, nil
	}
	dir := c.logPath()[:strings.LastIndexByte(c.logPath(), '/')]
	pages, err := c.logPages(dir)
	if err != nil {
		return false, err
	}
	for i := 0; i < len(gone); i++ { // what each was called before
		for _, data := range pages {
			for _, was := range catalog.Earlier(dir, data, gone[i:i+1]) {
				if p.outcome.Page(was) == nil && !slices.Contains(gone, was) {
					gone = append(gone, was)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		left := catalog.Unlog(dir, pages[name], gone)
		if bytes.Equal(left, pages[name]) {
			continue
		}
		if err := c.Vault.SwapFile(name, pages[name], left, 0o644); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// logPages are log.md and the pages of earlier months, by path.
func (c *Compiler) logPages(dir string) (map[string][]byte, error) {
	names, err := c.Vault.ReadNames(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	out := map[string][]byte{}
	for _, n := range names {
		if n == "log.md" || strings.HasPrefix(n, "log-") && strings.HasSuffix(n, ".md") {
			if out[dir+"/"+n], err = c.Vault.ReadFile(dir + "/" + n); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
