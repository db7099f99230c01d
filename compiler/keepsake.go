package compiler

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// pagesDir holds texts of articles by their hash: of each the last version of ours, which the page
// of a person who edits it is later compared with, and what ours was to be where some of it waits. A
// text that is lost costs no byte of anybody's: the page only grows then.
const pagesDir = layout.Pages

func keptName(hash string) string { return pagesDir + "/" + hash + ".md" }

// kept is the text of a hash, nil if it is lost or is not what it was.
func (c *Compiler) kept(hash string) (*wiki.Article, error) {
	if hash == "" {
		return nil, nil
	}
	data, err := c.Vault.ReadFile(keptName(hash))
	if errors.Is(err, fs.ErrNotExist) || err == nil && fsutil.Hash(data) != hash {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what a page was: %w", err)
	}
	return wiki.Parse(data), nil
}

// keepsake has a text written when the plan is applied.
func (p *planner) keepsake(text []byte) string {
	hash := fsutil.Hash(text)
	if !p.stored[hash] {
		p.plan.blobs[hash] = text
	}
	return hash
}

// texts are the hashes that a state refers to.
func (s *state) texts() map[string]bool {
	out := map[string]bool{}
	for _, rec := range s.Pages {
		out[rec.Base], out[rec.Draft] = true, true
	}
	delete(out, "")
	return out
}

// keep writes the texts that the state is about to refer to. They are not synced: what is lost in a
// power cut makes a page only grow.
func (c *Compiler) keep(p *Plan) error {
	if len(p.blobs) == 0 {
		return nil
	}
	if err := c.Vault.MkdirAll(pagesDir, 0o700); err != nil {
		return fmt.Errorf("keep what a page was: %w", err)
	}
	for _, hash := range slices.Sorted(maps.Keys(p.blobs)) {
		if _, err := c.Vault.WriteFileNoSync(keptName(hash), p.blobs[hash], 0o600); err != nil {
			return fmt.Errorf("keep what a page was: %w", err)
		}
		if err := c.after(keptName(hash)); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes the texts that the new state does not refer to: those of the old one, and after an
// interrupted run whatever lies there.
func (c *Compiler) sweep(old, next *state, all bool) {
	used := next.texts()
	var idle []string
	for hash := range old.texts() {
		if !used[hash] {
			idle = append(idle, hash+".md")
		}
	}
	if all {
		idle = nil
		names, err := c.Vault.ReadNames(pagesDir)
		if err != nil {
			return
		}
		for _, name := range names {
			if len(name) > 3 && !used[name[:len(name)-3]] {
				idle = append(idle, name)
			}
		}
	}
	if len(idle) == 0 {
		return
	}
	if err := c.Vault.RemoveAllOf(pagesDir, idle); err != nil {
		c.log().Warn("remove what pages were", "error", err)
	}
}
