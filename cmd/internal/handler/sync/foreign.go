package sync

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	places "github.com/agent-admin/memoria/cmd/internal/workspace/logs"
	"github.com/agent-admin/memoria/fsutil"
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

// oddities tells of what comes that not every system can hold, and of links, which may lead out of the vault. Below our folders
// no link is taken.
func (r *run) oddities(ctx context.Context, trunk string, names []string) error {
	for _, name := range names {
		if fsutil.CheckName(name) != nil {
			r.Strange = append(r.Strange, fmt.Sprintf("%q comes, a name that not every system can hold", name))
		}
	}
	links, err := r.work.Links(ctx, trunk)
	for _, l := range links {
		how := "comes"
		if l.Ours {
			how = "is not taken"
		}
		r.Strange = append(r.Strange, fmt.Sprintf("%q %s, a link to %q", l.Path, how, l.To))
	}
	return err
}

// attributed reports whether the trunk brings attributes that are neither memoria's nor here: by them git runs the filters and
// drivers that a person has set up.
func (r *run) attributed(ctx context.Context, trunk string) (bool, error) {
	if trunk == "" {
		return false, nil
	}
	names, err := r.work.Incoming(ctx, trunk)
	if err != nil || !slices.Contains(names, attributes) {
		return false, err
	}
	text, err := r.work.File(ctx, trunk, attributes)
	if err != nil {
		return false, err
	}
	has, err := r.Vault.Dir.ReadFile(attributes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	is := func(text []byte) []string {
		return slices.DeleteFunc(strings.Split(string(withBlock(text, r.Vault.Config)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") || strings.TrimSpace(l) == "" })
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
	if err := r.oddities(ctx, trunk, names); err != nil {
		return err
	}
	if asks, err := r.attributed(ctx, trunk); err != nil {
		return err
	} else if asks {
		names = append(names, r.work.Prefix+attributes)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return !r.mistaken(name) && (strings.HasPrefix(name, r.work.Prefix+layout.Folder+"/") || !obeyed(name)) || slices.ContainsFunc(allowed, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
	})
	if len(names) == 0 {
		return nil
	}
	return &FilesError{names, r.Trunk}
}

// The setting daily is the same on all machines. Where the person moved the logs here, the trunk and other machines have them
// where they were, and what comes goes where they are. Where they were moved elsewhere, they are moved here too, before both
// are merged.

// An inWayError says that the logs cannot follow: something of the person's is in the way.
type inWayError struct {
	error
	from, to string
}

func (e *inWayError) mend() string {
	return fmt.Sprintf("move these notes, then memoria sync; or memoria mv %s %s has the logs lie beside them", vault.Quote(e.from), vault.Quote(e.to))
}

// follow moves the logs where another machine moved them, and has git's attributes name their folder.
func (r *run) follow(ctx context.Context, trunk string) error {
	to, moved, err := r.movedTo(ctx, trunk)
	if err != nil {
		return err
	}
	if moved {
		p, err := places.Look(r.Vault.Vault, to)
		if err == nil && !standing.Only(r.Vault.Dir, layout.Daily(to)) {
			err = fmt.Errorf("notes of yours lie in %s/", to)
		}
		from := r.Vault.Config.Daily.Folder() + "/"
		if err != nil {
			return &inWayError{fmt.Errorf("the logs of this vault were moved to %s/ on another machine: %w", to, err), from, to + "/"}
		}
		unlock, err := r.lock(ctx, layout.LockImport, r.Options)
		if err != nil {
			return err
		}
		defer unlock()
		if _, err := r.Vault.MoveLogs(ctx, p, []string{from, to + "/"}, false); err != nil {
			return err
		}
		is, _ := json.Marshal(to) // of a text: no error
		if err := r.Vault.Gate.Accept([]accept.Wait{{Key: "daily", Is: string(is)}}); err != nil {
			return err
		}
	}
	r.work.Own = paths(r.Vault.Config, formers(r.Vault.Vault)...)
	old, err := r.Vault.Dir.ReadFile(attributes)
	if now := withBlock(old, r.Vault.Config); err == nil && bytes.Contains(old, []byte(blockBegin)) && !bytes.Equal(now, old) {
		return r.Vault.Dir.SwapFile(attributes, old, now, 0o644)
	}
	return nil
}

// movedTo returns the folder to which another machine moved the logs since the trunk was last merged here.
func (r *run) movedTo(ctx context.Context, trunk string) (to string, moved bool, err error) {
	if trunk == "" || r.work.Head == "" {
		return "", false, nil
	}
	base, err := r.work.Base(ctx, trunk)
	if err != nil || base == "" || base == trunk {
		return "", false, err
	}
	var in [2]layout.Daily
	for i, commit := range []string{base, trunk} {
		text, err := r.work.File(ctx, commit, layout.Config)
		if err != nil {
			return "", false, err
		}
		in[i] = vault.DailyIn(text)
	}
	to = in[1].Folder()
	return to, to != in[0].Folder() && to != r.Vault.Config.Daily.Folder(), nil
}
