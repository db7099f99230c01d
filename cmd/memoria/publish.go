package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/query/brief/ready"
)

// Bounds of a published block: an agent reads it into every session.
const (
	publishSize  = 4000 // characters, unless told
	publishLeast = 500
)

// publishFlags say what is published where.
type publishFlags struct {
	file, project        string
	max                  int
	remove, dryRun, json bool
	yes                  bool
}

func (a *app) publishCmd() *cobra.Command {
	var o publishFlags
	c := &cobra.Command{
		Use:   "publish AGENT",
		Short: "Keep what an agent should know of a project in a file that it reads",
		Long: `Keep a marked block in CLAUDE.md of a project, or in MEMORY.md, which Claude Code reads
into its sessions: preferences, decisions and open actions of the project, best first,
with the articles to open. For those who prefer a file to the hook that memoria install
sets up, which leaves out what a session reads there. A repository usually shares CLAUDE.md, so the block names no folder there and
links to nothing; MEMORY.md stays on this machine. The change is shown and asked for. The
block is brought up to date whenever the vault is compiled, and by publishing again; not
a byte around it changes, and --remove takes it out.`,
		Example: "  memoria publish claude --dry-run\n  memoria publish claude --file MEMORY.md --project ~/src/tide --yes\n  memoria publish claude --remove",
		Args:    oneAgent,
		RunE: func(c *cobra.Command, _ []string) error {
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			return a.publish(c.Context(), v, o)
		},
	}
	fl := c.Flags()
	fl.StringVar(&o.file, "file", claude.ProjectNotes, "`NAME` of the file: CLAUDE.md or another in the project's folder, or MEMORY.md")
	fl.StringVar(&o.project, "project", "", "folder of the project; default: this one")
	fl.IntVar(&o.max, "max", publishSize, "at most so many characters")
	fl.BoolVar(&o.remove, "remove", false, "take the block out again")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show the change, write nothing")
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	return c
}

// publishing is the answer of publish --json.
type publishing struct {
	Schema  int    `json:"schema"`
	Agent   string `json:"agent"`
	File    string `json:"file"`
	Project string `json:"project"`
	Changed bool   `json:"changed"`
	DryRun  bool   `json:"dry_run"`
	Diff    string `json:"diff"`

	Warnings []string `json:"warnings"`
}

func (a *app) publish(ctx context.Context, v *vault.Vault, o publishFlags) error {
	p, err := a.publication(o)
	if err != nil {
		return err
	}
	unlock, err := v.Dir.Lock(ctx, lockPublish)
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	defer unlock()
	dir, src, err := a.openNotes(p)
	if err != nil {
		return err
	}
	defer dir.Close()
	after, there := src, false
	if o.remove {
		if after, there, err = claude.Unpublish(src); err != nil {
			return publishHint(p, err)
		}
	} else {
		b, err := a.builder(ctx, v)
		if err != nil {
			return fmt.Errorf("publish: %w", err)
		}
		var project string
		if after, project, err = a.withBlock(v, b, p, src); err != nil {
			return publishHint(p, err)
		}
		p.Project = project
	}
	changed := string(after) != string(src)
	out := publishing{Schema: 1, Agent: claude.Name, File: p.Path(), Project: p.Project, Changed: changed, DryRun: o.dryRun,
		Diff: unified(p.Path(), string(src), string(after), 3), Warnings: a.publishWarnings(v, p, o.remove)}
	if changed && !o.dryRun {
		if ok, err := a.publishAgreed(ctx, out, o); err != nil || !ok {
			return err
		}
	}
	if !o.dryRun {
		if err := a.keepPublished(v, p, dir, src, after, o.remove, there); err != nil {
			return publishHint(p, err)
		}
	}
	return a.tellPublished(out, o)
}

