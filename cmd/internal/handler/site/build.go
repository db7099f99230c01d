package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/site"
	"github.com/agent-admin/memoria/wiki/site/out"
)

// maxFills is how often a site is written again because a page changed meanwhile.
const maxFills = 3

// A Builder updates the folder of a vault's site.
type Builder struct {
	Vault   *workspace.Vault                                  // required
	Version string                                            // of memoria
	Warn    func(format string, args ...any)                  // required
	Step    func(what string, done, total int, detail string) // required: is told how far it is

	Front    string // path of the page that stands at the front and orders the others; "" is the home that memoria makes
	Out      string // folder; "" is the one that the settings name, in the vault
	Title    string // "" is what the settings say, else the name of the vault's folder
	BaseURL  string
	Include  []string // patterns of more notes that are shown
	Markdown bool     // each page is there as Markdown too
	All      bool     // make every page, also those of which nothing changed
	DryRun   bool
	Replace  bool // take over a folder that holds the site of another vault
}

// A Built reports what a build did: the output of memoria build --json.
type Built struct {
	Out       string   `json:"out"`
	Index     string   `json:"index"` // file:// address of the first page
	DryRun    bool     `json:"dry_run,omitempty"`
	Written   []string `json:"written"`
	Unchanged int      `json:"unchanged"`
	Removed   []string `json:"removed"`
	Kept      []string `json:"kept"` // no longer of the site, and changed by somebody
}

// Build builds.
func (b *Builder) Build(ctx context.Context) (did Built, err error) {
	v := b.Vault
	o := optionsOf(v, b.Version)
	o.Title = cmp.Or(b.Title, o.Title)
	if b.BaseURL != "" {
		if o.BaseURL, err = vault.BaseURL(b.BaseURL); err != nil {
			return did, exit.Hint(fmt.Errorf("build: --base-url: %w", err), exit.Usage)
		}
	}
	o.Markdown = o.Markdown || b.Markdown
	o.Include, o.Front = append(o.Include, b.Include...), b.Front
	unlock, err := v.Dir.TryLock(layout.LockSite)
	if err != nil {
		return did, fmt.Errorf("build: %w", err)
	}
	defer unlock()
	dir, err := b.folder()
	if err != nil {
		return did, fmt.Errorf("build: %w", err)
	}
	if dir == nil { // a dry run into a folder that is not there yet
		tmp, remove, err := v.Dir.Scratch(layout.Cache, v.Now())
		if err != nil {
			return did, fmt.Errorf("build: %w", err)
		}
		defer remove()
		dir = tmp
	} else {
		defer dir.Close()
	}
	rep, err := b.fill(ctx, dir, o)
	if err != nil {
		return did, b.hint(err)
	}
	if !b.DryRun {
		at := v.Config.Site.Folder()
		if b.Out != "" {
			at = workspace.Resolved(b.out())
		}
		if err := vault.RecordSite(v.Dir, at, v.Now()); err != nil {
			b.Warn("the vault could not note where the site is, so that memoria forget will not name it: %v", err)
		}
	}
	index := &url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(b.out(), "index.html"))}
	return Built{Out: b.out(), Index: index.String(), DryRun: b.DryRun, Written: say.List(rep.Written), Unchanged: rep.Unchanged,
		Removed: say.List(rep.Removed), Kept: say.List(rep.Kept)}, nil
}

// fill updates a folder. It writes a page again if its source was changed meanwhile.
func (b *Builder) fill(ctx context.Context, dir *fsutil.Dir, o site.Options) (all out.Report, err error) {
	v := b.Vault
	mark := "" // identifies the vault in a folder that other vaults may use too, without its path
	if b.Out != "" {
		mark = fsutil.Hash([]byte("memoria site\x00" + workspace.Resolved(v.Path())))[:16]
	}
	for try := 1; ; try++ {
		src, err := source(ctx, v, &o)
		if err != nil {
			return all, err
		}
		if src.Seen, err = v.Dir.ReadFile(layout.CacheSite); err != nil {
			src.Seen = nil // it saves time, and nothing else
		}
		s, err := site.New(src, o)
		if err != nil {
			return all, err
		}
		rep, err := out.Write(ctx, dir, s, out.Options{All: b.All && try == 1, Dry: b.DryRun, Vault: mark, Replace: b.Replace, Moved: s.Moved,
			Progress: func(done, total int) { b.Step("page", done, total, "") }})
		all = all.And(rep)
		switch {
		case err != nil:
			return all, err
		case b.DryRun || !s.Moved():
			for _, p := range s.Unread() {
				b.Warn("%s is too long to be read: its page is empty", say.Printable(p))
			}
			if !b.DryRun {
				_, _ = v.Dir.WriteFileNoSync(layout.CacheSite, s.Seen(), 0o600) // the next build takes longer without it
			}
			return all, nil
		case try == maxFills:
			b.Warn("pages were changed while the site was written: run memoria build again")
			return all, nil
		}
	}
}

// out returns the folder that the site goes to.
func (b *Builder) out() string {
	if b.Out != "" {
		return b.Vault.Machine.Finder().Abs(b.Out)
	}
	return b.Vault.Dir.PathOf(b.Vault.Config.Site.Folder())
}

// folder opens the folder that the site goes to, and makes it if it is not there; nil if a dry run finds none.
func (b *Builder) folder() (*fsutil.Dir, error) {
	v, at := b.Vault, b.out()
	if b.Out == "" { // below the vault, and nowhere that a link in it leads
		name := v.Config.Site.Folder()
		if b.DryRun {
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
			return nil, exit.Hint(fmt.Errorf("%s lies in the vault, where the site's pages would be notes", at), exit.Usage, "name a folder outside with --out, or leave it out")
		}
	}
	for up := filepath.Dir(workspace.Resolved(at)); up != filepath.Dir(up); up = filepath.Dir(up) {
		if workspace.IsVault(up) && up != workspace.Resolved(v.Path()) {
			return nil, exit.Hint(fmt.Errorf("%s lies in another vault, %s", at, up), exit.Usage, "name a folder outside of vaults with --out, or leave it out")
		}
	}
	if b.DryRun {
		dir, err := fsutil.OpenDir(at)
		if err != nil {
			return nil, nil
		}
		return dir, nil
	}
	return fsutil.CreateDir(at, 0o755)
}

func (b *Builder) hint(err error) error {
	err = fmt.Errorf("build %s: %w", b.out(), err)
	var taken *out.TakenError
	switch {
	case errors.Is(err, out.ErrOtherVault):
		return exit.Hint(err, exit.Failure, "name another folder with --out, or have it taken over with --replace")
	case errors.As(err, &taken) && taken.Kind != "":
		return exit.Hint(err, exit.Failure, "move it away, and run memoria build again")
	case errors.Is(err, out.ErrForeign) || errors.As(err, &taken):
		return exit.Hint(err, exit.Failure, "name an empty folder, or one that memoria build filled, with --out")
	}
	return err
}
