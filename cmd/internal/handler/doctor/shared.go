package doctor

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

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
