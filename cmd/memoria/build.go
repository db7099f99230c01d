package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/site"
	"github.com/agent-admin/memoria/wiki/site/out"
)

// gcPercent lets a build have half as much memory again as it would otherwise: what it throws away is looked
// through less often. GOGC in the environment is obeyed.
const gcPercent = 150

type buildFlags struct {
	out, title, baseURL string
	include             []string
	all, dryRun, json   bool
	replace             bool
	template            string
}

func (a *app) buildCmd() *cobra.Command {
	var o buildFlags
	c := &cobra.Command{
		Use:   "build",
		Short: "Write the vault as a site of plain files",
		Long: `Write the wiki and the day logs as a site that opens from its folder by a double click,
and from any web server, at its root or below it. Only what changed is written; files that
are no longer part of the site are removed, and nothing else in the folder is touched.

Shown are the articles, the days and what they link to. Other notes are shown where
--include, or site: include: in the settings, names them; one with publish: false in its
properties never is. site: title:, base_url: and out: in the settings stand for the flags.

A file in .memoria/templates/site stands for memoria's own of that name, which --template
prints; custom.css there is a style sheet beside memoria's.`,
		Example: "  memoria build\n  memoria build --out ~/public/notes --base-url https://notes.example/\n  memoria build --template footer.html > .memoria/templates/site/footer.html",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.template != "" {
				return a.showTemplate(o.template)
			}
			return a.build(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.out, "out", "", "folder to write to; default: .memoria/site in the vault")
	f.StringVar(&o.title, "title", "", "`NAME` of the site; default: that of the vault's folder")
	f.StringVar(&o.baseURL, "base-url", "", "`URL` at which it will lie: for the feed, the sitemap, canonical links and 404.html")
	f.StringArrayVar(&o.include, "include", nil, "show notes whose path fits the `PATTERN` too, notes/**")
	f.BoolVar(&o.all, "all", false, "make every page, also those of which nothing changed")
	f.BoolVar(&o.replace, "replace", false, "take over a folder that holds the site of another vault")
	f.StringVar(&o.template, "template", "", "print memoria's own template of this `NAME`, and build nothing")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "show what would be written and removed, and write nothing")
	f.BoolVar(&o.json, "json", false, "answer with one JSON object")
	return c
}

// showTemplate prints one of memoria's own templates, as somebody begins to change it.
func (a *app) showTemplate(name string) error {
	names := templates.SiteNames()
	if !slices.Contains(names, name) {
		return hint(fmt.Errorf("build: --template: memoria has none called %q", name), exitUsage, "there are "+strings.Join(names, ", "))
	}
	_, err := a.ui.Out.Write(templates.Site(name))
	return err
}

// built is what a build did, as others read it.
type built struct {
	Schema    int      `json:"schema"`
	Out       string   `json:"out"`
	Index     string   `json:"index"` // file:// address of the first page
	DryRun    bool     `json:"dry_run,omitempty"`
	Written   []string `json:"written"`
	Unchanged int      `json:"unchanged"`
	Removed   []string `json:"removed"`
	Kept      []string `json:"kept"` // no longer of the site, and changed by somebody
}

func (a *app) build(ctx context.Context, o buildFlags) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	did, err := a.writeSite(ctx, v, o)
	if err != nil {
		return err
	}
	return a.tellBuilt(did, o)
}

// writeSite brings the folder of a vault's site up to date.
func (a *app) writeSite(ctx context.Context, v *workspace.Vault, o buildFlags) (did built, err error) {
	opts := siteOptions(v)
	if o.title != "" {
		opts.Title = o.title
	}
	if o.baseURL != "" {
		if opts.BaseURL, err = vault.BaseURL(o.baseURL); err != nil {
			return did, hint(fmt.Errorf("build: --base-url: %w", err), exitUsage)
		}
	}
	opts.Include = append(opts.Include, o.include...)
	unlock, err := v.Dir.TryLock(layout.LockSite)
	if err != nil {
		return did, fmt.Errorf("build: %w", err)
	}
	defer unlock()
	dir, err := a.siteFolder(v, o)
	if err != nil {
		return did, fmt.Errorf("build: %w", err)
	}
	if dir == nil { // a dry run into a folder that is not there yet
		tmp, remove, err := v.Dir.Scratch(layout.Cache, a.Now())
		if err != nil {
			return did, fmt.Errorf("build: %w", err)
		}
		defer remove()
		dir = tmp
	} else {
		defer dir.Close()
	}
	a.warnTemplates(v)
	if a.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	}
	rep, err := a.fill(ctx, v, dir, opts, o)
	a.ui.Clear()
	if err != nil {
		return did, a.buildError(err, a.siteOut(v, o))
	}
	at := a.siteOut(v, o)
	index := &url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(at, "index.html"))}
	return built{Schema: 1, Out: at, Index: index.String(), DryRun: o.dryRun, Written: say.List(rep.Written), Unchanged: rep.Unchanged,
		Removed: say.List(rep.Removed), Kept: say.List(rep.Kept)}, nil
}

