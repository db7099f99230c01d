package forgotten

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// said is what a log says about forgetting, as the cache has it: while the file has its stamp, it need not be read.
type said struct {
	Stamp    fsutil.Stamp    `json:"at"`
	Owner    string          `json:"owner,omitempty"` // the id of its machine
	Controls []daily.Control `json:"controls,omitempty"`
}

// controls returns what the logs say about forgetting and trust, in their order. It reads no entry, and only logs that changed.
func controls(store *daily.Store) (logs []*daily.Log, err error) {
	dir, own := store.Dir, store.Own
	dates, _, err := store.Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	was := map[string]said{}
	if data, err := dir.ReadFile(layout.CacheControls); err == nil && json.Unmarshal(data, &was) != nil {
		clear(was)
	}
	stamps, tick := stampsOf(store), int64(0)
	for name, s := range stamps {
		if was[name].Stamp != s {
			tick, _ = dir.Tick(layout.CacheTick) // without one nothing is kept
			stamps = stampsOf(store)
			break
		}
	}
	now := map[string]said{}
	add := func(d daily.Date, k said) {
		logs = append(logs, &daily.Log{Date: d, Owner: k.Owner, Controls: slices.Clone(k.Controls)})
	}
	for _, d := range dates {
		name := d.String() + ".md"
		stamp, regular := stamps[name]
		if k, ok := was[name]; ok && regular && k.Stamp == stamp {
			now[name] = k
			add(d, k)
			continue
		}
		src, err := dir.ReadFile(store.Folder.Path(d.String()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since it was listed
		}
		if err != nil {
			return nil, fmt.Errorf("read the day log %s: %w", d, err)
		}
		k := said{stamp, entry.OwnerIn(src), controlsIn(src)}
		if regular && stamp.Settled(tick) {
			now[name] = k
		}
		add(d, k)
	}
	if own != nil {
		if err := own.Tell(logs...); err != nil {
			return nil, err
		}
	}
	if tick > 0 && !maps.EqualFunc(now, was, func(a, b said) bool { return a.Stamp == b.Stamp }) {
		if data, err := json.Marshal(now); err == nil {
			_, _ = dir.WriteFileNoSync(layout.CacheControls, data, 0o600) // else they are read again
		}
	}
	return logs, nil
}

// stampsOf returns the stamps of the logs that are plain files.
func stampsOf(store *daily.Store) map[string]fsutil.Stamp {
	list, _ := store.Dir.Stamps(store.Folder.Folder(), func(_ string, typ fs.FileMode) bool { return typ.IsRegular() })
	out := make(map[string]fsutil.Stamp, len(list))
	for _, f := range list {
		if f.Stamp != (fsutil.Stamp{}) {
			out[f.Name] = f.Stamp
		}
	}
	return out
}

func controlsIn(src []byte) []daily.Control {
	return slices.DeleteFunc(entry.ControlsIn(src), func(c daily.Control) bool {
		return !slices.Contains([]entry.Verb{daily.Forgot, daily.ForgotDone, entry.Trusts, entry.Distrusts}, c.Verb)
	})
}
