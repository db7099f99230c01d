package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// fronts are the pages that may stand at the front of a folder, the first that is there.
var fronts = []string{"index.md", "README.md", "contents.md"}

// BuildFolder builds the site of a folder of pages that is no vault, such as the documentation of a program. Nothing is
// written into it.
func (b *Builder) BuildFolder(ctx context.Context, m *workspace.Machine, folder string) (did Built, err error) {
	at := m.Finder().Abs(folder)
	switch {
	case workspace.IsVault(at):
		return did, exit.Hint(fmt.Errorf("build: %s is a vault", at), exit.Usage, "memoria build --vault "+vault.Quote(at))
	case b.Out == "":
		return did, exit.Hint(fmt.Errorf("build: of a folder that is no vault the site needs a place"), exit.Usage, "name a folder with --out")
	}
	state, remove, err := scratch(m)
	if err != nil {
		return did, fmt.Errorf("build: %w", err)
	}
	defer func() { err = cmp.Or(err, remove()) }()
	opened, err := m.Finder().OpenFolder(at, state)
	if err != nil {
		state.Close()
		return did, fmt.Errorf("build: %w", err)
	}
	defer opened.Dir.Close()
	b.Vault = &workspace.Vault{Vault: opened, Machine: m}
	i := slices.IndexFunc(fronts, func(name string) bool { _, err := opened.Dir.Stat(name); return err == nil })
	if i < 0 {
		return did, exit.Hint(fmt.Errorf("build: %s has no page for the front", at), exit.Usage, "write one: "+strings.Join(fronts, ", ")+"; its links order the others")
	}
	text, err := opened.Dir.ReadFile(fronts[i])
	if err != nil {
		return did, fmt.Errorf("build: %w", err)
	}
	b.Front, b.Include = fronts[i], append(b.Include, "**")
	b.Title = cmp.Or(b.Title, wiki.Parse(text).Title(), filepath.Base(at))
	return b.Build(ctx)
}

// scratch makes a folder for what a build keeps while it runs.
func scratch(m *workspace.Machine) (dir *fsutil.Dir, remove func() error, err error) {
	under, err := fsutil.CreateDir(m.StateDir(), 0o700)
	if err != nil {
		return nil, nil, err
	}
	dir, drop, err := under.Scratch(".", m.Now())
	if err == nil {
		err = dir.MkdirAll(vault.Marker, 0o700)
	}
	if err != nil {
		under.Close()
		return nil, nil, err
	}
	return dir, func() error {
		err := drop()
		under.Close()
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}, nil
}
