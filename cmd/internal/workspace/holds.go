package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/holds"
)

// kept is the record of a vault as the cache has it.
type kept struct {
	Sight string        `json:"sight"` // what the vault looked like, "" if that would not show a change
	Holds *holds.Record `json:"holds"`
}

// Holds says which lines of the vault hold. It reads the logs and the articles only if they changed since it was
// asked last.
func (v *Vault) Holds(ctx context.Context) (*holds.Record, error) {
	store := v.Wiki()
	store.Tick, _ = v.Dir.Tick(layout.CacheTick)
	seen, _, err := store.Glance(ctx)
	if err != nil {
		return nil, err
	}
	projects, err := v.Dir.ReadFile(layout.Projects)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	claimed := int64(0) // what counts as written here
	if info, err := v.Dir.Stat(layout.Own); err == nil {
		claimed = info.Size()
	}
	sight := ""
	if seen != "" { // else a file may change without a trace
		sight = holds.Version + " " + v.Rules() + " " + v.sharedBy() + " " + strconv.FormatInt(claimed, 10) + " " + fsutil.Hash(projects) + " " + seen
	}
	if k := v.held(); sight != "" && k.Sight == sight && k.Holds != nil {
		return k.Holds, nil
	}
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return nil, err
	}
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	memory := holds.Load(v.Dir)
	r := memory.OfLogs(logs, w)
	memory.Save(v.Dir)
	data, err := json.Marshal(kept{sight, r})
	if err == nil {
		_, _ = v.Dir.WriteFileNoSync(layout.CacheHolds, data, 0o600) // else it is found out again
	}
	return r, err
}

// HoldsKept is Holds as it was found out last, for who cannot wait; nil where it was not.
func (v *Vault) HoldsKept() *holds.Record { return v.held().Holds }

func (v *Vault) held() (k kept) {
	if data, err := v.Dir.ReadFile(layout.CacheHolds); err == nil && json.Unmarshal(data, &k) != nil {
		return kept{}
	}
	return k
}
