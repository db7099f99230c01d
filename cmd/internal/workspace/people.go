package workspace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/holds"
)

// trusted is the file of the people whose preferences are followed on this machine.
type trusted struct {
	People []string `json:"people"` // sorted
}

// Reader returns who is told what a shared vault knows, nil in a vault that is not shared. If it cannot be read who
// that is or whom they trust, nobody is trusted.
func (v *Vault) Reader() *holds.Reader {
	if v.ID == "" {
		return nil
	}
	r := &holds.Reader{}
	if id, err := vault.ReadIdentity(v.Dir, v.Now()); err == nil {
		if r.Who = id.Who; r.Who == daily.Nobody {
			r.Who = ""
		}
	}
	r.Trusts, _ = v.Trusts()
	return r
}

// sharedBy returns the person that entries are of that do not say so: in a shared vault who shared it, as they are from
// before.
func (v *Vault) sharedBy() string {
	if v.ID == "" {
		return ""
	}
	return cmp.Or(vault.SharedBy(v.Dir), daily.Nobody)
}

// Compiles reports whether articles are made on this machine without being asked for: in a shared vault another place may
// do it, by the setting sync.compile.
func (v *Vault) Compiles() bool {
	if v.ID == "" || v.Config.Sync.Compile == vault.CompileHere {
		return true
	}
	id, err := vault.ReadIdentity(v.Dir, v.Now())
	return err == nil && v.Config.Sync.Compiles(id.Name)
}

// Trusts returns the people whose preferences are followed on this machine, beside its own person.
func (v *Vault) Trusts() ([]string, error) {
	var t trusted
	_, err := fsutil.ReadState(v.Dir, layout.Trusted, layout.TrustedVersion, &t, v.Now())
	return t.People, err
}

// Trust begins or ends to follow the preferences of a person, and reports whether that is a change.
func (v *Vault) Trust(who string, on bool) (changed bool, err error) {
	people, err := v.Trusts()
	if err != nil {
		return false, fmt.Errorf("trust %q: %w", who, err)
	}
	i, there := slices.BinarySearch(people, who)
	switch {
	case there == on:
		return false, nil
	case on:
		people = slices.Insert(people, i, who)
	default:
		people = slices.Delete(people, i, i+1)
	}
	if _, err = fsutil.WriteState(v.Dir, layout.Trusted, layout.TrustedVersion, trusted{people}); err != nil {
		err = fmt.Errorf("trust %q: %w", who, err)
	}
	return err == nil, err
}
