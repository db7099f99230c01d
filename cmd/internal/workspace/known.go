package workspace

import (
	"path"

	"github.com/agent-admin/memoria/flush/redact/known"
	"github.com/agent-admin/memoria/fsutil"
)

// Known returns the secrets that were taken out in the vault on this machine.
func (v *Vault) Known() *known.Set {
	v.recall.Do(func() {
		v.Machine.WithStateDir(func(d *fsutil.Dir) error {
			file, err := d.ReadFile(v.knownFile())
			v.known = known.Parse(file)
			return err
		})
		if v.known == nil {
			v.known = known.Parse(nil)
		}
	})
	return v.known
}

// knownFile is the name of the file with them, in the user's state folder: it has their key, and goes nowhere with the vault.
func (v *Vault) knownFile() string { return path.Join("known", fsutil.Hash([]byte(v.Path()))[:16]) }

// keepKnown writes them down. Where it cannot, they are learned anew from what is read next.
func (v *Vault) keepKnown() {
	if !v.Known().News() || v.Machine.StateDir() == "" {
		return
	}
	d, err := fsutil.CreateDir(v.Machine.StateDir(), 0o700)
	if err != nil {
		return
	}
	defer d.Close()
	if file, err := d.ReadFile(v.knownFile()); err == nil {
		v.known.Join(file)
	}
	d.WriteFile(v.knownFile(), v.known.Bytes(), 0o600)
}
