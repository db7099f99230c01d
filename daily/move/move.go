// Package move moves the day logs of a vault to another folder.
package move

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Plan is what moving the logs does.
type Plan struct {
	From, To layout.Daily
	Files    []string // that move, by their names in the folder: logs, and copies of logs by sync tools
	Joined   []string // those of which the new folder has one of that name: both are merged there

	dir *fsutil.Dir
	all bool
}

// Look plans to move the logs: with all, those that a person wrote too, which memoria reads as logs by their names. Other
// files stay where they are. Where both folders are one, there is nothing to move.
func Look(dir *fsutil.Dir, from, to layout.Daily, all bool) (*Plan, error) {
	p := &Plan{From: from, To: to, dir: dir, all: all}
	if one, err := dir.Stat(from.Folder()); err == nil {
		if other, err := dir.Stat(to.Folder()); err == nil && os.SameFile(one, other) {
			return p, nil
		}
	}
	list, err := dir.Stamps(from.Folder(), func(string, fs.FileMode) bool { return false })
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("move the logs: %w", err)
	}
	for _, f := range list {
		at := from.Folder() + "/" + f.Name
		stem, in := from.Log(at)
		if _, err := daily.ParseDate(stem); !all || !in || err != nil {
			if text, err := dir.ReadFile(at); err != nil || fsutil.IsTemp(f.Name) || !daily.IsCopy(f.Name, text) {
				continue
			}
		}
		if !f.Type.IsRegular() {
			return nil, fmt.Errorf("move the logs: %q is no plain file", at)
		}
		p.Files = append(p.Files, f.Name)
		switch own, err := ownNote(dir, p.to(f.Name)); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("move the logs: %w", err)
		case own:
			return nil, fmt.Errorf("move the logs: %q is a note of yours, in which the log of that name would come to lie; give it another name, or name another folder", p.to(f.Name))
		default:
			p.Joined = append(p.Joined, f.Name)
		}
	}
	slices.Sort(p.Files)
	slices.Sort(p.Joined)
	return p, nil
}

// ownNote reports whether a file is a person's, and no log that memoria wrote.
func ownNote(dir *fsutil.Dir, name string) (bool, error) {
	info, err := dir.Lstat(name)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, fmt.Errorf("%q is no plain file; give it another name, or name another folder", name)
	}
	text, err := dir.ReadFile(name)
	return !daily.IsCopy(name, text), err
}

func (p *Plan) to(name string) string { return p.To.Folder() + "/" + name }

// Apply moves the files, under the lock of the logs, calls moved under it, and removes the old folder if it is empty then. A run
// that was killed is ended by another.
func (p *Plan) Apply(ctx context.Context, moved func() error) error {
	unlock, err := p.dir.Lock(ctx, layout.LockDaily)
	if err != nil {
		return fmt.Errorf("move the logs: %w", err)
	}
	defer unlock()
	now, err := Look(p.dir, p.From, p.To, p.all) // a log may have been begun since
	if err != nil {
		return err
	}
	for _, name := range now.Files {
		if err := now.move(name); err != nil {
			return fmt.Errorf("move the logs: %w", err)
		}
	}
	if err := moved(); err != nil {
		return err
	}
	for at := p.From.Folder(); at != "." && !strings.HasPrefix(p.To.Folder()+"/", at+"/"); at = path.Dir(at) {
		if names, err := p.dir.ReadNames(at); err != nil || len(names) > 0 || p.dir.RemoveDir(at) != nil {
			break
		}
	}
	return nil
}

func (p *Plan) move(name string) error {
	from, to := p.From.Folder()+"/"+name, p.to(name)
	if !slices.Contains(p.Joined, name) {
		return p.dir.Rename(from, to)
	}
	mine, err := p.dir.ReadFile(from)
	if err != nil {
		return err
	}
	there, err := p.dir.ReadFile(to)
	if err != nil {
		return err
	}
	if merged := daily.Merge(nil, there, mine); !bytes.Equal(merged, there) {
		if err := p.dir.SwapFile(to, there, merged, 0o644); err != nil {
			return err
		}
	}
	return p.dir.Remove(from)
}
