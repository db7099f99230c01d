// Package publish prepares briefs of projects for hooks, and writes marked blocks of notes into files that an agent
// reads by itself.
package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/memories"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// Bounds of a published block, in characters: an agent reads it into every session.
const (
	Size  = 4000 // by default
	least = 500
)

// A Request says what to publish and where.
type Request struct {
	Agent   agents.Agent // required: that is to read it
	File    string       // its name; "" for the one in which notes of the agent stand
	Project string       // folder of the project; "" for this one
	Max     int          // characters
	Remove  bool         // remove the block
	DryRun  bool
}

// An Answer is the output of memoria publish --json.
type Answer struct {
	Agent   string `json:"agent"`
	File    string `json:"file"`
	Project string `json:"project"`
	Changed bool   `json:"changed"`
	DryRun  bool   `json:"dry_run"`
	Diff    string `json:"diff"`

	Warnings []string `json:"warnings"`
}

// A Handler publishes notes of a vault.
type Handler struct {
	Vault *workspace.Vault                                   // required
	Diff  func(name, before, after string) string            // required
	Agree func(context.Context, Answer) (ok bool, err error) // required: asks whether a file is to be changed so
}

// Publish puts a block into a file, brings it up to date or takes it out. done is false if the person did not agree.
func (h *Handler) Publish(ctx context.Context, r Request) (out Answer, done bool, err error) {
	v := h.Vault
	p, err := h.publication(r)
	if err != nil {
		return out, false, err
	}
	unlock, err := v.Dir.Lock(ctx, layout.LockPublish)
	if err != nil {
		return out, false, fmt.Errorf("publish: %w", err)
	}
	defer unlock()
	dir, src, err := open(p)
	if err != nil {
		return out, false, err
	}
	if dir != nil {
		defer dir.Close()
	}
	after, there := src, false
	if r.Remove {
		if after, there, err = memories.Unpublish(src); err != nil {
			return out, false, withHint(p, err)
		}
	} else {
		b, err := remind.Builder(ctx, v)
		if err != nil {
			return out, false, fmt.Errorf("publish: %w", err)
		}
		var project string
		if after, project, err = withBlock(v, b, p, src); err != nil {
			return out, false, withHint(p, err)
		}
		p.Project = project
	}
	changed := string(after) != string(src)
	out = Answer{Agent: r.Agent.Name, File: p.Path(), Project: p.Project, Changed: changed, DryRun: r.DryRun,
		Diff: h.Diff(p.Path(), string(src), string(after)), Warnings: h.warnings(r, p)}
	if changed && !r.DryRun {
		if ok, err := h.Agree(ctx, out); err != nil || !ok {
			return out, false, err
		}
	}
	if !r.DryRun {
		if dir == nil && !r.Remove {
			if dir, err = fsutil.CreateDir(p.Folder, 0o755); err != nil {
				return out, false, fmt.Errorf("publish: %w", err)
			}
			defer dir.Close()
		}
		if err := keep(v, p, dir, src, after, r.Remove, there); err != nil {
			return out, false, withHint(p, err)
		}
	}
	return out, true, nil
}

// publication resolves a request.
func (h *Handler) publication(r Request) (p prepared.Published, err error) {
	m := h.Vault.Machine
	if r.Max < least || r.Max > prepared.Limit {
		return p, exit.Hint(fmt.Errorf("publish: --max %d is not a number of characters from %d to %d", r.Max, least, prepared.Limit), exit.Usage,
			"an agent reads it into every session: less is more")
	}
	dir := m.Dir
	if r.Project != "" {
		dir = m.Finder().Abs(r.Project)
	}
	reads := r.Agent.ReadsIn(dir, m.Getenv, m.Home)
	if r.File == "" {
		r.File = reads[0]
		blocks, err := Publications(h.Vault)
		if err != nil {
			return p, fmt.Errorf("publish: %w", err)
		}
		for _, file := range reads { // so that it is told of one of them
			if slices.ContainsFunc(blocks, prepared.Published{Folder: dir, Name: file}.Same) {
				r.File = file
				break
			}
		}
	}
	if r.File != filepath.Base(r.File) || !strings.EqualFold(filepath.Ext(r.File), ".md") || fsutil.CheckName(r.File) != nil {
		return p, exit.Hint(fmt.Errorf("publish: --file %q is not the name of a Markdown file", r.File), exit.Usage, "--project names the folder, --file the file in it")
	}
	p = prepared.Published{Name: r.File, Dir: dir, Max: r.Max}
	if info, err := os.Stat(p.Dir); err != nil || !info.IsDir() {
		return p, exit.Hint(fmt.Errorf("publish: there is no folder %q", p.Dir), exit.Failure, "--project names the folder of a project")
	}
	if r.Agent.Name == claude.Name && p.Name == memories.OwnNotes {
		p.Root = p.Dir
		if top, ok := m.Git().Repository(p.Dir); ok {
			p.Root = top
		}
		p.Folder, p.Readers = memories.NotesFolder(m.Transcripts(), m.Home, p.Root, m.NotesSettings(p.Root)), []string{claude.Name}
		return p, nil
	}
	p.Folder = p.Dir
	for _, file := range reads {
		if in := path.Dir(file); path.Base(file) == p.Name && in != "." {
			p.Folder, p.Under = filepath.Join(p.Dir, filepath.FromSlash(in)), p.Dir
		}
	}
	p.Readers = readersOf(h.Vault, p)
	return p, nil
}