// maxFills is how often a site is written anew as somebody changed a page meanwhile.
const maxFills = 3

// fill brings a folder up to date. What was written of a page that somebody changed meanwhile is written anew.
func (a *app) fill(ctx context.Context, v *workspace.Vault, dir *fsutil.Dir, opts site.Options, o buildFlags) (all out.Report, err error) {
	for try := 1; ; try++ {
		s, err := a.site(ctx, v, opts)
		if err != nil {
			return all, err
		}
		rep, err := out.Write(ctx, dir, s, out.Options{All: o.all && try == 1, Dry: o.dryRun, Vault: vaultMark(v, o), Replace: o.replace, Moved: s.Moved, Progress: func(done, total int) {
			a.ui.Progress(a.Now(), "page %d of %d", done, total)
		}})
		all = all.And(rep)
		if err != nil {
			return all, err
		}
		if o.dryRun || !s.Moved() {
			for _, name := range s.Unused() {
				a.ui.Warn("the template %s is shown by no page: no template of memoria's has that name, and none asks for it", printable(name))
			}
			for _, p := range s.Unread() {
				a.ui.Warn("%s is too long to be read: its page is empty", printable(p))
			}
			if !o.dryRun {
				_, _ = v.Dir.WriteFileNoSync(siteSeen, s.Seen(), 0o600) // the next build takes longer without it
			}
			return all, nil
		}
		if try == maxFills {
			a.ui.Warn("pages were changed while the site was written: run memoria build again")
			return all, nil
		}
	}
}

// siteOut is the folder that a site goes to.
func (a *app) siteOut(v *workspace.Vault, o buildFlags) string {
	if o.out != "" {
		return a.finder().Abs(o.out)
	}
	return filepath.Join(v.Path(), filepath.FromSlash(v.Config.Site.Folder()))
}

// vaultMark stands for a vault in the list of a folder that may be another's too. It tells nobody where the
// vault lies.
func vaultMark(v *workspace.Vault, o buildFlags) string {
	if o.out == "" { // its own
		return ""
	}
	return fsutil.Hash([]byte("memoria site\x00" + workspace.Resolved(v.Path())))[:16]
}

// siteFolder opens the folder that a site goes to, and makes it where it is not there; nil where a dry run
// finds none.
func (a *app) siteFolder(v *workspace.Vault, o buildFlags) (*fsutil.Dir, error) {
	at := a.siteOut(v, o)
	if o.out == "" { // below the vault, and nowhere that a link in it leads
		name := v.Config.Site.Folder()
		if o.dryRun {
			if _, err := v.Dir.Stat(name); err != nil {
				return nil, nil
			}
		} else if err := v.Dir.MkdirAll(name, 0o755); err != nil {
			return nil, err
		}
		return v.Dir.Sub(name)
	}
	if inside, err := filepath.Rel(workspace.Resolved(v.Path()), workspace.Resolved(at)); err == nil && filepath.IsLocal(inside) {
		if inside == "." || !vault.SiteFolder(filepath.ToSlash(inside)) {
			return nil, hint(fmt.Errorf("%s lies in the vault, where the site's pages would be notes", at), exitUsage, "name a folder outside with --out, or leave it out")
		}
	}
	if o.dryRun {
		dir, err := fsutil.OpenDir(at)
		if err != nil {
			return nil, nil
		}
		return dir, nil
	}
	return fsutil.CreateDir(at, 0o755)
}

// resolved is where a path leads, with all links in it followed; what is not there yet has none.
func resolved(p string) string {
	if to, err := filepath.EvalSymlinks(p); err == nil {
		return to
	}
	dir := filepath.Dir(p)
	if dir == p {
		return p
	}
	return filepath.Join(workspace.Resolved(dir), filepath.Base(p))
}

func (a *app) buildError(err error, at string) error {
	err = fmt.Errorf("build %s: %w", at, err)
	var taken *out.TakenError
	switch {
	case errors.Is(err, out.ErrOtherVault):
		return hint(err, exitFailure, "name another folder with --out, or have it taken over with --replace")
	case errors.As(err, &taken) && taken.Kind != "":
		return hint(err, exitFailure, "move it away, and run memoria build again")
	}
	if errors.Is(err, out.ErrForeign) || errors.As(err, &taken) {
		return hint(err, exitFailure, "name an empty folder, or one that memoria build filled, with --out")
	}
	return err
}

func (a *app) tellBuilt(b built, o buildFlags) error {
	if o.json {
		return a.ui.JSON(b)
	}
	did := "wrote"
	if o.dryRun {
		did = "would write"
		for _, p := range b.Written {
			a.ui.Print("write   %s", printable(p))
		}
		for _, p := range b.Removed {
			a.ui.Print("remove  %s", printable(p))
		}
	}
	a.ui.Print("%s %s, %d as they were, %d removed", did, count(len(b.Written), "file"), b.Unchanged, len(b.Removed))
	for _, p := range b.Kept {
		a.ui.Warn("%s is no longer of the site, and was changed: it stays", printable(p))
	}
	if !o.dryRun {
		a.ui.Print("%s", b.Index)
	}
	return nil
}
