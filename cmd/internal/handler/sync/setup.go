package sync

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/vault/share"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Setup makes a vault one that is synced, or this machine one of those that share it.
type Setup struct {
	Machine *workspace.Machine // required
	Path    string             // required: of the vault
	Env     []string           // required: the environment of git
	URL     string             // of the remote, where the repository has none
	Name    string             // of this machine; "" is that of its host
	Adopt   bool               // join the vault on the remote, which has another past
	All     bool               // send also entries of projects outside of projects.share

	sharer *share.Sharer
}

// A setting is a setup under way.
type setting struct {
	*Setup
	plan   *SetupPlan
	waits  []accept.Wait // settings that hold here from then on
	repo   *repo.Repo
	work   *repo.Work // nil if there is no repository yet
	config vault.Config
	texts  map[string][]byte // of plan.Edits
	trunk  string            // the commit of the remote's branch; "" before it is known
	own    string            // the id of this vault, "" if it is not shared
	shares []string          // projects.share of the vault on the remote, if it is another one
	theirs map[string][]byte // the settings and templates of that vault
	mine   []logs.Entry      // what logs of no machine held before they became those of the vault on the remote
}

// Plan looks what there is to do. It asks the remote, and writes nothing.
func (s *Setup) Plan(ctx context.Context) (*SetupPlan, error) {
	x, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	return x.plan, nil
}

func (x *setting) joins() error {
	if x.plan.Joins && !x.Adopt {
		return exit.Hint(errors.New("sync --setup: the remote has files of another past"), exit.Failure,
			"memoria sync --setup --adopt joins both: entries by their ids, nothing twice", "for a new machine: git clone "+vault.Quote(x.plan.URL)+", then memoria sync --setup there")
	}
	return nil
}

// sends finds what the logs hold. It returns an error if that is more than projects.share takes, here or in the vault that is
// joined.
func (x *setting) sends(ctx context.Context, v *workspace.Vault) (err error) {
	sent, err := x.unsent(ctx, v)
	if err != nil {
		return err
	}
	if x.plan.Sends, err = portions(ctx, v, sent, v.Config.Share, x.shares); err != nil {
		return err
	}
	var outside, ids []string
	for _, p := range x.plan.Sends {
		if p.Outside > 0 {
			ids = append(ids, p.outside...)
			outside = append(outside, fmt.Sprintf("%s (%s)", p.name(), say.Count(p.Outside, "entry")))
		}
	}
	if len(outside) == 0 || x.All {
		return nil
	}
	return exit.Hint(fmt.Errorf("the day logs hold entries of folders that are not among projects.share, or not known: %s", strings.Join(outside, ", ")), exit.Failure,
		"make a vault of your own for them (memoria init DIR, memoria import --vault DIR), then memoria forget ENTRY takes each out of this one: "+strings.Join(ids[:min(len(ids), 10)], " "),
		"memoria sync --setup --all sends them too")
}

// join readies the logs for the vault that this one joins, which may have changed since it was looked at.
func (x *setting) join(ctx context.Context) error {
	v, err := x.Machine.Open(x.Path)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	if err := x.sends(ctx, v); err != nil {
		return err
	}
	who := x.plan.Who
	switch v.ID {
	case "":
	case x.sharer.ID:
		return nil // a setup that was interrupted did it
	default:
		who = v.Daily().Who
	}
	x.mine, err = sign(ctx, v, x.work, x.trunk, who)
	return err
}

