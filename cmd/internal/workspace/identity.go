package workspace

import (
	"bytes"
	"context"
	"os"
	"os/user"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// Identity returns who writes into the vault here, and makes the identity if there is none yet. It is zero in a vault
// that is not shared. If another machine turns out to have the same name, this one takes another; warn is told.
func (v *Vault) Identity(ctx context.Context, warn func(format string, args ...any)) (vault.Identity, error) {
	if id, err := vault.ID(v.Dir); id == "" || err != nil {
		return vault.Identity{}, err
	}
	id, err := vault.ReadIdentity(v.Dir, v.Now())
	if err != nil {
		return id, err
	}
	was, want := id, vault.Identity{}
	switch {
	case id.ID == "":
		want = v.newIdentity(ctx)
	case !v.taken(id.Name, id.ID):
		return id, nil
	}
	id, err = vault.KeepIdentity(ctx, v.Dir, want, v.taken, v.Now())
	if err == nil && was.Name != "" {
		warn("another machine is called %s, too: this one is called %s from now on", was.Name, id.Name)
	}
	return id, err
}

// newIdentity returns the names that this machine and its person have elsewhere.
func (v *Vault) newIdentity(ctx context.Context) vault.Identity {
	host, _ := os.Hostname()
	id := vault.Identity{Name: MachineName(host), Who: v.Config.Who}
	if id.Who == "" {
		id.Who = PersonName(v.Machine.Git().UserName(ctx, v.Path()))
	}
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
func (v *Vault) taken(name, id string) bool {
	names, err := v.Dir.ReadNames("daily")
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
		b, err := v.Dir.ReadFile("daily/" + n)
		_, mark, ok := bytes.Cut(b, []byte("<!-- memoria:log machine="+name+" id="))
		if err == nil && ok && len(mark) >= 8 && string(mark[:8]) != id {
			return true
		}
	}
	return false
}
