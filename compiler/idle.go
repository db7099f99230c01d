package compiler

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// An idleRecord caches that a vault has nothing to do: fingerprints of its files, and what there was to report. While
// they match, and no log's interval has passed, a run knows that there is nothing to do without reading a page. The
// record is derived from the vault and can be deleted at any time.
type idleRecord struct {
	Key         string       `json:"key"`         // see idleKey
	Fingerprint string       `json:"fingerprint"` // of the vault: see wiki.Store.Look
	State       fsutil.Stamp `json:"state"`       // of the state file, zero when there is none
	Pages       fsutil.Stamp `json:"pages"`       // of the folder of base texts; zero when there is none
	From        time.Time    `json:"from"`        // the last compile of a waiting log; an earlier time means that the clock was set back
	Until       time.Time    `json:"until"`       // when the first of them has waited long enough; zero when none waits

	Logs     []logs.Standing `json:"logs"`
	Notes    []journal.Note  `json:"notes"`
	Problems []journal.Note  `json:"problems"`
}

// idleKey covers everything that a plan depends on besides the files and the time.
func (c *Compiler) idleKey() string {
	return strings.Join([]string{"idle/3", recipe(c.Author), c.Interval.String(), c.index(), c.Now().Location().String(), c.Called}, "\n")
}

// knownIdle returns the plan of a vault with nothing to do, or nil if there may be something.
func (c *Compiler) knownIdle(ctx context.Context, o Options) *Plan {
	if o.All || len(o.Only)+len(o.named) > 0 || c.owes() {
		return nil
	}
	data, err := c.Vault.ReadFile(layout.CacheIdle)
	if err != nil {
		return nil
	}
	var r idleRecord
	now := c.Now()
	if json.Unmarshal(data, &r) != nil || r.Key != c.idleKey() ||
		!r.Until.IsZero() && (o.Now || now.Before(r.From) || !now.Before(r.Until)) {
		return nil
	}
	compiled, pages, ok := c.stateStamps()
	if !ok || compiled != r.State || pages != r.Pages {
		return nil
	}
	if is, _, err := c.Wiki.Glance(ctx); err != nil || is != r.Fingerprint {
		return nil
	}
	for i := range r.Logs {
		r.Logs[i].Until = r.Logs[i].Until.In(now.Location())
	}
	return &Plan{Logs: r.Logs, Notes: r.Notes, Problems: r.Problems, idle: true, fingerprint: r.Fingerprint}
}

// stateStamps returns the stamps of the files that runs leave. It is not ok if an interrupted run left something.
func (c *Compiler) stateStamps() (compiled, pages fsutil.Stamp, ok bool) {
	list, err := c.Vault.Stamps(path.Dir(layout.Compiled), func(name string, typ fs.FileMode) bool {
		return name == path.Base(layout.Compiled) || name == path.Base(layout.Pages)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return compiled, pages, false
	}
	for _, f := range list {
		switch {
		case fsutil.IsTemp(f.Name), f.Name == path.Base(layout.Change):
			return compiled, pages, false
		case f.Name == path.Base(layout.Compiled):
			compiled = f.Stamp
		case f.Name == path.Base(layout.Pages):
			pages = f.Stamp
		}
	}
	return compiled, pages, true
}

// settled reports whether the stamps of files are old enough to reveal the next change. A zero stamp is a missing
// file.
func settled(tick int64, stamps ...fsutil.Stamp) bool {
	return !slices.ContainsFunc(stamps, func(s fsutil.Stamp) bool { return s != fsutil.Stamp{} && !s.Settled(tick) })
}

// rememberIdle records that a plan found nothing to do. An error is ignored, because the record only saves time.
func (c *Compiler) rememberIdle(p *Plan, o Options) {
	if c.tick == 0 || p.idle || p.ran || p.resumed || !p.Empty() || p.fingerprint == "" || p.young > 0 ||
		o.All || o.Now || len(o.Only)+len(o.named) > 0 {
		return
	}
	r := idleRecord{Key: c.idleKey(), Fingerprint: p.fingerprint, Logs: p.Logs, Notes: p.Notes, Problems: p.Problems}
	var ok bool
	r.State, r.Pages, ok = c.stateStamps()
	ok = ok && settled(c.tick, r.State, r.Pages)
	for _, l := range p.Logs {
		switch {
		case l.Compiled:
			ok = false
		case l.State == state.Waiting:
			if r.Until.IsZero() || l.Until.Before(r.Until) {
				r.Until = l.Until
			}
			if at := l.Until.Add(-c.Interval); at.After(r.From) {
				r.From = at
			}
		}
	}
	if data, err := json.Marshal(r); err == nil && ok {
		_, _ = c.Vault.WriteFileNoSync(layout.CacheIdle, data, 0o600)
	}
}

// ticking returns the compiler for a run that may update the caches.
func (c *Compiler) ticking() *Compiler {
	own := *c
	own.tick, _ = c.Vault.Tick(layout.CacheTick)
	own.Wiki.Tick = own.tick
	return &own
}