// edits finds what the vault's files lack.
func (x *setting) edits() error {
	p := x.plan
	if !p.Git {
		return nil
	}
	d, err := fsutil.OpenDir(x.Path)
	if err != nil {
		return err
	}
	defer d.Close()
	old, err := d.ReadFile(attributes.Name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if text := attributes.With(old, x.config); !bytes.Equal(text, old) {
		p.Edits, x.texts[attributes.Name] = append(p.Edits, attributes.Name), text
	}
	if x.config.Sync.Branch == "" && !p.Joins && p.Remote != "" && p.URL != "" {
		p.Edits = append(p.Edits, layout.Config)
	}
	for key, value := range attributes.Driver {
		p.Driver = p.Driver || x.work == nil || x.work.Setting(key) != value
	}
	return nil
}

// Apply does what Plan says. A setup that was interrupted is ended by the next. The caller opens the vault anew, and
// syncs it.
func (s *Setup) Apply(ctx context.Context) (*SetupPlan, error) {
	x, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	if err := x.applyGit(ctx); err != nil {
		return nil, fmt.Errorf("sync --setup: %w", err)
	}
	if x.plan.Joins {
		if err := x.join(ctx); err != nil {
			return nil, fmt.Errorf("sync --setup: %w", err)
		}
	}
	if x.plan.Share, err = s.sharer.Apply(ctx); err != nil {
		return nil, err
	}
	if err := x.claim(); err != nil {
		return nil, fmt.Errorf("sync --setup: %w", err)
	}
	d, err := fsutil.OpenDir(s.Path)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	for _, name := range x.plan.Edits {
		text, ok := x.texts[name]
		if !ok { // the settings, after the zone was added
			if text, err = d.ReadFile(name); err != nil {
				return nil, err
			}
			text = share.WithSync(text, x.plan.Remote, x.plan.Branch)
		}
		if _, err := d.WriteFile(name, text, 0o644); err != nil {
			return nil, err
		}
	}
	if x.plan.Default {
		x.plan.Default, err = s.Machine.Finder().SetDefault(s.Path)
	}
	return x.plan, err
}

// claim records what this machine's vault held before as its own, and that the settings that were shown hold.
func (x *setting) claim() error {
	v, err := x.Machine.Open(x.Path)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	me, err := vault.ReadIdentity(v.Dir, x.Machine.Now())
	if err != nil {
		return err
	}
	x.named(me.Name)
	if err := v.Own().Claim(x.mine); err != nil || len(x.waits) == 0 {
		return err
	}
	return v.Gate.Accept(pick.Where(x.waits, func(w accept.Wait) bool { return w.Key != "wiki" && w.Key != "daily" })) // these come with their files
}

// named notes what the machine is called.
func (x *setting) named(name string) {
	x.plan.Machine = name
	if x.plan.Asked = ""; x.Name != "" && x.Name != name {
		x.plan.Asked = x.Name
	}
}

func (x *setting) applyGit(ctx context.Context) (err error) {
	p := x.plan
	if !p.Git {
		return nil
	}
	if p.Init {
		if err := x.repo.Init(ctx, p.Branch); err != nil {
			return err
		}
	}
	if x.work == nil {
		if x.work, err = x.repo.Look(ctx); err != nil {
			return err
		}
	}
	if x.work.Remote == "" && x.URL != "" {
		if err := x.work.AddRemote(ctx, p.Remote, x.URL); err != nil {
			return err
		}
		trunk, err := x.work.Fetch(ctx)
		if trunk != "" && (err == nil || errors.Is(err, repo.ErrRewritten)) {
			if failed := x.identify(ctx, x.work, trunk); failed != nil || x.another() {
				err = failed
			}
		}
		if err != nil {
			return err
		}
	}
	if p.Joins && x.another() { // what the remote had before was of another vault
		if err := x.work.Remember(ctx, x.trunk); err != nil {
			return err
		}
	}
	if _, err := x.work.Set(ctx, attributes.Driver); err != nil {
		return err
	}
	if x.own != "" { // then a .gitignore may be anybody's, and keeps nothing back
		return nil
	}
	if name, err := x.work.Ignored(ctx, x.config.Daily.Path("2026-01-01"), x.config.Wiki+"/index.md"); err != nil {
		return err
	} else if name != "" {
		return ignored(name)
	}
	return nil
}
