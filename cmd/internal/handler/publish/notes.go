package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/memories"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// Publications returns the blocks that memoria wrote into agents' files, as the vault records them.
func Publications(v *workspace.Vault) (list []prepared.Published, err error) {
	var all prepared.Publications
	_, err = fsutil.ReadState(v.Dir, prepared.PublishedName, prepared.PublishedVersion, &all, v.Now())
	return all.Blocks, err
}

func remember(v *workspace.Vault, list []prepared.Published) error {
	_, err := fsutil.WriteState(v.Dir, prepared.PublishedName, prepared.PublishedVersion, prepared.Publications{Blocks: list})
	return err
}

// A File is a file that a block of notes stands in.
type File struct {
	File    string `json:"file"`
	Project string `json:"project"`
}

// Files returns the files that hold a block, as far as they can be read.
func Files(v *workspace.Vault) []File {
	out := []File{}
	list, _ := Publications(v)
	for _, p := range list {
		out = append(out, File{p.Path(), p.Project})
	}
	return out
}

// keep writes a file and records its block. It writes the record first, so that every written file is known. The
// caller holds layout.LockPublish.
func keep(v *workspace.Vault, p prepared.Published, dir *fsutil.Dir, src, after []byte, remove, there bool) error {
	blocks, err := Publications(v)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(blocks, p.Same)
	if remove {
		if i >= 0 && blocks[i].Made && len(after) == 0 && there {
			err = dir.Remove(p.Name)
		} else if there {
			err = dir.SwapFile(p.Name, src, after, 0o644)
		}
		if err != nil || i < 0 {
			return err
		}
		return remember(v, slices.Delete(blocks, i, i+1))
	}
	p.Made = src == nil
	if i >= 0 {
		p.Made = p.Made || blocks[i].Made
		blocks[i] = p
	} else {
		blocks = append(blocks, p)
	}
	if err := remember(v, blocks); err != nil || string(after) == string(src) {
		return err
	}
	return dir.SwapFile(p.Name, src, after, 0o644)
}

// Refresh updates all published blocks. It does not put back a block that somebody removed, and leaves files that it
// cannot write; it logs both.
func Refresh(ctx context.Context, v *workspace.Vault) {
	log := func(format string, args ...any) { v.Log().Printf("publish", format, args...) }
	if _, err := v.Dir.Stat(prepared.PublishedName); errors.Is(err, fs.ErrNotExist) {
		return
	}
	unlock, err := v.Dir.TryLock(layout.LockPublish)
	if err != nil {
		return // another run publishes
	}
	defer unlock()
	blocks, err := Publications(v)
	if err != nil {
		log("%v", err)
	}
	if len(blocks) == 0 || err != nil {
		return
	}
	b, err := remind.Builder(ctx, v)
	if err != nil {
		log("%v", err)
		return
	}
	var kept []prepared.Published
	for _, p := range blocks {
		gone, err := refresh(v, b, p)
		if err != nil {
			log("%s: %v", p.Path(), err)
		}
		if !gone {
			p.Readers = readersOf(v, p) // the settings of one may have changed
			kept = append(kept, p)
		}
	}
	if !slices.EqualFunc(kept, blocks, func(p, q prepared.Published) bool { return p.Same(q) && slices.Equal(p.Readers, q.Readers) }) {
		if err := remember(v, kept); err != nil {
			log("%v", err)
		}
	}
}

// refresh updates one block. gone reports that the block is not there any more. It removes the block if nothing is
// known of the project or nothing may be said of it.
func refresh(v *workspace.Vault, b *brief.Builder, p prepared.Published) (gone bool, err error) {
	dir, src, err := open(p)
	if err != nil || dir == nil {
		return err == nil, err
	}
	defer dir.Close()
	bare, there, err := memories.Unpublish(src)
	if err != nil {
		return false, err
	}
	if !there {
		return true, nil
	}
	after, _, err := withBlock(v, b, p, src)
	if nothing, ok := errors.AsType[*nothingError](err); ok {
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