// readersOf returns the agents that read a file by themselves.
func readersOf(v *workspace.Vault, p prepared.Published) []string {
	if p.Root != "" {
		return []string{claude.Name}
	}
	file, err := filepath.Rel(p.Dir, p.Path())
	if err != nil {
		file = p.Name
	}
	return agents.ReadersOf(filepath.ToSlash(file), p.Dir, v.Machine.Getenv, v.Machine.Home)
}

// open opens the folder of a file and reads it; src is nil if it is not there, and dir if the folder below the project is
// not, which is for such a file alone.
func open(p prepared.Published) (dir *fsutil.Dir, src []byte, err error) {
	dir, err = fsutil.OpenDir(p.Folder)
	if errors.Is(err, fs.ErrNotExist) && p.Under != "" {
		return nil, nil, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, exit.Hint(fmt.Errorf("publish: there is no folder %q", p.Folder), exit.Failure,
			noFolder(p))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("publish: %w", err)
	}
	info, err := dir.Lstat(p.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dir, nil, nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		err = exit.Hint(fmt.Errorf("publish: %q is a link to another file", p.Path()), exit.Failure, "name the file that it leads to, with --project and --file")
	case err == nil:
		if src, err = dir.ReadFile(p.Name); err == nil {
			return dir, src, nil
		}
		err = fmt.Errorf("publish: %w", err)
	}
	dir.Close()
	return nil, nil, err
}

// noFolder says what to do where there is no folder for a file.
func noFolder(p prepared.Published) string {
	if p.Root != "" {
		return "Claude Code makes it when it first remembers something of the project; --file CLAUDE.md needs none"
	}
	return "make it, or leave --file out"
}

// withBlock returns a file with the current notes of its project.
func withBlock(v *workspace.Vault, b *brief.Builder, p prepared.Published, src []byte) (after []byte, project string, err error) {
	place, withheld := v.Place(p.Dir)
	switch {
	case withheld != "":
		return nil, "", &nothingError{"nothing is said in that folder: " + withheld}
	case place.Project == "":
		return nil, "", &nothingError{"it is no project's folder"}
	}
	const marks = 60 // characters, with their line ends
	c := b.Build(place.Project).Choose(prepared.Ask{Vault: v.Path(), Max: p.Max - marks, Shared: shared(v, p)})
	if c.Text == "" {
		return nil, "", &nothingError{fmt.Sprintf("nothing is known of project %s", say.Printable(place.Project))}
	}
	after, err = memories.Publish(src, c.Text)
	return after, place.Project, err
}

// A nothingError says why there is nothing to say in a folder.
type nothingError struct{ why string }

func (e *nothingError) Error() string { return e.why }

func withHint(p prepared.Published, err error) error {
	told := fmt.Errorf("publish into %q: %w", p.Path(), err)
	var nothing *nothingError
	switch {
	case errors.As(err, &nothing):
		return exit.Hint(fmt.Errorf("publish for %q: %w", p.Dir, err), exit.Failure, "memoria context "+p.Dir+" shows what is known there")
	case errors.Is(err, memories.ErrBlock):
		return exit.Hint(told, exit.Failure, "take out by hand what is left of the block between <!-- memoria:begin --> and <!-- memoria:end -->")
	case errors.Is(err, memories.ErrNotText):
		return exit.Hint(told, exit.Failure, "save it as UTF-8, or name another file")
	case errors.Is(err, fs.ErrPermission):
		return exit.Hint(told, exit.Failure, "make the file and its folder writable, or name another file")
	case errors.Is(err, fsutil.ErrChanged):
		return exit.Hint(told, exit.Failure, "it was saved meanwhile; run it again")
	}
	return told
}

// shared reports whether others may read a file, since it lies in a repository.
func shared(v *workspace.Vault, p prepared.Published) bool {
	if p.Root != "" {
		return false
	}
	_, ok := v.Machine.Git().Repository(p.Folder)
	return ok
}

func (h *Handler) warnings(r Request, p prepared.Published) []string {
	out := []string{}
	if r.Remove {
		return out
	}
	v := h.Vault
	if shared(v, p) {
		warning := "the file lies in a repository: whoever gets to see that reads the notes"
		if r.Agent.Name == claude.Name {
			warning += "; --file MEMORY.md keeps them on this machine"
		}
		out = append(out, warning)
	}
	blocks, _ := Publications(v)
	for _, q := range blocks { // its readers are told it there as well
		if q.Dir == p.Dir && !q.Same(p) && !slices.ContainsFunc(readersOf(v, q), func(who string) bool { return !slices.Contains(p.Readers, who) }) {
			out = append(out, fmt.Sprintf("%s tells it, too, to those who read this file: memoria publish %s --file %s --remove takes it out there", q.Name, r.Agent.Name, q.Name))
		}
	}
	if list, _, err := vault.Installed(v.Dir, v.Now()); err == nil && v.Config.Context > 0 && len(list) > 0 {
		if slices.Contains(p.Readers, r.Agent.Name) {
			out = append(out, "the hooks leave out what stands there, so that no session is told it twice")
		} else {
			out = append(out, r.Agent.Title+" does not read that file by itself: the hooks go on saying what stands there")
		}
	}
	return out
}
