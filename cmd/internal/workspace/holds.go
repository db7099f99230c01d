package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// kept is the record of a vault as the cache has it.
type kept struct {
	Sight string        `json:"sight"` // what the vault looked like, "" if that would not show a change
	Holds *holds.Record `json:"holds"`
}

// A View is what a vault holds at one moment.
type View struct {
	Wiki  *wiki.Wiki
	Logs  []*daily.Log
	Holds *holds.Record // which lines hold
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
	sight, err := v.sight(seen)
	if err != nil {
		return nil, err
	}
	if k := v.held(); sight != "" && k.Sight == sight && k.Holds != nil {
		return k.Holds, nil
	}
	view, err := v.View(ctx)
	if err != nil {
		return nil, err
	}
	return view.Holds, nil
}

// sight stands for all that the record depends on, with the fingerprint of the files; "" if that does not show a change.
func (v *Vault) sight(seen string) (string, error) {
	projects, err := v.Dir.ReadFile(layout.Projects)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	claimed := int64(0) // what counts as written here
	if info, err := v.Dir.Stat(layout.Own); err == nil {
		claimed = info.Size()
	}
	if seen == "" { // a file may change without a trace
		return "", nil
	}
	return holds.Version + " " + v.Rules() + " " + v.sharedBy() + " " + strconv.FormatInt(claimed, 10) + " " + fsutil.Hash(projects) + " " + seen, nil
}

// View reads all of the vault, and keeps which lines hold.
func (v *Vault) View(ctx context.Context) (*View, error) {
	store := v.Wiki()
	store.Tick, _ = v.Dir.Tick(layout.CacheTick)
	w, seen, err := store.Look(ctx)
	if err != nil {
		return nil, err
	}
	sight, err := v.sight(seen)
	if err != nil {
		return nil, err
	}
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	if k := v.held(); sight != "" && k.Sight == sight && k.Holds != nil {
		return &View{w, logs, k.Holds}, nil
	}
	memory := v.Memory()
	r := memory.OfLogs(logs, w)
	memory.Save(v.Dir)
	data, err := json.Marshal(kept{sight, r})
	if err == nil {
		_, _ = v.Dir.WriteFileNoSync(layout.CacheHolds, data, 0o600) // else it is found out again
	}
	return &View{w, logs, r}, err
}

// HoldsKept is Holds as it was found out last, for who cannot wait; nil where it was not.
func (v *Vault) HoldsKept() *holds.Record { return v.held().Holds }

func (v *Vault) held() (k kept) {
	if data, err := v.Dir.ReadFile(layout.CacheHolds); err == nil && json.Unmarshal(data, &k) != nil {
		return kept{}
	}
	return k
}
