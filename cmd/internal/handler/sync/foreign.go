package sync

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Files is the class of a sync that would bring files which other programs obey.
const Files = "files"

// A FilesError names files on the remote that other programs would obey here: settings, plugins, instructions to agents.
// Who can write to the remote could have them run anything, so a person looks at them first.
type FilesError struct {
	Paths []string
	Trunk string
}

func (e *FilesError) Error() string {
	return fmt.Sprintf("the remote has %s that other programs obey: %s", say.Count(len(e.Paths), "new or changed file"), say.Printable(strings.Join(e.Paths[:min(len(e.Paths), 5)], ", ")))
}

// mend returns what a person does about it.
func (e *FilesError) mend() string {
	top, _, _ := strings.Cut(e.Paths[0], "/")
	top = vault.Quote(say.Printable(top)) // whoever made the name must not have a line run that is copied
	return "look at them: git diff HEAD..." + e.Trunk + " -- " + top + "; then memoria sync --allow " + top + " takes them, now and later, or git pull, once"
}

// obeyed reports whether another program obeys a file of this name: one below a name that begins with a dot, or one that
// agents read into their sessions. What git is told to ignore is only looked at by git.
func obeyed(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != ".gitignore" {
			return true
		}
	}
	return agentsRead(path.Base(name))
}

// agentsRead reports whether some agent reads files of a name into its sessions.
func agentsRead(base string) bool {
	return slices.ContainsFunc(agents.All, func(a agents.Agent) bool {
		return slices.ContainsFunc(a.Reads, func(file string) bool { return strings.EqualFold(path.Base(file), base) })
	})
}

// mistaken reports whether a file system that knows no case takes a file that is none of ours for one.
func (r *run) mistaken(name string) bool {
	return slices.ContainsFunc(r.work.Own, func(own string) bool {
		return strings.HasPrefix(fold(name)+"/", fold(r.work.Prefix+own)+"/")
	})
}

// attributed reports whether the trunk brings attributes that are neither memoria's nor here: by them git runs the filters and
// drivers that a person has set up.
func (r *run) attributed(ctx context.Context, trunk string) (bool, error) {
	if trunk == "" {
		return false, nil
	}
	names, err := r.work.Incoming(ctx, trunk)
	if err != nil || !slices.Contains(names, attributes.Name) {
		return false, err
	}
	text, err := r.work.File(ctx, trunk, attributes.Name)
	if err != nil {
		return false, err
	}
	has, err := r.Vault.Dir.ReadFile(attributes.Name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	is := func(text []byte) []string {
		return slices.DeleteFunc(strings.Split(string(attributes.With(text, r.Vault.Config)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") || strings.TrimSpace(l) == "" })
	}
	return !slices.Equal(is(text), is(has)), nil
}

// foreign returns a *FilesError if the trunk brings files that other programs obey, and that nobody here allowed.
func (r *run) foreign(ctx context.Context, trunk string) error {
	names, err := r.work.Brings(ctx, trunk)
	if err != nil {
		return err
	}
	allowed, err := r.Vault.AllowedPaths()
	if err != nil {
		return err
	}
	if asks, err := r.attributed(ctx, trunk); err != nil {
		return err
	} else if asks {
		names = append(names, r.work.Prefix+attributes.Name)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return !r.mistaken(name) && (strings.HasPrefix(name, r.work.Prefix+layout.Folder+"/") || !obeyed(name)) || slices.ContainsFunc(allowed, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
	})
	if len(names) == 0 {
		return nil
	}
	return &FilesError{names, r.Trunk}
}
