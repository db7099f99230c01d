package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/query/brief/ready"
)

const lockPublish = layout.LockPublish

// A published is a block in a file, and publications are those of a vault.
type (
	published    = ready.Published
	publications = ready.Publications
)

func (a *app) publications(v *vault.Vault) (publications, error) {
	var all publications
	_, err := fsutil.ReadState(v.Dir, ready.PublishedName, ready.PublishedVersion, &all, a.Now())
	return all, err
}

func writePublications(v *vault.Vault, all publications) error {
	_, err := fsutil.WriteState(v.Dir, ready.PublishedName, ready.PublishedVersion, all)
	return err
}

// keepPublished writes a file as it is to be and remembers the block in it, which is written down first so that a
// file that was written is always known. The caller holds lockPublish.
func (a *app) keepPublished(v *vault.Vault, p published, dir *fsutil.Dir, src, after []byte, remove, there bool) error {
	all, err := a.publications(v)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all.Blocks, p.Same)
	if remove {
		if i >= 0 && all.Blocks[i].Made && len(after) == 0 && there {
			err = dir.Remove(p.Name)
		} else if there {
			err = dir.SwapFile(p.Name, src, after, 0o644)
		}
		if err != nil || i < 0 {
			return err
		}
		all.Blocks = slices.Delete(all.Blocks, i, i+1)
		return writePublications(v, all)
	}
	p.Made = src == nil
	if i >= 0 {
		p.Made = p.Made || all.Blocks[i].Made
		all.Blocks[i] = p
	} else {
		all.Blocks = append(all.Blocks, p)
	}
	if err := writePublications(v, all); err != nil || string(after) == string(src) {
		return err
	}
	return dir.SwapFile(p.Name, src, after, 0o644)
}

// republish brings all that was published up to date. A block that somebody took out is not put back, and what
// cannot be written stays as it is; both are lines in the log.
func (a *app) republish(ctx context.Context, v *vault.Vault) {
	say := func(format string, args ...any) { a.log(v).Printf("publish", format, args...) }
	if _, err := v.Dir.Stat(ready.PublishedName); errors.Is(err, fs.ErrNotExist) {
		return
	}
	unlock, err := v.Dir.TryLock(lockPublish)
	if err != nil {
		return // somebody publishes
	}
	defer unlock()
	all, err := a.publications(v)
	if err != nil || len(all.Blocks) == 0 {
		if err != nil {
			say("%v", err)
		}
		return
	}
	b, err := a.builder(ctx, v)
	if err != nil {
		say("%v", err)
		return
	}
	kept := slices.DeleteFunc(slices.Clone(all.Blocks), func(p published) bool {
		gone, err := a.refresh(v, b, p)
		if err != nil {
			say("%s: %v", p.Path(), err)
		}
		return gone
	})
	if len(kept) != len(all.Blocks) {
		if err := writePublications(v, publications{Blocks: kept}); err != nil {
			say("%v", err)
		}
	}
}

// refresh brings one block up to date. gone says that it is not there any more. Where nothing may be said of the
// project now, or nothing is known of it, the block is taken out.
func (a *app) refresh(v *vault.Vault, b briefer, p published) (gone bool, err error) {
	dir, src, err := a.openNotes(p)
	if err != nil {
		return false, err
	}
	defer dir.Close()
	bare, there, err := claude.Unpublish(src)
	if err != nil {
		return false, err
	}
	if !there {
		return true, nil
	}
	after, _, err := a.withBlock(v, b, p, src)
	var nothing *nothingToPublish
	if errors.As(err, &nothing) {
		if err := dir.SwapFile(p.Name, src, bare, 0o644); err != nil {
			return false, err
		}
		return true, fmt.Errorf("taken out: %w", nothing)
	}
	if err != nil || string(after) == string(src) {
		return false, err
	}
	return false, dir.SwapFile(p.Name, src, after, 0o644)
}

// tellPublications says which files hold a block still, as far as the vault is there.
func (a *app) tellPublications() {
	path, err := a.finder().Locate(a.vault)
	if err != nil {
		return
	}
	v, err := a.finder().Open(path)
	if err != nil {
		return
	}
	defer v.Dir.Close()
	all, err := a.publications(v)
	if err != nil {
		return
	}
	for _, p := range all.Blocks {
		a.ui.Print("%s holds what was published of %s: memoria publish claude --remove --project %s --file %s takes it out",
			printable(p.Path()), printable(p.Project), printable(p.Dir), printable(p.Name))
	}
}
