package sync

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

func (s *Setup) look(ctx context.Context) (*setting, error) {
	if repo.Mask(s.URL) != s.URL {
		return nil, exit.Hint(errors.New("sync --setup: the address holds a password, which would stand in git's settings"), exit.Failure,
			"leave it out, and have git know it: a credential helper (git help credentials), or ssh")
	}
	s.sharer = s.Machine.Sharer(ctx, s.Path)
	if s.Name != "" {
		s.sharer.Identity.Name = vault.Free(s.Name, func(name string) bool { return s.sharer.Taken(name, s.sharer.Identity.ID) })
	}
	x := &setting{Setup: s, plan: &SetupPlan{Vault: s.Path, Edits: []string{}}, config: vault.Defaults(s.Machine.Local), texts: map[string][]byte{}}
	v, err := s.Machine.Open(s.Path)
	var conf *vault.ConfigError
	switch {
	case err == nil:
		x.config, x.own = v.Config, v.ID
		defer v.Dir.Close()
	case !errors.As(err, &conf) && !errors.As(err, new(*vault.NotArrivedError)) && !errors.As(err, new(*vault.ChangedError)):
		return nil, err
	}
	x.named(s.sharer.Identity.Name)
	x.plan.Who, x.plan.Default = s.sharer.Identity.Who, s.Machine.Finder().Default() == ""
	if err := x.lookGit(ctx); err != nil {
		return nil, err
	}
	if x.work != nil {
		tracked, err := x.work.Tracked(ctx, layout.Folder)
		if err != nil {
			return nil, err
		}
		s.sharer.Foreign = func(name string) bool { return slices.Contains(tracked, name) }
	}
	if x.plan.Share, err = s.sharer.Plan(); err != nil {
		return nil, err
	}
	if v == nil {
		return x, x.edits()
	}
	if x.waits, err = v.Gate.Waits(); err != nil {
		return nil, err
	}
	if vault.CheckWaits(x.waits) != nil {
		x.waits = nil // memoria trust config says what is wrong with them
	}
	x.waits = append(x.waits, v.Gate.Against(x.theirs)...)
	x.plan.Obeys = append(v.Gate.Unasked(), x.waits...)
	if x.plan.Share.ID == "" || x.plan.URL != "" {
		if err := x.sends(ctx, v); err != nil {
			return nil, fmt.Errorf("sync --setup: %w", err)
		}
	}
	return x, x.edits()
}

// lookGit finds the repository and the remote.
func (x *setting) lookGit(ctx context.Context) error {
	p, c := x.plan, x.config.Sync
	x.repo = &repo.Repo{Dir: x.Path, Env: x.Env, Own: paths(x.config), Remote: c.Remote, Branch: c.Branch}
	w, err := x.repo.Look(ctx)
	_, synced := x.Machine.SyncedGit(x.Path)
	if errors.Is(err, repo.ErrNone) && x.URL != "" {
		synced = vault.FileSync(workspace.Resolved(x.Path))
	}
	switch {
	case errors.Is(err, repo.ErrNone) && x.URL == "":
		return nil // a file sync carries the vault, or a person will say what does
	case errors.Is(err, repo.ErrNone):
		p.Init, p.Branch = true, c.Branch
		if p.Branch == "" {
			p.Branch = "main"
		}
	case err != nil:
		return stopped("sync --setup", err)
	default:
		x.work, p.Branch = w, w.Branch
	}
	if synced != "" {
		return exit.Hint(fmt.Errorf("sync --setup: %s carries this folder, and would damage the repository in it", synced), exit.Failure,
			"move the vault out of that folder to sync it by git, or remove .git to leave it to "+synced)
	}
	p.Git, p.Remote = true, c.Remote
	switch {
	case w != nil && w.Password:
		return exit.Hint(fmt.Errorf("sync --setup: the address of the remote %s holds a password", w.Remote), exit.Failure,
			"git remote set-url "+w.Remote+" URL without it, and have git know it: a credential helper (git help credentials), or ssh")
	case w != nil && w.Remote != "" && x.URL != "" && w.Setting("remote."+w.Remote+".url") != x.URL:
		return exit.Hint(fmt.Errorf("sync --setup: the remote %s is %s already", w.Remote, w.URL), exit.Failure, "leave out the address, or git remote set-url "+w.Remote+" URL")
	case w != nil && w.Remote != "":
		p.URL = w.URL
		return x.lookTrunk(ctx)
	case x.URL != "":
		p.URL = x.URL
		return x.lookRemote(ctx)
	}
	return nil
}

