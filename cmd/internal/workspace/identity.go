package workspace

import (
	"cmp"
	"context"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/share"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/own"
	"github.com/agent-admin/memoria/fsutil"
)

// Identity returns who writes into the vault here, and makes the identity if there is none yet. It is zero in a vault
// that is not shared. If another machine turns out to have the same name, this one takes another; warn is told.
func (v *Vault) Identity(ctx context.Context, warn func(format string, args ...any)) (vault.Identity, error) {
	if v.ID == "" {
		return vault.Identity{}, nil
	}
	id, err := vault.ReadIdentity(v.Dir, v.Now())
	if err != nil {
		return id, err
	}
	was, want, isNew := id, vault.Identity{}, id.ID == ""
	switch {
	case isNew:
		want = v.Machine.newIdentity(ctx, v.Path(), v.Config.Who)
	case !taken(v.daily(), id.Name, id.ID):
		return id, nil
	}
	id, err = vault.KeepIdentity(ctx, v.Dir, want, func(name, id string) bool {
		return taken(v.daily(), name, id) || isNew && own.Claimed(v.Dir, name, id)
	}, v.Now())
	if err == nil && was.Name != "" {
		warn("another machine is called %s, too: this one is called %s from now on", was.Name, id.Name)
	}
	return id, err
}

// writer returns the machine whose logs are appended to here.
func (v *Vault) writer(ctx context.Context) (daily.Machine, error) {
	id, err := v.Identity(ctx, func(format string, args ...any) { v.Log().Printf("daily", format, args...) })
	return daily.Machine{Name: id.Name, ID: id.ID, Who: id.Who}, err
}

// Sharer makes the vault at a path a shared one. It needs no vault whose settings are in order.
func (m *Machine) Sharer(ctx context.Context, at string) *share.Sharer {
	c, id := vault.Defaults(m.Local), vault.Identity{}
	if v, err := m.Open(at); err == nil {
		c = v.Config
		id, _ = vault.ReadIdentity(v.Dir, m.Now())
		v.Dir.Close()
	}
	isNew := id.ID == ""
	held := func(name, id string) bool {
		d, err := fsutil.OpenDir(at)
		if err != nil {
			return false
		}
		defer d.Close()
		return taken(&daily.Store{Dir: d, Folder: c.Daily}, name, id) || isNew && own.Claimed(d, name, id)
	}
	if isNew {
		id = m.newIdentity(ctx, at, c.Who)
		id.Name = vault.Free(id.Name, func(name string) bool { return held(name, "") })
	}
	return &share.Sharer{
		Path: at, State: m.StateDir(), Zone: zoneName(c.Zone, "/etc/localtime"), Identity: id, Now: m.Now, Taken: held,
	}
}

// zoneName returns the name of a zone. That of a machine has none of its own: its name is in what the link leads to by
// which Linux and macOS set it.
func zoneName(zone *time.Location, link string) string {
	if to, err := os.Readlink(link); err == nil && zone.String() == "Local" {
		if _, name, ok := strings.Cut(filepath.ToSlash(to), "zoneinfo/"); ok {
			return name
		}
	}
	return zone.String()
}

// SyncedGit returns the repository that a vault is in and the file sync that copies it, which damages it: the copies
// of two machines are mixed file by file. It returns "" if there is none.
func (m *Machine) SyncedGit(at string) (repository, tool string) {
	if repository = git.Common(Resolved(at)); repository != "" {
		tool = vault.FileSync(filepath.FromSlash(repository))
	}
	return repository, tool
}

// newIdentity returns the names that this machine and its person have elsewhere; who is the setting, if there is one.
func (m *Machine) newIdentity(ctx context.Context, at, who string) vault.Identity {
	host, _ := os.Hostname()
	id := vault.Identity{Name: MachineName(host), Who: cmp.Or(who, PersonName(m.Git().UserName(ctx, at)))}
	if u, err := user.Current(); id.Who == "" && err == nil {
		id.Who = PersonName(u.Username[strings.LastIndexByte(u.Username, '\\')+1:])
	}
	if id.Who == "" {
		id.Who = "someone"
	}
	return id
}

// takenLooks is the number of a machine's newest logs that are looked at to find out whose they are.
const takenLooks = 8

// taken reports whether logs of a machine with another id have a name.
func taken(s *daily.Store, name, id string) bool {
	names, err := s.Dir.ReadNames(s.Folder.Folder())
	if err != nil {
		return false
	}
	looks := 0
	for _, n := range slices.Backward(names) {
		if !strings.HasSuffix(n, "@"+name+".md") {
			continue
		}
		if looks++; looks > takenLooks {
			break
		}
		b, _ := s.Dir.ReadFile(s.Folder.Folder() + "/" + n)
		if owner := entry.OwnerIn(b); owner != "" && owner != id {
			return true
		}
	}
	return false
}
