package workspace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/holds"
)

// A Trusted machine is one whose person is followed on this machine: what it says in that person's name counts as theirs.
type Trusted struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Who  string `json:"who"`
}

// trusted is the file of the machines that are trusted here. It is no part of what is synced.
type trusted struct {
	Machines []Trusted `json:"machines"`        // by id
	Paths    []string  `json:"paths,omitempty"` // from the top of the repository: what a sync brings there is taken
}

// Reader returns who is told what a shared vault knows, nil in a vault that is not shared. If it cannot be read who
// that is or whom they trust, nobody is trusted.
func (v *Vault) Reader() *holds.Reader {
	if v.ID == "" {
		return nil
	}
	r := &holds.Reader{Trusts: map[string]string{}}
	if id, err := vault.ReadIdentity(v.Dir, v.Now()); err == nil {
		r.ID = id.ID
		if r.Who = id.Who; r.Who == daily.Nobody {
			r.Who = ""
		}
	}
	list, _ := v.Trusts()
	for _, t := range list {
		r.Trusts[t.ID] = t.Who
	}
	return r
}

// sharedBy returns the person that entries are of that do not say so: in a shared vault who shared it, as they are from
// before.
func (v *Vault) sharedBy() string {
	if v.ID == "" {
		return ""
	}
	return cmp.Or(vault.SharedBy(v.Dir).Who, daily.Nobody)
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

// trusted reads the file.
func (v *Vault) trusted() (t trusted, err error) {
	_, err = fsutil.ReadState(v.Dir, layout.Trusted, layout.TrustedVersion, &t, v.Now())
	return t, err
}

// AllowedPaths returns the files and folders of other programs that a sync brings to this machine.
func (v *Vault) AllowedPaths() ([]string, error) {
	t, err := v.trusted()
	return t.Paths, err
}

// AllowPath has a sync bring a file or folder of other programs to this machine.
func (v *Vault) AllowPath(name string) error {
	t, err := v.trusted()
	if err == nil && !slices.Contains(t.Paths, name) {
		t.Paths = append(t.Paths, name)
		_, err = fsutil.WriteState(v.Dir, layout.Trusted, layout.TrustedVersion, t)
	}
	if err != nil {
		return fmt.Errorf("allow %q: %w", name, err)
	}
	return nil
}

// Trusts returns the machines that are trusted here, by id.
func (v *Vault) Trusts() ([]Trusted, error) {
	t, err := v.trusted()
	return t.Machines, err
}

// Trust begins or ends to trust a machine, and reports whether that is a change. The log of this machine tells the others,
// so that all judge alike who may take back what was said here.
func (v *Vault) Trust(ctx context.Context, m Trusted, on bool) (changed bool, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("trust %q: %w", m.Name, err)
		}
	}()
	t, err := v.trusted()
	if err != nil {
		return false, err
	}
	list := t.Machines
	i := slices.IndexFunc(list, func(t Trusted) bool { return t.ID == m.ID })
	was := i >= 0
	switch {
	case was && on && list[i] == m, !was && !on:
		return false, nil
	case was:
		list = slices.Delete(list, i, i+1)
	}
	if on {
		list = append(list, m)
		sorting.By(list, func(a, b Trusted) int { return cmp.Compare(a.ID, b.ID) })
	}
	t.Machines = list
	if _, err = fsutil.WriteState(v.Dir, layout.Trusted, layout.TrustedVersion, t); err != nil {
		return false, err
	}
	me, err := v.Identity(ctx, func(string, ...any) {})
	if err != nil {
		return true, err
	}
	c := daily.Control{Verb: entry.Trusts, Machine: m.ID, At: v.Now().UTC().Truncate(time.Second), Who: me.Who}
	if !on {
		c.Verb = entry.Distrusts
	}
	return true, v.Daily().AppendControls(ctx, daily.DateOf(v.Now(), v.Config.Zone), c)
}