// Unborn reports whether a folder is the top of a repository without a commit, such as the clone of an empty remote, and
// no vault.
func Unborn(ctx context.Context, env []string, dir string) bool {
	w, err := (&repo.Repo{Dir: dir, Env: env}).Look(ctx)
	return err == nil && w.Prefix == "" && w.Head == "" && !workspace.IsFolder(filepath.Join(dir, layout.Folder))
}

// lookRemote looks at a remote that the repository does not have yet.
func (x *setting) lookRemote(ctx context.Context) error {
	heads, err := x.repo.HeadsAt(ctx, x.URL)
	if err != nil {
		if class, _ := classify(err); class == string(repo.Remote) || class == string(repo.Auth) {
			return exit.Hint(fmt.Errorf("sync --setup: %s: %w", class, err), exit.Failure, "git ls-remote "+vault.Quote(x.URL)+" has to work without a question, with an empty repository there: git init --bare -b main FOLDER makes one")
		}
		return stopped("sync --setup", err)
	}
	if len(heads) > 0 && !slices.Contains(heads, x.plan.Branch) {
		return exit.Hint(fmt.Errorf("sync --setup: the remote has the branches %s, and not %s", strings.Join(heads, ", "), x.plan.Branch), exit.Failure,
			"git init -b "+heads[0]+" in the vault first, to have that branch")
	}
	if x.plan.Joins = len(heads) > 0; !x.plan.Joins {
		return nil
	}
	if err := x.joins(); err != nil {
		return err
	}
	home, err := fsutil.CreateDir(x.Machine.StateDir(), 0o700)
	if err != nil {
		return err
	}
	defer home.Close()
	dir, remove, err := home.Scratch(".", x.Machine.Now())
	if err != nil {
		return err
	}
	defer remove()
	far, trunk, err := x.repo.Peek(ctx, x.work, dir.Path(), x.URL, x.plan.Branch)
	if err == nil {
		err = x.identify(ctx, far, trunk)
	}
	x.trunk = "" // this repository does not have it yet
	return err
}

// lookTrunk looks at the remote that the repository has.
func (x *setting) lookTrunk(ctx context.Context) error {
	trunk, err := x.work.Fetch(ctx)
	if trunk != "" && (err == nil || errors.Is(err, repo.ErrRewritten)) {
		base, failed := x.work.Base(ctx, trunk)
		related := base != ""
		if failed == nil {
			x.plan.Joins = !related // also a repository without a commit, as a setup that was interrupted leaves one
			failed = x.identify(ctx, x.work, trunk)
		}
		if failed != nil || !related && x.another() {
			err = failed
		}
	}
	if class, _ := classify(err); class != "" {
		return stopped("sync --setup", err)
	} else if err != nil {
		return err
	}
	return x.joins()
}

// identify reads what the vault on the remote is, and what it shares.
func (x *setting) identify(ctx context.Context, w *repo.Work, trunk string) error {
	x.trunk = trunk
	b, err := w.File(ctx, trunk, layout.SharedVault)
	if err != nil {
		return err
	}
	x.sharer.By = vault.ParseShared(b)
	if x.sharer.ID = x.sharer.By.ID; len(b) > 0 && x.sharer.ID == "" {
		return exit.Hint(fmt.Errorf("sync --setup: %s on the remote names no vault", layout.SharedVault), exit.Failure, "memoria sync on a machine that has the vault puts it back")
	}
	if !x.plan.Joins {
		return nil
	}
	names, err := w.Changed(ctx, "", trunk)
	x.theirs = map[string][]byte{}
	for _, name := range names {
		if err == nil && accept.Watches(name) {
			x.theirs[name], err = w.File(ctx, trunk, name)
		}
	}
	if err == nil {
		x.shares, err = vault.SharesIn(x.theirs[layout.Config])
	}
	return err
}

// another reports whether the remote has another shared vault than this one.
func (x *setting) another() bool { return x.own != "" && x.sharer.ID != "" && x.own != x.sharer.ID }
