package forgotten

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// said is what a log says about forgetting, as the cache has it: while the file has its stamp, it need not be read.
type said struct {
	Stamp    fsutil.Stamp    `json:"stamp"`
	Controls []daily.Control `json:"controls,omitempty"`
}

// controls returns what the logs say about forgetting, by log; every log is a key. It reads no entry, and only logs that
// changed.
func controls(dir *fsutil.Dir) (map[daily.Date][]daily.Control, error) {
	store := &daily.Store{Dir: dir}
	dates, _, err := store.Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	was := map[string]said{}
	if data, err := dir.ReadFile(layout.CacheControls); err == nil && json.Unmarshal(data, &was) != nil {
		clear(was)
	}
	stamps, tick := stampsOf(dir), int64(0)
	for name, s := range stamps {
		if was[name].Stamp != s {
			tick, _ = dir.Tick(layout.CacheTick) // without one nothing is kept
			stamps = stampsOf(dir)
			break
		}
	}
	out, now := map[daily.Date][]daily.Control{}, map[string]said{}
	for _, d := range dates {
		name := d.String() + ".md"
		stamp, regular := stamps[name]
		if k, ok := was[name]; ok && regular && k.Stamp == stamp {
			out[d], now[name] = k.Controls, k
			continue
		}
		src, err := dir.ReadFile("daily/" + name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since it was listed
		}
		if err != nil {
			return nil, fmt.Errorf("read the day log %s: %w", d, err)
		}
		out[d] = controlsIn(src)
		if regular && stamp.Settled(tick) {
			now[name] = said{stamp, out[d]}
		}
	}
	if tick > 0 && !maps.EqualFunc(now, was, func(a, b said) bool { return a.Stamp == b.Stamp }) {
		if data, err := json.Marshal(now); err == nil {
			_, _ = dir.WriteFileNoSync(layout.CacheControls, data, 0o600) // else they are read again
		}
	}
	return out, nil
}

// stampsOf returns the stamps of the logs that are plain files.
func stampsOf(dir *fsutil.Dir) map[string]fsutil.Stamp {
	list, _ := dir.Stamps("daily", func(_ string, typ fs.FileMode) bool { return typ.IsRegular() })
	out := make(map[string]fsutil.Stamp, len(list))
	for _, f := range list {
		if f.Stamp != (fsutil.Stamp{}) {
			out[f.Name] = f.Stamp
		}
	}
	return out
}

func controlsIn(src []byte) (out []daily.Control) {
	if !bytes.Contains(src, []byte("<!-- memoria:"+string(daily.Forgot))) {
		return nil
	}
	for l := range bytes.Lines(src) {
		if c, ok := entry.ParseControl(strings.TrimRight(string(l), "\r\n")); ok && (c.Verb == daily.Forgot || c.Verb == daily.ForgotDone) {
			out = append(out, c)
		}
	}
	return out
}
