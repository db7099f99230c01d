package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	roomNeeded = 20 << 20  // bytes: less, and a day's log may not fit
	roomWanted = 200 << 20 // bytes
	probeName  = layout.Probe
)

// disk checks whether the vault can be written, and the free space.
func (x *Exam) disk(context.Context) {
	path := x.Vault.Path()
	free, err := freeSpace(path)
	switch {
	case err != nil:
		x.unknown("disk", "", "how much room is left: %v", err)
	case free < roomNeeded:
		x.problem("disk", "make room on that disk", "%s left on the disk of the vault", say.Bytes(free))
	case free < roomWanted:
		x.warn("disk", "make room on that disk", "%s left on the disk of the vault", say.Bytes(free))
	default:
		x.ok("disk", "%s left on the disk of the vault", say.Bytes(free))
	}
	_, err = x.Vault.Dir.WriteFile(probeName, []byte("a try whether the vault can be written\n"), 0o600)
	if err == nil {
		err = x.Vault.Dir.Remove(probeName)
	}
	mend := "chmod -R u+rwX " + vault.Quote(path)
	switch {
	case errors.Is(err, syscall.ENOSPC):
		x.problem("writing", "make room on that disk", "the vault cannot be written: %v; hooks keep their notes in %s", err, x.Machine.StateDir())
		return
	case errors.Is(err, syscall.EROFS):
		x.problem("writing", "remount it for writing", "the vault cannot be written: %v; hooks keep their notes in %s", err, x.Machine.StateDir())
		return
	case err != nil:
		x.problem("writing", mend, "the vault cannot be written: %v", err)
		return
	}
	for _, name := range []string{x.Vault.Config.Daily.Folder(), x.Vault.Config.Wiki} {
		err := writable(filepath.Join(path, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			x.problem("writing", mend, "the folder %s cannot be written: %v", name, err)
			return
		}
	}
	x.ok("writing", "the vault can be written")
}

// modes checks whether other users can read the state of this machine.
func (x *Exam) modes(context.Context) {
	if runtime.GOOS == "windows" {
		return // rights are not kept in modes there
	}
	at, name := filepath.Dir(x.Vault.Dir.PathOf(layout.State)), vault.Marker
	if x.Vault.ID != "" { // what all machines have is as private as the rest of the vault
		name = at
	}
	info, err := os.Stat(at)
	switch {
	case err != nil:
		x.unknown("modes", "", "%v", err)
	case info.Mode().Perm()&0o077 != 0:
		x.warn("modes", "chmod 700 "+vault.Quote(at), "others on this machine can look into %s (%s)", name, info.Mode().Perm())
	default:
		x.ok("modes", "%s is yours alone", name)
	}
}

// shared checks what several machines with one vault depend on: where the state of this one is, and that no file sync
// copies state or a repository.
func (x *Exam) shared(ctx context.Context) {
	path := x.Vault.Path()
	if git, tool := x.Machine.SyncedGit(path); tool != "" {
		x.warn("file sync", "move the vault out of that folder, or "+vault.Quote(git)+" out of the vault", "%s copies %s, which damages a repository", tool, git)
	}
	if x.Vault.ID == "" {
		return
	}
	p, err := x.Machine.Sharer(ctx, path).Plan()
	if err != nil {
		x.problem("shared", "memoria sync --setup"+x.Machine.VaultFlag(path), "%v", err)
		return
	}
	id, err := vault.ReadIdentity(x.Vault.Dir, x.Machine.Now())
	switch {
	case err != nil:
		x.problem("machine", "", "what this machine is called cannot be read: %v", err)
	case id.ID == "":
		x.ok("machine", "this machine has not written into the shared vault yet")
	default:
		x.ok("machine", "this machine is %s (%s), its person %s", id.Name, id.ID, id.Who)
	}
	if n := len(p.Moves) + len(p.Drops); n > 0 {
		x.warn("state", "memoria sync --setup"+x.Machine.VaultFlag(path), "%s of state in the vault, which other machines would get", say.Count(n, "file"))
		return
	}
	x.ok("state", "the state of this machine is in %s", p.To)
}
