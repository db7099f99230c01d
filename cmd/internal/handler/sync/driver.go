package sync

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	vaults "github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// A Driver merges one file for git, in a merge of a person's. It needs no vault, no lock and no network.
type Driver struct {
	Dir string   // required: where git runs it, the top of the work tree
	Env []string // required: the environment of git
}

// Merge merges the file at a path of the work tree: base, ours and theirs are files, and the result takes the place of
// ours. It reports false if it left conflict marks for a person.
func (d Driver) Merge(ctx context.Context, base, ours, theirs, name string) (bool, error) {
	merged, marked, err := d.merge(base, ours, theirs, name)
	if err == nil && !merged && !marked {
		return (&repo.Repo{Dir: d.Dir, Env: d.Env}).MergeFile(ctx, ours, base, theirs)
	}
	if err != nil {
		err = fmt.Errorf("merge-driver: %s: %w", name, err)
	}
	return merged, err
}

func (d Driver) merge(base, ours, theirs, name string) (merged, marked bool, err error) {
	sides := [3]map[string][]byte{}
	vault, below := d.split(name)
	for i, file := range []string{base, ours, theirs} {
		b, err := fsutil.ReadFile(d.at(file))
		switch {
		case err == nil:
			sides[i] = map[string][]byte{below: b}
		case !errors.Is(err, fs.ErrNotExist):
			return false, false, err
		}
	}
	dir, err := fsutil.OpenDir(d.at(vault))
	if err != nil {
		return false, false, err
	}
	defer dir.Close()
	config, _ := dir.ReadFile(layout.Config) // without one all lies where it lies by default
	folder, _, _ := strings.Cut(below, "/")
	other := renamed(folder, below, sides)
	out, err := (&merger{wiki: folder, daily: vaults.DailyIn(config), dir: dir}).Merge(sides[0], sides[1], sides[2])
	text, ok := out[below]
	if other != nil {
		text, ok = other, true
	}
	if err != nil || !ok {
		return false, false, err
	}
	to, err := fsutil.OpenDir(filepath.Dir(d.at(ours)))
	if err != nil {
		return false, false, err
	}
	defer to.Close()
	_, err = to.WriteFile(filepath.Base(ours), text, 0o644)
	return err == nil && other == nil, other != nil, err
}

// renamed returns both sides of an article with conflict marks, where git takes another article for one that is gone
// and only is much like it; else nil.
func renamed(folder, name string, sides [3]map[string][]byte) []byte {
	ours, theirs := sides[1][name], sides[2][name]
	if len(sides[0][name]) == 0 || !(wiki.Store{Wiki: folder}).Writes(name) || adopt.Namesakes(wiki.Parse(ours), wiki.Parse(theirs)) {
		return nil
	}
	return fmt.Appendf(nil, "<<<<<<< ours\n%s\n=======\n%s\n>>>>>>> theirs\n", bytes.TrimRight(ours, "\n"), bytes.TrimRight(theirs, "\n"))
}

// at returns a path as the system has it.
func (d Driver) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(d.Dir, filepath.FromSlash(name))
}

// split returns the vault that a file lies in, and its path below that.
func (d Driver) split(name string) (vault, below string) {
	for vault = path.Dir(name); vault != "."; vault = path.Dir(vault) {
		if info, err := os.Stat(d.at(path.Join(vault, layout.Folder))); err == nil && info.IsDir() {
			return vault, strings.TrimPrefix(name, vault+"/")
		}
	}
	return ".", name
}