// publication is what the flags name.
func (a *app) publication(o publishFlags) (p published, err error) {
	if o.max < publishLeast || o.max > ready.Limit {
		return p, hint(fmt.Errorf("publish: --max %d is not a number of characters from %d to %d", o.max, publishLeast, ready.Limit), exitUsage,
			"an agent reads it into every session: less is more")
	}
	if o.file != filepath.Base(o.file) || !strings.EqualFold(filepath.Ext(o.file), ".md") || fsutil.CheckName(o.file) != nil {
		return p, hint(fmt.Errorf("publish: --file %q is not the name of a Markdown file", o.file), exitUsage, "--project names the folder, --file the file in it")
	}
	p = published{Name: o.file, Dir: a.finder().Abs(o.project), Max: o.max}
	if o.project == "" {
		p.Dir = a.Dir
	}
	if info, err := os.Stat(p.Dir); err != nil || !info.IsDir() {
		return p, hint(fmt.Errorf("publish: there is no folder %q", p.Dir), exitFailure, "--project names the folder of a project")
	}
	root := p.Dir
	if p.Name == claude.OwnNotes {
		if r, ok := (&git.Finder{Home: a.Home}).Repository(p.Dir); ok {
			root = r
		}
		p.Root = root
	}
	settings := append(claude.ManagedSettings(runtime.GOOS), claude.SettingsPath(claude.Local, a.Home, "", root),
		claude.SettingsPath(claude.User, a.Home, a.Getenv("CLAUDE_CONFIG_DIR"), ""))
	p.Folder = claude.NotesFolder(a.transcripts(), a.Home, root, p.Name, settings)
	return p, nil
}

// openNotes opens the folder of a file and reads it; src is nil where it is not there.
func (a *app) openNotes(p published) (dir *fsutil.Dir, src []byte, err error) {
	dir, err = fsutil.OpenDir(p.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, hint(fmt.Errorf("publish: there is no folder %q", p.Folder), exitFailure,
			"Claude Code makes it when it first remembers something of the project; --file CLAUDE.md needs none")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("publish: %w", err)
	}
	info, err := dir.Lstat(p.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dir, nil, nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		err = hint(fmt.Errorf("publish: %q is a link to another file", p.Path()), exitFailure, "name the file that it leads to, with --project and --file")
	case err == nil:
		if src, err = dir.ReadFile(p.Name); err == nil {
			return dir, src, nil
		}
		err = fmt.Errorf("publish: %w", err)
	}
	dir.Close()
	return nil, nil, err
}

// withBlock is a file with what is to be known of its project now.
func (a *app) withBlock(v *vault.Vault, b briefer, p published, src []byte) (after []byte, project string, err error) {
	place, withheld := a.place(v, p.Dir)
	switch {
	case withheld != "":
		return nil, "", &nothingToPublish{"nothing is said in that folder: " + withheld}
	case place.Project == "":
		return nil, "", &nothingToPublish{"it is no project's folder"}
	}
	const marks = 60 // characters, with their line ends
	c := b.Build(place.Project).Choose(ready.Ask{Vault: v.Dir.Path(), Max: p.Max - marks, Shared: a.shared(p)})
	if c.Text == "" {
		return nil, "", &nothingToPublish{fmt.Sprintf("nothing is known of project %s", printable(place.Project))}
	}
	after, err = claude.Publish(src, c.Text)
	return after, place.Project, err
}

// A briefer knows what there is to know of a project.
type briefer interface {
	Build(project string) *ready.Brief
}

// nothingToPublish says why there is nothing to say in a folder.
type nothingToPublish struct{ why string }

func (e *nothingToPublish) Error() string { return e.why }

func publishHint(p published, err error) error {
	if err == nil {
		return nil
	}
	told := fmt.Errorf("publish into %q: %w", p.Path(), err)
	var nothing *nothingToPublish
	switch {
	case errors.As(err, &nothing):
		return hint(fmt.Errorf("publish for %q: %w", p.Dir, err), exitFailure, "memoria context "+p.Dir+" shows what is known there")
	case errors.Is(err, claude.ErrBlock):
		return hint(told, exitFailure, "take out by hand what is left of the block between <!-- memoria:begin --> and <!-- memoria:end -->")
	case errors.Is(err, claude.ErrNotText):
		return hint(told, exitFailure, "save it as UTF-8, or name another file")
	case errors.Is(err, fs.ErrPermission):
		return hint(told, exitFailure, "make the file and its folder writable, or name another file")
	case errors.Is(err, fsutil.ErrChanged):
		return hint(told, exitFailure, "it was saved meanwhile; run it again")
	}
	return told
}
