package doctor

import (
	"cmp"
	"context"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// sync checks whether a shared vault is kept in step with other machines.
func (x *Exam) sync(context.Context) {
	if x.Vault.ID == "" {
		return
	}
	now := x.Machine.Now()
	switch st := workspace.SyncedOf(x.Vault.Dir, now); {
	case st.Paused():
		x.problem("sync", cmp.Or(st.Mend, "memoria sync"), "%s", st.Tell(now))
	case st.Class != "":
		x.warn("sync", "memoria sync", "%s", st.Tell(now))
	case st.Ran.IsZero():
		x.warn("sync", "memoria sync", "the vault is shared, and was not synced from here yet")
	default:
		x.ok("sync", "last %s", say.Moment(st.Ran, now))
	}
}
